import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { keepChoice, keptChoice } from '../browser/kept_choice.ts'
import { type Dictionary, isLanguage, type Language, preferred, type Words } from './languages.ts'

type Speech = {
  language: Language
  words: Words
  /** The words of every language. */
  dictionary: Dictionary
  /** Speaks another language from now on, on this browser. */
  speak: (language: Language) => void
  /** Speaks the language of a person's account, unless somebody chose another one on this browser. */
  suggest: (locale: string) => void
}

const SpeechContext = createContext<Speech | null>(null)

/** The words of the reader's language, and the way to choose another one. */
export function useWords(): Speech {
  const speech = useContext(SpeechContext)
  if (speech === null) throw new Error('Only what stands inside the SpeechProvider has words.')
  return speech
}

const storage_key = 'dunlin.language'

/** Speaks the language that was chosen here before, else the first one of the browser that there are words for. */
export function SpeechProvider({ dictionary, children }: { dictionary: Dictionary; children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() => chosen() ?? preferred(navigator.languages))
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const speak = (wanted: Language): void => {
    keepChoice(storage_key, wanted)
    setLanguage(wanted)
  }
  const suggest = useCallback((locale: string): void => {
    if (chosen() === null) setLanguage(preferred([locale]))
  }, [])
  return (
    <SpeechContext value={{ language, words: dictionary[language], dictionary, speak, suggest }}>
      {children}
    </SpeechContext>
  )
}

function chosen(): Language | null {
  const kept = keptChoice(storage_key)
  return isLanguage(kept) ? kept : null
}
