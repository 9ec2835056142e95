import { sql } from 'kysely'
import { refuse, refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { userOf } from '../../domain/actor.ts'
import { addDays, type Day } from '../../domain/days.ts'
import { emitMany } from '../../events/emit_many.ts'
import { sayAmount, sayDay } from '../../letters/rendering/formats.ts'
import { settingsOf } from '../../settings/store.ts'
import { colleagueOf } from '../colleagues.ts'
import { completeTask } from '../complete_task.ts'
import { openDispute } from '../disputes.ts'
import { makeTasks } from '../perform/tasks.ts'
import { staffWords } from '../perform/words/staff_words.ts'
import { makePromise } from '../promises/make.ts'
import { writeNote } from '../write_note.ts'
import { markDebtors } from './marks.ts'

export const call_outcomes = ['promise', 'dispute', 'no_answer', 'wrong_number', 'other'] as const
export type CallOutcome = (typeof call_outcomes)[number]

/** What came of a call. What belongs to another outcome is left aside. */
export type WantedCall = {
  debtor_id: string
  outcome: CallOutcome
  phone_number: string | null
  note: string | null
  /** Of a promise or a dispute; of a promise all that the debtor owes unless given. */
  invoice_ids: readonly string[]
  promised_on: string | null
  amount: string | null
  reason: string | null
  owner_user_id: string | null
  /** When to call again, or by when another number should be found. */
  day: Day | null
  assigned_to_user_id: string | null
}

export type RecordedCall = { id: string; promise_id: string | null; dispute_ids: string[]; task_id: string | null }

/**
 * Records a call: what came of it becomes a promise, a dispute or a task, as if somebody had made it separately; tasks
 * to call are completed, a note records the call, and the debtor is done for today. All of it or nothing.
 */
export async function recordCall(change: Change, wanted: WantedCall): Promise<RecordedCall> {
  const { db, administration_id, stamp, today } = change
  await checkCall(change, wanted)
  const promise_id = wanted.outcome === 'promise' ? await promised(change, wanted) : null
  const dispute_ids = wanted.outcome === 'dispute' ? await disputeInvoices(change, wanted) : []
  const completed = await completeCallTasks(change, wanted)
  const content = [await saidOf(change, wanted, promise_id), wanted.note ?? ''].filter((one) => one !== '').join('\n')
  const note_id = await writeNote(change, content, {
    debtor_id: wanted.debtor_id,
    invoice_id: null,
    credit_case_id: null,
  })
  const task_id = await followUpTask(change, wanted, note_id)
  const { id } = await db
    .insertInto('calls')
    .values({
      ...{ administration_id, debtor_id: wanted.debtor_id, outcome: wanted.outcome },
      ...{ phone_number: wanted.phone_number, note_id, promise_id, task_id, completed_task_ids: completed },
      ...{ user_id: userOf(change.actor).id ?? refuse('forbidden', 'Only people record calls.') },
      ...{ day: today, created_at: stamp },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await markDebtors(change, [wanted.debtor_id], { mark: 'done' })
  return { id, promise_id, dispute_ids, task_id }
}

/** Further ahead nobody plans a call, and more than this nobody reads of one. */
const days_ahead_max = 366
const length_max = { note: 10_000, phone_number: 100 } as const

/** Says everything that is missing at once. */
async function checkCall({ db, administration_id, today }: Change, wanted: WantedCall): Promise<void> {
  const { outcome, promised_on, reason, invoice_ids, phone_number, note, day, debtor_id } = wanted
  const problems: string[] = []
  const known = await db
    .selectFrom('debtors')
    .select('id')
    .where('administration_id', '=', administration_id)
    .where('id', '=', debtor_id)
    .executeTakeFirst()
  if (!known) problems.push('debtor_id: there is no such debtor')
  if (outcome === 'promise' && !promised_on) problems.push('promised_on: say by which day it will be paid')
  if (outcome === 'dispute' && !reason) problems.push('reason: say what is wrong')
  if (outcome === 'dispute' && invoice_ids.length === 0)
    problems.push('invoice_ids: name the invoices that are disputed')
  if (outcome === 'wrong_number' && !phone_number) problems.push('phone_number: say which number is wrong')
  if (outcome === 'other' && !note) problems.push('note: write down what was said')
  if (day !== null && day < today) problems.push('day: is in the past')
  const last = addDays(today, days_ahead_max)
  if (day !== null && day > last) problems.push(`day: must not be after ${last}`)
  for (const [name, said] of Object.entries({ note, phone_number } as const)) {
    const most = length_max[name as keyof typeof length_max] // The names of that object.
    if ((said?.length ?? 0) > most) problems.push(`${name}: must not be longer than ${most} characters`)
  }
  if (problems.length > 0) refuseParameters(problems)
}

const promised = (change: Change, { debtor_id, invoice_ids, amount, promised_on, note }: WantedCall): Promise<string> =>
  makePromise(change, {
    ...{ debtor_id, invoice_ids, amount, promised_on: promised_on ?? '', remark: note, origin: 'person' },
  })

type Disputed = Pick<WantedCall, 'debtor_id' | 'invoice_ids' | 'reason' | 'note' | 'owner_user_id'>

/** An invoice has a dispute of its own. */
export async function disputeInvoices(change: Change, wanted: Disputed): Promise<string[]> {
  const { debtor_id, reason, note, owner_user_id } = wanted
  const invoice_ids = [...new Set(wanted.invoice_ids)]
  const { rows } = await sql<{ id: string }>`
    select id::text from invoices where administration_id = ${change.administration_id}::bigint
      and debtor_id = ${debtor_id}::bigint and id = any(${invoice_ids}::bigint[])`.execute(change.db)
  const missing = invoice_ids.filter((id) => !rows.some((row) => row.id === id))
  if (missing.length > 0) refuseParameters(missing.map((id) => `invoice_ids: ${id} is no invoice of this debtor`))
  const owner = owner_user_id ?? userOf(change.actor).id
  const disputes: string[] = []
  for (const invoice_id of invoice_ids) {
    const about = { invoice_id, reason: reason ?? '', description: note, owner_user_id: owner }
    disputes.push(await openDispute(change, { ...about, origin: 'person' }))
  }
  return disputes
}

/** Spoke to nobody: the call is still to be made, and a broken promise still to be talked about. */
const unreached: readonly CallOutcome[] = ['no_answer', 'wrong_number']

async function completeCallTasks(change: Change, { debtor_id, outcome }: WantedCall): Promise<string[]> {
  const { db, administration_id } = change
  const reached = !unreached.includes(outcome)
  const causes = ['call\\_reminder %', 'call\\_back %', ...(reached ? ['promise\\_broken %', 'find\\_number %'] : [])]
  const { rows } = await sql<OpenTask>`
    select id, debtor_id::text, invoice_id::text, credit_case_id::text, blocks_dossiers from tasks
    where administration_id = ${administration_id}::bigint and debtor_id = ${debtor_id}::bigint
      and completed_at is null and cause like any(${causes}::text[])
    order by id for update`.execute(db)
  const completed_status = reached ? 'succeeded' : 'failed'
  for (const task of rows) {
    const { blocks_dossiers } = task
    await completeTask(change, task, { completed_status, completed_status_message: null, blocks_dossiers })
  }
  return rows.map(({ id }) => id)
}

type OpenTask = {
  id: string
  debtor_id: string | null
  invoice_id: string | null
  credit_case_id: string | null
  blocks_dossiers: boolean
}

/** What the note says of it, in the language of the administration. */
async function saidOf(change: Change, wanted: WantedCall, promise_id: string | null): Promise<string> {
  const { db, administration_id } = change
  const { default_language: language } = await settingsOf(db, administration_id)
  const { rows } = await sql<{ amount: string; currency_code: string; promised_on: Day; numbers: string[] }>`
    select p.amount::text, p.currency_code, p.promised_on::text,
           array(select i.invoice_number from invoices i where i.administration_id = ${administration_id}::bigint
                   and i.id = any(${wanted.invoice_ids}::bigint[]) order by i.id) as numbers
    from (select) one
    left join promises p on p.administration_id = ${administration_id}::bigint and p.id = ${promise_id}::bigint`.execute(
    db,
  )
  const [row] = rows
  const words = staffWords(language)
  const day = row?.promised_on ?? wanted.day
  return words.calls[wanted.outcome]({
    phone: wanted.phone_number ?? '',
    amount: row?.amount ? sayAmount(row.amount, row.currency_code, language) : '',
    day: day ? sayDay(day, language) : '',
    records: (row?.numbers ?? []).map(words.invoice).join(', '),
  })
}

/** A call that reached nobody is work for another day. */
async function followUpTask(change: Change, wanted: WantedCall, key: string): Promise<string | null> {
  const { outcome, debtor_id, day, assigned_to_user_id } = wanted
  if (!unreached.includes(outcome)) return null
  const assigned_to = await colleagueOf(
    change,
    assigned_to_user_id ?? userOf(change.actor).id ?? '0',
    'assigned_to_user_id',
  )
  const { task_ids, happened } = await makeTasks(change, [
    {
      ...{ kind: outcome === 'no_answer' ? 'call_back' : 'find_number', key, debtor_id, assigned_to },
      ...(day === null ? {} : { due_on: day }),
    },
  ])
  await emitMany(change, happened)
  return task_ids[0] ?? null
}
