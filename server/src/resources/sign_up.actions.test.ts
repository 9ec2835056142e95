import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../test/harness.ts'
import { linkTo } from '../../test/mailbox.ts'
import { redirect_uri } from '../../test/oauth.ts'
import { until } from '../../test/until.ts'
import { test_password, visitor } from '../../test/visitor.ts'
import { keyOf } from '../auth/failed_attempts.ts'

const service = await startService()
const { call, given, database } = service
const owner = await given.tenant()
const basic = await given.application(owner, { permissions: ['administrations:read', 'administrations:write'] })

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
let last = 0
const person = (overrides: object = {}) => {
  last++
  return { first_name: 'Anna', last_name: 'Example', email_address: `anna${last}@example.com`, ...overrides }
}

type SignUp = {
  administration: Record<string, unknown> & { id: string }
  company: Record<string, unknown> & { id: string }
  user: { id: string; name: string; email_address: string; sign_up_token: string; sign_up_url: string }
  access_grant: { code: string; expires_in: number; created_at: string; grant_type: string }
}

const post = (json: object, as = basic) => call('POST /v1/sign_up', { basic: as, json })

async function signUp(user: object = person()): Promise<SignUp> {
  const answer = await post({ administration, user })
  assert.equal(answer.status, 201, answer.text)
  return answer.body as SignUp
}

const exchange = (code: string) => {
  const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }).toString()
  return call('POST /oauth/token', { basic, form })
}

test('somebody signs up: an unconfirmed company, an administration, an owner and a code', async () => {
  const user = person({ locale: 'nl' })
  const before = Math.floor(Date.now() / 1000)
  const made = await signUp(user)
  const { id, administration_url, ...shown } = made.administration
  const { phone_number, ...sent } = administration
  assert.deepEqual(shown, {
    ...sent,
    internal_name: 'New Customer',
    status: 'implementation',
    contact_name: 'Anna Example',
    bank_account_name: null,
    bank_account_number: null,
    bank_account_bic: null,
    vat_number: null,
    timezone: 'Europe/Amsterdam',
    currency_code: 'EUR',
    paused_at: null,
    reminding_paused_at: null,
  })
  assert.equal(administration_url, `${service.app.base_url}/administrations/${id}`)
  assert.deepEqual(made.company, {
    id: made.company.id,
    name: 'New Customer',
    status: 'unconfirmed',
    trial: false,
    trial_ends_on: null,
  })
  assert.deepEqual([made.user.name, made.user.email_address], ['Anna Example', user.email_address])
  assert.match(made.user.sign_up_token, /^dunlinlink[0-9A-Za-z]{40}$/)
  assert.equal(made.user.sign_up_url, `${service.app.base_url}/link#${made.user.sign_up_token}`)
  assert.deepEqual([made.access_grant.expires_in, made.access_grant.grant_type], [600, 'authorization_code'])
  assert.match(made.access_grant.created_at, /^\d{10}$/)
  assert.ok(Number(made.access_grant.created_at) >= before)
  const row = await database.db.selectFrom('administrations').selectAll().where('id', '=', id).executeTakeFirst()
  assert.equal(row?.phone_number, phone_number)
  const account = await database.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', made.user.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [account.company_id, account.company_role, account.password_hash, account.locale, account.kind],
    [made.company.id, 'administrator', null, 'nl', 'person'],
  )
})

test('the code gives a token that reaches the new company, and administrations that come later', async () => {
  const made = await signUp()
  const answer = await exchange(made.access_grant.code)
  assert.equal(answer.status, 200, answer.text)
  const { access_token, scope } = answer.body as { access_token: string; scope: string }
  assert.deepEqual(scope.split(' ').sort(), ['administrations:read', 'administrations:write'])
  const list = async () => data(await call('GET /v1/administrations', { token: access_token })).map((one) => one.id)
  assert.deepEqual(await list(), [made.administration.id])
  const { phone_number: _, ...sent } = administration
  const second = await call('POST /v1/administrations', {
    token: access_token,
    json: { administration: { ...sent, contact_name: 'Anna Example' } },
  })
  assert.equal(second.status, 201, second.text)
  assert.deepEqual(await list(), [made.administration.id, (second.body as { id: string }).id])
  const companies = data(await call('GET /v1/companies?per_page=500', { basic }))
  assert.ok(companies.some((one) => one.id === made.company.id && one.status === 'unconfirmed'))
  assert.equal((await exchange(made.access_grant.code)).status, 400, 'a code works once')
})

