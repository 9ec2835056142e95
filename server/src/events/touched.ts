import { type Kysely, type RawBuilder, sql } from 'kysely'
import { boundTo, here } from '../db/here.ts'
import type { Tables } from '../db/schema.ts'

/** What names a dossier in rows `r` of a table, the first that does: a debtor, or an invoice or a case of one. */
type Naming = { debtor_id?: string; invoice_id?: string; credit_case_id?: string }

/** Rows `r` of a table that belong to a dossier: when they changed, and what names it. */
type Touching = Naming & { changed_at: string }

const of_debtor: Naming = { debtor_id: 'r.debtor_id' }
const of_invoice: Naming = { invoice_id: 'r.invoice_id' }
const of_any: Required<Naming> = {
  debtor_id: 'r.debtor_id',
  invoice_id: 'r.invoice_id',
  credit_case_id: 'r.credit_case_id',
}

const direct = { changed_at: 'updated_at', ...of_debtor }
const deleted = { changed_at: 'deleted_at', ...of_debtor }
const named = { changed_at: 'updated_at', ...of_any }

/**
 * Everything that makes up a dossier. Its rows carry the stamp of their last change, so that nobody has to say a second
 * time that a dossier was touched. Addresses of a contact are also columns of its debtors, and change with them. Steps
 * and letters are not among it: they are written by whoever looks at a dossier, who would never come to an end.
 */
export const touching: { readonly [Table in keyof Tables]?: Touching } = {
  debtors: { changed_at: 'updated_at', debtor_id: 'r.id' },
  invoices: direct,
  credit_cases: direct,
  payment_plans: direct,
  promises: direct,
  disputes: direct,
  psp_mandates: direct,
  psp_transactions: direct,
  payments: { changed_at: 'updated_at', ...of_invoice },
  tasks: named,
  messages: named,
  notes: named,
  notifications: named,
  deleted_invoices: deleted,
  deleted_credit_cases: deleted,
  deleted_payment_plans: deleted,
  deleted_psp_mandates: deleted,
  deleted_payments: { changed_at: 'deleted_at', ...of_invoice },
  touched_dossiers: { changed_at: 'stamp', ...of_debtor },
}

/** The debtor of rows `r`, looked up where they only name an invoice or a case. */
export function debtorOf({ debtor_id, invoice_id, credit_case_id }: Naming): string {
  const ofRecord = (table: string, key: string): string =>
    `(select t.debtor_id from ${table} t where t.administration_id = ${here} and t.id = ${key})`
  const ways = [
    debtor_id,
    invoice_id && ofRecord('invoices', invoice_id),
    credit_case_id && ofRecord('credit_cases', credit_case_id),
  ]
  return `coalesce(${ways.filter(Boolean).join(', ')})`
}

/** Debtors whose dossier changed after one stamp and up to another, by id. */
export type Interval = { administration_id: string; from: string; until: string; after: string; limit: number }

/** Returns which dossiers were touched in between, a portion at a time. */
export async function touchedDossiers(db: Kysely<Tables>, interval: Interval): Promise<string[]> {
  const { administration_id, from, after, limit } = interval
  // From the beginning that is every debtor.
  const found =
    from === '-infinity'
      ? sql`select id as debtor_id from debtors
            where administration_id = ${administration_id}::bigint and id > ${after}::bigint`
      : sql`select distinct debtor_id from (${debtorsOf(interval)}) touched where debtor_id > ${after}::bigint`
  const { rows } = await sql<{ debtor_id: string }>`
    ${found} order by debtor_id limit ${limit}::integer`.execute(db)
  return rows.map(({ debtor_id }) => debtor_id)
}

/** The debtors of changed rows. What many of them name, as payments do their invoice, is looked up once. */
function debtorsOf(interval: Interval): RawBuilder<unknown> {
  return sql`
    select ${boundTo(debtorOf(of_any), interval.administration_id)} as debtor_id
    from (select distinct * from (${changedRows(interval)}) changed) r offset 0`
}

function changedRows({ administration_id, from, until }: Interval): RawBuilder<unknown> {
  const parts = Object.entries(touching).map(([table, one]) => {
    const at = sql.ref(`r.${one.changed_at}`)
    const name = (column: keyof Naming) => sql`${sql.raw(one[column] ?? 'null::bigint')} as ${sql.ref(column)}`
    // The indexes by which changes are found leave nothing out, but say so. They pass over pages that end just before
    // a moment, but not over those that end with it: so it begins a microsecond later.
    return sql`
      select ${name('debtor_id')}, ${name('invoice_id')}, ${name('credit_case_id')} from ${sql.table(table)} r
      where r.administration_id = ${administration_id}::bigint and ${at} > '-infinity'
        and ${at} >= ${from}::timestamptz + interval '1 microsecond' and ${at} <= ${until}::timestamptz`
  })
  return sql.join(parts, sql` union all `)
}
