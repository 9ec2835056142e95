import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../../test/harness.ts'
import { partnerOf } from '../../../test/oauth.ts'
import { createGrant } from '../../auth/oauth/family.ts'
import { createPerson } from '../../auth/people.ts'
import { permission_names } from '../../auth/permissions.ts'

const service = await startService()
const { call, given, database } = service
const partner = partnerOf(service, () => new Date())
const tenant = await given.tenant()
const token = await given.token(tenant)

const members = {
  name: 'Second Administration',
  contact_name: 'Anna Example',
  email_address: 'second@example.com',
  commercial_registration_number: '12345678',
  street_name: 'Example Street',
  house_number: '1a',
  postal_code: '1234 AB',
  city: 'Exampletown',
  country_code: 'nl',
}
const account = {
  bank_account_name: 'Example',
  bank_account_number: 'NL91ABNA0417164300',
  bank_account_bic: 'ABNANL2A',
}

const post = (administration: object, more: object = {}, as = token) =>
  call('POST /v1/administrations', { token: as, json: { administration, ...more } })
const ids = async (as: string) => data(await call('GET /v1/administrations', { token: as })).map((one) => one.id)
const debtors = async (as: string, id: unknown) =>
  (await call(`GET /v1/debtors?administration_id=${id}`, { token: as })).status

test('an administration is made in the company of the token, to be implemented', async () => {
  const answer = await post({ ...members, ...account, vat_number: 'NL000099998B57', currency_code: 'usd' })
  assert.equal(answer.status, 201, answer.text)
  const { id, administration_url, ...shown } = answer.body as Record<string, unknown>
  assert.deepEqual(shown, {
    ...members,
    ...account,
    internal_name: members.name,
    status: 'implementation',
    country_code: 'NL',
    vat_number: 'NL000099998B57',
    timezone: 'Europe/Amsterdam',
    currency_code: 'USD',
    paused_at: null,
    reminding_paused_at: null,
  })
  assert.equal(administration_url, `${service.app.base_url}/administrations/${id}`)
  const { company_id } = await database.db
    .selectFrom('administrations')
    .select('company_id')
    .where('id', '=', String(id))
    .executeTakeFirstOrThrow()
  assert.equal(company_id, tenant.company_id)
  assert.ok((await ids(token)).includes(id))
  assert.equal(await debtors(token, id), 200)
})

test('a form says the same as JSON', async () => {
  const form = new URLSearchParams(
    Object.entries(members).map(([name, value]): [string, string] => [`administration[${name}]`, value]),
  )
  form.set('connection[resource_label]', 'Formed')
  form.set('connection[resource_identifier]', 'f1')
  form.set('connection[credentials][key]', 'secret')
  const answer = await call('POST /v1/administrations', { token, form: form.toString() })
  assert.equal(answer.status, 201, answer.text)
})

test('bank details that are wrong in any part are all left out', async () => {
  for (const wrong of [
    { bank_account_number: 'NL00ABNA0417164300' },
    { bank_account_bic: 'INGBNL2A' },
    { bank_account_number: null },
  ]) {
    const answer = await post({ ...members, ...account, ...wrong })
    assert.equal(answer.status, 201, answer.text)
    const { bank_account_name, bank_account_number, bank_account_bic } = answer.body as Record<string, unknown>
    assert.deepEqual([bank_account_name, bank_account_number, bank_account_bic], [null, null, null])
  }
})

test('everything that is missing or wrong is reported at once', async () => {
  const before = await ids(token)
  const cases: [json: object, message: string][] = [
    [{}, 'administration: is missing'],
    [{ administration: 'x' }, 'administration: must be an object'],
    [
      { administration: {} },
      'administration.name: is missing, administration.email_address: is missing, ' +
        'administration.commercial_registration_number: is missing, administration.street_name: is missing, ' +
        'administration.house_number: is missing, administration.postal_code: is missing, ' +
        'administration.city: is missing, administration.country_code: is missing, ' +
        'administration.contact_name: is missing',
    ],
    [{ administration: { ...members, city: '' } }, 'administration.city: is missing'],
    [
      { administration: { ...members, country_code: 'XX' } },
      'administration.country_code: must be the code of a country like NL',
    ],
    [
      { administration: { ...members, currency_code: 'XXY' } },
      'administration.currency_code: must be the code of a currency like EUR',
    ],
    [
      { administration: { ...members, timezone: '+01:00' } },
      'administration.timezone: must be a time zone like Europe/Amsterdam',
    ],
    [{ administration: { ...members, email_address: 'x' } }, 'administration.email_address: must be an email address'],
    [
      { administration: { ...members, sender_email_address: 'x' } },
      'administration.sender_email_address: must be an email address',
    ],
    [{ administration: members, connection: { resource_label: 'x' } }, 'connection.resource_identifier: is missing'],
    [
      { administration: members, connection: { resource_label: 'x', resource_identifier: 'y', credentials: 'z' } },
      'connection.credentials: must be an object',
    ],
  ]
  for (const [json, message] of cases) {
    const answer = await call('POST /v1/administrations', { token, json })
    assert.deepEqual(answer.body, { code: 'unprocessable_entity', message })
  }
  assert.deepEqual(await ids(token), before)
})

