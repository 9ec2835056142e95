import { sql } from 'kysely'
import type { Actions } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { credit_cases } from './credit_cases.ts'
import { outlookCall } from './outlooks.ts'
import { type PausedNoun, pauseVerbs, resumeVerbs } from './pausing.ts'

const noun: PausedNoun = {
  resource: credit_cases,
  permission: 'credit_cases:write',
  number: 'credit_case_number',
  example: { credit_case_numbers: ['123 456 789'] },
  meaning: 'Nothing is sent for a credit case that is paused, nor for its invoices. One that has ended is not paused.',
  by_kind: false,
  unpausable: ended,
}

export const credit_case_actions: Actions = {
  ...pauseVerbs(noun),
  ...resumeVerbs(noun),
  outlook: outlookCall('credit_cases'),
}

async function ended({ db, administration_id }: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string }>`
    select id::text from credit_cases
    where administration_id = ${administration_id}::bigint and id = any(${[...ids]}::bigint[])
      and deactivated_at is not null`.execute(db)
  return new Map(rows.map(({ id }) => [id, 'has ended, so nothing is sent for it']))
}
