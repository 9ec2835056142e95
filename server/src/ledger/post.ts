import { refuse } from '../api/errors.ts'
import type { Change } from '../db/change.ts'
import { bookCosts, costsProblems } from '../domain/costs.ts'
import { balanceProblems } from '../domain/invoice.ts'
import { atRateOf, magnitude, signOf } from '../domain/money.ts'
import {
  type Balance,
  inverse,
  type NewPayment,
  no_changes,
  paidSince,
  type StoredPayment,
} from '../domain/payments.ts'
import { emitMany } from '../events/emit_many.ts'
import { type Entering, enter, type InvoiceChange } from './enter.ts'
import { updateAmounts } from './rows.ts'
import { type Known, knownInvoices, knownPayments } from './stored.ts'

/** A payment to post on an invoice that is there. What is not given is empty. */
export type Booking = Pick<NewPayment, 'cost_type' | 'transaction_type' | 'amount' | 'payment_date'> &
  Partial<Entering> & { invoice_id: string }

/**
 * Posts payments, costs, credits and write-offs on invoices: a positive amount lowers what is open, a negative one of a
 * kind of costs charges them. Everything that follows from it happens in the same transaction: totals of invoices and
 * cases, `payment_date`, events. Refuses all of it when one cannot be. Returns the ids of the payments, in order.
 */
export async function post(context: Change, bookings: readonly Booking[]): Promise<string[]> {
  const by_invoice = Map.groupBy(bookings, ({ invoice_id }) => invoice_id)
  const known = await knownInvoices(context, { ids: [...by_invoice.keys()] })
  if (known.length < by_invoice.size) refuse('not_found', 'There is no such invoice.')
  const paid = await knownPayments(context, [...by_invoice.keys()])
  const posted = known.map((one) => postOn({ ...one, payments: paid.get(one.id) ?? [] }, by_invoice.get(one.id) ?? []))
  await updateAmounts(
    context,
    posted.map(({ row }) => row),
  )
  const { happened, payment_ids } = await enter(
    context,
    posted.map(({ change }) => change),
  )
  await emitMany(context, happened)
  // Ids were drawn invoice by invoice; the caller knows its own order.
  const ordered = known.flatMap(({ id }) => by_invoice.get(id) ?? [])
  const ids = new Map(ordered.map((booking, index) => [booking, payment_ids[index] ?? '']))
  return bookings.map((booking) => ids.get(booking) ?? '')
}

/** Undoes payments, each by its opposite. One that was undone already, or is not there, is refused. */
export async function reverse(
  context: Change,
  invoice_id: string,
  payment_ids: readonly string[],
  day: string,
): Promise<string[]> {
  const stored = (await knownPayments(context, [invoice_id])).get(invoice_id) ?? []
  const undone = new Set(stored.map(({ reverses_payment_id }) => reverses_payment_id))
  const bookings = payment_ids.map((id) => {
    const payment = stored.find((one) => one.id === id)
    if (!payment) return refuse('not_found', 'There is no such payment.')
    if (undone.has(id)) return refuse('conflict', 'This payment has been reversed already.')
    return { ...inverse(payment, day, headOf(payment, stored)), invoice_id }
  })
  return post(context, bookings)
}

/** What was booked first, where a payment undoes another one. */
function headOf(payment: StoredPayment, stored: readonly StoredPayment[]): StoredPayment {
  const before = stored.find(({ id }) => id === payment.reverses_payment_id)
  return before ? headOf(before, stored) : payment
}

function postOn(known: Known, bookings: readonly Booking[]) {
  const balance = { ...known.balance }
  const added: Entering[] = []
  for (const { invoice_id: _, ...booking } of bookings) {
    const one: Entering = { ...empty, ...booking, book_amount: booking.book_amount ?? restOrRate(balance, booking) }
    added.push(one)
    if (one.cost_type !== 'principal') continue
    balance.open -= one.amount
    balance.book_open -= one.book_amount
  }
  const principal = added.filter(({ cost_type }) => cost_type === 'principal')
  const costs = bookCosts(known.costs, { added, removed: [] })
  const problems = [...balanceProblems(balance), ...costsProblems(costs)]
  if (problems.length > 0) refuse('unprocessable_entity', `Invoice ${known.invoice_number}: ${problems.join(', ')}`)
  const sent = known.members.sent_at !== null
  const { debtor_id, invoice_identifier, invoice_date } = known.members
  const change: InvoiceChange = {
    id: known.id,
    invoice_number: known.invoice_number,
    invoice_identifier,
    invoice_date,
    debtor_id,
    credit_case: known.credit_case,
    was: { ...known.balance, sent, debtor_id },
    is: { ...balance, sent },
    costs_changed: added.length > principal.length,
    payments: { ...no_changes, added },
  }
  return { row: { ...known, balance, costs, payment_date: dayOf(known, balance, principal) }, change }
}

/** The day on which it was paid in full, if it is. */
function dayOf(
  { payment_date, payments }: Known,
  { total, open }: Balance,
  added: readonly NewPayment[],
): string | null {
  if (open !== 0n) return null
  return added.length === 0
    ? payment_date
    : (paidSince(total, payments, { added: [...added], removed: [] }) ?? added[0]?.payment_date ?? null)
}

const empty = {
  origin_identifier: null,
  description: null,
  payment_method: null,
  reversal_code: null,
  reverses_payment_id: null,
  reason: null,
}

/**
 * What settles an invoice settles it in both currencies; a part of it counts at the invoice's own rate, but for no more
 * than is open: each of many parts may have been rounded up.
 */
function restOrRate(balance: Balance, { cost_type, amount }: Pick<NewPayment, 'cost_type' | 'amount'>): bigint {
  const at_rate = atRateOf(balance, amount)
  if (cost_type !== 'principal') return at_rate
  const lowers = signOf(amount) === signOf(balance.open)
  const all = amount === balance.open || (lowers && magnitude(at_rate) > magnitude(balance.book_open))
  return all ? balance.book_open : at_rate
}
