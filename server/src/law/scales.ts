import { fixed, quotient } from '../domain/money.ts'

/** Shares of slices of an amount, each up to a limit, with a least and a most. */
export type Scale = {
  slices: readonly { up_to: bigint | null; percent: string }[]
  least: bigint
  most: bigint
}

/** A percentage of an amount, half up to the cent. */
export const share = (amount: bigint, percent: string): bigint => quotient(amount * fixed(percent, 2), 10_000n)

/** What a scale gives on an amount, half up to the cent; nothing on nothing. */
export function byScale({ slices, least, most }: Scale, amount: bigint): bigint {
  if (amount <= 0n) return 0n
  let exact = 0n
  let below = 0n
  for (const { up_to, percent } of slices) {
    const top = up_to === null || amount < up_to ? amount : up_to
    if (top > below) exact += (top - below) * fixed(percent, 2)
    below = up_to ?? amount
  }
  const rounded = quotient(exact, 10_000n)
  return rounded < least ? least : rounded > most ? most : rounded
}
