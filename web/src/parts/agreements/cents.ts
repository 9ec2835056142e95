import { type AmountLanguage, readAmount } from '../../words/read_amount.ts'

/** The cents of an amount as the service prints it, or null when it is none. */
export function centsOf(amount: string): bigint | null {
  const [, sign = '', whole, cents = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  return whole === undefined ? null : BigInt(`${sign}${whole}${cents.padEnd(2, '0')}`)
}

/** The same of an amount as somebody typed it. */
export const typedCents = (typed: string, language: AmountLanguage): bigint | null =>
  centsOf(readAmount(typed, language) ?? '')

/** An amount as the service takes it. */
export function amountOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