test('a connection is kept without its credentials, and its label is one administration’s', async () => {
  const connection = {
    resource_label: 'Bookkeeping of the second',
    resource_identifier: 'r-2',
    credentials: { api_key: 'very-secret-key' },
    credentials_label: 'Owner',
  }
  const answer = await post(members, { connection })
  assert.equal(answer.status, 201, answer.text)
  const row = await database.db
    .selectFrom('administrations')
    .selectAll()
    .where('id', '=', (answer.body as { id: string }).id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [row.connection_resource_label, row.connection_resource_identifier, row.connection_credentials_label],
    ['Bookkeeping of the second', 'r-2', 'Owner'],
  )
  assert.doesNotMatch(JSON.stringify(row), /very-secret-key/)
  const again = await post(members, { connection })
  assert.equal(again.status, 422)
  assert.match(again.text, /connection\.resource_label: belongs to another administration/)
})

test('a static token that names its administrations reaches the new one as well, and others do not', async () => {
  const named = await given.token(tenant, { administration_ids: [tenant.administration_id] })
  const other = await given.token(tenant, { administration_ids: [tenant.administration_id] })
  const { id } = (await post(members, {}, named)).body as { id: string }
  assert.deepEqual(await ids(named), [tenant.administration_id, id])
  assert.equal(await debtors(named, id), 200)
  assert.deepEqual(await ids(other), [tenant.administration_id])
  assert.equal(await debtors(other, id), 403)
})

test('a grant that names its administrations reaches the new one as well, also after a refresh', async () => {
  const connected = await partner.connect()
  const { access_token, refresh_token } = await partner.tokens(connected)
  const { id } = (await post(members, {}, access_token)).body as { id: string }
  assert.deepEqual(await ids(access_token), [connected.tenant.administration_id, id])
  const { body } = await partner.refresh(connected.application, refresh_token)
  assert.equal(await debtors((body as { access_token: string }).access_token, id), 200)
  const entry = await database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'administration_created')
    .where('administration_id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [entry.company_id, entry.grant_id, entry.application_id, entry.api_token_id, entry.details],
    [connected.tenant.company_id, connected.grant_id, connected.application.id, null, { name: members.name }],
  )
})

test('a person’s grant may add administrations only while the person is an administrator of the company', async () => {
  const place = await given.tenant()
  const application = await given.application(await given.tenant())
  const now = new Date()
  const user_id = await createPerson(database.db, {
    company_id: place.company_id,
    first_name: 'Kim',
    last_name: 'Example',
    email_address: 'kim@example.com',
    password: null,
    company_role: 'administrator',
    now,
  })
  const grant_id = await createGrant(database.db, {
    application_id: application.id,
    company_id: place.company_id,
    user_id,
    permissions: permission_names,
    administration_ids: null,
    address: null,
    now,
  })
  const { access_token } = await partner.tokens({ tenant: place, application, grant_id })
  assert.equal((await post(members, {}, access_token)).status, 201)
  await database.db.updateTable('users').set({ company_role: 'standard' }).where('id', '=', user_id).execute()
  const answer = await post(members, {}, access_token)
  assert.deepEqual(answer.body, {
    code: 'forbidden',
    message: 'Only an administrator of the whole company can add administrations; ask one to connect.',
  })
  const all = await database.db
    .selectFrom('administrations')
    .select('id')
    .where('company_id', '=', place.company_id)
    .execute()
  assert.equal(all.length, 2)
})

test('a token without the permission makes none', async () => {
  const poor = await given.token(tenant, { permissions: ['administrations:read'] })
  const answer = await post(members, {}, poor)
  assert.deepEqual(answer.body, { code: 'forbidden', message: 'Missing permission: administrations:write' })
})
