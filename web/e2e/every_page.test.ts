import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { createLink } from '../../server/src/auth/one_time_links.ts'
import { ensureDefaultFlows } from '../../server/src/follow_up/flows/defaults.ts'
import { engineChanges } from '../../server/test/engine_change.ts'
import { problemsInBothColours, problemsOf, settled } from './looks.ts'
import { keptMail, owing, startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given, database } = service
const debtor_id = await given.debtor(tenant, { name: 'A debtor with a name that goes on and on and on' })
const invoice_id = await given.invoice(tenant, debtor_id, owing('123456789.01'))
const unbroken = 'A_name_that_has_no_place_where_it_could_break_at_all'
const task_id = await given.task(tenant, { subject: unbroken, description: unbroken, invoice_id })
const message_id = await given.message(tenant, { subject: unbroken, content: unbroken.repeat(9), invoice_id })
const plan_id = await given.row('payment_plans', tenant, {
  debtor_id,
  ...(await given.debtorKeys(tenant, debtor_id)),
  reason: unbroken,
  active: true,
  approved_at: 'stamp',
  payment_terms: JSON.stringify([
    { id: '1', total_amount: '123456789.01', amount_due: '1.00', due_date: '2026-01-01', payment_date: null },
  ]),
  created_at: 'stamp',
  updated_at: 'stamp',
})
await engineChanges(database.db)(tenant.administration_id, ensureDefaultFlows)
const application = await given.application(tenant)
const grant_id = await given.grant(application.id, tenant.company_id)
await given.token(tenant, { name: 'A_token_whose_name_has_no_place_where_it_could_break_at_all' })
const { api_token_id } = await database.db
  .selectFrom('api_tokens')
  .select('id as api_token_id')
  .executeTakeFirstOrThrow()
const invited = (
  await boss.send('POST /console/users', {
    first_name: 'Anna',
    last_name: 'Visser',
    email_address: 'anna.visser.with.a.long.address@subsidiary.example.com',
    company_role: 'standard',
  })
).body as { id: string }
const invitation = await createLink(database.db, { purpose: 'invitation', user_id: invited.id, now: new Date() })
const { id: mail_id } = await keptMail(boss, 'anna.visser.with.a.long.address@subsidiary.example.com')
const authorize = `/oauth/authorize?${new URLSearchParams({
  client_id: application.client_id,
  redirect_uri: 'https://app.example.com/callback',
  response_type: 'code',
})}`

const open_pages = ['/', '/sign_in', '/forgotten_password', `/link#${invitation}`, '/link', authorize]
const own_pages = [
  `/administrations/${tenant.administration_id}`,
  `/administrations/${tenant.administration_id}/overview`,
  `/administrations/${tenant.administration_id}/debtors`,
  `/administrations/${tenant.administration_id}/calculator`,
  `/administrations/${tenant.administration_id}/debtors/${debtor_id}`,
  `/administrations/${tenant.administration_id}/invoices`,
  `/administrations/${tenant.administration_id}/invoices/${invoice_id}`,
  `/administrations/${tenant.administration_id}/credit_cases`,
  `/administrations/${tenant.administration_id}/tasks`,
  `/administrations/${tenant.administration_id}/tasks/${task_id}`,
  `/administrations/${tenant.administration_id}/inbox`,
  `/administrations/${tenant.administration_id}/reply_texts`,
  `/administrations/${tenant.administration_id}/reports`,
  `/administrations/${tenant.administration_id}/messages/${message_id}`,
  `/administrations/${tenant.administration_id}/outbox`,
  `/administrations/${tenant.administration_id}/outbox?show=coming`,
  `/administrations/${tenant.administration_id}/letters`,
  `/administrations/${tenant.administration_id}/letter_texts`,
  `/administrations/${tenant.administration_id}/letter_texts/reminder_1`,
  `/administrations/${tenant.administration_id}/payment_plans`,
  `/administrations/${tenant.administration_id}/payment_plans/${plan_id}`,
  `/administrations/${tenant.administration_id}/orders`,
  `/administrations/${tenant.administration_id}/imports`,
  `/administrations/${tenant.administration_id}/flows`,
  `/administrations/${tenant.administration_id}/flows/business`,
  `/administrations/${tenant.administration_id}/settings`,
  '/account',
  '/settings/connections',
  '/settings/connections?part=connected',
  '/settings/connections?part=api_tokens',
  '/settings/connections/applications/new',
  `/settings/connections/applications/${application.id}`,
  `/settings/connections/connected/${grant_id}`,
  '/settings/connections/api_tokens/new',
  `/settings/connections/api_tokens/${api_token_id}`,
  '/settings/users',
  '/settings/users/new',
  `/settings/users/${invited.id}`,
  '/settings/mail',
  `/settings/mail/${mail_id}`,
  '/settings/audit',
  authorize,
]

