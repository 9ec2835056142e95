import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../../server/src/domain/days.ts'
import { until } from '../../server/test/until.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { counting, sizes } from './counting.ts'
import { problemsOf, settled } from './looks.ts'
import { startSite } from './site.ts'

const now = new Date('2026-11-16T09:00:00Z')
const today = '2026-11-16'
const { service, tenant, boss, open } = await startSite({ now: () => now })
const { given, database } = service
const { administration_id } = tenant
const root = `/administrations/${administration_id}`
await given.row('payment_conditions', tenant, {
  ...{ code: 'N30', name: 'Within thirty days', created_at: 'stamp', updated_at: 'stamp' },
})
for (const days of [8, 15, 15]) {
  const debtor_id = await given.debtor(tenant, { is_company: true, primary_email_address: 'books@example.com' })
  const due_date = addDays(today, -days)
  const invoice_date = addDays(due_date, -30)
  await given.invoice(tenant, debtor_id, { due_date, invoice_date, sent_at: `${invoice_date}T09:00:00Z` })
}
await database.pool.query(
  'insert into engine_states (administration_id, books_written_at, updated_at) values ($1, $2, $2)',
  [administration_id, now.toISOString()],
)

const versionsOf = async (code: string): Promise<{ version: number; published: boolean; days: number[] }[]> => {
  const { rows } = await database.pool.query(
    `select v.version, v.published_at is not null as published, v.definition
     from flow_versions v join flows f on f.administration_id = v.administration_id and f.id = v.flow_id
     where f.administration_id = $1 and f.code = $2 order by v.version`,
    [administration_id, code],
  )
  return rows.map(({ version, published, definition }) => ({
    ...{ version, published, days: definition.steps.map(({ day }: { day: number }) => day) },
  }))
}

