import { type RawBuilder, sql } from 'kysely'
import { refuse, refuseParameters } from '../api/errors.ts'
import type { Change } from '../db/change.ts'
import { drawIds } from '../db/draw_ids.ts'
import { userOf } from '../domain/actor.ts'
import { owedOf, settledBy } from '../domain/by_hand.ts'
import { addDays, type Day } from '../domain/days.ts'
import { amountText, cents } from '../domain/money.ts'
import { inverse } from '../domain/payments.ts'
import { type Booking, post } from './post.ts'
import { type Known, knownInvoices, knownPayments } from './stored.ts'

// Payments that somebody books by hand, and takes back. The books may send them too: see decision 88.

/** How money came in, as payments say it. */
export const hand_methods = ['bank_transfer', 'cash', 'other'] as const
export type HandMethod = (typeof hand_methods)[number]

/** The most invoices of one payment, and how far back its day may lie. */
export const lines_max = 1000
const days_back_max = 3660

/** What an invoice gets of a payment, and what was open of it, costs included, when somebody decided so. */
export type Line = { invoice_id: string; amount: string; open_amount: string }

type HandPayment = { lines: readonly Line[]; payment_date: Day; method: HandMethod; description: string | null }

/**
 * Books a payment on invoices of one debtor. It settles the principal of each before its costs. When anything else is
 * open by now than whoever booked it saw, nothing is booked: a colleague or the books may have been faster.
 */
export async function bookByHand(change: Change, payment: HandPayment): Promise<string> {
  const { lines, payment_date, method, description } = payment
  const known = await knownInvoices(change, { ids: lines.map(({ invoice_id }) => invoice_id) })
  const by_id = new Map(known.map((one) => [one.id, one]))
  if (lines.some(({ invoice_id }) => !by_id.has(invoice_id))) refuse('not_found', 'There is no such invoice.')
  const problems = [...dayProblems(payment_date, change.today), ...lineProblems(lines, by_id)]
  if (problems.length > 0) refuseParameters(problems)
  const booked = await stampOf(change)
  const bookings = lines.flatMap(({ invoice_id, amount }): Booking[] => {
    const invoice = by_id.get(invoice_id)
    return invoice === undefined
      ? []
      : settledBy(cents(amount), invoice.balance.open, invoice.costs).map((part) => ({
          ...{ invoice_id, ...part, ...booked, payment_date, description },
          ...{ transaction_type: 'payment', payment_method: method },
        }))
  })
  await post(change, bookings)
  return booked.booking_id
}

/** What payments of one booking share: its number, and who made it. */
async function stampOf({ db, actor }: Change, booking_id?: string) {
  const { id, name } = userOf(actor)
  const [drawn = ''] = booking_id === undefined ? await drawIds(db, 'payments', 1) : [booking_id]
  return { booking_id: drawn, booked_by_user_id: id, booked_by_user_name: name }
}

function dayProblems(day: Day, today: Day): string[] {
  if (day > today) return ['payment_date: must not be after today']
  const first = addDays(today, -days_back_max)
  return day < first ? [`payment_date: must not be before ${first}`] : []
}

function lineProblems(lines: readonly Line[], by_id: ReadonlyMap<string, Known>): string[] {
  if (lines.length === 0 || lines.length > lines_max) return [`lines: must be 1 to ${lines_max} invoices`]
  if (new Set(lines.map(({ invoice_id }) => invoice_id)).size < lines.length) return ['lines: name an invoice twice']
  const invoices = [...by_id.values()]
  const [first] = invoices
  if (invoices.some(({ members }) => members.debtor_id !== first?.members.debtor_id))
    return ['lines: are of more than one debtor']
  if (invoices.some(({ members }) => members.currency_code !== first?.members.currency_code))
    return ['lines: are in more than one currency']
  const problems: string[] = []
  for (const [place, { invoice_id, amount, open_amount }] of lines.entries()) {
    const invoice = by_id.get(invoice_id)
    const owed = invoice ? owedOf(invoice.balance.open, invoice.costs) : 0n
    const says = (problem: string) => problems.push(`lines[${place}].amount: ${problem}`)
    if (invoice && invoice.members.sent_at === null)
      problems.push(`lines[${place}].invoice_id: ${invoice.invoice_number} was not sent, so nobody can have paid it`)
    else if (cents(amount) <= 0n) says('must be more than 0')
    else if (owed !== cents(open_amount))
      refuse('conflict', `Of invoice ${invoice?.invoice_number} ${amountText(owed)} is open by now. Look at it again.`)
    else if (cents(amount) > owed) says(`is more than the ${amountText(owed)} that are open`)
  }
  return problems
}

/** Whether the books said nothing of what is open after the payment `p`, which was booked by hand. */
export const standsUncorrected = (
  administration_id: string,
): RawBuilder<unknown> => sql`not exists (select from payments later
  where later.administration_id = ${administration_id}::bigint and later.invoice_id = p.invoice_id and later.id > p.id
    and later.cost_type = 'principal'
    and num_nonnulls(later.psp_transaction_id, later.bank_transaction_id, later.booking_id) = 0)`

type Booked = { id: string; invoice_id: string; stands: boolean }

/**
 * Takes back what was booked by hand, each payment by its opposite, so that the ledger keeps both. What was undone
 * since, because the books sent their own payment in its place, stays so; and where the books corrected what is open
 * after it, they count.
 */
export async function takeBack(change: Change, booking_id: string, reason: string): Promise<void> {
  const { db, administration_id, today } = change
  const { rows } = await sql<Booked>`
    select p.id, p.invoice_id::text, ${standsUncorrected(administration_id)} as stands from payments p
    where p.administration_id = ${administration_id}::bigint and p.booking_id = ${booking_id}::bigint
      and p.reverses_payment_id is null
    order by p.id`.execute(db)
  if (rows.length === 0) refuse('not_found', 'There is no such payment that was booked by hand.')
  const stored = await knownPayments(change, [...new Set(rows.map(({ invoice_id }) => invoice_id))])
  const booked = await stampOf(change, booking_id)
  const bookings = rows.flatMap(({ id, invoice_id, stands }): Booking[] => {
    const all = stored.get(invoice_id) ?? []
    const payment = all.find((one) => one.id === id)
    const undone = all.some((one) => one.reverses_payment_id === id)
    if (!undone && !stands) refuse('conflict', 'The books corrected what is open after this payment: they count.')
    return payment && !undone ? [{ ...inverse(payment, today), ...booked, invoice_id, reason }] : []
  })
  if (bookings.length === 0)
    refuse('conflict', 'This payment was taken back already, or the books sent theirs instead.')
  await post(change, bookings)
}
