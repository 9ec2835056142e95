import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { watchWayBack, wayBack } from '../../server/test/browser.ts'
import { makeCertificate } from '../../server/test/certificate.ts'
import { test_password } from '../../server/test/visitor.ts'
import { colleague, sessionOf, signInOn, startSite } from './site.ts'

const site = await startSite()
const { service, tenant, boss, open } = site
const redirect_uri = 'https://app.example.com/callback'
const owner = await service.given.tenant()
const application = await service.given.application(owner, {
  permissions: ['debtors:read', 'debtors:write', 'invoices:read'],
})
const { name: application_name } = await service.database.db
  .selectFrom('applications')
  .select('name')
  .where('id', '=', application.id)
  .executeTakeFirstOrThrow()

const asks = (parameters: Record<string, string> = {}): string =>
  `/oauth/authorize?${new URLSearchParams({
    client_id: application.client_id,
    redirect_uri,
    response_type: 'code',
    state: 'a b&c=ü',
    ...parameters,
  })}`

/** The other software, as far as a browser gets to it. */
const prepare = async (context: BrowserContext): Promise<void> => {
  watchWayBack(context, redirect_uri)
}

async function answerOf(page: Page): Promise<URLSearchParams> {
  return (await wayBack(page)).searchParams
}

test('a person lets software in with less than it asked for, and the token has just that', async () => {
  const page = await open(asks(), { as: boss, prepare })
  await page.getByRole('heading', { name: `${application_name} wants to connect` }).waitFor()
  await page.getByText('The answer goes to app.example.com.').waitFor()
  await page.getByLabel('Create and change debtors, pause and resume them.').uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()
  const answer = await answerOf(page)
  assert.equal(answer.get('state'), 'a b&c=ü')
  const tokens = await service.call('POST /oauth/token', {
    basic: application,
    form: new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      redirect_uri,
    }).toString(),
  })
  assert.equal((tokens.body as { scope: string }).scope, 'debtors:read invoices:read')
  const grant = await service.database.db
    .selectFrom('grants')
    .select(['id', 'all_administrations'])
    .where('company_id', '=', tenant.company_id)
    .executeTakeFirstOrThrow()
  assert.equal(grant.all_administrations, false)

  const again = await open(asks(), { as: boss, prepare })
  await again.getByText('is connected with this application already').waitFor()
})

test('all administrations can be given by a company administrator', async () => {
  const page = await open(asks({ scope: 'debtors:read' }), { as: boss, prepare })
  await page.getByLabel('All, also those that come later').check()
  assert.equal(await page.getByRole('checkbox').count(), 1)
  await page.getByRole('button', { name: 'Allow' }).click()
  assert.ok((await answerOf(page)).get('code'))
  const grants = await service.database.db
    .selectFrom('grants')
    .select('permissions')
    .where('all_administrations', '=', true)
    .where('company_id', '=', tenant.company_id)
    .execute()
  assert.deepEqual(grants, [{ permissions: ['debtors:read'] }])
})

test('whoever denies goes back with nothing', async () => {
  const page = await open(asks(), { as: boss, prepare })
  await page.getByRole('button', { name: 'Deny' }).click()
  const answer = await answerOf(page)
  assert.equal(answer.get('error'), 'access_denied')
  assert.equal(answer.get('code'), null)
})