/** What everybody can use: of each kind of page one, and those that no other test looks at in the dark. */
const looked_at = [
  '/sign_in',
  `/administrations/${tenant.administration_id}`,
  `/administrations/${tenant.administration_id}/inbox`,
  `/administrations/${tenant.administration_id}/reply_texts`,
  `/administrations/${tenant.administration_id}/reports`,
  `/administrations/${tenant.administration_id}/debtors/${debtor_id}`,
  authorize,
  '/settings/connections',
  '/settings/connections?part=connected',
  '/settings/connections/applications/new',
  `/settings/connections/applications/${application.id}`,
  '/settings/users',
  `/settings/users/${invited.id}`,
  '/settings/audit',
  '/account',
]

test('every page fits a phone, loads nothing from elsewhere, and can be used by everybody in both colours', async () => {
  const complaints: string[] = []
  for (const [paths, options] of [
    [open_pages, {}],
    [own_pages, { as: boss }],
  ] as const) {
    const page = await open('/favicon.svg', options)
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('request', (request) => {
      if (!request.url().startsWith(service.app.base_url)) complaints.push(request.url())
    })
    for (const path of paths) {
      await page.setViewportSize({ width: 390, height: 700 })
      await show(page, path)
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 700 })
        const wide = await page.evaluate('document.documentElement.scrollWidth')
        if (wide !== width) complaints.push(`${path} is ${wide} wide on ${width}`)
      }
      if (!looked_at.includes(path)) continue
      await page.setViewportSize({ width: 1280, height: 720 })
      complaints.push(...(await problemsInBothColours(page, path)))
    }
    await page.context().close()
  }
  assert.deepEqual(complaints, [])
})

test('a secret that is shown, and a dialog, are within reach of everybody', async () => {
  const page = await open(`/settings/connections/applications/${application.id}`, { as: boss })
  await page.getByRole('button', { name: 'Replace the secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
  assert.deepEqual(await problemsInBothColours(page, 'dialog'), [])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Replace the secret')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByRole('heading', { name: 'Store the secret now' }).waitFor()
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Store the secret now')
  assert.deepEqual(await problemsInBothColours(page, 'secret'), [])
})

test('the keyboard follows the reader to another page, and the first stop skips the navigation', async () => {
  const page = await open('/settings/users', { as: boss })
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content')
  await page.getByRole('link', { name: 'Audit log' }).press('Enter')
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  await page.locator('h1:focus').waitFor()
  assert.equal(await page.title(), 'Audit log · Dunlin')
})

test('on a phone the navigation opens, leads on and closes', async () => {
  const page = await open(`/administrations/${tenant.administration_id}`, {
    as: boss,
    viewport: { width: 390, height: 700 },
  })
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Company settings' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Users' }).click()
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a page that failed to load says so, and loads when asked again', async () => {
  const page = await open('/settings/connections', { as: boss })
  await page.getByRole('heading', { name: 'Connections' }).waitFor()
  await page.route('**/console/users**', (route) =>
    route.fulfill({ status: 503, json: { code: 'service_unavailable', message: 'Later.' } }),
  )
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('alert').getByText('Something went wrong on our side').waitFor()
  await page.unroute('**/console/users**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Anna Visser' }).waitFor()
})

test('a page whose code does not come says so inside the shell, and comes when the service is back', async () => {
  const page = await open('/account', { as: boss })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.route(/\/(assets\/users_page|health)/, (route) => route.abort())
  await page.getByRole('button', { name: 'Company settings' }).click()
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('heading', { level: 1, name: 'The page could not be loaded' }).waitFor()
  assert.equal(await page.locator('main').count(), 1)
  assert.equal(await page.getByRole('navigation', { name: 'Main navigation' }).count(), 1)
  assert.deepEqual(await problemsOf(page, 'code missing'), [])
  await page.unroute(/\/(assets\/users_page|health)/)
  await page.getByRole('link', { name: 'Anna Visser' }).waitFor()
})

test('a first visit loads less than 200 kB of script', () => {
  const dist = fileURLToPath(new URL('../dist/', import.meta.url))
  const first = [...readFileSync(`${dist}index.html`, 'utf8').matchAll(/assets\/[\w-]+\.js/g)].map(([file]) => file)
  assert.ok(first.length > 0)
  const loaded = new Set(first)
  // What an entry imports at once belongs to it; what it imports later stands in a call.
  for (const file of loaded) {
    const text = readFileSync(`${dist}${file}`, 'utf8')
    for (const [, other] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) loaded.add(`assets/${other}`)
  }
  const bytes = [...loaded].reduce((sum, file) => sum + gzipSync(readFileSync(`${dist}${file}`)).length, 0)
  assert.ok(bytes < 200_000, `${bytes} bytes in ${loaded.size} files`)
  assert.ok(
    readdirSync(`${dist}assets`).filter((file) => file.endsWith('.js')).length > 20,
    'pages are files of their own',
  )
})

/** Opens an address in a page that is there already, and waits until it has its data. */
async function show(page: Page, path: string): Promise<void> {
  await page.goto(`${service.app.base_url}${path}`)
  await settled(page)
}
