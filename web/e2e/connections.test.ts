import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { permission_names } from '../../server/src/auth/permissions.ts'
import { startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { call, given } = service

test('an application is created, and its secret is shown once', async () => {
  const page = await open('/settings/connections', { as: boss })
  await page.getByText('No applications yet').waitFor()
  await page.getByRole('link', { name: 'New application' }).click()
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByText('Choose at least one permission.').waitFor()
  await page.getByLabel('Name').fill('Ledger Bridge')
  await page.getByLabel('Redirect address').fill('http://app.example.com/callback')
  await page.getByRole('button', { name: 'All reading' }).click()
  await page.getByLabel('Allowed addresses').fill('192.0.2.1\n192.0.2.300')
  await page.getByText('Line 2: 192.0.2.300 is not an IP address').waitFor()
  await page.getByLabel('Allowed addresses').fill('127.0.0.1\n192.0.2.0/24')
  await page.getByLabel('Who is warned').fill('security@example.com')
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByText('Use an https address without a fragment').waitFor()
  await page.getByLabel('Redirect address').fill('https://app.example.com/callback')
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByRole('heading', { name: 'Store the secret now' }).waitFor()
  const secret = await shownAs(page, 'Client secret')
  const client_id = await shownAs(page, 'Client id')
  assert.equal((await introspect(client_id, secret)).status, 200)
  assert.equal(await page.getByRole('button', { name: 'Go on' }).isDisabled(), true)
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: 'Ledger Bridge' }).waitFor()
  await page.reload()
  await page.getByText(client_id, { exact: true }).waitFor()
  assert.equal((await page.content()).includes(secret), false)
})

test('an application by itself needs addresses, and has no link', async () => {
  const page = await open('/settings/connections/applications/new', { as: boss })
  await page.getByLabel('Name').fill('Night import')
  await page.getByLabel('By itself').check()
  assert.equal(await page.getByLabel('Redirect address').count(), 0)
  await page.getByLabel('Create and change invoices').check()
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByText('needs at least one address').waitFor()
  await page.getByLabel('Allowed addresses').fill('127.0.0.1')
  await page.getByRole('button', { name: 'Create application' }).click()
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('The first token that the application gets makes the connection.').waitFor()
  assert.equal(await page.getByText('Example link').count(), 0)
})

