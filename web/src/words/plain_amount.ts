import { type AmountLanguage, readAmount } from './read_amount.ts'

/** An amount as somebody wrote it, for the service; what is none goes as it is, and the service says so. */
export const plainAmount = (typed: string, language: AmountLanguage): string =>
  readAmount(typed, language) ?? typed.trim()
