import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { BrowserContext } from 'playwright-core'
import { addDays, type Day, daysBetween } from '../../server/src/domain/days.ts'
import { problemsOn } from './looks.ts'
import { startSite } from './site.ts'

const now = new Date('2026-11-16T10:00:00Z')
const { service, tenant, boss, open } = await startSite({ now: () => now })
const { given, database } = service
const { db } = database
const { administration_id } = tenant
const here = `/administrations/${administration_id}`
await sql`update administrations set sandbox = true where id = ${administration_id}::bigint`.execute(db)
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })
const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F-1' })
const planned = { debtor_id, invoice_id, step: 'reminder_1', day: '2026-11-24' }
const agenda_id = await given.row('agenda_records', tenant, planned)
const real_day: Day = '2026-11-16'

/**
 * Stands in for the clock, which this page only calls: the day moves, and the reminder of the 24th is sent on the way.
 * Turns are asked for week by week.
 */
async function withClock(context: BrowserContext, asked: string[]): Promise<void> {
  await context.route('**/console/administrations/*/clock', async (route) => {
    const { date } = route.request().postDataJSON() as { date: Day }
    asked.push(date)
    await sql`update administrations set days_ahead = ${daysBetween(real_day, date)}::integer
      where id = ${administration_id}::bigint`.execute(db)
    const due = date >= '2026-11-24' && asked.every((one) => one === date || one < '2026-11-24')
    if (due) await remind()
    await route.fulfill({ json: { data: { today: date, steps_performed: due ? 1 : 0 } } })
  })
}

async function remind(): Promise<void> {
  const letter_id = await given.row('letters', tenant, {
    ...{ debtor_id, step: 'reminder_1', channel: 'mail', language_code: 'en', status: 'sent', day: '2026-11-24' },
    ...{ subject: 'Reminder of invoice F-1', text: 'Please pay €121.00.', data: '{"currency_code":"EUR"}' },
    ...{ created_at: 'stamp', updated_at: 'stamp' },
  })
  await given.row('letter_items', tenant, { letter_id, invoice_id, amount: '121.00', performs: 'reminder_1' })
  await sql`delete from agenda_records where id = ${agenda_id}::bigint`.execute(db)
}

test('a sandbox invites to turn its clock, and shows what every turn did', async () => {
  const asked: string[] = []
  const page = await open(here, { as: boss, prepare: (context) => withClock(context, asked) })
  await page.getByRole('navigation').getByRole('link', { name: 'Clock and diary' }).click()
  await page.getByText('Turn to next month, and see what your debtors would get.').waitFor()
  await page.getByText('Nothing leaves this administration').waitFor()
  await page.getByText('Nothing happened here yet').waitFor()
  await page.getByText('24 Nov 2026').waitFor()

  await page.getByRole('button', { name: 'Next day' }).click()
  await page.getByText('From 16 Nov 2026 to 17 Nov 2026: nothing was due.').waitFor()
  await page.getByText('1 day ahead of the world').waitFor()

  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByText('From 17 Nov 2026 to 17 Dec 2026: 1 step.').waitFor()
  assert.deepEqual(asked.slice(1), ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-17'])
  const diary = page.getByRole('region', { name: 'Diary' })
  await diary.getByRole('link', { name: 'Bakery Morning Star' }).waitFor()
  await diary.getByRole('button', { name: 'First reminder to' }).click()
  await page.getByRole('dialog').getByText('Please pay €121.00.').waitFor()
})

test('the clock goes to a date that is chosen, and says why it cannot be turned', async () => {
  const page = await open(`${here}/sandbox`, {
    as: boss,
    prepare: async (context) => {
      const json = { code: 'conflict', message: 'The clock is being turned already.' }
      await context.route('**/clock', (route) => route.fulfill({ status: 409, json }))
    },
  })
  const { today } = (await boss.get(`/console/administrations/${administration_id}/sandbox`)).body as { today: Day }
  await page.getByLabel('Until').fill(addDays(today, 3))
  await page.getByRole('button', { name: 'Turn', exact: true }).click()
  await page.getByText('The clock is being turned already. Wait until that is done.').waitFor()
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
