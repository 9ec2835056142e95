import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { nl } from './nl.ts'

/** All languages at once, for tests: a page loads the one that it speaks. */
export const languages = { nl, en, de, fr } as const
