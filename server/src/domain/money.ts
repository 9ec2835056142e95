/** Money is a whole number of cents: exact however often it is added, and never a float. */

/** The cents of a text like `1250.00`. */
export function cents(text: string): bigint {
  // The database writes it so, and the engine reads hundreds of thousands of them in a look.
  if (/^-?\d+\.\d\d$/.test(text)) return text === '0.00' ? 0n : BigInt(text.slice(0, -3) + text.slice(-2))
  return fixed(text, 2)
}

/** The text of an amount, with exactly two decimals. */
export function amountText(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A decimal text as a whole number of units of the last of so many places; places beyond are refused. */
export function fixed(text: string, places: number): bigint {
  const point = text.indexOf('.')
  const whole = point < 0 ? text : text.slice(0, point)
  const fraction = point < 0 ? '' : text.slice(point + 1)
  const decimals = fraction.length > places ? fraction.replace(/0+$/, '') : fraction
  if (!/^-?\d+(?:\.\d+)?$/.test(text) || decimals.length > places) {
    throw new Error(`${text} is no number with ${places} decimals.`)
  }
  return BigInt(whole + decimals.padEnd(places, '0'))
}

/** A quotient as the nearest whole number; what lies in the middle goes away from zero. */
export function quotient(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const above = numerator < 0n ? -numerator : numerator
  const below = denominator < 0n ? -denominator : denominator
  const rounded = (2n * above + below) / (2n * below)
  return negative ? -rounded : rounded
}

/** -1, 0 or 1. */
export const signOf = (amount: bigint): number => (amount < 0n ? -1 : amount > 0n ? 1 : 0)

export const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

/** An amount of the invoice in the other currency, at the rate of the invoice's own totals. */
export function atRateOf({ total, book_total }: { total: bigint; book_total: bigint }, amount: bigint): bigint {
  return total === book_total || total === 0n ? amount : quotient(amount * book_total, total)
}

/** Beyond this an amount is a slip, and sums over thousands of them would not fit. */
export const amount_max = 100_000_000_000_000n
