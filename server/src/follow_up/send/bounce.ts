import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import type { Failure } from '../../domain/mail_failure.ts'
import { emitMany, type Happening } from '../../events/emit_many.ts'
import type { Mailed } from '../../mail/envelope.ts'
import { settingsOf } from '../../settings/store.ts'
import { notify } from '../perform/notify.ts'
import { makeTasks, type NewTask } from '../perform/tasks.ts'
import { type MailedThing, readMailed } from './mailed.ts'
import { type Mark, markAddresses, stopBackupLetters } from './marks.ts'
import { statement_step } from './rows.ts'
import { withdrawLetters } from './withdraw.ts'

/** So many mails that did not arrive within so many days make an address one that will not take any. */
const soft_max = 3
const soft_days = 30

type Named = Failure & { address: string }

/**
 * What was said of addresses of a mail, at once by the server that refused it, or later in a report. Addresses are not
 * written to again, for good or for some days. A letter of which nobody whom it was for has got anything counts for
 * nothing, and the engine decides anew: by post where the setting `undeliverable_mail` says so, and else it waits for
 * somebody (`read/recipients.ts`). What is said of an address that the mail did not go to says nothing.
 */
export async function noteFailures(change: Change, about: Mailed, failures: readonly Failure[]): Promise<void> {
  const mailed = await readMailed(change, about)
  if (mailed === null) return
  const named = await notKnown(change, about, ofMail(mailed, failures))
  await noteSaid(change, about, mailed.debtor_id, named)
  const final = named.filter(({ kind }) => kind !== 'delayed')
  if (final.length === 0) return
  const marks = await marksOf(change, final)
  await markAddresses(change, marks)
  const bounce_reason = final[0]?.reason || 'bounced'
  const lost = await isLost(change, about, mailed, final)
  if (lost && mailed.letter?.counts) {
    await withdrawLetters(change, [{ letter_id: about.resource_id, reason: bounce_reason }], 'bounced')
    await stopBackupLetters(change)
  }
  const { debtor_id } = mailed
  await notify(change, [{ notification_type: 'mail_bounced', debtor_id, details: { bounce_reason } }])
  const { happened } = await makeTasks(change, tasksFor(change, debtor_id, marks))
  const details = mailed.letter ? { letter_id: Number(about.resource_id), bounce_reason } : { bounce_reason }
  await emitMany(change, [...happened, ...happeningsOf(mailed, details, lost)])
}

/** Somebody called a mail spam. It arrived, so it counts; but nothing is mailed to that address any more. */
export async function noteComplaint(change: Change, about: Mailed, addresses: readonly string[]): Promise<void> {
  const mailed = await readMailed(change, about)
  if (mailed === null) return
  const all = [...mailed.to, ...mailed.copies]
  const given = addresses.map((one) => one.toLowerCase()).filter((one) => all.includes(one))
  // Who passes complaints on often hides who made them.
  const meant = given.length > 0 ? given : all.length === 1 ? all : []
  const complaints = meant.map((address) => ({
    address,
    kind: 'complaint' as const,
    status: null,
    reason: 'complaint',
  }))
  await noteSaid(change, about, mailed.debtor_id, complaints)
  const marks = complaints.map(({ address, reason }) => ({ address, reason, for_good: true }))
  await markAddresses(change, marks)
  const { debtor_id } = mailed
  await notify(change, [{ notification_type: 'mail_complaint', debtor_id }])
  const { happened } = await makeTasks(change, tasksFor(change, debtor_id, marks))
  await emitMany(change, happened)
}

/** Those that the mail went to; one that names nobody means the one address that it went to. */
function ofMail({ to, copies }: MailedThing, failures: readonly Failure[]): Named[] {
  const all = [...to, ...copies]
  const only = all.length === 1 ? (all[0] ?? null) : null
  const named = failures.flatMap((one) => {
    const address = one.address?.toLowerCase() ?? only
    return address !== null && all.includes(address) ? [{ ...one, address }] : []
  })
  return [...new Map(named.map((one) => [one.address, one])).values()]
}

