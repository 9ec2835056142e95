import assert from 'node:assert/strict'
import { test } from 'node:test'
import { administration_example } from '../src/resources/administrations/new_administration.ts'
import { startService } from './harness.ts'
import { linkTo } from './mailbox.ts'
import { partnerOf, tokensOf } from './oauth.ts'
import { test_password, visitor } from './visitor.ts'

let now = new Date('2026-11-14T09:30:00Z')
const hoursLater = (hours: number): void => {
  now = new Date(now.getTime() + hours * 3_600_000)
}
const service = await startService({ now: () => now })
const { call, given, database } = service
const { token, exchange, debtors } = partnerOf(service, () => now)

const mailed = async (): Promise<string[][]> =>
  (await database.db.selectFrom('mails').select('to_addresses').orderBy('id').execute()).map((row) => row.to_addresses)

test('a machine that asks for tokens and loses them elsewhere mails a few times, and goes on losing them', async () => {
  const tenant = await given.tenant()
  const readers = ['ops@example.com', 'victim@example.com']
  const machines = [await given.machine(tenant), await given.machine(tenant)]
  for (const { id } of machines)
    await database.db
      .updateTable('applications')
      .set({ notification_email_addresses: readers, ip_allow_list: ['203.0.113.7'] })
      .where('id', '=', id)
      .execute()
  const [first, second] = machines
  assert.ok(first && second)
  const lose = async (machine = first, times = 1): Promise<void> => {
    for (let n = 0; n < times; n++) {
      const { access_token } = tokensOf(await token(machine, { grant_type: 'client_credentials' }))
      assert.equal(await debtors(access_token, tenant), 403)
      assert.equal(await debtors(access_token, tenant, { 'x-forwarded-for': '203.0.113.7' }), 401)
    }
  }
  await lose(first, 12)
  // An application mails five times an hour.
  assert.deepEqual(await mailed(), Array(5).fill(['ops@example.com', 'victim@example.com']))
  await lose(second, 12)
  assert.equal((await mailed()).length, 10)
  for (let hour = 0; hour < 4; hour++) {
    hoursLater(1)
    await lose(first, 6)
  }
  // A company mails a reader twenty times a day.
  assert.equal((await mailed()).length, 20)
  hoursLater(21)
  await lose()
  assert.equal((await mailed()).length, 21)
  const { rows } = await database.pool.query("select from audit_entries where action = 'address_blocked'")
  assert.equal(rows.length, 12 + 12 + 24 + 1, 'what was not mailed is in the audit')
})

const administration = { ...administration_example, phone_number: '+31 20 123 4567' }

test('nobody writes to debtors in the name of a company that its owner has not confirmed', async () => {
  const application = await given.application(await given.tenant())
  const user = { first_name: 'Anna', last_name: 'Example', email_address: 'anna@example.com' }
  const made = await call('POST /v1/sign_up', { basic: application, json: { administration, user } })
  assert.equal(made.status, 201, made.text)
  const signed_up = made.body as {
    administration: { id: string }
    company: { id: string }
    user: { sign_up_token: string }
    access_grant: { code: string }
  }
  const tenant = { administration_id: signed_up.administration.id, company_id: signed_up.company.id }
  const { access_token } = tokensOf(await exchange(application, signed_up.access_grant.code))
  const debtor_id = await given.debtor(tenant, { debtor_number: 'D1', primary_email_address: 'debtor@example.com' })
  await given.invoice(tenant, debtor_id, { invoice_number: 'F1' })
  await given.invoice(tenant, await given.debtor(tenant), { invoice_number: 'F2' })
  const post = (path: string, json: object) =>
    call(`POST ${path}`, { token: access_token, json: { administration_id: tenant.administration_id, ...json } })
  const write = () =>
    post('/v1/messages', {
      debtor_number: 'D1',
      message: { subject: 'Pay', body: 'Now.', email: 'victim@example.com' },
    })
  const agree = (number: string, overrides = {}) =>
    post('/v1/payment_plans', {
      terms: [{ amount: 121, due_date: '2027-01-31' }],
      invoice_numbers: [number],
      ...overrides,
    })
  const toDebtors = async (): Promise<string[]> => {
    const of_company = database.db.selectFrom('mails').select('kind').where('company_id', '=', tenant.company_id)
    return (await of_company.where('kind', 'in', ['message', 'payment_plan']).execute()).map(({ kind }) => kind)
  }

  for (const refused of [await write(), await agree('F1'), await agree('F2', { cc_email_address: 'v@example.com' })]) {
    assert.equal(refused.status, 403, refused.text)
    assert.match(refused.text, /The company is not confirmed yet.*the link in the mail/)
  }
  const begun = { token: signed_up.user.sign_up_token, password: test_password, accepts_terms: true }
  assert.equal((await visitor(service).send('POST /console/link/use', begun)).status, 200)
  assert.equal((await write()).status, 403, 'the link of the application confirms nothing')
  assert.equal((await agree('F2')).status, 201, 'a plan that is mailed to nobody')
  assert.deepEqual(await toDebtors(), [])
  const messages = await call(`GET /v1/messages?administration_id=${tenant.administration_id}`, { token: access_token })
  assert.deepEqual((messages.body as { data: unknown[] }).data, [])

  const confirming = { ...begun, token: await linkTo(service, user.email_address, 'sign_up') }
  assert.equal((await visitor(service).send('POST /console/link/use', confirming)).status, 200)
  assert.equal((await write()).status, 200)
  assert.equal((await agree('F1')).status, 201)
  assert.deepEqual((await toDebtors()).sort(), ['message', 'payment_plan'])
})