test('nothing is allowed while nothing is chosen', async () => {
  const page = await open(asks(), { as: boss, prepare })
  await page.getByRole('button', { name: 'None' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Choose at least one permission.').waitFor()
  assert.match(page.url(), /\/oauth\/authorize\?/)
})

test('software that asks for much is let in after two lines, what it could change first, or box by box', async () => {
  const much = await service.given.application(owner)
  const page = await open(asks({ client_id: much.client_id }), { as: boss, prepare })
  const asked = page.getByRole('region', { name: 'What it may do' })
  assert.match(await asked.innerText(), /It could change, and read\s+Debtors, contacts, invoices/)
  assert.equal(await asked.getByRole('checkbox').count(), 0)
  await asked.getByText('Choose one by one').click()
  await asked.getByRole('button', { name: 'None' }).click()
  await asked.getByLabel('Create and change debtors, pause and resume them.').check()
  assert.doesNotMatch(await asked.getByRole('definition').first().innerText(), /invoices/)
  await page.getByRole('button', { name: 'Allow' }).click()
  assert.ok((await answerOf(page)).get('code'))
})

test('signing in happens in place, and the question is still there afterwards', async () => {
  const person = await colleague(site, 'administrator')
  const page = await open(asks(), { prepare })
  await page.getByRole('heading', { name: 'Sign in to connect app.example.com' }).waitFor()
  await signInOn(page, { ...person, password: test_password })
  await page.getByRole('heading', { name: `${application_name} wants to connect` }).waitFor()
  assert.equal(await page.getByLabel('All, also those that come later').count(), 0)
  await page.getByRole('button', { name: 'Allow' }).click()
  assert.ok((await answerOf(page)).get('code'))
})

test('a link with an error goes back to the software once the person has signed in, and not before', async () => {
  const person = await colleague(site, 'administrator')
  const page = await open(asks({ scope: 'tasks:write' }), { prepare })
  await page.getByRole('heading', { name: 'Sign in to connect app.example.com' }).waitFor()
  await signInOn(page, { ...person, password: test_password })
  const answer = await answerOf(page)
  assert.equal(answer.get('error'), 'invalid_scope')
  assert.equal(answer.get('state'), 'a b&c=ü')
})

test('what else stands in a link, or is empty in it, does not pass for the answer', async () => {
  const odd = { state: '', csrf_token: 'x', permissions: 'x', administrations: 'all', decision: 'deny', 'scope[]': 'x' }
  const page = await open(asks(odd), { as: boss, prepare })
  await page.getByRole('button', { name: 'Allow' }).click()
  const answer = await answerOf(page)
  assert.ok(answer.get('code'))
  assert.equal(answer.has('state'), false)
})

test('somebody who administers nothing can only deny, and reads whom to ask', async () => {
  const person = await colleague(site, 'standard')
  const page = await open(asks(), { as: await sessionOf(service, person), prepare })
  await page.getByText('Ask a company administrator').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 0)
  await page.getByRole('button', { name: 'Deny' }).click()
  assert.equal((await answerOf(page)).get('error'), 'access_denied')
})

test('a link that cannot be trusted is refused on a page, before anybody signs in for it', async () => {
  const bad = asks({ redirect_uri: 'https://evil.example.org/' })
  const page = await open(bad)
  await page.getByRole('heading', { name: 'This link cannot be used' }).waitFor()
  assert.equal(await page.getByLabel('Password', { exact: true }).count(), 0)
  const known = await open(bad, { as: boss })
  await known.getByRole('heading', { name: 'This link cannot be used' }).waitFor()
  await known.getByText('redirect_uri').waitFor()
})

/** Software that people come back to at this address. */
async function softwareAt(uri: string) {
  const made = await service.given.application(owner, { permissions: ['debtors:read'] })
  await service.database.db.updateTable('applications').set({ redirect_uri: uri }).where('id', '=', made.id).execute()
  return { link: asks({ client_id: made.client_id, redirect_uri: uri }), ...made }
}

test('software that sends people on to another address still gets its answer', async () => {
  const server = createServer(makeCertificate('127.0.0.1'), ({ url = '' }, answer) => {
    const landed = `https://localhost:${(server.address() as AddressInfo).port}/landed?from=${encodeURIComponent(url)}`
    if (url.startsWith('/callback')) answer.writeHead(302, { location: landed }).end()
    else answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>You are connected.</p>')
  }).listen(0, '127.0.0.1')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  const { link } = await softwareAt(`https://127.0.0.1:${(server.address() as AddressInfo).port}/callback`)
  const page = await open(link, { as: boss, ignoreHTTPSErrors: true })
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('You are connected.').waitFor()
  assert.match(page.url(), /^https:\/\/localhost:\d+\/landed\?from=%2Fcallback%3Fcode%3D/)
})

test('software on the machine of the person gets its answer at an address of IPv6 too', async () => {
  const uri = 'http://[::1]:49152/callback'
  const { link } = await softwareAt(uri)
  const page = await open(link, { as: boss, prepare: async (context) => watchWayBack(context, uri) })
  await page.getByRole('button', { name: 'Allow' }).click()
  assert.ok((await answerOf(page)).get('code'))
})

test('software that was removed while somebody looked at its question is refused in plain words', async () => {
  const { link, id } = await softwareAt(redirect_uri)
  const page = await open(link, { as: boss, prepare })
  const allow = page.getByRole('button', { name: 'Allow' })
  await allow.waitFor()
  const deleted_at = new Date().toISOString()
  await service.database.db.updateTable('applications').set({ deleted_at }).where('id', '=', id).execute()
  await allow.click()
  await page.getByRole('heading', { name: 'This link cannot be used' }).waitFor()
})

test('whoever signed out on another tab meanwhile signs in and decides then', async () => {
  const person = await colleague(site, 'administrator')
  const who = await sessionOf(service, person)
  const page = await open(asks(), { as: who, prepare })
  const allow = page.getByRole('button', { name: 'Allow' })
  await allow.waitFor()
  await who.send('POST /console/sign_out')
  await allow.click()
  await page.getByRole('heading', { name: 'Sign in to connect app.example.com' }).waitFor()
  await signInOn(page, { ...person, password: test_password })
  await allow.click()
  assert.ok((await answerOf(page)).get('code'))
})

test('a link that says something twice goes back to the software once the person has signed in', async () => {
  const person = await colleague(site, 'administrator')
  const page = await open(`${asks({ scope: 'debtors:read' })}&scope=debtors:write`, { prepare })
  await page.getByRole('heading', { name: 'Sign in to connect app.example.com' }).waitFor()
  await signInOn(page, { ...person, password: test_password })
  assert.equal((await answerOf(page)).get('error'), 'invalid_request')
})