/** Without what was said of the same mail and address before: servers repeat themselves. */
async function notKnown(
  { db, administration_id }: Change,
  { resource_type, resource_id }: Mailed,
  failures: readonly Named[],
): Promise<Named[]> {
  if (failures.length === 0) return []
  const { rows } = await sql<{ address: string }>`
    select address from bounces
    where administration_id = ${administration_id}::bigint and kind in ('hard', 'soft')
      and address = any(${failures.map(({ address }) => address)}::text[])
      and resource_type = ${resource_type}::text and resource_id = ${resource_id}::bigint`.execute(db)
  return failures.filter(({ address }) => !rows.some((row) => row.address === address))
}

type Said = { address: string; kind: Failure['kind'] | 'complaint'; status: string | null; reason: string }

async function noteSaid(
  { db, administration_id, real_now }: Change,
  { resource_type, resource_id }: Mailed,
  debtor_id: string,
  said: readonly Said[],
): Promise<void> {
  if (said.length === 0) return
  await sql`
    insert into bounces (administration_id, kind, address, status_code, reason, resource_type, resource_id, debtor_id,
                         reported_at)
    select ${administration_id}::bigint, kind, address, status, reason, ${resource_type}::text,
           ${resource_id}::bigint, ${debtor_id}::bigint, ${real_now.toISOString()}::timestamptz
    from ${asTable('one', said, { kind: 'text', address: 'text', status: 'text', reason: 'text' })}`.execute(db)
}

async function marksOf({ db, administration_id, real_now }: Change, failures: readonly Named[]): Promise<Mark[]> {
  const since = new Date(real_now.getTime() - soft_days * 86_400_000).toISOString()
  const { rows } = await sql<{ address: string }>`
    select address from bounces
    where administration_id = ${administration_id}::bigint and kind = 'soft'
      and address = any(${failures.map(({ address }) => address)}::text[]) and reported_at > ${since}::timestamptz
    group by address having count(distinct (resource_type, resource_id)) >= ${soft_max}::integer`.execute(db)
  const often = new Set(rows.map(({ address }) => address))
  return failures.map(({ address, kind, reason }) => ({
    ...{ address, reason, for_good: kind === 'hard' || often.has(address) },
  }))
}

/** Whether nobody whom the mail was for has it; where the setting says so, one copy that is lost is as much. */
async function isLost(change: Change, about: Mailed, { to }: MailedThing, failed: readonly Named[]): Promise<boolean> {
  const { db, administration_id } = change
  if ((await settingsOf(db, administration_id)).undeliverable_copies && failed.length > 0) return true
  const { rows } = await sql<{ address: string }>`
    select distinct address from bounces
    where administration_id = ${administration_id}::bigint and kind in ('hard', 'soft')
      and address = any(${to}::text[]) and resource_type = ${about.resource_type}::text
      and resource_id = ${about.resource_id}::bigint`.execute(db)
  return rows.length === to.length
}

/** Who corrects an address completes the task, and then mail goes there again. */
const tasksFor = ({ today }: Change, debtor_id: string, marks: readonly Mark[]): NewTask[] =>
  marks
    .filter(({ for_good }) => for_good)
    .map(({ address }) => ({ kind: 'wrong_address', key: `${address} ${debtor_id} ${today}`, debtor_id }))

type Details = { letter_id?: number; bounce_reason: string }

/** The debtor always hears of it, and what the mail was about: the case, the invoice, or several at once. */
function happeningsOf(
  { debtor_id, invoice_id, credit_case_id, letter }: MailedThing,
  details: Details,
  lost: boolean,
): Happening[] {
  const ofDebtor = (event_name: Happening['event_name']): Happening => ({
    ...{ event_name, resource_type: 'debtor', resource_id: debtor_id, details },
  })
  const any = ofDebtor('email_bounced')
  if (!lost || letter?.step === statement_step) return [any]
  if (credit_case_id !== null) {
    const of_case = { resource_type: 'credit_case', resource_id: credit_case_id } as const
    return [any, { event_name: 'case_email_bounced', ...of_case, details }]
  }
  const invoices = letter ? letter.items.map((one) => one.invoice_id) : invoice_id === null ? [] : [invoice_id]
  if (invoices.length > 1) return [any, ofDebtor('bundled_reminder_email_bounced')]
  const of_invoices = invoices.map(
    (resource_id): Happening => ({
      ...{ event_name: 'invoice_email_bounced', resource_type: 'invoice', resource_id, details },
    }),
  )
  return [any, ...of_invoices]
}
