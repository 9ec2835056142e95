import { type RawBuilder, sql } from 'kysely'

export type CaseKey = { administration_id: string; credit_case_id: string }

/** The ids of the invoices of which a case was made, those that left it meanwhile too. */
export const caseInvoices = ({ administration_id, credit_case_id }: CaseKey): RawBuilder<{ id: string }> => sql`
  select invoice_id as id from credit_case_invoices
  where administration_id = ${administration_id}::bigint and credit_case_id = ${credit_case_id}::bigint
  union
  select id from invoices
  where administration_id = ${administration_id}::bigint and active_credit_case_id = ${credit_case_id}::bigint`