test('the owner confirms through the mailed link, and the application hears of it', async () => {
  const made = await signUp()
  const token = await linkTo(service, made.user.email_address, 'sign_up')
  const browser = visitor(service)
  const use = (more: object) => browser.send('POST /console/link/use', { token, password: test_password, ...more })
  const declined = await use({})
  assert.equal(declined.status, 422, declined.text)
  assert.equal((await use({ accepts_terms: true })).status, 200)
  const company = await call(`GET /v1/companies/${made.company.id}`, { basic })
  assert.equal((company.body as { status: string }).status, 'implementation')
  const events = await database.db
    .selectFrom('company_events')
    .select('event_name')
    .where('company_id', '=', made.company.id)
    .execute()
  assert.deepEqual(events, [{ event_name: 'company_updated' }])
  assert.equal((await use({ accepts_terms: true })).status, 404, 'a link works once')
})

test('the owner gets one mail, and neither it nor anything else stores a secret', async () => {
  const user = person()
  const made = await signUp(user)
  const mails = () => database.db.selectFrom('mails').selectAll().where('user_id', '=', made.user.id).execute()
  await until('the mail is kept', async () => (await mails()).every((mail) => mail.status === 'kept'))
  const [mail, ...others] = await mails()
  assert.deepEqual(others, [])
  assert.deepEqual(
    [mail?.kind, mail?.to_addresses, mail?.company_id],
    ['sign_up', [user.email_address], made.company.id],
  )
  assert.match(mail?.subject ?? '', /New Customer/)
  const tables = ['mails', 'users', 'companies', 'grants', 'authorization_codes', 'one_time_links', 'audit_entries']
  for (const table of tables) {
    const { rows } = await database.pool.query(`select t::text as text from ${table} t`)
    for (const { text } of rows) {
      assert.ok(!text.includes(made.user.sign_up_token) && !text.includes(made.access_grant.code), table)
    }
  }
})

test('an address that somebody has proven is refused, in whatever letters, and nothing is left behind', async () => {
  const user = person()
  await signUp(user)
  const token = await linkTo(service, user.email_address, 'sign_up')
  const confirming = { token, password: test_password, accepts_terms: true }
  assert.equal((await visitor(service).send('POST /console/link/use', confirming)).status, 200)
  const count = async () => (await database.db.selectFrom('companies').select('id').execute()).length
  const before = await count()
  const again = { ...user, email_address: user.email_address.toUpperCase() }
  const answer = await post({ administration, user: again })
  const message = 'user.email_address: belongs to somebody who is here already'
  assert.deepEqual(answer.body, { code: 'unprocessable_entity', message })
  assert.equal(await count(), before)
})

test('an address that nobody has proven is signed up again, also at the same moment, and not without end', async () => {
  const user = person()
  const answers = await Promise.all(Array.from({ length: 7 }, () => post({ administration, user })))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 201, 201, 201, 201, 429, 429])
  const refused = answers.find(({ status }) => status === 429)
  assert.match(
    refused?.text ?? '',
    /The application signed this email address up too often\. Try again in 60 minutes\./,
  )
  assert.equal(
    (await post({ administration, user }, await given.application(owner))).status,
    201,
    'others are not refused',
  )
})

