import { sql } from 'kysely'
import type { Context } from '../api/context.ts'
import { refuseParameters } from '../api/errors.ts'
import { id } from '../api/field.ts'

/** What a note or a task is about: one of these. */
export const subject_fields = {
  debtor_id: id('Debtor it is about.'),
  invoice_id: id('Invoice it is about.'),
  credit_case_id: id('Credit case it is about.'),
}

type Given = { [Name in keyof typeof subject_fields]?: string | null }

/** The debtor of what was named, and the record itself. */
export type WorkSubject = { debtor_id: string; invoice_id: string | null; credit_case_id: string | null }

/** Finds what is meant. A debtor hears of everything that is about its invoices and cases, so it is noted with them. */
export async function findSubject({ db, administration_id }: Context, given: Given): Promise<WorkSubject> {
  const named = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  const [name, value] = named.length === 1 && named[0] ? named[0] : [null, null]
  if (name === null) return refuseParameters(['debtor_id: give one of debtor_id, invoice_id and credit_case_id'])
  const table = { debtor_id: 'debtors', invoice_id: 'invoices', credit_case_id: 'credit_cases' }[name] ?? ''
  const { rows } = await sql<{ debtor_id: string }>`
    select ${sql.ref(name === 'debtor_id' ? 'r.id' : 'r.debtor_id')}::text as debtor_id from ${sql.table(table)} r
    where r.administration_id = ${administration_id}::bigint and r.id = ${value}::bigint`.execute(db)
  const [found] = rows
  if (!found) return refuseParameters([`${name}: is not there`])
  return {
    debtor_id: found.debtor_id,
    invoice_id: name === 'invoice_id' ? value : null,
    credit_case_id: name === 'credit_case_id' ? value : null,
  }
}
