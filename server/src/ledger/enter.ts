import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { drawIds } from '../db/draw_ids.ts'
import { asTable } from '../db/rows_as_table.ts'
import { eventsOf, type PaymentCounts } from '../domain/invoice_events.ts'
import { amountText } from '../domain/money.ts'
import { type Balance, isCharge, type NewPayment, type PaymentChanges, type StoredPayment } from '../domain/payments.ts'
import type { Happening } from '../events/emit_many.ts'
import { followCases, reopenCases } from './cases.ts'
import { exceededLimits } from './credit_limits.ts'
import { followPlans, type Touched } from './plans.ts'
import { revivePlans } from './revive.ts'

/** A payment to enter, and what stands behind it: money at a bank or a provider, or somebody who booked it by hand. */
export type Entering = NewPayment & {
  psp_transaction_id?: string
  bank_transaction_id?: string
  booking_id?: string
  booked_by_user_id?: string | null
  booked_by_user_name?: string | null
}

/** What changed on an invoice whose row is written already. */
export type InvoiceChange = {
  id: string
  invoice_number: string
  invoice_identifier: string | null
  invoice_date: string
  debtor_id: string
  credit_case: { id: string; number: string } | null
  /** Null: the invoice is new. */
  was: (Balance & { sent: boolean; debtor_id: string }) | null
  is: Balance & { sent: boolean }
  costs_changed: boolean
  payments: Omit<PaymentChanges, 'added'> & { added: readonly Entering[] }
}

/**
 * Enters what changed on many invoices: payments, the ledger, the totals of cases. Everything is one statement for each
 * table. Returns the events to emit.
 */
export async function enter(
  context: Change,
  changes: readonly InvoiceChange[],
): Promise<{ happened: Happening[]; payment_ids: string[] }> {
  await removePayments(context, changes)
  await correctPayments(context, changes)
  await describePayments(context, changes)
  const payment_ids = await addPayments(context, changes)
  const touched = changes.filter(({ was, is, costs_changed }) => costs_changed || was?.open !== is.open)
  const reopened = await reopenCases(context, released(touched))
  const case_ids = [...reopened, ...casesOf(touched)]
  const case_events = await followCases(context, case_ids)
  const revived = await revivePlans(
    context,
    touched.filter(isUndone).map(({ id }) => id),
  )
  const plan_events = await followPlans(context, [
    ...touched.filter(({ was }) => was !== null).map(touchedBy),
    ...reopened.map((case_id) => ({ invoice_id: null, case_id, day: null })),
  ])
  const limit_events = await exceededLimits(context, changes)
  const happened = changes.flatMap((change): Happening[] =>
    eventsOf(change.was, change.is, countsOf(change)).map((event_name) => ({
      event_name,
      resource_type: 'invoice',
      resource_id: change.id,
    })),
  )
  return { happened: [...happened, ...case_events, ...revived, ...plan_events, ...limit_events], payment_ids }
}

/** Whether more is open of an invoice than before because a payment of it does not count any more. */
const isUndone = ({ was, is, costs_changed, payments: { added, corrected, removed } }: InvoiceChange): boolean =>
  was !== null &&
  (costs_changed || is.open > was.open) &&
  (removed.length > 0 ||
    corrected.length > 0 ||
    added.some(
      ({ amount, cost_type, reverses_payment_id }) =>
        reverses_payment_id !== null || (cost_type === 'principal' && amount < 0n),
    ))

const countsOf = ({ payments: { added, corrected, removed } }: InvoiceChange): PaymentCounts => ({
  entered: added.length + corrected.length,
  removed: removed.length,
})

const casesOf = (touched: readonly InvoiceChange[]): string[] => [
  ...new Set(touched.flatMap(({ credit_case }) => credit_case?.id ?? [])),
]

/** Invoices that are in no case now, and may have been in one that ended when it was paid. */
const released = (touched: readonly InvoiceChange[]): string[] =>
  touched.filter(({ was, credit_case }) => was !== null && credit_case === null).map(({ id }) => id)

const touchedBy = ({ id, credit_case, payments: { added, corrected } }: InvoiceChange): Touched => ({
  invoice_id: id,
  case_id: credit_case?.id ?? null,
  day:
    [...added, ...corrected.map(({ after }) => after)]
      .map(({ payment_date }) => payment_date)
      .sort()
      .at(-1) ?? null,
})

