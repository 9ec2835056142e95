import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { answering, happen, startReceiver, taken } from '../../server/test/receiver.ts'
import { until } from '../../server/test/until.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { problemsOf } from './looks.ts'
import { startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { administration_id } = tenant
const { given } = service
const path = `/administrations/${administration_id}/webhooks`

test('a webhook is added, tested, looked at and sent again', async () => {
  const receiver = await startReceiver(answering(500, '<img src=x onerror="document.title=1">'))
  const page = await open(path, { as: boss })
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Address').fill('https://10.0.0.1/')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText(/reachable from outside/).waitFor()
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Store the secret now').waitFor()
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Go on' }).click()
  assert.deepEqual(await problemsOf(page, path), [])
  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await until('it came', () => receiver.received.length === 1)
  await page.getByRole('cell', { name: 'Answered 500' }).waitFor()
  await page.getByRole('button', { name: 'webhook_test' }).click()
  const answer = page.getByRole('dialog')
  // What was answered is text, and nothing in it is done.
  await answer.getByText('<img src=x onerror="document.title=1">').waitFor()
  assert.equal(await answer.locator('img').count(), 0)
  await answer.getByRole('button', { name: 'Close' }).click()
  receiver.answer(taken)
  await page.getByRole('button', { name: 'Send all failed again' }).click()
  await until('it came again', () => receiver.received.length === 2)
  await page.getByRole('cell', { name: 'Arrived' }).waitFor()
  assert.deepEqual(await problemsOf(page, path), [])
})

test('what was missed while it was paused is sent or not, as somebody chooses', async () => {
  const receiver = await startReceiver()
  const url = receiver.url
  await boss.send('POST /console/webhooks', { administration_id, url })
  const page = await open(path, { as: boss })
  await page.getByRole('link', { name: url }).click()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Activate' }).waitFor()
  const resource_id = await given.invoice(tenant, await given.debtor(tenant))
  const paused = { event_name: 'invoice_paused', resource_type: 'invoice', resource_id } as const
  await happen(service, administration_id, [paused])
  await page.getByRole('button', { name: 'Activate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Send only what happens from now on').check()
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await happen(service, administration_id, [{ ...paused, step: 'next' }])
  await until('the next came', () => receiver.received.length === 1)
  assert.equal(receiver.received[0]?.event.step, 'next')
})

test('events are chosen from a list: all, a family, or one that is looked for', async () => {
  const receiver = await startReceiver()
  const page = await open(path, { as: boss })
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByLabel('All events, also those that are added later').uncheck()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('Choose at least one event, or all of them.').waitFor()
  await form.getByRole('searchbox', { name: 'Search events' }).fill('paid in full')
  await form.getByLabel('The invoice is paid in full').check()
  await form.getByRole('searchbox', { name: 'Search events' }).fill('nothing like this')
  await form.getByText('No event is called like that.').waitFor()
  await form.getByRole('searchbox', { name: 'Search events' }).fill('')
  assert.equal(await form.getByRole('group', { name: 'Account' }).count(), 0, 'accounts are for applications')
  const promises = form.getByRole('group', { name: 'Promise to pay' })
  await promises.getByLabel('Promise to pay', { exact: true }).check()
  await promises.getByLabel('The promise to pay was withdrawn').uncheck()
  assert.deepEqual(await problemsOf(page, path), [])
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Go on' }).click()
  const { rows } = await sql<{ id: string; events: string[] }>`
    select id::text, events from webhooks where url = ${receiver.url}::text`.execute(service.database.db)
  const [made] = rows
  assert.deepEqual(made?.events.toSorted(), ['invoice_paid', 'promise_broken', 'promise_created', 'promise_kept'])
  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByLabel('The debtor paid as promised').waitFor()
  assert.ok(await page.getByLabel('The debtor paid as promised').isChecked())
  await page.getByLabel('All events, also those that are added later').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await until('all are wanted', async () => {
    const now = await sql<{ events: string[] }>`
      select events from webhooks where id = ${made?.id}::bigint`.execute(service.database.db)
    return now.rows[0]?.events.length === 0
  })
})

test('a webhook of an application gets what happens at everybody who is connected, and is looked after there', async () => {
  const receiver = await startReceiver()
  const application = await given.application(tenant)
  await given.grant(application.id, tenant.company_id)
  const page = await open(`/settings/connections/applications/${application.id}`, { as: boss })
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Address', { exact: true }).fill(receiver.url)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Store the secret now').waitFor()
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('link', { name: receiver.url }).click()
  await page.waitForURL('**/webhooks/*')
  const resource_id = await given.invoice(tenant, await given.debtor(tenant))
  await happen(service, administration_id, [{ event_name: 'invoice_paused', resource_type: 'invoice', resource_id }])
  await until('it came', () => receiver.received.length === 1)
  assert.equal(receiver.received[0]?.event.event_name, 'invoice_paused')
  await page.getByRole('cell', { name: 'Arrived' }).waitFor()
  receiver.answer(answering(500))
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('cell', { name: 'Answered 500' }).waitFor()
  assert.deepEqual(await problemsOf(page, 'the webhook of an application'), [])
  receiver.answer(taken)
  await page.getByRole('button', { name: 'Send all failed again' }).click()
  await page.getByRole('cell', { name: 'Answered 500' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Activate' }).waitFor()
})

test('who may not change webhooks reads them', async () => {
  const rights = { [administration_id]: 'standard' as const }
  const page = await open(path, { as: await signedIn(service, tenant.company_id, { company_role: null, rights }) })
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add a webhook' }).count(), 0)
})
