import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { cents } from '../../domain/money.ts'
import type { Step } from '../../domain/steps.ts'
import type { Channel } from '../../law/pack.ts'
import type { PerformedStep } from '../decide/facts.ts'
import { type OpenRecords, ofRecords, type Portion, withIds } from './portion.ts'

type Row = Pick<PerformedStep, 'step' | 'round' | 'day' | 'origin' | 'skipped' | 'call_open'> & {
  invoice_id: string | null
  credit_case_id: string | null
  letter_id: string | null
  sent_on: Day | null
  received_on: Day | null
  channel: Channel
  term_days: number | null
  legal: boolean
  stated_costs: string | null
  letter_debtor_id: string | null
}

/**
 * What was done for the open records of a portion, by invoice and by case, the oldest first. Letters that were written
 * to another debtor than the one whom the invoice belongs to now are void.
 */
export async function readSteps(
  db: Kysely<Tables>,
  portion: Portion,
  records: OpenRecords,
  debtor_of: ReadonlyMap<string, string>,
): Promise<Map<string, PerformedStep[]>> {
  const { rows } = await sql<Row>`
    ${withIds(portion, records)}
    select s.invoice_id::text, s.credit_case_id::text, s.step, s.round, s.day::text, s.origin, s.skipped,
           s.step = 'call_reminder' and t.id is not null and t.completed_at is null as call_open,
           l.id::text as letter_id, l.sent_on::text, l.received_on::text, l.channel, l.term_days, l.legal,
           l.stated_costs::text, l.debtor_id::text as letter_debtor_id
    from (
      select * from steps s where ${ofRecords('s', portion, 'invoice_id')}
        and s.invoice_id is not null and s.withdrawn_at is null
      union all
      select * from steps s where ${ofRecords('s', portion, 'credit_case_id')}
        and s.credit_case_id is not null and s.withdrawn_at is null
    ) s
    left join letters l on l.administration_id = ${portion.administration_id}::bigint and l.id = s.letter_id
    left join tasks t on t.administration_id = ${portion.administration_id}::bigint and t.id = s.task_id
    order by s.day, s.step`.execute(db)
  const steps = new Map<string, PerformedStep[]>()
  for (const row of rows) {
    const owner = row.invoice_id === null ? `case ${row.credit_case_id}` : `invoice ${row.invoice_id}`
    const debtor_id = row.invoice_id === null ? row.letter_debtor_id : debtor_of.get(row.invoice_id)
    const step = performed(row, row.letter_debtor_id !== debtor_id)
    const known = steps.get(owner)
    if (known) known.push(step)
    else steps.set(owner, [step])
  }
  return steps
}

function performed(row: Row, is_void: boolean): PerformedStep<Step> {
  const { step, round, day, origin, skipped, call_open } = row
  const { sent_on, received_on, channel, term_days, legal, stated_costs } = row
  const stated = stated_costs === null ? null : cents(stated_costs)
  const letter =
    row.letter_id === null
      ? null
      : { id: row.letter_id, sent_on, received_on, channel, term_days, legal, stated, void: is_void }
  return { step, round, day, origin, skipped, call_open, letter }
}
