import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { addDays, type Day } from '../../domain/days.ts'
import { openDispute } from '../../follow_up/disputes.ts'
import { pause } from '../../follow_up/hold/pauses.ts'
import { chooseItems } from '../../follow_up/plans/items.ts'
import { proposePlan } from '../../follow_up/plans/make.ts'
import { makePromise } from '../../follow_up/promises/make.ts'
import { endPromises } from '../../follow_up/promises/settle.ts'
import { noteFailures } from '../../follow_up/send/bounce.ts'
import { writeNote } from '../../follow_up/write_note.ts'
import { addressOf } from '../../invented/debtors.ts'
import { writeMessage } from '../../portal/messages.ts'

/** What happened with the debtors until this morning, by the number of each. */
export async function tellStory(change: Change): Promise<void> {
  await breakPromise(change)
  const friday = nextFriday(change.today)
  const remark = 'Pays after the weekend takings, she says.'
  await makePromise(change, { ...{ debtor_number: 'V106', promised_on: friday, remark }, origin: 'person' })
  await openDispute(change, {
    ...{ invoice_number: 'V107-2', reason: 'quality', origin: 'person', owner_user_id: personIn(change) },
    description: 'The press room is still above 26 degrees in the afternoon. A mechanic should look at it first.',
  })
  await pause(change, 'debtors', [await debtorId(change, 'V108')], {
    kind: 'reminding',
    until: addDays(change.today, 6),
  })
  await askForTerms(change)
  await askForCopy(change)
  await bounce(change)
  await makeDayTasks(change)
}

/** The service makes no promises; the actor of the story is a person. */
function personIn({ actor }: Change): string {
  if (actor.kind === 'service') throw new Error('The actor of the demo must be a person.')
  return actor.id
}

async function debtorId({ db, administration_id }: Change, debtor_number: string): Promise<string> {
  const { id } = await db
    .selectFrom('debtors')
    .select('id')
    .where('administration_id', '=', administration_id)
    .where('debtor_number', '=', debtor_number)
    .executeTakeFirstOrThrow()
  return id
}

function nextFriday(today: Day): Day {
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay()
  return addDays(today, (5 - weekday + 7) % 7 || 7)
}

/** The largest debtor promised to pay last week, and did not. */
async function breakPromise(change: Change): Promise<void> {
  const { db, administration_id, today, stamp } = change
  const remark = 'Approved by the director, goes with the run of that day.'
  const made = { invoice_numbers: ['V101-3'], promised_on: today, remark, origin: 'person' } as const
  const id = await makePromise(change, made)
  await endPromises(change, [id], 'broken')
  // A promise can only be made for a day to come, so its days are moved back.
  await sql`
    update promises set promised_on = ${addDays(today, -7)}::date, created_at = ${stamp}::timestamptz - interval '12 days',
                        ended_at = ${stamp}::timestamptz - interval '2 days'
    where administration_id = ${administration_id}::bigint and id = ${id}::bigint`.execute(db)
  await writeNote(change, 'Called twice this week; the bookkeeper is back on Thursday.', {
    ...{ debtor_id: await debtorId(change, 'V101'), invoice_id: null, credit_case_id: null },
  })
}

async function askForTerms(change: Change): Promise<void> {
  const { chosen } = await chooseItems(change, { invoice_numbers: ['V109-1'] })
  const debtor_id = await debtorId(change, 'V109')
  const reason = 'Mijn uren zijn teruggebracht. In drie keer lukt het zeker.'
  const terms = [20, 50, 80].map((days) => ({ amount: '282.30', due_date: addDays(change.today, days) }))
  await proposePlan(change, { debtor_id, terms, items: chosen, reason }, 'debtor')
}

async function askForCopy(change: Change): Promise<void> {
  const about = { debtor_id: await debtorId(change, 'V112'), invoice_id: null, credit_case_id: null }
  const content =
    'Hello,\n\nWe cannot find invoice V112-2. Could you send the PDF again, with our order number NJ-204 on it? ' +
    'Then it goes out with the next payment run.\n\nKind regards,\nRobin Halewood, Studio Nightjar'
  await writeMessage(change, about, { subject: 'Copy of invoice V112-2, please', content, files: [] })
  const other = { debtor_id: await debtorId(change, 'V110'), invoice_id: null, credit_case_id: null }
  const asked =
    'Goedemorgen, klopt het dat het voorrijden dubbel is gerekend? Graag even kijken. Groet, Femke Sterrenhof'
  await writeMessage(change, other, { subject: 'Vraag over factuur V110-2', content: asked, files: [] })
}

/** The last reminder to this debtor came back. */
async function bounce(change: Change): Promise<void> {
  const { db, administration_id } = change
  const letter = await db
    .selectFrom('letters')
    .select('id')
    .where('administration_id', '=', administration_id)
    .where('debtor_id', '=', await debtorId(change, 'V105'))
    .executeTakeFirstOrThrow()
  const about = { administration_id, resource_type: 'letter', resource_id: letter.id } as const
  const said = { kind: 'hard', status: '5.1.1', reason: '550 5.1.1 mailbox does not exist' } as const
  await noteFailures(change, about, [{ address: addressOf('V105'), ...said }])
}

const tasks = [
  { debtor_number: 'V101', subject: 'Call the director about the broken promise', days: 0 },
  { debtor_number: 'V107', subject: 'Ask the mechanic when he goes to the press room', days: 0 },
  { debtor_number: 'V111', subject: 'Find out who approves invoices at Lindenhof', days: 1 },
] as const

async function makeDayTasks(change: Change): Promise<void> {
  const { db, administration_id, today, stamp, actor } = change
  if (actor.kind === 'service') return
  for (const { debtor_number, subject, days } of tasks) {
    await db
      .insertInto('tasks')
      .values({
        ...{ administration_id, subject, expiry_date: addDays(today, days) },
        ...{ debtor_id: await debtorId(change, debtor_number), created_by_user_id: actor.id },
        ...{ assigned_to_user_id: actor.id, assigned_to_user_name: actor.name },
        ...{ assigned_to_user_email_address: actor.email_address, created_at: stamp, updated_at: stamp },
      })
      .execute()
  }
}
