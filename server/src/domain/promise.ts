import { addDays, type Day } from './days.ts'
import { amountText, cents, sumOf } from './money.ts'

/**
 * A promise is open until what was promised has come in (kept), its day and the days of grace are over (broken), or
 * somebody takes it back (withdrawn). Nothing leads out of these three: whoever promises again makes a new one.
 */
export const promise_statuses = ['open', 'kept', 'broken', 'withdrawn'] as const
export type PromiseStatus = (typeof promise_statuses)[number]

/** How we know of what a debtor says. */
export const claim_origins = ['portal', 'person', 'interface'] as const
export type ClaimOrigin = (typeof claim_origins)[number]

/** How far ahead a debtor can promise by itself: less than whoever spoke to it. */
export const promise_days_max = 14

/** How far ahead somebody can promise. */
const days_ahead_max: Readonly<Record<ClaimOrigin, number>> = {
  portal: promise_days_max,
  person: 365,
  interface: 365,
}

/** An invoice that a promise shall be about. */
export type PromisedInvoice = {
  id: string
  invoice_number: string
  debtor_id: string
  currency_code: string
  /** All that is open of it, costs included. */
  open: string
  owed: boolean
  /** The promise that it is part of already. */
  open_promise_id: string | null
  open_promised_on: string | null
}

export type PromiseFacts = {
  invoices: readonly PromisedInvoice[]
  /** The debtor who was named, whether or not invoices were. */
  debtor_id: string | null
  /** The parameter that led to the invoices. */
  parameter: string
  amount: string | null
  promised_on: string
  origin: ClaimOrigin
  today: Day
}

/** What is wrong with a new promise, each as `<parameter>: <problem>`. */
export function promiseProblems({ invoices, parameter, debtor_id, amount, ...dated }: PromiseFacts): string[] {
  const at = (problem: string): string => `${parameter}: ${problem}`
  if (invoices.length === 0) return [at('nothing is open that could be promised')]
  const problems = invoices.flatMap(({ invoice_number, owed, open_promise_id, open_promised_on }) => {
    if (!owed) return [at(`nothing is open of ${invoice_number}`)]
    if (open_promise_id === null) return []
    const known = `promise ${open_promise_id} for ${open_promised_on}`
    return [at(`${invoice_number} is part of ${known}, which is open; withdraw that one first`)]
  })
  if (invoices.some((one) => one.debtor_id !== (debtor_id ?? invoices[0]?.debtor_id))) {
    problems.push(at('all invoices have to be of one debtor'))
  }
  if (new Set(invoices.map(({ currency_code }) => currency_code)).size > 1) {
    problems.push(at('is about several currencies; name the invoices of one'))
  }
  return [...problems, ...amountProblems(invoices, amount), ...dayProblems(dated)]
}

/** What is promised where no amount was said: all that is open. */
export const openOf = (invoices: readonly PromisedInvoice[]): string =>
  amountText(sumOf(invoices.map(({ open }) => cents(open))))

function amountProblems(invoices: readonly PromisedInvoice[], amount: string | null): string[] {
  if (amount === null) return []
  const open = openOf(invoices)
  if (cents(amount) <= 0n) return ['amount: must be more than 0.00']
  return cents(amount) > cents(open) ? [`amount: is more than the ${open} that is open`] : []
}

function dayProblems({ promised_on, origin, today }: Pick<PromiseFacts, 'promised_on' | 'origin' | 'today'>): string[] {
  if (promised_on < today) return ['promised_on: is in the past']
  const last = addDays(today, days_ahead_max[origin])
  return promised_on > last ? [`promised_on: must not be after ${last}; make a payment plan for what takes longer`] : []
}
