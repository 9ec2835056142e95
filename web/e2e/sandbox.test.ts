import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeIn } from '../../server/src/db/change.ts'
import { serviceActor } from '../../server/src/domain/actor.ts'
import { addDays } from '../../server/src/domain/days.ts'
import { makeSandbox } from '../../server/src/follow_up/sandboxes.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { problemsOn } from './looks.ts'
import { startSite } from './site.ts'

const now = new Date('2026-11-16T10:00:00Z')
const { service, tenant, boss, open } = await startSite({ now: () => now })
const { given, database } = service
const { administration_id } = tenant
const here = `/administrations/${administration_id}`
await changeIn(database.db, { administration_id, actor: serviceActor('engine'), real_now: now }, makeSandbox)
const reached = { is_company: true, language_code: 'en', primary_email_address: 'star@example.com' }
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star', ...reached })
const sent = { invoice_date: '2026-10-18', due_date: '2026-11-17', sent_at: '2026-10-18T09:00:00Z' }
await given.invoice(tenant, debtor_id, { invoice_number: 'F-1', ...sent })

test('a sandbox invites to turn its clock, and shows what every turn did', async () => {
  const page = await open(here, { as: boss })
  await page.getByRole('navigation').getByRole('link', { name: 'Clock and diary' }).click()
  await page.getByText('Turn to next month, and see what your debtors would get.').waitFor()
  await page.getByText('Nothing leaves this administration').waitFor()
  await page.getByRole('button', { name: 'Next day' }).click()
  await page.getByText('1 day ahead of the world').waitFor()
  await page.getByRole('button', { name: 'Next month' }).click()
  // Each of the days is written to every node, where the database is a cluster.
  await page.getByText('From 17 Nov 2026 to 17 Dec 2026: 4 steps.').waitFor({ timeout: 60_000 })
  const diary = page.getByRole('region', { name: 'Diary' })
  await diary.getByRole('link', { name: 'Bakery Morning Star' }).first().waitFor()
  await diary.getByRole('button', { name: 'First reminder to' }).click()
  await page.getByRole('dialog').getByText('€121.00').first().waitFor()
})

test('the clock goes to a date that is chosen', async () => {
  const page = await open(`${here}/sandbox`, { as: boss })
  const { today } = (await boss.get(`/console/administrations/${administration_id}/sandbox`)).body as {
    today: `${number}-${number}-${number}`
  }
  await page.getByLabel('Until').fill(addDays(today, 3))
  await page.getByRole('button', { name: 'Turn to 20 Dec' }).click()
  await page.getByText('34 days ahead of the world').waitFor()
})

test('a day is chosen on the line by keys, and only turned to when somebody says so', async () => {
  const page = await open(`${here}/sandbox`, { as: boss })
  const line = page.getByRole('slider', { name: 'Days ahead' })
  await line.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  assert.equal(await line.getAttribute('aria-valuetext'), '22 Dec 2026')
  await page.getByText('34 days ahead of the world').waitFor()
  await page.getByRole('button', { name: 'Turn to 22 Dec' }).click()
  await page.getByText('36 days ahead of the world').waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('1')
  await page.getByText('37 days ahead of the world').waitFor()
})

test('somebody plays a debtor, and the diary shows what it did', async () => {
  const page = await open(`${here}/sandbox`, { as: boss })
  const play = page.getByRole('region', { name: 'Play a debtor' })
  await play.getByRole('button', { name: 'Pays a part' }).click()
  await page.getByText(/^Bakery Morning Star paid €\d+\.\d\d of F-1\.$/).waitFor()
  const diary = page.getByRole('region', { name: 'Diary' })
  await diary.getByText('Payment received from Bakery Morning Star').waitFor()
  assert.ok(await play.getByRole('button', { name: 'Writes' }).isDisabled())
  await play.getByLabel('What the debtor says').fill('Where is my order?')
  await play.getByRole('button', { name: 'Writes' }).click()
  await diary.getByText('Message from Bakery Morning Star').waitFor()
  await play.getByRole('button', { name: 'Pays all' }).click()
  await play.getByText('Nobody owes anything here.').waitFor()
  await diary.getByText('Money', { exact: true }).click()
  assert.equal(await diary.getByText('Message from').count(), 0)
})

test('an ordinary administration cannot be turned, and its navigation does not offer it', async () => {
  const ordinary = await given.tenant({ company_id: tenant.company_id })
  const page = await open(`/administrations/${ordinary.administration_id}/sandbox`, { as: boss })
  await page.getByText('This administration is no sandbox').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Clock and diary' }).count(), 0)
  assert.equal(await page.getByText('Nothing leaves this administration').count(), 0)
})

test('the sandbox can be read on a small phone in Dutch, and in the dark', async () => {
  const address = `${service.app.base_url}${here}/sandbox`
  const small = await open('/favicon.svg', { as: boss, viewport: { width: 320, height: 700 }, locale: 'nl-NL' })
  assert.deepEqual(await problemsOn(small, [address]), [])
  const dark = await open('/favicon.svg', { as: boss, colorScheme: 'dark' })
  assert.deepEqual(await problemsOn(dark, [address]), [])
})

test('an administrator of the company makes a sandbox, plays in it, and starts it over', async () => {
  const page = await open(`${here}/debtors`, { as: boss })
  await page.getByRole('button', { name: 'Administration:' }).click()
  await page.getByRole('option', { name: 'New sandbox' }).click()
  const dialog = page.getByRole('dialog', { name: 'New sandbox' })
  await dialog.getByLabel('Name').fill('A place to try')
  await dialog.getByRole('button', { name: 'Make the sandbox' }).click()
  await page.getByRole('region', { name: 'Who owes what here' }).getByText('Sanne Wolkenbach').first().waitFor()
  await page.getByRole('button', { name: 'Administration: A place to try' }).waitFor()
  const first = page.url()
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByText('7 days ahead of the world').waitFor({ timeout: 60_000 })

  await page.getByRole('button', { name: 'Start over' }).click()
  const over = page.getByRole('dialog', { name: 'Start this sandbox over?' })
  await over.getByText('Everything in it goes').waitFor()
  await over.getByLabel('With a few invented debtors').uncheck()
  await over.getByRole('button', { name: 'Start over' }).click()
  await page.getByText('Nobody owes anything here yet').waitFor()
  await page.getByText('The same day as everywhere else').waitFor()
  await page.getByRole('button', { name: 'Administration: A place to try' }).waitFor()
  assert.notEqual(page.url(), first)
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.getByRole('button', { name: 'Invent debtors' }).click()
  await page.getByText('Sanne Wolkenbach').first().waitFor()

  // The old one is out of reach, also for whoever kept its address.
  await page.goto(first)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  assert.equal(await page.getByText('7 days ahead of the world').count(), 0)
})

test('a colleague of one administration is offered neither', async () => {
  const page = await open(`${here}/sandbox`, { as: await colleague() })
  await page.getByRole('button', { name: 'Next day' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Start over' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Administration:' }).count(), 0)
})

const colleague = () =>
  signedIn(service, tenant.company_id, { company_role: null, rights: { [administration_id]: 'standard' } })
