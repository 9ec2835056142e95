import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { cents } from '../../domain/money.ts'
import type { Step } from '../../domain/steps.ts'
import type { Channel } from '../../law/pack.ts'
import type { PerformedStep } from '../decide/facts.ts'
import { columnsOf, isYes, orNull, packed, unpacked } from './packed.ts'
import { type OpenRecords, ofRecords, type Portion, withIds } from './portion.ts'

type StepValues = [
  ...[step: Step, round: string, day: Day, origin: PerformedStep['origin'], skipped: string, call_open: string],
  ...[invoice_id: string, credit_case_id: string],
]

type LetterValues = [
  ...[id: string, channel: Channel, legal: string, debtor_id: string],
  ...[sent_on: Day, received_on: Day, term_days: string, stated_costs: string],
]

/** Most invoices were sent and no more, so most steps have no letter. */
type Row = { values: string; letter: string | null }

const step_values = packed(
  [
    ...columnsOf('s', ['step', 'round', 'day', 'origin', 'skipped']),
    sql`s.step = 'call_reminder' and t.id is not null and t.completed_at is null`,
  ],
  columnsOf('s', ['invoice_id', 'credit_case_id']),
)

const letter_values = packed(
  columnsOf('l', ['id', 'channel', 'legal', 'debtor_id']),
  columnsOf('l', ['sent_on', 'received_on', 'term_days', 'stated_costs']),
)

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
    select ${step_values} as values, case when l.id is not null then ${letter_values} end as letter
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
  for (const { values, letter } of rows) {
    const value = unpacked<StepValues>(values, 8)
    const [invoice_id, case_id] = [value[6], value[7]]
    const owner = invoice_id === '' ? `case ${case_id}` : `invoice ${invoice_id}`
    const isVoid = (debtor_id: string): boolean => invoice_id !== '' && debtor_id !== debtor_of.get(invoice_id)
    const step = performed(value, letter === null ? null : letterOf(letter, isVoid))
    const known = steps.get(owner)
    if (known) known.push(step)
    else steps.set(owner, [step])
  }
  return steps
}

const performed = (value: StepValues, letter: PerformedStep['letter']): PerformedStep<Step> => ({
  step: value[0],
  round: Number(value[1]),
  day: value[2],
  origin: value[3],
  skipped: isYes(value[4]),
  call_open: isYes(value[5]),
  letter,
})

function letterOf(values: string, isVoid: (debtor_id: string) => boolean): PerformedStep['letter'] {
  const value = unpacked<LetterValues>(values, 8)
  return {
    id: value[0],
    channel: value[1],
    legal: isYes(value[2]),
    void: isVoid(value[3]),
    sent_on: orNull(value[4]),
    received_on: orNull(value[5]),
    term_days: value[6] === '' ? null : Number(value[6]),
    stated: value[7] === '' ? null : cents(value[7]),
  }
}
