import { type RawBuilder, sql } from 'kysely'

export const timeline_families = ['debtors', 'invoices', 'credit_cases'] as const
export type TimelineFamily = (typeof timeline_families)[number]

/** Where a page goes on: after this entry. */
export type TimelineCursor = { at: string; kind: string; id: string }

export type Wanted = {
  administration_id: string
  family: TimelineFamily
  id: string
  after: TimelineCursor | null
  limit: number
}

export const of = {
  debtors: { column: 'debtor_id', resource_type: 'debtor' },
  invoices: { column: 'invoice_id', resource_type: 'invoice' },
  credit_cases: { column: 'credit_case_id', resource_type: 'credit_case' },
} as const

export type Expression = RawBuilder<unknown>

/** Rows of one kind: where they come from, when each happened, and their values. The other columns are empty. */
export type Source = {
  from: Expression
  at: Expression
  /** How an index has the moments, where that is not as they are. */
  indexed?: (moment: Expression) => Expression
  values: { readonly [column: string]: Expression }
}

/** The rows of a table that name the record. */
export const naming = (table: string, { administration_id, family, id }: Wanted): RawBuilder<unknown> => sql`
  ${sql.table(table)} r where r.administration_id = ${administration_id}::bigint
    and r.${sql.ref(of[family].column)} = ${id}::bigint`

export const about = { invoice_id: sql`r.invoice_id`, credit_case_id: sql`r.credit_case_id` }
