import { type Kysely, type RawBuilder, sql } from 'kysely'
import { boundTo, here } from '../db/here.ts'
import type { Tables } from '../db/schema.ts'

/** Rows `r` of a table that belong to a dossier: when they changed, and which debtor it is. */
type Touching = { changed_at: string; debtor: string }

const direct = { changed_at: 'updated_at', debtor: 'r.debtor_id' }
const deleted = { changed_at: 'deleted_at', debtor: 'r.debtor_id' }
const ofInvoice = `(select i.debtor_id from invoices i
                    where i.administration_id = ${here} and i.id = r.invoice_id)`
const ofCase = `(select c.debtor_id from credit_cases c
                 where c.administration_id = ${here} and c.id = r.credit_case_id)`
const named = { changed_at: 'updated_at', debtor: `coalesce(r.debtor_id, ${ofInvoice}, ${ofCase})` }

/**
 * Everything that makes up a dossier. Its rows carry the stamp of their last change, so that nobody has to say a second
 * time that a dossier was touched. Addresses of a contact are also columns of its debtors, and change with them. Steps
 * and letters are not among it: they are written by whoever looks at a dossier, who would never come to an end.
 */
export const touching: { readonly [Table in keyof Tables]?: Touching } = {
  debtors: { changed_at: 'updated_at', debtor: 'r.id' },
  invoices: direct,
  credit_cases: direct,
  payment_plans: direct,
  promises: direct,
  disputes: direct,
  psp_mandates: direct,
  psp_transactions: direct,
  payments: { changed_at: 'updated_at', debtor: ofInvoice },
  tasks: named,
  messages: named,
  notes: named,
  notifications: named,
  deleted_invoices: deleted,
  deleted_credit_cases: deleted,
  deleted_payment_plans: deleted,
  deleted_psp_mandates: deleted,
  deleted_payments: { changed_at: 'deleted_at', debtor: ofInvoice },
  touched_dossiers: { changed_at: 'stamp', debtor: 'r.debtor_id' },
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
      : sql`select distinct debtor_id from (${changedRows(interval)}) touched where debtor_id > ${after}::bigint`
  const { rows } = await sql<{ debtor_id: string }>`
    ${found} order by debtor_id limit ${limit}::integer`.execute(db)
  return rows.map(({ debtor_id }) => debtor_id)
}

function changedRows({ administration_id, from, until }: Interval): RawBuilder<unknown> {
  const parts = Object.entries(touching).map(([table, { changed_at, debtor }]) => {
    const at = sql.ref(`r.${changed_at}`)
    // The indexes by which changes are found leave nothing out, but say so. They pass over pages that end just before
    // a moment, but not over those that end with it: so it begins a microsecond later.
    return sql`
      select ${boundTo(debtor, administration_id)} as debtor_id from ${sql.table(table)} r
      where r.administration_id = ${administration_id}::bigint and ${at} > '-infinity'
        and ${at} >= ${from}::timestamptz + interval '1 microsecond' and ${at} <= ${until}::timestamptz`
  })
  return sql.join(parts, sql` union all `)
}
