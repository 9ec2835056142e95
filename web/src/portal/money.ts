import { readAmount as readTyped } from '../words/read_amount.ts'
import type { Language } from './languages.ts'

/** Amounts of the service as whole cents, so that nothing is lost when they are added and divided. */
export const centsOf = (amount: string): number => {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
  return amount.startsWith('-') ? -cents : cents
}

export const amountOf = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const sumOf = (amounts: readonly string[]): string =>
  amountOf(amounts.reduce((sum, amount) => sum + centsOf(amount), 0))

/** An amount as somebody types it, or as the page prints it; null when it is none. */
export function readAmount(typed: string, language: Language): string | null {
  const amount = readTyped(typed, language)
  return amount === null || amount.startsWith('-') ? null : amount
}

/** An amount in equal parts; the first ones have a cent more where it does not come out even. */
export function divided(amount: string, parts: number): string[] {
  const cents = centsOf(amount)
  const each = Math.floor(cents / parts)
  const left = cents - each * parts
  return Array.from({ length: parts }, (_, place) => amountOf(each + (place < left ? 1 : 0)))
}
