import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import type { Step } from '../../domain/steps.ts'
import type { Because } from '../decide/decision.ts'

/** A step as it is written; what is left out is empty. */
export type NewStep = {
  debtor_id: string
  invoice_id?: string
  credit_case_id?: string
  step: Step
  round: number
  letter_id?: string
  task_id?: string | undefined
  channel?: string
  ends?: string | null
  costs?: string
  interest?: string
  flow_code: string | null
  flow_version: number | null
  reasons: readonly Because[]
  /** Of what others did: who, whether they left it out, and when. */
  origin?: 'engine' | 'person' | 'declared' | 'migrated'
  skipped?: true
  day?: string
  performed_at?: string | undefined
}

/** The index on record, round and step refuses what was done already: then all of the transaction is undone. */
export async function writeSteps(change: Change, steps: readonly NewStep[]): Promise<void> {
  if (steps.length === 0) return
  const { db, administration_id, now, today, stamp } = change
  await sql`
    insert into steps (administration_id, debtor_id, invoice_id, credit_case_id, step, round, day, performed_at,
                       channel, term_ends_on, costs_amount, interest_amount, flow_code, flow_version, letter_id,
                       task_id, reasons, origin, skipped, created_at, updated_at)
    select ${administration_id}::bigint, debtor_id, invoice_id, credit_case_id, step, round,
           coalesce(day, ${today}::date), coalesce(performed_at, ${now.toISOString()}::timestamptz), channel, ends,
           coalesce(costs, 0), coalesce(interest, 0), flow_code, flow_version, letter_id, task_id, reasons,
           coalesce(origin, 'engine'), coalesce(skipped, false), ${stamp}::timestamptz, ${stamp}::timestamptz
    from ${asTable('one', steps, {
      ...{ debtor_id: 'bigint', invoice_id: 'bigint', credit_case_id: 'bigint', step: 'text', round: 'integer' },
      ...{ channel: 'text', ends: 'date', costs: 'numeric', interest: 'numeric', flow_code: 'text' },
      ...{ flow_version: 'integer', letter_id: 'bigint', task_id: 'bigint', reasons: 'jsonb', origin: 'text' },
      ...{ skipped: 'boolean', day: 'date', performed_at: 'timestamptz' },
    })}`.execute(db)
}