test('an application is changed, gets a new secret, is disconnected and deleted', async () => {
  const application = await given.application(tenant, { permissions: ['debtors:read', 'invoices:read'] })
  await given.grant(application.id, tenant.company_id)
  const page = await open(`/settings/connections/applications/${application.id}`, { as: boss })
  await page.getByLabel('Name').fill('Renamed bridge')
  await page.getByLabel('See invoices, deleted ones too.').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('Saved.').waitFor()
  await page.getByRole('heading', { name: 'Renamed bridge' }).waitFor()
  const { permissions } = (await boss.get(`/console/applications/${application.id}`)).body as { permissions: string[] }
  assert.deepEqual(permissions, ['debtors:read'])

  await page.getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByRole('dialog').getByText('stops working at once').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByRole('heading', { name: 'Store the secret now' }).waitFor()
  const secret = await shownAs(page, 'Client secret')
  assert.equal((await introspect(application.client_id, application.client_secret)).status, 401)
  assert.equal((await introspect(application.client_id, secret)).status, 200)

  await page.getByRole('button', { name: /^Disconnect/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Nobody yet').waitFor()

  await page.getByRole('button', { name: 'Delete application' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete application' }).click()
  await page.getByText('Renamed bridge was deleted.').waitFor()
  await page.waitForURL('**/settings/connections')
  await page.getByRole('link', { name: 'Renamed bridge' }).waitFor({ state: 'detached' })
  assert.equal((await introspect(application.client_id, secret)).status, 401)
})

test('what connected software may do is narrowed by the company whose data it is', async () => {
  const other = await given.tenant()
  const application = await given.application(other, { permissions: ['debtors:read', 'debtors:write'] })
  const grant_id = await given.grant(application.id, tenant.company_id)
  await boss.send(`PATCH /console/connections/${grant_id}`, { permissions: ['debtors:read', 'debtors:write'] })
  const page = await open('/settings/connections?part=connected', { as: boss })
  await page.getByRole('link', { name: /^Change/ }).click()
  await page.getByLabel('Create and change debtors, pause and resume them.').uncheck()
  await page.getByLabel('Only these').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Choose at least one administration.').waitFor()
  await page.getByRole('group', { name: 'In which administrations' }).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/settings/connections?part=connected')
  const kept = (await boss.get(`/console/connections/${grant_id}`)).body as Record<string, unknown>
  assert.deepEqual([kept.permissions, kept.all_administrations], [['debtors:read'], false])
})

test('what software that works by itself may do is changed at the application', async () => {
  const machine = await given.machine(tenant)
  const answer = await call('POST /oauth/token', { basic: machine, form: 'grant_type=client_credentials' })
  assert.equal(answer.status, 200, answer.text)
  const page = await open('/settings/connections?part=connected', { as: boss })
  const name = new RegExp(`^Change: ${await nameOf(machine.id)},`)
  await page.getByRole('link', { name }).click()
  await page.waitForURL(`**/settings/connections/applications/${machine.id}`)
  await page.getByRole('button', { name: /^Disconnect/ }).waitFor()
  assert.equal(await page.getByRole('link', { name }).count(), 0)
  const { data } = (await boss.get(`/console/connections?application_id=${machine.id}`)).body as {
    data: { id: string }[]
  }
  await page.goto(`${service.app.base_url}/settings/connections/connected/${data[0]?.id}`)
  await page.getByRole('link', { name: 'Change the application' }).click()
  await page.waitForURL(`**/settings/connections/applications/${machine.id}`)
})

test('a static token is created, shown once, works, and is revoked', async () => {
  const page = await open('/settings/connections?part=api_tokens', { as: boss })
  await page.getByRole('link', { name: 'New API token' }).click()
  await page.getByLabel('Name').fill('Reporting')
  await page.getByLabel('See debtors with their details.').check()
  await page.getByLabel('All, also those that come later').check()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('heading', { name: 'Store the secret now' }).waitFor()
  const token = await shownAs(page, 'API token')
  const line = `GET /v1/debtors?administration_id=${tenant.administration_id}`
  assert.equal((await call(line, { token })).status, 200)
  await page.getByLabel('I have stored it').check()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('link', { name: 'Reporting' }).click()
  await page.getByRole('heading', { name: 'Reporting' }).waitFor()
  assert.equal((await page.content()).includes(token), false)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Reporting was revoked.').waitFor()
  assert.equal((await call(line, { token })).status, 401)
})

test('every permission that exists can be chosen, with a sentence of its own', async () => {
  const page = await open('/settings/connections/api_tokens/new', { as: boss })
  const boxes = page.getByRole('group', { name: 'What it may do' }).getByRole('checkbox')
  await boxes.first().waitFor()
  const found = await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('value')))
  assert.deepEqual(found.sort(), permission_names)
  for (const name of permission_names) assert.equal(await page.getByText(name, { exact: true }).count(), 0, name)
})

/** The value beside a label that can be copied. */
async function shownAs(page: Page, label: string): Promise<string> {
  const field = page.locator('div', { has: page.getByText(label, { exact: true }) }).last()
  return (await field.locator('code').textContent()) ?? ''
}

async function nameOf(application_id: string): Promise<string> {
  const { body } = await boss.get(`/console/applications/${application_id}`)
  return (body as { name: string }).name
}

const introspect = (client_id: string, client_secret: string) =>
  call('POST /oauth/introspect', { basic: { client_id, client_secret }, json: { token: 'nothing' } })