test('what is missing or wrong is reported at once, with the path to it', async () => {
  const user = person()
  const cases: [json: object, message: string][] = [
    [{}, 'administration: is missing, user: is missing'],
    [
      { administration: { ...administration, city: undefined, phone_number: '' }, user: { ...user, last_name: null } },
      'administration.city: is missing, administration.phone_number: is missing, user.last_name: is missing',
    ],
    [{ administration, user: { ...user, locale: 'pt' } }, 'user.locale: must be one of nl, de, en-GB, es, fr, nl-BE'],
    [{ administration, user: { ...user, email_address: 'x' } }, 'user.email_address: must be an email address'],
    [
      { administration, user: { ...user, email_address: 'jörg@example.com' } },
      'user.email_address: must be an email address',
    ],
    [
      { administration: { ...administration, name: 'n'.repeat(90_000) }, user: { ...user, first_name: 'A\r\nB' } },
      'administration.name: must not be longer than 200 characters, user.first_name: must not hold control characters',
    ],
    [
      {
        administration: { ...administration, name: 'Win at https://evil.example' },
        user: { ...user, last_name: 'evil.example' },
      },
      'administration.name: must not hold a web address, user.last_name: must not hold a web address',
    ],
    [
      { administration: { ...administration, name: 'evil.example/now', contact_name: 'A\nB' }, user },
      'administration.name: must not hold a web address, administration.contact_name: must not hold control characters',
    ],
    [{ administration, user, connection: { resource_label: 'x' } }, 'connection.resource_identifier: is missing'],
    [
      { administration, user, connection: { resource_label: 'x', resource_identifier: 'y', credentials: ['z'] } },
      'connection.credentials: must be an object',
    ],
  ]
  for (const [json, message] of cases) {
    assert.deepEqual((await post(json)).body, { code: 'unprocessable_entity', message })
  }
})

test('a form with bracket names says the same as JSON', async () => {
  const user = person()
  const form = new URLSearchParams([
    ...Object.entries(administration).map(([name, value]): [string, string] => [`administration[${name}]`, value]),
    ...Object.entries(user).map(([name, value]): [string, string] => [`user[${name}]`, value]),
    ['administration[bank_account_number]', 'NL00ABNA0417164300'],
    ['connection[resource_label]', 'Books'],
    ['connection[resource_identifier]', 'b-1'],
  ])
  const answer = await call('POST /v1/sign_up', { basic, form: form.toString() })
  assert.equal(answer.status, 201, answer.text)
  const made = answer.body as SignUp
  assert.equal(made.administration.bank_account_number, null)
  const row = await database.db
    .selectFrom('administrations')
    .selectAll()
    .where('id', '=', made.administration.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.connection_resource_label, row.connection_resource_identifier], ['Books', 'b-1'])
})

test('an application signs so many people up in an hour, and the refusal says how long', async () => {
  const busy = await given.application(owner)
  const { id } = await database.db
    .selectFrom('applications')
    .select('id')
    .where('client_id', '=', busy.client_id)
    .executeTakeFirstOrThrow()
  const key_hash = keyOf({ kind: 'sign_up_application', of: [id] })
  await database.db
    .insertInto('failed_attempts')
    .values({ key_hash, since: new Date().toISOString(), count: 98 })
    .execute()
  const count = async () => (await database.db.selectFrom('companies').select('id').execute()).length
  const before = await count()
  const answers = await Promise.all(Array.from({ length: 6 }, () => post({ administration, user: person() }, busy)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 429, 429, 429, 429])
  const refused = answers.find(({ status }) => status === 429)
  assert.match(refused?.text ?? '', /The application signed too many people up\. Try again in 60 minutes\./)
  assert.ok(Number(refused?.headers.get('retry-after')) > 3_500)
  assert.equal(await count(), before + 2, 'nothing is left of those that were refused')
  await database.db.transaction().execute(async (trx) => {
    // Somebody else is counted at this moment. Who is refused anyway does not wait for it, with a connection in hand.
    await trx.selectFrom('failed_attempts').select('count').where('key_hash', '=', key_hash).forUpdate().execute()
    const asked = post({ administration, user: person() }, busy)
    // If it waited it would wait for this transaction, and the test would never end.
    assert.equal((await asked).status, 429)
  })
  await signUp()
})

test('an application with client credentials signs nobody up, and neither does a token', async () => {
  const machine = await given.machine(owner, { ip_allow_list: ['127.0.0.1'] })
  const refused = await post({ administration, user: person() }, machine)
  assert.equal(refused.status, 403)
  assert.match(refused.text, /client credentials/)
  const token = await given.token(owner)
  assert.equal((await call('POST /v1/sign_up', { token, json: {} })).status, 401)
})
