import { addDays, addMonths } from '../../words/days.ts'
import type { AmountLanguage } from '../../words/read_amount.ts'
import { amountOf, typedCents } from './cents.ts'

export type Term = { due_date: string; amount: string }

/** How terms are made: so many, or each of this amount, from a day on. */
export type Schedule = { count: string; each: string; first_day: string; every: 'month' | 'week' }

/** The most terms that staff can agree on; the service knows it too. */
export const terms_max = 60

/** An amount in terms, to the cent, or null when they cannot be made: a cent that is left over is in the first ones. */
export function termsOf(total: bigint, schedule: Schedule, language: AmountLanguage): Term[] | null {
  const { count, each, first_day, every } = schedule
  if (total <= 0n) return null
  const amounts = each.trim() === '' ? evenly(total, count) : inPieces(total, typedCents(each, language))
  if (amounts === null || !/^\d{4}-\d{2}-\d{2}$/.test(first_day)) return null
  return amounts.map((amount, place) => ({
    due_date: every === 'week' ? addDays(first_day, 7 * place) : addMonths(first_day, place),
    amount: amountOf(amount),
  }))
}

function evenly(total: bigint, count: string): bigint[] | null {
  const terms = /^\d{1,2}$/.test(count.trim()) ? BigInt(count.trim()) : 0n
  if (terms < 1n || terms > BigInt(terms_max) || terms > total) return null
  const left = total % terms
  return Array.from({ length: Number(terms) }, (_, place) => total / terms + (BigInt(place) < left ? 1n : 0n))
}

/** The last one is what is left. */
function inPieces(total: bigint, each: bigint | null): bigint[] | null {
  if (each === null || each <= 0n) return null
  const whole = total / each
  const rest = total - whole * each
  if (whole + (rest > 0n ? 1n : 0n) > BigInt(terms_max)) return null
  return [...Array.from({ length: Number(whole) }, () => each), ...(rest > 0n ? [rest] : [])]
}
