import { plainAmount } from '../../words/plain_amount.ts'

/** The cents of an amount as somebody typed it, or null when it is none. */
export function centsOf(typed: string): bigint | null {
  const [, sign = '', whole, cents = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(plainAmount(typed)) ?? []
  return whole === undefined ? null : BigInt(`${sign}${whole}${cents.padEnd(2, '0')}`)
}

/** An amount as the service takes it. */
export function amountOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
