import { createContext, useContext, useEffect, useRef } from 'react'

/**
 * What a key does, in a few words, and how; `null` for one that only does what another one does too. What answers
 * `false` leaves the key to others.
 */
export type Key = readonly [does: string | null, act: (event: KeyboardEvent) => unknown]
export type Keys = Readonly<Record<string, Key>>

/** Keys of one part of a page, as they are at the moment. */
export type BoundKeys = { readonly current: Keys }

export type KeyBoard = {
  /** Binds keys until what it returns is called. */
  bind: (keys: BoundKeys) => () => void
  /** Shows which keys there are. */
  explain: () => void
}

export const KeyBoardContext = createContext<KeyBoard>({ bind: () => () => {}, explain: () => {} })

/**
 * Calls what a key stands for, wherever the keyboard is on the page, but never while somebody types. The same
 * declaration describes it in the list of keys that ? shows.
 */
export function useKeys(keys: Keys): void {
  const { bind } = useContext(KeyBoardContext)
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => bind(latest), [bind])
}
