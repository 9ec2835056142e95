import { createContext, useContext } from 'react'
import { type Language, languages } from './languages.ts'
import type { PortalWords } from './words/en.ts'

type Speaking = { language: Language; words: PortalWords; speak: (language: Language) => void }

export const Speech = createContext<Speaking>({ language: 'en', words: languages.en, speak: () => {} })

export const useSpeech = (): Speaking => useContext(Speech)