/** Removed payments are listed as deleted; what they did is undone by an entry. */
async function removePayments({ db, administration_id, stamp }: Change, changes: readonly InvoiceChange[]) {
  const ids = changes.flatMap(({ payments }) => payments.removed.map(({ id }) => id))
  if (ids.length === 0) return
  await sql`
    with gone as (
      delete from payments where administration_id = ${administration_id}::bigint and id = any(${ids}::bigint[])
      returning id, origin_identifier, invoice_id
    )
    insert into deleted_payments (administration_id, id, origin_identifier, invoice_id, deleted_at)
    select ${administration_id}::bigint, id, coalesce(origin_identifier, ''), invoice_id, ${stamp}::timestamptz
    from gone`.execute(db)
}

/** A payment that is corrected stays the same row; the ledger takes back what it did, and enters it anew. */
async function correctPayments({ db, administration_id, stamp }: Change, changes: readonly InvoiceChange[]) {
  const corrected = changes.flatMap((change) =>
    change.payments.corrected.map(({ before, after }) => paymentRow(change, after, before.id)),
  )
  if (corrected.length === 0) return
  await sql`
    update payments p
    set total_amount = given.amount, total_book_amount = given.book_amount, payment_date = given.payment_date,
        cost_type = given.cost_type, transaction_type = given.transaction_type, description = given.description,
        payment_method = given.payment_method, reversal_code = given.reversal_code,
        credit_case_id = given.credit_case_id, credit_case_number = given.credit_case_number,
        correction = p.correction + 1, updated_at = ${stamp}::timestamptz
    from ${asTable('given', corrected, {
      ...{ id: 'bigint', amount: 'numeric', book_amount: 'numeric', payment_date: 'date', cost_type: 'text' },
      ...{ transaction_type: 'text', description: 'text', payment_method: 'text', reversal_code: 'text' },
      ...{ credit_case_id: 'bigint', credit_case_number: 'text' },
    })}
    where p.administration_id = ${administration_id}::bigint and p.id = given.id`.execute(db)
}

async function describePayments({ db, administration_id, stamp }: Change, changes: readonly InvoiceChange[]) {
  const described = changes.flatMap(({ payments }) => payments.described)
  if (described.length === 0) return
  await sql`
    update payments p
    set description = given.description, payment_method = given.payment_method, reversal_code = given.reversal_code,
        updated_at = ${stamp}::timestamptz
    from ${asTable('given', described, { id: 'bigint', description: 'text', payment_method: 'text', reversal_code: 'text' })}
    where p.administration_id = ${administration_id}::bigint and p.id = given.id`.execute(db)
}

async function addPayments(context: Change, changes: readonly InvoiceChange[]): Promise<string[]> {
  const added = changes.flatMap((change) => change.payments.added.map((payment) => ({ change, payment })))
  const ids = await drawIds(context.db, 'payments', added.length)
  const payments = added.map(({ change, payment }, index) => paymentRow(change, payment, ids[index] ?? ''))
  if (payments.length > 0) await insertPayments(context, payments)
  const entries = [
    ...changes.flatMap(principalEntries),
    ...changes.flatMap(({ id, payments: { removed } }) => removed.map((payment) => removalEntry(id, payment))),
    ...changes.flatMap(({ id, payments: { corrected } }) =>
      corrected.flatMap(({ before, after }) => [
        removalEntry(id, before),
        paymentEntry(id, after, before.id, before.correction + 1),
      ]),
    ),
    ...added.map(({ change, payment }, index) => paymentEntry(change.id, payment, ids[index] ?? '')),
  ]
  if (entries.length > 0) await insertEntries(context, entries)
  return ids
}

function paymentRow(
  { id, invoice_number, invoice_identifier, credit_case }: InvoiceChange,
  one: Entering,
  own: string,
) {
  const in_case = one.cost_type === 'administration_costs' ? null : credit_case
  return {
    ...one,
    id: own,
    invoice_id: id,
    invoice_number,
    invoice_identifier,
    credit_case_id: in_case?.id ?? null,
    credit_case_number: in_case?.number ?? null,
    amount: amountText(one.amount),
    book_amount: amountText(one.book_amount),
  }
}

