import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../db/change.ts'
import type { Members, StoredInvoice } from '../domain/invoice.ts'
import { cents } from '../domain/money.ts'
import type { CostType, StoredPayment, TransactionType } from '../domain/payments.ts'

/** An invoice as the ledger knows it; payments and lines are only there when they were asked for. */
export type Known = StoredInvoice & {
  id: string
  invoice_number: string
  credit_case: { id: string; number: string } | null
  /** Whether the last write of it was refused. */
  refused: boolean
}

type Row = Members & {
  id: string
  invoice_number: string
  payment_date: string | null
  total_amount: string
  open_amount: string
  book_total_amount: string
  book_open_amount: string
  administration_costs_total: string
  administration_costs_open: string
  interest_costs_total: string
  interest_costs_open: string
  debt_collection_costs_total: string
  debt_collection_costs_open: string
  active_credit_case_id: string | null
  active_payment_plan_id: string | null
  credit_case_number: string | null
  refused: boolean
  overpaid_amount: string
  costs_paid: string
}

/** The members that the ledger itself looks at. */
const ledger_members = ['debtor_id', 'invoice_identifier', 'currency_code', 'invoice_date', 'due_date', 'sent_at']

/**
 * Reads invoices by numbers or by ids, with these members. Whoever holds the stamp of the administration needs no lock
 * on them.
 */
export async function knownInvoices(
  { db, administration_id }: Change,
  wanted: { numbers: readonly string[] } | { ids: readonly string[] },
  members: readonly string[] = ledger_members,
): Promise<Known[]> {
  const found: RawBuilder<unknown> =
    'ids' in wanted
      ? sql`unnest(${wanted.ids}::bigint[]) as wanted (id)
            join invoices i on i.administration_id = ${administration_id}::bigint and i.id = wanted.id`
      : sql`unnest(${wanted.numbers}::text[]) as wanted (number)
            join invoices i on i.administration_id = ${administration_id}::bigint
              and i.invoice_number = wanted.number`
  const { rows } = await sql<Row>`
    select i.id, i.invoice_number, ${sql.join(members.map((name) => sql.ref(`i.${name}`)))}, i.payment_date,
           i.total_amount, i.open_amount, i.book_total_amount, i.book_open_amount, i.administration_costs_total,
           i.administration_costs_open, i.interest_costs_total, i.interest_costs_open, i.debt_collection_costs_total,
           i.debt_collection_costs_open, i.active_credit_case_id, i.active_payment_plan_id, c.credit_case_number,
           i.write_refused_at is not null as refused, i.overpaid_amount, ${costsPaid(administration_id)} as costs_paid
    from ${found}
    left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = i.active_credit_case_id
  `.execute(db)
  return rows.map((row) => read(row, members))
}

/** What payments of ours, that no list of the books names, paid of the costs of `i`. Few invoices have any. */
const costsPaid = (administration_id: string): RawBuilder<unknown> => sql`case
  when i.administration_costs_total + i.interest_costs_total + i.debt_collection_costs_total
    > i.administration_costs_open + i.interest_costs_open + i.debt_collection_costs_open
  then (select coalesce(sum(p.total_amount), 0) from payments p
    where p.administration_id = ${administration_id}::bigint and p.invoice_id = i.id and p.cost_type <> 'principal'
      and p.transaction_type = 'payment' and p.origin_identifier is null
      and not exists (select from payments u where u.administration_id = ${administration_id}::bigint
        and u.invoice_id = i.id and u.reverses_payment_id = p.id))
  else 0 end`

function read(row: Row, members: readonly string[]): Known {
  const { active_credit_case_id, active_payment_plan_id, credit_case_number } = row
  return {
    id: row.id,
    invoice_number: row.invoice_number,
    // Those that rules look at are always among them.
    members: Object.fromEntries(members.map((name) => [name, row[name]])) as Members,
    balance: {
      total: cents(row.total_amount),
      open: cents(row.open_amount),
      book_total: cents(row.book_total_amount),
      book_open: cents(row.book_open_amount),
    },
    costs: {
      administration_costs: {
        total: cents(row.administration_costs_total),
        open: cents(row.administration_costs_open),
      },
      interest_costs: { total: cents(row.interest_costs_total), open: cents(row.interest_costs_open) },
      debt_collection_costs: {
        total: cents(row.debt_collection_costs_total),
        open: cents(row.debt_collection_costs_open),
      },
    },
    overpaid: cents(row.overpaid_amount),
    costs_paid: cents(row.costs_paid),
    payment_date: row.payment_date,
    payments: [],
    lines: [],
    bound: active_credit_case_id ? 'a credit case' : active_payment_plan_id ? 'a payment plan' : null,
    credit_case:
      active_credit_case_id === null || credit_case_number === null
        ? null
        : { id: active_credit_case_id, number: credit_case_number },
    refused: row.refused,
  }
}

/** The payments of invoices, oldest first, by invoice. */
export async function knownPayments(
  { db, administration_id }: Change,
  invoice_ids: readonly string[],
): Promise<Map<string, StoredPayment[]>> {
  if (invoice_ids.length === 0) return new Map()
  type PaymentRow = Omit<StoredPayment, 'amount' | 'book_amount' | 'cost_type' | 'transaction_type'> & {
    invoice_id: string
    total_amount: string
    total_book_amount: string
    cost_type: string
    transaction_type: string | null
  }
  const { rows } = await sql<PaymentRow>`
    select p.id, p.invoice_id, p.origin_identifier, p.cost_type, p.transaction_type, p.total_amount,
           p.total_book_amount, p.payment_date, p.payment_method, p.description, p.reversal_code,
           p.reverses_payment_id, p.correction, p.reason,
           num_nonnulls(p.psp_transaction_id, p.bank_transaction_id, p.booking_id) > 0 as linked
    from unnest(${invoice_ids}::bigint[]) as wanted (id)
    join payments p on p.administration_id = ${administration_id}::bigint and p.invoice_id = wanted.id
    order by p.id`.execute(db)
  const payments = rows.map(({ total_amount, total_book_amount, cost_type, transaction_type, ...row }) => ({
    ...row,
    amount: cents(total_amount),
    book_amount: cents(total_book_amount),
    // The table checks that both are words of these lists.
    cost_type: cost_type as CostType,
    transaction_type: transaction_type as TransactionType | null,
  }))
  return Map.groupBy(payments, ({ invoice_id }) => invoice_id)
}
