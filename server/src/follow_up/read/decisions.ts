import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import type { HoldReason } from '../../domain/holds.ts'
import type { Step } from '../../domain/steps.ts'
import { type OpenRecords, ofRecords, type Portion, withIds } from './portion.ts'

/** What people decided about a record: a round that begins anew, another day, a letter let go, holds lifted. */
export type DecidedRow = {
  round: { number: number; from: Step | null; not_before: Day | null }
  moved: { step: Step; round: number; day: Day } | null
  approved: { step: Step; round: number; letter: string } | null
  lifted: HoldReason[]
}

type Row = {
  owner: string
  kind: 'round' | 'move' | 'approve' | 'lift'
  step: Step
  round: number
  day: Day
  letter_key: string
  hold: HoldReason
}

export const nothing_decided: DecidedRow = {
  round: { number: 1, from: null, not_before: null },
  moved: null,
  approved: null,
  lifted: [],
}

/** The latest of each kind counts. */
export async function readDecisions(
  db: Kysely<Tables>,
  portion: Portion,
  records: OpenRecords,
): Promise<Map<string, DecidedRow>> {
  const of = (column: 'invoice_id' | 'credit_case_id'): RawBuilder<unknown> => {
    const named = column === 'invoice_id' ? sql`'invoice ' || x.invoice_id` : sql`'case ' || x.credit_case_id`
    const theirs = sql`${ofRecords('x', portion, column)} and ${sql.ref(`x.${column}`)} is not null`
    return sql`
      select ${named} as owner, 'round' as kind, x.step, x.round, x.day::text, null as letter_key, null as hold, x.id
      from rounds x where ${theirs}
      union all
      select ${named}, x.kind, x.step, x.round, x.day::text, x.letter_key, x.hold, x.id
      from step_decisions x where ${theirs}`
  }
  const { rows } = await sql<Row>`
    ${withIds(portion, records)} ${of('invoice_id')} union all ${of('credit_case_id')} order by id`.execute(db)
  const decided = new Map<string, DecidedRow>()
  for (const row of rows) decided.set(row.owner, taken(decided.get(row.owner) ?? nothing_decided, row))
  for (const [owner, row] of decided) decided.set(owner, ofThisRound(row))
  return decided
}

/** Another day was chosen for a step of one round; when that step comes again, it has its own day. */
const ofThisRound = (row: DecidedRow): DecidedRow =>
  row.moved && row.moved.round !== row.round.number ? { ...row, moved: null } : row

function taken(before: DecidedRow, { kind, step, round, day, letter_key, hold }: Row): DecidedRow {
  switch (kind) {
    case 'round':
      return round < before.round.number ? before : { ...before, round: { number: round, from: step, not_before: day } }
    case 'move':
      return { ...before, moved: { step, round, day } }
    case 'approve':
      return { ...before, approved: { step, round, letter: letter_key } }
    case 'lift':
      return { ...before, lifted: [...before.lifted, hold] }
  }
}
