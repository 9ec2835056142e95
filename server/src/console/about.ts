import { type RawBuilder, sql } from 'kysely'
import { id, text } from '../api/field.ts'

/** What a task or a message is about: a debtor, and perhaps an invoice or a credit case of it. */
export type About = {
  debtor_id: string | null
  debtor_name: string | null
  invoice_id: string | null
  invoice_number: string | null
  credit_case_id: string | null
  credit_case_number: string | null
}

export const about_fields = {
  debtor_id: id('Debtor it is about, also by way of an invoice or a case.'),
  debtor_name: text('Name of that debtor.'),
  invoice_id: id('Invoice it is about.'),
  invoice_number: text('Number of that invoice.'),
  credit_case_id: id('Credit case it is about.'),
  credit_case_number: text('Number of that case.'),
}

/** Joins what the rows `r` of an administration are about; each is found by its key. */
export const aboutJoins = (administration_id: string): RawBuilder<unknown> => sql`
  left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = r.invoice_id
  left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = r.credit_case_id
  left join debtors d on d.administration_id = ${administration_id}::bigint
    and d.id = coalesce(r.debtor_id, i.debtor_id, c.debtor_id)`

export const about_columns = sql`
  d.id::text as debtor_id, d.name as debtor_name, i.id::text as invoice_id, i.invoice_number,
  c.id::text as credit_case_id, c.credit_case_number`
