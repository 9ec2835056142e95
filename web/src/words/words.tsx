import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { en } from './en.ts'
import { isLanguage, type Language, languages, preferred, type Words } from './languages.ts'

type Speaking = { language: Language; words: Words; speak: (language: Language) => void }

const Speech = createContext<Speaking>({ language: 'en', words: en, speak: () => {} })

/** The words of the reader's language, and the way to choose another one. */
export const useWords = (): Speaking => useContext(Speech)

const storage_key = 'dunlin.language'

/** Speaks the language that was chosen here before, else the first one of the browser that there are words for. */
export function SpeechProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() => remembered() ?? preferred(navigator.languages))
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const speak = (chosen: Language): void => {
    remember(chosen)
    setLanguage(chosen)
  }
  return <Speech value={{ language, words: languages[language], speak }}>{children}</Speech>
}

/** A browser may keep storage from pages; the choice then lasts as long as the page. */
function remembered(): Language | null {
  try {
    const stored = localStorage.getItem(storage_key)
    return isLanguage(stored) ? stored : null
  } catch {
    return null
  }
}

function remember(language: Language): void {
  try {
    localStorage.setItem(storage_key, language)
  } catch {
    // Told above.
  }
}
