import { fixed, quotient } from '../domain/money.ts'

/** Shares of slices of an amount, each up to a limit, with a least and a most. */
export type Scale = {
  slices: readonly { up_to: bigint | null; percent: string }[]
  least: bigint
  most: bigint
}

/**
 * One line of how costs were worked out. All lines of costs add up to them: `least`, `most` and `stated` are what raised
 * them to a least, or lowered them to a most or to what a letter had named.
 */
export type CostStep = {
  kind: (typeof cost_step_kinds)[number]
  amount: bigint
  /** What a share is of. */
  over: bigint | null
  percent: string | null
  /** How wide the slice of a scale is; null where it has no end, and for what is no slice. */
  width: bigint | null
}

export const cost_step_kinds = ['slice', 'fixed', 'least', 'most', 'vat', 'stated'] as const

/** Costs, and the lines that they come from. */
export type WorkedOut = { amount: bigint; steps: readonly CostStep[] }

/** Without costs there is nothing to work out. */
export const no_costs: WorkedOut = { amount: 0n, steps: [] }

/** A line that is no share of anything. */
export const plainStep = (kind: CostStep['kind'], amount: bigint): CostStep => ({
  ...{ kind, amount, over: null, percent: null, width: null },
})

/** Adds a line that brings costs to an amount; none where they come to that already. */
export const broughtTo = ({ amount, steps }: WorkedOut, to: bigint, kind: CostStep['kind']): WorkedOut =>
  amount === to ? { amount, steps } : { amount: to, steps: [...steps, plainStep(kind, to - amount)] }

/** A percentage of an amount, half up to the cent. */
export const share = (amount: bigint, percent: string): bigint => quotient(amount * fixed(percent, 2), 10_000n)

/** What a scale gives on an amount, half up to the cent; nothing on nothing. Its slices are rounded to add up to it. */
export function byScale({ slices, least, most }: Scale, amount: bigint): WorkedOut {
  if (amount <= 0n) return no_costs
  const steps: CostStep[] = []
  let exact = 0n
  let rounded = 0n
  let below = 0n
  for (const { up_to, percent } of slices) {
    const top = up_to === null || amount < up_to ? amount : up_to
    if (top <= below) break
    exact += (top - below) * fixed(percent, 2)
    const whole = quotient(exact, 10_000n)
    const width = up_to === null ? null : up_to - below
    steps.push({ kind: 'slice', amount: whole - rounded, over: top - below, percent, width })
    rounded = whole
    below = top
  }
  const worked = { amount: rounded, steps }
  return rounded < least
    ? broughtTo(worked, least, 'least')
    : broughtTo(worked, rounded > most ? most : rounded, 'most')
}
