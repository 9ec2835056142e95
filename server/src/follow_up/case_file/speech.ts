import type { Day } from '../../domain/days.ts'
import { amountText } from '../../domain/money.ts'
import { sayAmount, shortDay } from '../../letters/rendering/formats.ts'
import type { CaseFile } from './read.ts'
import { caseWords } from './words/case_words.ts'

/** The words of a dossier, and how it writes amounts and days. */
export const speechOf = ({ language, currency_code }: Pick<CaseFile, 'language' | 'currency_code'>) => ({
  words: caseWords[language],
  money: (amount: bigint | string): string =>
    sayAmount(typeof amount === 'string' ? amount : amountText(amount), currency_code, language),
  day: (day: string): string => shortDay(day as Day, language),
})
