import type { Language } from '../../../letters/words/letter_words.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { french } from './fr.ts'
import { dutch } from './nl.ts'
import type { StaffWords } from './staff.ts'

const all: Readonly<Record<Language, StaffWords>> = { nl: dutch, en: english, de: german, fr: french }

export const staffWords = (language: Language): StaffWords => all[language]
