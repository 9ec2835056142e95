import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import { createLink } from '../../server/src/auth/one_time_links.ts'
import { startService } from '../../server/test/harness.ts'
import { until } from '../../server/test/until.ts'
import { givenPerson, test_password } from '../../server/test/visitor.ts'
import { problemsOf } from './looks.ts'
import { colleague, keptMail, sessionOf, signInOn, startSite } from './site.ts'

let ahead_ms = 0
const now = (): Date => new Date(Date.now() + ahead_ms)
const site = await startSite({ now })
const { service, tenant, boss, open } = site
const { database } = service

test('somebody signs in from the start page, and out again', async () => {
  const page = await open('/')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInOn(page, { ...boss, password: test_password })
  await page.waitForURL(`**/administrations/${tenant.administration_id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Know who owes you' }).waitFor()
  await page.goto(`${service.app.base_url}/account`)
  await page.waitForURL('**/sign_in?to=%2Faccount')
})

test('a wrong password is reported, and keeps what was typed', async () => {
  const page = await open('/sign_in')
  await signInOn(page, { ...boss, password: 'not the right one' })
  await page.getByRole('alert').getByText('do not belong together').waitFor()
  assert.equal(await page.getByLabel('Email address').inputValue(), boss.email_address)
})

test('empty fields are reported where they are, and the first one gets the focus', async () => {
  const page = await open('/sign_in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  assert.equal(await page.getByText('Fill this in.').count(), 2)
  assert.equal(await page.evaluate('document.activeElement.name'), 'email_address')
})

test('whoever has to sign in comes back to where they wanted to go, and never to another site', async () => {
  const page = await open('/settings/users')
  await page.waitForURL('**/sign_in?to=%2Fsettings%2Fusers')
  await signInOn(page, { ...boss, password: test_password })
  await page.waitForURL('**/settings/users')

  const lured = await open('/sign_in?to=//evil.example.org/')
  await signInOn(lured, { ...boss, password: test_password })
  await lured.waitForURL(`${service.app.base_url}/administrations/**`)
})

test('a session that was ended elsewhere asks to sign in where somebody is', async () => {
  const own = await sessionOf(service, boss)
  const page = await open('/settings/users', { as: own })
  await page.getByText(boss.email_address).first().waitFor()
  // A request that is under way would be refused, and lead to the sign-in page by itself.
  const counts = `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/parts'))`
  await until('the counts are there', async () => (await page.evaluate(counts)) === true)
  await own.send('POST /console/sign_out')
  await page.getByRole('link', { name: 'Mail' }).click()
  await page.getByText('Your session has ended.').waitFor()
  assert.equal(await page.getByLabel('Email address').inputValue(), boss.email_address)
  assert.deepEqual(await problemsOf(page, 'signing in again'), [])
  await signInOn(page, { ...boss, password: test_password })
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Mail' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/settings/mail')
  assert.equal(await page.getByText('You are not signed in any more').count(), 0)
})

test('what is typed stays on the page when the session ends below it', async () => {
  const own = await sessionOf(service, boss)
  const page = await open('/account', { as: own })
  await page.getByLabel('First name').fill('Robertine')
  await own.send('POST /console/sign_out')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Morning')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  // Whose session it was is known.
  await again.locator('input[name=password]:focus').waitFor()
  await again.getByLabel('Password', { exact: true }).fill(test_password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await again.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  assert.equal(await page.getByLabel('First name').inputValue(), 'Robertine')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('button', { name: /^Account: Robertine/ }).waitFor()
})

test('a form that is sent after the session was ended keeps what was typed, and works after signing in again', async () => {
  const own = await sessionOf(service, boss)
  const page = await open('/account', { as: own })
  await page.getByLabel('First name').fill('Robine')
  await own.send('POST /console/sign_out')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your session has ended.').waitFor()
  const other = await page.context().newPage()
  await other.goto(`${service.app.base_url}/sign_in`)
  await signInOn(other, { ...boss, password: test_password })
  await other.getByRole('button', { name: /^Account:/ }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('button', { name: /^Account: Robine/ }).waitFor()
})

test('an invitation is accepted through its link, whose token leaves the address bar', async () => {
  await boss.send('POST /console/users', {
    first_name: 'Anna',
    last_name: 'Visser',
    email_address: 'anna@example.com',
    company_role: 'standard',
  })
  const { link } = await keptMail(boss, 'anna@example.com')
  const page = await open(link)
  await page.getByRole('heading', { name: 'Welcome, Anna Visser' }).waitFor()
  assert.equal(new URL(page.url()).hash, '')
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await page.getByText('Use at least 12 characters.').waitFor()
  await page.getByLabel('New password').fill('password1234')
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await page.getByText('too easy to guess').waitFor()
  await page.getByLabel('New password').fill('seven sandpipers at low tide')
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await page.getByRole('button', { name: /^Account: Anna Visser/ }).waitFor()

  const again = await open(link)
  await again.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
})

test('a forgotten password is replaced through the mailed link', async () => {
  const person = await colleague(site, 'standard')
  const page = await open('/forgotten_password')
  await page.getByLabel('Email address').fill(person.email_address)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Look in your mail' }).waitFor()
  const { link } = await keptMail(boss, person.email_address)
  await page.goto(`${service.app.base_url}${link}`)
  await page.getByLabel('New password').fill('a turnstone under each pebble')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.waitForURL('**/administrations/*')
})

test('the first company is set up through the link that the server printed', async () => {
  const fresh = await startService()
  const token = await createLink(fresh.database.db, { purpose: 'set_up', user_id: null, now: new Date() })
  const page = await open('/')
  await page.goto(`${fresh.app.base_url}/sign_in`)
  await page.getByText('Nobody has set up this Dunlin yet').waitFor()
  await page.goto(`${fresh.app.base_url}/link#${token}`)
  await page.getByLabel('Name of the company').fill('Example Trading')
  await page.getByLabel('Name of the first administration').fill('Wholesale')
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Email address').fill('robin@example.com')
  await page.getByLabel('Password', { exact: true }).fill('seven sandpipers at low tide')
  await page.getByRole('button', { name: 'Set up and sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  // An empty administration leads on: the ways in, and what is left to do until letters go out.
  await page.getByRole('heading', { name: 'Bring your open invoices, Robin' }).waitFor()
  await page.getByText('2 of 6').waitFor()
  assert.deepEqual(await problemsOf(page, 'the first hour'), [])
  assert.equal((await fresh.database.db.selectFrom('companies').select('name').execute())[0]?.name, 'Example Trading')
})

test('two-step sign-in is set up, asked for, and opened with a recovery code', async () => {
  const person = await givenPerson(service, tenant.company_id)
  const page = await open('/account', { as: await sessionOf(service, person) })
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Current password').last().fill(test_password)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  const code = (): string => new TOTP({ secret }).generate({ timestamp: now().getTime() })
  await page.getByLabel('The six digits').fill('000000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('This code is not right').waitFor()
  await page.getByLabel('The six digits').fill(code())
  await page.getByRole('button', { name: 'Switch on' }).click()
  const codes = page.getByRole('listitem').filter({ hasText: /^\w{4}-\w{4}-\w{4}-\w{4}$/ })
  await codes.first().waitFor()
  assert.equal(await codes.count(), 10)
  const recovery_code = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await page.getByText('10 recovery codes are left.').waitFor()

  const other = await open('/sign_in')
  await signInOn(other, { ...person, password: test_password })
  await other.getByText('One more step').waitFor()
  await other.getByLabel('Code').fill('000000')
  await other.getByRole('button', { name: 'Confirm' }).click()
  await other.getByRole('alert').getByText('This code is not right').waitFor()
  // The code of before is used up; the app shows the next one after half a minute.
  ahead_ms += 30_000
  await other.getByLabel('Code').fill(code())
  await other.getByRole('button', { name: 'Confirm' }).click()
  await other.waitForURL('**/administrations/*')

  const third = await open('/sign_in')
  await signInOn(third, { ...person, password: test_password })
  await third.getByLabel('Code').fill(recovery_code)
  await third.getByRole('button', { name: 'Confirm' }).click()
  await third.waitForURL('**/administrations/*')
  const left = await database.db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', person.id)
    .execute()
  assert.equal(left.length, 9)
})
