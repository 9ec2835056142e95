import { createContext, useContext } from 'react'
import type { Language } from './languages.ts'
import type { PortalWords } from './words/en.ts'

type Speaking = { language: Language; words: PortalWords; speak: (language: Language) => void }

export const Speech = createContext<Speaking | null>(null)

/** What the page says, and in which language. Nothing is shown before there are words. */
export function useSpeech(): Speaking {
  const speaking = useContext(Speech)
  if (speaking === null) throw new Error('Nothing is said outside of a language.')
  return speaking
}