test('the engine is switched on after a look at what it would do, and brings flows', async () => {
  const page = await open(`${root}/flows`, { as: boss })
  await page.getByText('There are no flows yet').waitFor()
  await page.getByRole('link', { name: 'To the settings' }).click()
  await page.getByText('The engine is off').waitFor()
  await page.getByRole('button', { name: 'See what would happen…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Letters today.').waitFor()
  await dialog.getByText('3 invoices get something').waitFor()
  assert.equal(await dialog.getByRole('row', { name: 'Reminder 1' }).getByRole('cell').innerText(), '3')
  assert.deepEqual(await problemsOf(page, 'the dry run'), [])
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('The engine is on', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Flows' }).click()
  await page.getByRole('link', { name: 'Businesses' }).waitFor()
  assert.deepEqual((await versionsOf('business')).length, 1)
})

test('the text of a letter leads to the flows that send it', async () => {
  const page = await open(`${root}/letter_texts/reminder_1`, { as: boss })
  await page.getByRole('link', { name: 'Businesses' }).click()
  await page.waitForURL(/\/flows\/business$/)
})

test('a flow is written where it stands, wrong days are said there, and it is published', async () => {
  const page = await open(`${root}/flows/business`, { as: boss })
  const publish = page.getByRole('button', { name: 'Publish…' })
  const second = page.getByLabel('Reminder 2: days')
  await second.fill('9')
  await page.getByText('Saved as a draft.').waitFor()
  const row = page.getByRole('listitem').filter({ has: second })
  await row.getByText('Reminder 2 comes 2 days after Reminder 1, and the flow keeps 7 days between letters.').waitFor()
  assert.equal(await publish.isDisabled(), true)
  await second.fill('14')
  await second.press('ArrowUp')
  await second.press('ArrowUp')
  assert.equal(await second.inputValue(), '16')
  await row.getByText('was 14').waitFor()
  await page.getByLabel('Reminder 3: days').fill('24')
  await page.getByLabel('Final reminder: days').fill('32')
  const beside = page.getByRole('complementary', { name: 'What this draft would do' })
  await until('the draft is kept', async () => (await versionsOf('business'))[1]?.days[4] === 32)
  await beside.getByText('No invoice moves.').waitFor()
  await row.getByRole('button', { name: /Reminder 2: channel/ }).click()
  await row.getByLabel('Days to pay').fill('5')
  await row.getByLabel('Goes by').selectOption('Post, else Mail')
  await row.locator('span').getByText('Post, else Mail', { exact: true }).waitFor()
  await row.getByText('5 days to pay', { exact: true }).waitFor()
  await page.getByLabel('Reminder 1: days').fill('9')
  await beside.getByText('One invoice moves').waitFor()
  assert.deepEqual(await problemsOf(page, 'the editor'), [])
  await publish.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Version 2, in force').waitFor()
  await until('it is published', async () => (await versionsOf('business'))[1]?.published === true)
  await page.getByRole('button', { name: 'Take up again' }).click()
  await page.getByText('was 16').waitFor()
  await page.getByRole('button', { name: 'Throw away' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Throw away' }).click()
  await page.getByText('The draft is gone.').waitFor()
  assert.equal((await versionsOf('business')).length, 2)
})

test('a flow of its own is made for a payment condition', async () => {
  const page = await open(`${root}/flows`, { as: boss })
  await page.getByRole('button', { name: 'New flow' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Thirty days, friendly')
  await dialog.getByRole('button', { name: 'Begin a draft' }).click()
  await page.getByLabel('N30 · Within thirty days').check()
  await page.getByText('Saved as a draft.').waitFor()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Version 1, in force').waitFor()
  await page.getByRole('link', { name: 'Flows' }).first().click()
  await page.getByRole('row', { name: /Thirty days, friendly.*Businesses · N30/ }).waitFor()
})

test('what a colleague wrote meanwhile is not written over', async () => {
  const page = await open(`${root}/flows/consumer`, { as: boss })
  const first = page.getByLabel('Reminder 1: days')
  await first.waitFor()
  const path = `/console${root}/flow_versions/consumer`
  const { definition } = (await boss.get(path)).body as { definition: object }
  const saved = await boss.send(`PATCH ${path}/draft`, { definition: { ...definition, minimum_interval: 6 } })
  assert.equal(saved.status, 200, saved.text)
  await first.fill('8')
  await page.getByText('Not saved').waitFor()
  await page.getByRole('button', { name: 'Show what it says now' }).click()
  await until('the page shows it', async () => (await first.inputValue()) === '7')
  assert.equal(await page.getByLabel('Days between letters').inputValue(), '6')
})

test('what cannot be saved stays, is not published without, and is saved when somebody tries again', async () => {
  const page = await open(`${root}/flows/consumer`, { as: boss })
  const first = page.getByLabel('Reminder 1: days')
  await first.fill('8')
  await page.getByText('Saved as a draft.').waitFor()
  await page.route('**/flow_versions/consumer/draft', (to) => to.abort())
  await first.fill('9')
  await page.getByText('Not saved').waitFor()
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await first.inputValue(), '9')
  const before = await versionsOf('consumer')
  assert.deepEqual(before.at(-1)?.published, false)
  await page.getByRole('link', { name: 'Flows' }).first().click()
  await page.getByRole('dialog', { name: 'Go on without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await first.inputValue(), '9')
  await page.unroute('**/flow_versions/consumer/draft')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Saved as a draft.').waitFor()
  assert.ok((await versionsOf('consumer')).at(-1)?.days.includes(9))
  await page.getByRole('button', { name: 'Throw away' }).click()
  await dialog.getByRole('button', { name: 'Throw away' }).click()
  await page.getByText('The draft is gone.').waitFor()
})

test('who may not change flows reads them, on a phone and in the dark as well, in Dutch', async () => {
  const reader = await signedIn(service, tenant.company_id, {
    company_role: null,
    rights: { [administration_id]: 'restricted' },
  })
  await database.pool.query(`update users set locale = 'nl' where id = $1`, [reader.id])
  const looks = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }
  const page = await open(`${root}/flows/business`, { as: reader, ...looks })
  await settled(page)
  assert.equal(await page.getByLabel('Herinnering 2: dagen').isDisabled(), true)
  assert.equal(await page.getByRole('button', { name: 'Publiceren…' }).count(), 0)
  assert.deepEqual(await problemsOf(page, 'the editor on a phone'), [])
  await page.goto(`${service.app.base_url}${root}/flows`)
  await settled(page)
  assert.deepEqual(await problemsOf(page, 'the list on a phone'), [])
})

for (const [size, options] of Object.entries(sizes)) {
  test(`a schedule is changed, seen through and published within six, ${size}`, async () => {
    const code = size === 'phone' ? 'consumer' : 'business'
    const page = await open(`${root}/flows/${code}`, { as: boss, ...options })
    const first = page.getByLabel('Reminder 1: days')
    await first.waitFor()
    const wanted = Number(await first.inputValue()) - 1
    const by = counting(page)
    await by.fill(first, String(wanted))
    await page.getByText('Saved as a draft.').waitFor()
    const beside = page.getByRole('complementary', { name: 'What this draft would do' })
    await beside
      .getByText(/invoices? moves?/)
      .first()
      .waitFor()
    await by.click(page.getByRole('button', { name: 'Publish…' }))
    await by.click(page.getByRole('dialog').getByRole('button', { name: 'Publish' }))
    await until('it is published', async () => {
      const last = (await versionsOf(code)).at(-1)
      return last?.published === true && last.days.includes(wanted)
    })
    assert.ok(by.count() <= 6, String(by.count()))
  })
}