async function insertPayments({ db, administration_id, stamp }: Change, rows: readonly object[]): Promise<void> {
  await sql`
    insert into payments (
      administration_id, id, invoice_id, invoice_number, invoice_identifier, credit_case_id, credit_case_number,
      total_amount, total_book_amount, payment_date, cost_type, transaction_type, payment_method, description, reason,
      reversal_code, origin_identifier, psp_transaction_id, bank_transaction_id, reverses_payment_id, booking_id,
      booked_by_user_id, booked_by_user_name, created_at, updated_at)
    select ${administration_id}::bigint, id, invoice_id, invoice_number, invoice_identifier, credit_case_id,
           credit_case_number, amount, book_amount, payment_date, cost_type, transaction_type, payment_method,
           description, reason, reversal_code, origin_identifier, psp_transaction_id, bank_transaction_id,
           reverses_payment_id, booking_id, booked_by_user_id, booked_by_user_name, ${stamp}::timestamptz,
           ${stamp}::timestamptz
    from ${asTable('payment', rows, {
      ...{ id: 'bigint', invoice_id: 'bigint', invoice_number: 'text', invoice_identifier: 'text' },
      ...{ credit_case_id: 'bigint', credit_case_number: 'text', amount: 'numeric', book_amount: 'numeric' },
      ...{ payment_date: 'date', cost_type: 'text', transaction_type: 'text', payment_method: 'text' },
      ...{ description: 'text', reason: 'text', reversal_code: 'text', origin_identifier: 'text' },
      ...{ psp_transaction_id: 'bigint', bank_transaction_id: 'bigint', reverses_payment_id: 'bigint' },
      ...{ booking_id: 'bigint', booked_by_user_id: 'bigint', booked_by_user_name: 'text' },
    })}
    order by id`.execute(db)
}

/** A row of the ledger; its amounts are signed by what they do to what is open. */
type Entry = {
  invoice_id: string
  kind: 'charge' | 'payment'
  cost_type: string
  transaction_type: string | null
  amount: string
  book_amount: string
  entry_date: string
  payment_id: string | null
  /** Which correction of the payment it belongs to; 0 for the payment as it came. */
  correction: number
  removal: boolean
}

/** What is owed on the principal: the total of a new invoice, and every change of it. */
function principalEntries({ id, was, is, invoice_date }: InvoiceChange): Entry[] {
  const amount = is.total - (was?.total ?? 0n)
  const book_amount = is.book_total - (was?.book_total ?? 0n)
  if (was !== null && amount === 0n && book_amount === 0n) return []
  return [
    {
      invoice_id: id,
      kind: 'charge',
      cost_type: 'principal',
      transaction_type: null,
      amount: amountText(amount),
      book_amount: amountText(book_amount),
      entry_date: invoice_date,
      payment_id: null,
      correction: 0,
      removal: false,
    },
  ]
}

function paymentEntry(invoice_id: string, one: NewPayment, payment_id: string, correction = 0): Entry {
  return {
    invoice_id,
    kind: isCharge(one) ? 'charge' : 'payment',
    cost_type: one.cost_type,
    transaction_type: one.transaction_type,
    amount: amountText(-one.amount),
    book_amount: amountText(-one.book_amount),
    entry_date: one.payment_date,
    payment_id,
    correction,
    removal: false,
  }
}

const removalEntry = (invoice_id: string, one: StoredPayment): Entry => ({
  ...paymentEntry(invoice_id, { ...one, reason: null }, one.id, one.correction),
  amount: amountText(one.amount),
  book_amount: amountText(one.book_amount),
  removal: true,
})

async function insertEntries({ db, administration_id, stamp }: Change, entries: readonly Entry[]): Promise<void> {
  await sql`
    insert into ledger_entries (
      administration_id, invoice_id, kind, cost_type, transaction_type, amount, book_amount, entry_date, payment_id,
      correction, removal, created_at)
    select ${administration_id}::bigint, invoice_id, kind, cost_type, transaction_type, amount, book_amount,
           entry_date, payment_id, correction, removal, ${stamp}::timestamptz
    from ${asTable('entry', entries, {
      ...{ invoice_id: 'bigint', kind: 'text', cost_type: 'text', transaction_type: 'text', amount: 'numeric' },
      ...{ book_amount: 'numeric', entry_date: 'date', payment_id: 'bigint', correction: 'integer' },
      ...{ removal: 'boolean' },
    })}`.execute(db)
}
