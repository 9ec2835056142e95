import { sql } from 'kysely'
import type { Actions } from '../../api/actions.ts'
import type { Context } from '../../api/context.ts'
import { type PausedNoun, pauseVerbs, resumeOne } from '../pausing.ts'
import { invoices } from './invoices.ts'

const noun: PausedNoun = {
  resource: invoices,
  permission: 'invoices:write',
  number: 'invoice_number',
  example: { invoice_numbers: ['2026-0117'] },
  meaning:
    'Nothing is sent for an invoice that is paused; it can still be paid. One in a credit case is not paused alone.',
  by_kind: false,
  unpausable: inCases,
}

/** Many are resumed by the verb that lifts blocks as well. */
export const invoice_pausing: Actions = { ...pauseVerbs(noun), resume_one: resumeOne(noun) }

/** Letters of a case ask for all its invoices, so none of them rests by itself. */
async function inCases({ db, administration_id }: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; number: string }>`
    select i.id::text, c.credit_case_number as number from invoices i
    join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = i.active_credit_case_id
    where i.administration_id = ${administration_id}::bigint and i.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, number }) => [id, `is in credit case ${number}; pause the case instead`]))
}
