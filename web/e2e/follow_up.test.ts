import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { engineOn } from '../../server/test/given_engine.ts'
import { problemsOn } from './looks.ts'
import { owing, startSite } from './site.ts'

/** A Monday on which letters go out. */
const now = new Date('2026-11-16T10:00:00Z')
const { service, tenant, boss, open } = await startSite({ now: () => now })
const { given, database } = service
const { db } = database
await engineOn(db, tenant, now)
const here = `/administrations/${tenant.administration_id}`
const stamps = { created_at: 'stamp', updated_at: 'stamp' }
const debtor_id = await given.debtor(tenant, {
  ...{ name: 'Bakery Morning Star', is_company: true, coc_number: '12345678' },
  ...{ primary_email_address: 'books@example.com', paused_at: '2026-11-10T09:00:00Z', paused_until: '2026-11-27' },
})
const invoice_id = await given.invoice(tenant, debtor_id, {
  ...{ invoice_number: 'F-reminded', ...owing('250.00'), sent_at: '2026-09-01T09:00:00Z' },
  ...{ due_date: '2026-10-26', reminder_1_at: '2026-11-02T09:00:00Z' },
})
await given.invoice(tenant, debtor_id, { invoice_number: 'F-second', sent_at: '2026-09-01T09:00:00Z' })
const letter_id = await given.row('letters', tenant, {
  ...{ debtor_id, step: 'reminder_1', channel: 'mail', language_code: 'en', status: 'sent', day: '2026-11-02' },
  ...{ subject: 'Reminder of invoice F-reminded', text: 'Dear bakers,\n\nPlease pay €250.00.', data: '{}' },
  ...{ recipients: JSON.stringify([{ kind: 'to', email_address: 'books@example.com' }]) },
  ...{ sent_on: '2026-11-02', sent_at: '2026-11-02T09:00:00Z', ...stamps },
})
await given.row('letter_items', tenant, { letter_id, invoice_id, amount: '250.00', performs: 'reminder_1' })
await given.row('steps', tenant, {
  ...{ debtor_id, invoice_id, step: 'reminder_1', day: '2026-11-02', performed_at: '2026-11-02T09:00:00Z' },
  ...{ channel: 'mail', term_ends_on: '2026-11-16', letter_id, origin: 'engine', flow_code: 'business' },
  ...{ flow_version: 1, costs_amount: '15.00', ...stamps },
  reasons: JSON.stringify([{ reason: 'due_date', day: '2026-10-26', days: '7' }]),
})

test('an invoice says what comes next, why, what holds it and what lifts that', async () => {
  const page = await open(`${here}/invoices/${invoice_id}`, { as: boss })
  const next = page.getByRole('region', { name: 'What comes next' })
  await next.getByText('Second reminder on 30 Nov 2026').waitFor()
  await next.getByText('Flow “Businesses”, version 1.').waitFor()
  await next.getByText('14 days after 26 Oct 2026, the due date.').waitFor()
  const hold = next.getByRole('list', { name: 'Held' })
  await hold.getByText('The debtor is paused: nothing is sent to this debtor.').waitFor()
  assert.match(await hold.innerText(), /Since 10 Nov 2026\. Until 27 Nov 2026\.\s+What lifts it: Somebody resumes/)
})

test('the letter and why it was sent are one click away from the invoice', async () => {
  const page = await open(`${here}/invoices/${invoice_id}`, { as: boss })
  const entry = page.getByRole('listitem').filter({ hasText: 'First reminder, by mail' })
  await entry.getByText('7 days after 26 Oct 2026, the due date.').waitFor()
  await entry.getByRole('button', { name: 'See the letter' }).click()
  await page.getByRole('dialog').getByText('Please pay €250.00.').waitFor()
  await page.goto(`${service.app.base_url}${here}/invoices/${invoice_id}?tab=steps`)
  const done = page.getByRole('table', { name: 'What was done' })
  const row = done.getByRole('row').filter({ hasText: 'First reminder' })
  assert.match(
    await row.innerText(),
    /7 days after 26 Oct 2026, the due date\.[\s\S]*2 Nov 2026[\s\S]*Mail[\s\S]*€15\.00/,
  )
  await row.getByRole('button', { name: 'See the letter' }).click()
  const letter = page.getByRole('dialog')
  await letter.getByText('Reminder of invoice F-reminded').waitFor()
  await letter.getByText('Please pay €250.00.').waitFor()
  await letter.getByText('Mail · To books@example.com · Sent').waitFor()
})

test('a debtor says what comes for each of its invoices, and leads there', async () => {
  const page = await open(`${here}/debtors/${debtor_id}`, { as: boss })
  const next = page.getByRole('region', { name: 'What comes next' })
  await next.getByText('First reminder on 30 Nov 2026').waitFor()
  await next.getByText('Second reminder on').waitFor()
  await page.getByRole('button', { name: 'First reminder, by mail' }).waitFor()
  await page.getByRole('link', { name: 'Letters and steps' }).click()
  await page.getByRole('table', { name: 'What was done' }).getByRole('link', { name: 'F-reminded' }).waitFor()
  await next.getByRole('link', { name: 'F-second' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoice F-second' }).waitFor()
})

test('while the engine is off the page says so, and still shows what people decided', async () => {
  await sql`update administrations set settings = '{}' where id = ${tenant.administration_id}::bigint`.execute(db)
  const page = await open(`${here}/invoices/${invoice_id}`, { as: boss })
  const next = page.getByRole('region', { name: 'What comes next' })
  await next.getByText('The engine is off in this administration').waitFor()
  await next.getByText('The debtor is paused').waitFor()
  await sql`update administrations set settings = '{"engine_enabled": true}'
    where id = ${tenant.administration_id}::bigint`.execute(db)
})

test('the dossier can be read on a small phone in Dutch', async () => {
  const page = await open('/favicon.svg', { as: boss, viewport: { width: 320, height: 700 }, locale: 'nl-NL' })
  const paths = [`/invoices/${invoice_id}`, `/debtors/${debtor_id}`]
  const addresses = paths.map((path) => `${service.app.base_url}${here}${path}`)
  assert.deepEqual(await problemsOn(page, addresses), [])
})
