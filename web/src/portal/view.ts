import { startTransition, useCallback, useEffect, useState } from 'react'

const names = [
  ...['home', 'invoice', 'pay', 'terms', 'dispute', 'paid'],
  ...['promise', 'write', 'said', 'address'],
] as const
export type ViewName =
  | 'home'
  | 'invoice'
  | 'pay'
  | 'terms'
  | 'dispute'
  | 'paid'
  | 'promise'
  | 'write'
  | 'said'
  | 'address'

/** What a page shows; `of` is the number of an invoice. It stands in the address, so that the back button works. */
export type View = { name: ViewName; of: string | null }

export function viewIn(hash: string): View {
  const [, wanted = '', of = ''] = /^#(\w+)(?:\/(.*))?$/.exec(hash) ?? []
  const name = names.find((one): one is ViewName => one === wanted) ?? 'home'
  return { name, of: of === '' ? null : decoded(of) }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

export const hashOf = ({ name, of }: View): string =>
  name === 'home' ? '#home' : `#${name}${of === null ? '' : `/${encodeURIComponent(of)}`}`

function follow(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

/**
 * The view of the address, and the way to another. What is shown stays until the other one is there, so that nobody
 * sees a word of waiting between two views whose code was fetched already.
 */
export function useView(): { view: View; open: (name: ViewName, of?: string) => void; home: () => void } {
  const [hash, setHash] = useState(() => location.hash)
  useEffect(() => follow(() => startTransition(() => setHash(location.hash))), [])
  const open = useCallback((name: ViewName, of?: string): void => {
    location.hash = hashOf({ name, of: of ?? null })
  }, [])
  const home = useCallback((): void => open('home'), [open])
  return { view: viewIn(hash), open, home }
}
