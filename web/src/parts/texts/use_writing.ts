import { type RefObject, useRef } from 'react'
import type { Written } from './marks.ts'

export type Put = (text: string, from: number, to: number) => Written

export type Writing = { field: RefObject<HTMLTextAreaElement | null>; write: (put: Put) => void }

/** Writes something into a field where its cursor is, and leaves the cursor where somebody goes on. */
export function useWriting(value: string, onText: (text: string) => void): Writing {
  const field = useRef<HTMLTextAreaElement>(null)
  const write = (put: Put): void => {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = field.current ?? {}
    const written = put(value, from, to)
    onText(written.text)
    // The field has its text after this was drawn.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(written.from, written.to)
    })
  }
  return { field, write }
}
