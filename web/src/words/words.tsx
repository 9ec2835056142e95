import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { keepChoice, keptChoice } from '../parts/kept_choice.ts'
import { en } from './en.ts'
import { isLanguage, type Language, languages, preferred, type Words } from './languages.ts'

type Speaking = {
  language: Language
  words: Words
  /** Speaks another language from now on, on this browser. */
  speak: (language: Language) => void
  /** Speaks the language of a person's account, unless somebody chose another one on this browser. */
  suggest: (locale: string) => void
}

const Speech = createContext<Speaking>({ language: 'en', words: en, speak: () => {}, suggest: () => {} })

/** The words of the reader's language, and the way to choose another one. */
export const useWords = (): Speaking => useContext(Speech)

const storage_key = 'dunlin.language'

/** Speaks the language that was chosen here before, else the first one of the browser that there are words for. */
export function SpeechProvider({ children }: { children: ReactNode }) {
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
  return <Speech value={{ language, words: languages[language], speak, suggest }}>{children}</Speech>
}

function chosen(): Language | null {
  const kept = keptChoice(storage_key)
  return isLanguage(kept) ? kept : null
}
