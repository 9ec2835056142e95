import { sql } from 'kysely'
import { refuse, refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { addDays, type Day } from '../../domain/days.ts'
import { all_steps, case_step_names, invoice_step_names, type Step } from '../../domain/steps.ts'
import { touch } from '../../events/touch.ts'
import { writeSteps } from '../perform/steps.ts'
import { decideAgain } from './decide_now.ts'
import { type FollowedRecord, keyOf, outlookOf, type Steered, steer } from './record.ts'
import { type StepDecision, writeDecisions } from './step_decisions.ts'

// What a person does with the next step of an invoice or a case. Each function is one change: it decides anew, refuses
// when the step that was seen is not the next one any more, writes, and has the engine look at the dossier again.

type Seen = FollowedRecord & { step: Step }

const days_ahead_max = 366

/** Has the next step come on another day. A second call moves it again; law and distance between letters stay. */
export async function moveStep(change: Change, seen: Seen, day: Day): Promise<void> {
  const { today } = change
  if (day < today) refuseParameters(['day: must not be before today'])
  if (day > addDays(today, days_ahead_max)) refuseParameters([`day: must be within ${days_ahead_max} days`])
  const steered = await steer(change, seen, seen.step)
  await writeDecisions(change, [moveTo(steered, day)])
  await touch(change, [steered.debtor_id])
}

/**
 * Lets the next step happen today, whatever its day, past approval, cap and surge. What else holds it still does: then
 * it is refused with the holds. A second call changes nothing.
 */
export async function sendNow(change: Change, seen: Seen): Promise<void> {
  const steered = await steer(change, seen, seen.step)
  const { debtor_id, outlook, standing } = steered
  if (standing.admission.stopped) refuseStopped()
  const { step, round } = outlook
  await writeDecisions(change, [
    moveTo(steered, change.today),
    { ...keyOf(steered), kind: 'approve', step, round, letter_key: `${seen.family} ${seen.id} ${change.today}` },
  ])
  const decision = (await decideAgain(change, standing, [debtor_id])).get(debtor_id)
  const after = decision && outlookOf(decision, seen)
  if (after?.step !== step || after.holds.length > 0 || after.day !== change.today) {
    const reasons = after?.holds.map(({ reason }) => reason) ?? []
    const because = reasons.length > 0 ? reasons.join(', ') : `its earliest day is ${after?.day ?? 'not known'}`
    refuse('conflict', `It cannot go today: ${because}.`)
  }
  await touch(change, [debtor_id])
}

/** Leaves the next step out, so that the one behind it comes next. It stays in the history as left out. */
export async function skipStep(change: Change, seen: Seen): Promise<void> {
  const steered = await steer(change, seen, seen.step)
  await skipSteps(change, [steered])
}

/** Leaves out the next steps of several records of one letter. */
export async function skipSteps(change: Change, records: readonly Steered[]): Promise<void> {
  for (const { outlook } of records) {
    const { does } = all_steps[outlook.step]
    if (does === 'letter' || does === 'task') continue
    refuse('conflict', `${outlook.step} cannot be left out; move it to another day, or pause the record.`)
  }
  await writeSteps(
    change,
    records.map((one) => ({
      ...{ debtor_id: one.debtor_id, ...keyOf(one), step: one.outlook.step, round: one.outlook.round },
      ...{ flow_code: one.outlook.flow_code, flow_version: one.outlook.flow_version },
      ...{ origin: 'person', skipped: true, reasons: [{ reason: 'skipped' }] },
    })),
  )
  await touch(
    change,
    records.map(({ debtor_id }) => debtor_id),
  )
}

/** Begins the flow anew at a step, today at the earliest: another round, in which nothing was done yet. */
export async function resetTo(change: Change, record: FollowedRecord, step: Step): Promise<void> {
  await resetRecords(change, [await findForReset(change, record)], step)
}

type Resettable = FollowedRecord & { debtor_id: string; round: number }

async function findForReset(change: Change, record: FollowedRecord): Promise<Resettable> {
  const { db, administration_id } = change
  const key = record.family === 'invoices' ? 'invoice_id' : 'credit_case_id'
  const runs =
    record.family === 'invoices'
      ? sql`r.active_credit_case_id is null and r.open_amount > 0`
      : sql`r.deactivated_at is null and r.forwarded_to_bailiff_at is null`
  const { rows } = await sql<{ debtor_id: string; round: number; runs: boolean }>`
    select r.debtor_id::text, ${runs} as runs,
           coalesce((select max(x.round) from rounds x
             where x.administration_id = ${administration_id}::bigint and x.${sql.ref(key)} = r.id), 1) as round
    from ${sql.table(record.family)} r
    where r.administration_id = ${administration_id}::bigint and r.id = ${record.id}::bigint`.execute(db)
  const found = rows[0] ?? refuse('not_found', 'There is no such record.')
  if (!found.runs) {
    const why = record.family === 'invoices' ? 'is paid, or follows its credit case' : 'has ended, or was handed over'
    refuse('conflict', `It cannot be put back: it ${why}.`)
  }
  return { ...record, debtor_id: found.debtor_id, round: found.round }
}

/** Puts records back to a step together. */
export async function resetRecords(change: Change, records: readonly Resettable[], step: Step): Promise<void> {
  const { db, administration_id, stamp, today, actor } = change
  const names: readonly Step[] = records.some(({ family }) => family === 'invoices')
    ? invoice_step_names
    : case_step_names.filter((name) => name !== 'opening')
  if (!names.includes(step)) refuseParameters([`step: must be one of ${names.join(', ')}`])
  const rows = records.map((one) => ({ ...keyOf(one), round: one.round + 1 }))
  const user_id = actor.kind === 'service' ? null : actor.id
  await sql`
    insert into rounds (administration_id, invoice_id, credit_case_id, round, step, day, started_by_user_id, created_at)
    select ${administration_id}::bigint, invoice_id, credit_case_id, round, ${step}, ${today}::date, ${user_id}::bigint,
           ${stamp}::timestamptz
    from ${asTable('one', rows, { invoice_id: 'bigint', credit_case_id: 'bigint', round: 'integer' })}`.execute(db)
  await touch(
    change,
    records.map(({ debtor_id }) => debtor_id),
  )
}

const moveTo = (steered: Steered, day: Day): StepDecision => ({
  ...{ ...keyOf(steered), kind: 'move', step: steered.outlook.step, round: steered.outlook.round, day },
})

export const refuseStopped = (): never =>
  refuse('conflict', 'All sending is stopped. Start it again first; then this can be let go.')
