import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { keepChoice, keptChoice } from '../browser/kept_choice.ts'
import { isLanguage, type Language, preferred, type Words } from './languages.ts'

type LoadWords = (language: Language) => Promise<Words>

type Speech = {
  language: Language
  words: Words
  /** Speaks another language from now on, on this browser, as soon as its words are there. */
  speak: (language: Language) => Promise<Words>
  /** Speaks the language of a person's account, unless somebody chose another one on this browser. */
  suggest: (locale: string) => Promise<void>
}

const SpeechContext = createContext<Speech | null>(null)

/** The words of the reader's language, and the way to choose another one. */
export function useWords(): Speech {
  const speech = useContext(SpeechContext)
  if (speech === null) throw new Error('Only what stands inside the SpeechProvider has words.')
  return speech
}

const storage_key = 'dunlin.language'

/** The language that was chosen here before, else the first one of the browser that there are words for. */
export const firstLanguage = (): Language => chosen() ?? preferred(navigator.languages)

type Spoken = { language: Language; words: Words }

/** Begins with words that are there, and loads those of another language when it is wanted. */
export function SpeechProvider({ first, load, children }: { first: Spoken; load: LoadWords; children: ReactNode }) {
  const [spoken, setSpoken] = useState<Spoken>(first)
  const now = useRef(first)
  useEffect(() => {
    document.documentElement.lang = spoken.language
  }, [spoken.language])
  const change = useCallback(
    async (language: Language): Promise<Words> => {
      if (language === now.current.language) return now.current.words
      const words = await load(language)
      now.current = { language, words }
      setSpoken(now.current)
      return words
    },
    [load],
  )
  const speak = (language: Language): Promise<Words> => {
    keepChoice(storage_key, language)
    return change(language)
  }
  const suggest = useCallback(
    async (locale: string): Promise<void> => {
      if (chosen() === null) await change(preferred([locale]))
    },
    [change],
  )
  return <SpeechContext value={{ ...spoken, speak, suggest }}>{children}</SpeechContext>
}

function chosen(): Language | null {
  const kept = keptChoice(storage_key)
  return isLanguage(kept) ? kept : null
}
