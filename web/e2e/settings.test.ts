import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { givenPerson, test_password } from '../../server/test/visitor.ts'
import { loadWords } from '../src/pages/dictionary.ts'
import { colleague, keptMail, owing, sessionOf, startSite } from './site.ts'

const dictionary = { en: await loadWords('en'), nl: await loadWords('nl') }

const site = await startSite()
const { service, tenant, boss, open } = site

test('a person is invited for one administration, changed, invited again and removed', async () => {
  const page = await open('/settings/users', { as: boss })
  await page.getByRole('link', { name: 'Invite a person' }).click()
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('Last name').fill('Visser')
  await page.getByLabel('Email address').fill('anna@example.com')
  await page.getByLabel('None', { exact: true }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Give a role for the whole company, or in at least one administration.').waitFor()
  await page
    .getByRole('combobox', { name: /^Administration/ })
    .last()
    .selectOption('Standard')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Anna Visser is invited.').waitFor()
  const first = await keptMail(boss, 'anna@example.com')

  await page.getByRole('link', { name: 'Anna Visser' }).click()
  await page.getByLabel('Restricted').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('button', { name: 'Send the invitation again' }).click()
  await page.getByText('A new invitation for Anna Visser is on its way.').waitFor()
  const { data } = (await boss.get('/console/users')).body as { data: Record<string, unknown>[] }
  const anna = data.find((one) => one.email_address === 'anna@example.com')
  assert.equal(anna?.company_role, 'restricted')

  await page.getByRole('button', { name: 'Remove from the company' }).click()
  await page.getByRole('dialog').getByText('signed out at once').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the company' }).click()
  await page.getByText('Anna Visser was removed.').waitFor()
  await page.waitForURL('**/settings/users')
  await page.getByRole('link', { name: 'Anna Visser' }).waitFor({ state: 'detached' })
  const dead = await open(first.link)
  await dead.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
})

test('what was typed in settings of the company or the account is not left without a question', async () => {
  for (const [path, field] of [
    ['/account', 'First name'],
    ['/settings/users/new', 'First name'],
    [`/settings/users/${boss.id}`, 'First name'],
    ['/settings/connections/applications/new', 'Name'],
    ['/settings/connections/api_tokens/new', 'Name'],
  ] as const) {
    const page = await open(path, { as: boss, viewport: { width: 1280, height: 800 } })
    const typed = page.getByLabel(field).first()
    await typed.fill('Half typed')
    const away = page.getByRole('navigation').getByRole('link').first()
    await away.click()
    const question = page.getByRole('dialog', { name: 'Go on without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await typed.inputValue(), 'Half typed', path)
    await away.click()
    await question.getByRole('button', { name: 'Go on without saving' }).click()
    await page.waitForURL((url) => url.pathname !== path)
  }
})

test('what was saved is left without a question, and so is what is gone', async () => {
  const person = await givenPerson(service, tenant.company_id, { company_role: 'standard' })
  const page = await open(`/settings/users/${person.id}`, { as: boss, viewport: { width: 1280, height: 800 } })
  // Blanks are not kept, so what is read anew is not what was typed.
  await page.getByLabel('First name').fill('Anna ')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click()
  await page.waitForURL('**/settings/audit')
  await page.goBack()
  await page.getByLabel('First name').fill('Never saved')
  await page.getByRole('button', { name: 'Remove from the company' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the company' }).click()
  await page.waitForURL('**/settings/users')
})

test('the last company administrator stays, and reads why', async () => {
  const page = await open(`/settings/users/${boss.id}`, { as: boss })
  await page.getByLabel('Standard').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('needs at least one company administrator').waitFor()
})

test('the mail page shows what was kept, in a frame where nothing runs', async () => {
  const person = await colleague(site, 'standard')
  await boss.send('POST /console/forgotten_password', { email_address: person.email_address })
  const { subject, link } = await keptMail(boss, person.email_address)
  const page = await open('/settings/mail', { as: boss })
  await page.getByText('mails are kept here instead of sent').waitFor()
  await page.getByRole('link', { name: subject }).first().click()
  const frame = page.frameLocator('iframe:not([aria-hidden])')
  await frame.getByRole('link').first().waitFor()
  assert.doesNotMatch(
    (await page.locator('iframe:not([aria-hidden])').getAttribute('sandbox')) ?? 'none',
    /allow-(scripts|same-origin|forms)/,
  )
  await page.getByRole('tab', { name: 'Text' }).click()
  await page.getByText(link).waitFor()
})

test('the audit log shows who did what, and can be narrowed down', async () => {
  await boss.send('POST /console/api_tokens', {
    name: 'Seen in the log',
    permissions: ['debtors:read'],
    all_administrations: true,
  })
  const page = await open('/settings/audit', { as: boss })
  const row = page.getByRole('row').filter({ hasText: 'Created an API token' })
  await row.getByText('Seen in the log · Debtors (read)').waitFor()
  await row.getByText('127.0.0.1').waitFor()
  await page.getByLabel('Action').selectOption('Signed in')
  await row.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'Signed in' }).first().waitFor()
  await page.getByLabel('Action').selectOption('Deleted an application')
  await page.getByText('No entry fits what you chose.').waitFor()
})

test('the audit log says why a connection ended', async () => {
  const application = await service.given.application(await service.given.tenant())
  const grant_id = await service.given.grant(application.id, tenant.company_id)
  assert.equal((await boss.send(`DELETE /console/connections/${grant_id}`)).status, 200)
  const page = await open('/settings/audit?action=grant_revoked', { as: boss })
  await page.getByRole('row').filter({ hasText: 'by a person' }).first().waitFor()
})

test('every action that the service notes has a sentence', () => {
  const folder = fileURLToPath(new URL('../../server/src/', import.meta.url))
  const noted = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', 'http/shield.ts'] }).flatMap((file) =>
    [...readFileSync(`${folder}${file}`, 'utf8').matchAll(/(?:\baction: |note\(context, )'(\w+)'/g)].map(
      ([, one]) => one,
    ),
  )
  assert.ok(noted.length > 20, `only ${noted.length} were found`)
  assert.deepEqual(
    noted.filter((one) => !(`action_${one}` in dictionary.en)),
    [],
  )
})

test('somebody without the role reads who can help', async () => {
  const person = await colleague(site, 'standard')
  const page = await open('/settings/users', { as: await sessionOf(service, person) })
  await page.getByRole('heading', { name: 'This part is for company administrators' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Connections' }).count(), 0)
  await page.getByRole('link', { name: 'To the overview' }).click()
  await page.waitForURL(`**/administrations/${tenant.administration_id}`)
})

test('somebody without an administration reads whom to ask', async () => {
  const person = await colleague(site, null)
  const page = await open('/', { as: await sessionOf(service, person) })
  await page.getByRole('heading', { name: 'No administration is open to you yet' }).waitFor()
})

test('the overview shows what is open by age, and the switch opens another administration', async () => {
  const person = await givenPerson(service, tenant.company_id)
  const second = await service.given.tenant({ company_id: tenant.company_id })
  const debtor_id = await service.given.debtor(second)
  await service.given.invoice(second, debtor_id, { due_date: '2020-01-01', ...owing('1234.50') })
  const overview = `/administrations/${tenant.administration_id}/overview`
  const page = await open(overview, { as: await sessionOf(service, person) })
  await page.getByRole('heading', { name: /^Bring your open invoices/ }).waitFor()
  await page.getByRole('button', { name: 'Administration' }).click()
  await page.getByRole('option', { name: 'Administration' }).last().click()
  await page.waitForURL(`**/administrations/${second.administration_id}/overview`)
  await page.getByRole('row', { name: 'More than 90 days 1 €1,234.50' }).waitFor()
  await page.goto(service.app.base_url)
  await page.waitForURL(`**/administrations/${second.administration_id}`)
})

test('a person changes name, language and password, and ends other sessions', async () => {
  const person = await givenPerson(service, tenant.company_id)
  const other = await sessionOf(service, person)
  const page = await open('/account', { as: await sessionOf(service, person) })
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
  await page.getByText('All other sessions have ended.').waitFor()
  assert.equal((await other.get('/console/sessions')).status, 401)

  await page.getByLabel('Current password').fill('not the right one')
  await page.getByLabel('New password').fill('a turnstone under each pebble')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your current password.').waitFor()
  await page.getByLabel('Current password').fill(test_password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password is changed.').waitFor()

  await page.getByLabel('First name').fill('Robine')
  await page.getByLabel('Language').selectOption('nl')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Uw account' }).waitFor()
  await page.getByRole('button', { name: /^Account: Robine/ }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Uw account' }).waitFor()
})
