import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenIn } from '../../../test/given.ts'
import { letterRow, performLetter, switchOn } from '../../../test/given_letters.ts'
import { testDatabase } from '../../../test/harness.ts'
import { changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import { failureSaid } from '../../domain/mail_failure.ts'
import type { FileStore } from '../../files/store.ts'
import { noteFailures } from './bounce.ts'
import { renderLetter } from './render.ts'
import { sendLetter } from './send.ts'

const at = new Date('2026-11-16T09:00:00Z')
const database = await testDatabase()
const { db } = database
const given = givenIn(db)
const tenant = await given.tenant()
await switchOn(db, tenant)
const { administration_id } = tenant
const base_url = 'https://dunlin.example.com'
const sending = { database, store: {} as FileStore, base_url: () => base_url, now: () => at }

let last = 100_000_000
async function openCase() {
  const debtor_id = await given.debtor(tenant, { primary_email_address: 'case@example.com' })
  const case_number = String(++last)
  const credit_case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id, case_number, credit_case_number: case_number.replace(/(...)(...)/, '$1 $2 ') },
    ...{ currency_code: 'EUR', total_amount: '242.00', open_amount: '242.00', started_at: 'stamp' },
    ...{ summons_1_at: '2026-10-20T08:00:00Z', latest_summons_at: '2026-10-20T08:00:00Z' },
    ...{ created_at: 'stamp', updated_at: 'stamp' },
  })
  const columns = { active_credit_case_id: credit_case_id, latest_summons_at: '2026-10-20T08:00:00Z' }
  const invoice_ids = [await given.invoice(tenant, debtor_id, columns), await given.invoice(tenant, debtor_id, columns)]
  const letter_id = await performLetter(db, tenant, { invoice_ids, at, step: 'second_summons', credit_case_id })
  return { debtor_id, credit_case_id, invoice_ids, letter_id }
}

const momentsOf = async (credit_case_id: string) =>
  (
    await sql`
      select summons_2_at is not null as second, (latest_summons_at at time zone 'UTC')::date::text as latest
      from credit_cases where id = ${credit_case_id}::bigint
      union all
      select summons_2_at is not null, (latest_summons_at at time zone 'UTC')::date::text
      from invoices where active_credit_case_id = ${credit_case_id}::bigint`.execute(db)
  ).rows

test('a letter of a case asks for all of its invoices, names the case, and leads to its page', async () => {
  const { credit_case_id, letter_id } = await openCase()
  const { letter, text } = await renderLetter(db, { administration_id, letter_id, base_url })
  assert.equal(letter.title, 'Tweede aanmaning')
  assert.match(text.replaceAll('\u00a0', ' '), /€ 242,00/)
  assert.match(text, new RegExp(`dossier ${letter.facts.case_number}`))
  assert.match(letter.facts.portal_url ?? '', /\/portal\/\d+\/credit_cases\//)
  assert.deepEqual(await momentsOf(credit_case_id), Array(3).fill({ second: true, latest: '2026-11-16' }))
  assert.equal(await sendLetter(sending, { administration_id, letter_id }), 'underway')
})

test('a case that was paused keeps the moments that it had, and so do its invoices', async () => {
  const { credit_case_id, letter_id } = await openCase()
  await db.updateTable('credit_cases').set({ paused_at: at.toISOString() }).where('id', '=', credit_case_id).execute()
  assert.equal(await sendLetter(sending, { administration_id, letter_id }), 'withdrawn')
  assert.equal((await letterRow(db, tenant, letter_id)).status_reason, 'case_paused')
  assert.deepEqual(await momentsOf(credit_case_id), Array(3).fill({ second: false, latest: '2026-10-20' }))
})

test('what a person lifted for a case does not keep its letter back', async () => {
  const { credit_case_id, letter_id } = await openCase()
  await db.updateTable('credit_cases').set({ paused_at: at.toISOString() }).where('id', '=', credit_case_id).execute()
  const lifted = { credit_case_id, kind: 'lift', hold: 'case_paused', created_at: 'stamp' }
  await given.row('step_decisions', tenant, lifted)
  assert.equal(await sendLetter(sending, { administration_id, letter_id }), 'underway')
})

test('mail of a case that came back is reported for the case', async () => {
  const { credit_case_id, letter_id } = await openCase()
  const changing = { administration_id, actor: serviceActor('engine'), real_now: at }
  assert.equal(await sendLetter(sending, { administration_id, letter_id }), 'underway')
  const about = { administration_id, resource_type: 'letter', resource_id: letter_id } as const
  await changeIn(db, changing, (change) => noteFailures(change, about, [failureSaid(null, '550')]))
  const { rows } = await sql`
    select event_name, resource_type, context->>'bounce_reason' as reason from events
    where administration_id = ${administration_id}::bigint and event_name like '%bounced' order by id`.execute(db)
  assert.deepEqual(rows, [
    { event_name: 'email_bounced', resource_type: 'debtor', reason: '550' },
    { event_name: 'case_email_bounced', resource_type: 'credit_case', reason: '550' },
  ])
  assert.deepEqual(await momentsOf(credit_case_id), Array(3).fill({ second: false, latest: '2026-10-20' }))
})
