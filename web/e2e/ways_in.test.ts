import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { linkTo } from '../../server/test/mailbox.ts'
import { givenPerson, test_password } from '../../server/test/visitor.ts'
import { keptMail, sessionOf, startSite } from './site.ts'

const { service, tenant, boss, open } = await startSite()
const { given, call, database } = service

test('whoever was signed up by software chooses a password and accepts the terms', async () => {
  const basic = await given.application(tenant, { permissions: ['administrations:read', 'administrations:write'] })
  const administration = {
    name: 'New Customer',
    email_address: 'office@example.com',
    phone_number: '+31 20 123 4567',
    commercial_registration_number: '12345678',
    street_name: 'Example Street',
    house_number: '1',
    postal_code: '1234 AB',
    city: 'Exampletown',
    country_code: 'NL',
  }
  const user = { first_name: 'Anna', last_name: 'Example', email_address: 'anna@example.com', locale: 'en-GB' }
  const answer = await call('POST /v1/sign_up', { basic, json: { administration, user } })
  assert.equal(answer.status, 201, answer.text)
  const made = (answer.body as { user: { id: string; sign_up_url: string } }).user
  const { pathname, hash } = new URL(made.sign_up_url)

  const page = await open(`${pathname}${hash}`)
  await page.getByRole('heading', { name: 'Welcome, Anna Example' }).waitFor()
  await page.getByText('Your account for New Customer is ready.').waitFor()
  await page.getByLabel('New password').fill('seven sandpipers at low tide')
  await page.getByRole('button', { name: 'Finish and sign in' }).click()
  await page.getByText('You can begin once you accept the terms.').waitFor()
  await page.getByLabel('I accept the terms of use.').check()
  await page.getByRole('button', { name: 'Finish and sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  const { accepted_terms_at } = await database.db
    .selectFrom('users')
    .select('accepted_terms_at')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  assert.ok(accepted_terms_at)
  await page.getByText('Confirm your email address').waitFor()
  const token = await linkTo(service, 'anna@example.com', 'sign_up')
  await page.goto(`${service.app.base_url}/link#${token}`)
  await page.getByLabel('New password').fill('seven sandpipers at low tide')
  await page.getByLabel('I accept the terms of use.').check()
  await page.getByRole('button', { name: 'Finish and sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.getByText('Confirm your email address').waitFor({ state: 'detached' })

  const again = await open(`${pathname}${hash}`)
  await again.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
})

/** Somebody who switched two-step sign-in on. */
async function careful() {
  const person = await givenPerson(service, tenant.company_id)
  const own = await sessionOf(service, person)
  const begun = await own.send('POST /console/account/two_step/begin', { current_password: test_password })
  const { secret } = begun.body as { secret: string }
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const body = { current_password: test_password, secret, code }
  const confirmed = await own.send('POST /console/account/two_step/confirm', body)
  assert.equal(confirmed.status, 200, confirmed.text)
  return { ...person, recovery_codes: (confirmed.body as { recovery_codes: string[] }).recovery_codes }
}

test('whoever forgot a password and uses two-step sign-in proves it with a recovery code', async () => {
  const person = await careful()
  const page = await open('/forgotten_password')
  await page.getByLabel('Email address').fill(person.email_address)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Look in your mail' }).waitFor()
  const { link } = await keptMail(boss, person.email_address)
  await page.goto(`${service.app.base_url}${link}`)
  await page.getByLabel('New password').fill('a turnstone under each pebble')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.getByText('Fill this in.').waitFor()
  await page.getByLabel('Recovery code').fill('aaaa-bbbb-cccc-dddd')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.getByText('This is not right.').or(page.getByRole('alert')).first().waitFor()
  await page.getByLabel('Recovery code').fill(person.recovery_codes[3] ?? '')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.waitForURL('**/administrations/*')
  const { totp_enabled_at } = await database.db
    .selectFrom('users')
    .select('totp_enabled_at')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  assert.equal(totp_enabled_at, null)
})

test('somebody ends one other session of their own, and this one goes on', async () => {
  const person = await givenPerson(service, tenant.company_id)
  const [here, elsewhere] = [await sessionOf(service, person), await sessionOf(service, person)]
  const page = await open('/account', { as: here })
  const table = page.getByRole('table', { name: 'Where you are signed in' })
  const end = table.getByRole('button', { name: 'End' })
  await end.waitFor()
  assert.equal(await end.count(), 1)
  await end.click()
  await page.getByText('The session has ended.').waitFor()
  await end.waitFor({ state: 'detached' })
  assert.equal((await elsewhere.get('/console/sessions')).status, 401)
  await page.reload()
  await table.getByText('(this one)').waitFor()
})
