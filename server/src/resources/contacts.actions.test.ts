import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../test/harness.ts'

const { call, given, database } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)

type Batch = { success: boolean; count: number; errors: Record<string, string[]> }

async function post(contacts: unknown, place = administration_id): Promise<Batch> {
  const answer = await call('POST /v1/contacts', { token, json: { administration_id: place, contacts } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body as Batch
}

async function contact(identifier: string, place = administration_id): Promise<Record<string, unknown>> {
  const line = `GET /v1/contacts?administration_id=${place}&contact_identifiers=${identifier}`
  return data(await call(line, { token }))[0] ?? {}
}

const row = (identifier: string) =>
  database.db.selectFrom('contacts').selectAll().where('contact_identifier', '=', identifier).executeTakeFirst()

test('a contact is made with everything that was sent', async () => {
  const sent = {
    contact_identifier: 'full',
    firstname: 'Anna',
    middlename: 'Maria',
    infix: 'van der',
    lastname: 'Example',
    prefix: 'dr.',
    gender: 'female',
    call_phone_number: '+31 20 123 4567',
    sms_phone_number: '0612345678',
    default_email_address: 'anna@example.com',
    invoice_email_address: 'invoices@example.com; books@example.com',
    invoice_cc_email_address: 'cc@example.com',
    invoice_bcc_email_address: 'bcc@example.com',
    reminder_email_address: 'reminders@example.com',
    reminder_cc_email_address: 'cc2@example.com',
    reminder_bcc_email_address: 'bcc2@example.com',
    postal_address_street_1: 'Example Street 1',
    postal_address_street_2: 'Second floor',
    postal_address_postal_code: '1234 AB',
    postal_address_city: 'Exampletown',
    postal_address_region: 'North',
    postal_address_country_code: 'NL',
  }
  assert.deepEqual(await post([{ ...sent, birth_date: '1980-02-29' }]), { success: true, count: 1, errors: {} })
  const { id: _, updated_at, debtor_numbers, validation_errors, ...shown } = await contact('full')
  assert.deepEqual(shown, sent)
  assert.deepEqual([debtor_numbers, validation_errors], [[], {}])
  assert.match(String(updated_at), /Z$/)
  assert.equal((await row('full'))?.birth_date, '1980-02-29')
})

test('sending the same again changes nothing, of the contact or of its debtors', async () => {
  const sent = [
    { contact_identifier: 'again', default_email_address: 'nonsense', birth_date: '1990-01-01', gender: 'male' },
    { contact_identifier: 'again too' },
  ]
  await post(sent)
  const debtor = { debtor_number: 'A1', debtor_identifier: 'a1', name: 'x', contact_identifier: 'again' }
  await call('POST /v1/debtors', { token, json: { administration_id, debtors: [debtor] } })
  const state = async () => ({
    contacts: await database.db.selectFrom('contacts').selectAll().orderBy('id').execute(),
    debtors: await database.db.selectFrom('debtors').selectAll().orderBy('id').execute(),
  })
  const before = await state()
  assert.deepEqual(await post(sent), { success: true, count: 2, errors: {} })
  assert.deepEqual(await state(), before)
})

test('what is wrong with addresses and phone numbers is shown with the contact until it is corrected', async () => {
  await post([
    {
      contact_identifier: 'wrong',
      call_phone_number: 'call me',
      default_email_address: 'anna@',
      invoice_email_address: 'a@example.com, b',
    },
  ])
  assert.deepEqual((await contact('wrong')).validation_errors, {
    call_phone_number: ['is not a phone number'],
    default_email_address: ['is not an email address'],
    invoice_email_address: ['is not an email address'],
  })
  await post([{ contact_identifier: 'wrong', call_phone_number: '020-1234567', default_email_address: null }])
  assert.deepEqual((await contact('wrong')).validation_errors, {
    invoice_email_address: ['is not an email address'],
  })
})

test('the country of a contact is a code of ISO 3166, in capital letters', async () => {
  const sent = (country: string | null) => [{ contact_identifier: 'abroad', postal_address_country_code: country }]
  assert.equal((await post(sent('nl'))).count, 1)
  assert.equal((await contact('abroad')).postal_address_country_code, 'NL')
  for (const wrong of ['XX', 'NLD', 'Holland', 'EU', 'UK']) {
    const problem = 'postal_address_country_code: must be the code of a country like NL'
    assert.deepEqual((await post(sent(wrong))).errors, { abroad: [problem] }, wrong)
  }
  assert.equal((await contact('abroad')).postal_address_country_code, 'NL')
  assert.equal((await post(sent(null))).count, 1)
  assert.equal((await contact('abroad')).postal_address_country_code, null)
})

test('a contact is found by its id, and can get another identifier', async () => {
  await post([{ contact_identifier: 'before', lastname: 'Example' }])
  const { id } = await contact('before')
  assert.equal((await post([{ id, contact_identifier: 'after', firstname: 'Anna' }])).count, 1)
  const after = await contact('after')
  assert.deepEqual([after.id, after.firstname, after.lastname], [id, 'Anna', 'Example'])
  assert.deepEqual(await contact('before'), {})
  assert.equal((await post([{ id, lastname: 'Changed' }])).count, 1)
  assert.equal((await contact('after')).lastname, 'Changed')
})

test('debtors follow their contact, and only those that show something of it', async () => {
  await post([{ contact_identifier: 'followed', postal_address_city: 'Oldtown' }, { contact_identifier: 'other' }])
  const debtors = [
    { debtor_number: 'F1', debtor_identifier: 'f1', name: 'x', contact_identifier: 'followed' },
    { debtor_number: 'F2', debtor_identifier: 'f2', name: 'y', contact_identifier: 'other' },
  ]
  await call('POST /v1/debtors', { token, json: { administration_id, debtors } })
  const debtor = async (number: string) =>
    data(await call(`GET /v1/debtors?administration_id=${administration_id}&debtor_numbers=${number}`, { token }))[0]
  const [before, other] = [await debtor('F1'), await debtor('F2')]
  await post([
    {
      contact_identifier: 'followed',
      postal_address_city: 'Newtown',
      postal_address_country_code: 'DE',
      default_email_address: 'new@example.com',
      reminder_cc_email_address: 'cc@example.com',
      sms_phone_number: '0612345678',
    },
  ])
  const after = await debtor('F1')
  assert.deepEqual(after?.postal_address, {
    city: 'Newtown',
    country_code: 'DE',
    postal_code: null,
    region: null,
    street_1: null,
    street_2: null,
  })
  assert.deepEqual(
    [after?.primary_email_address, after?.reminder_cc_email_address, after?.sms_phone_number],
    ['new@example.com', 'cc@example.com', '0612345678'],
  )
  assert.equal(after?.updated_at, (await contact('followed')).updated_at)
  assert.ok(String(after?.updated_at) > String(before?.updated_at))
  assert.deepEqual(await debtor('F2'), other)
  // A debtor shows nothing of these.
  await post([{ contact_identifier: 'followed', firstname: 'Anna', birth_date: '1980-01-01' }])
  assert.deepEqual(await debtor('F1'), after)
})

test('each bad record stands under its own key, and the others are done', async () => {
  await post([{ contact_identifier: 'one' }, { contact_identifier: 'two' }])
  const [one, two] = [await contact('one'), await contact('two')]
  const elsewhere = await given.tenant({ company_id: tenant.company_id })
  await post([{ contact_identifier: 'elsewhere' }], elsewhere.administration_id)
  const { id: foreign } = await contact('elsewhere', elsewhere.administration_id)
  const unknown = 'There is no such contact in this administration.'
  const cases: [record: unknown, key: unknown, problem: string][] = [
    [{ lastname: 'x' }, '#0', 'contact_identifier: is missing'],
    [{ contact_identifier: '', lastname: 'x' }, '#1', 'contact_identifier: is missing'],
    [{ id: '987654', lastname: 'x' }, '987654', unknown],
    [{ id: foreign, lastname: 'x' }, foreign, unknown],
    [{ id: 'abc' }, 'abc', 'id: must be an identifier of digits'],
    [{ id: one.id, contact_identifier: 'two' }, one.id, 'contact_identifier: belongs to another contact'],
    [{ contact_identifier: 'g', gender: 'none' }, 'g', 'gender: must be one of female, male, male_female'],
    [{ contact_identifier: 'd', birth_date: '2021-02-29' }, 'd', 'birth_date: must be a date like 2026-11-14'],
    [{ contact_identifier: 'fine' }, 'fine', ''],
    [{ contact_identifier: 'fine' }, 'fine', ''],
    [{ id: two.id, lastname: 'Second' }, two.id, ''],
  ]
  const { count, errors } = await post(cases.map(([record]) => record))
  const wrong = cases.filter(([, , problem]) => problem !== '')
  assert.deepEqual(errors, Object.fromEntries(wrong.map(([, key, problem]) => [key, [problem]])))
  assert.equal(count, 2)
  assert.deepEqual(await contact('one'), one)
  assert.equal((await contact('two')).lastname, 'Second')
})

test('a contact is in one request once, by whatever it is known', async () => {
  await post([{ contact_identifier: 'once' }])
  const { id } = await contact('once')
  const { errors } = await post([
    { id, lastname: 'First' },
    { contact_identifier: 'once', lastname: 'Second' },
  ])
  assert.deepEqual(errors, { '#1': ['This contact is in this request more than once.'] })
  assert.equal((await contact('once')).lastname, 'First')
})

test('an id and an identifier that look the same are counted apart', async () => {
  await post([{ contact_identifier: 'looks' }])
  const { id } = await contact('looks')
  const { count, errors } = await post([
    { id, gender: 'male' },
    { contact_identifier: id, gender: 'male' },
  ])
  assert.deepEqual([count, errors], [2, {}])
  const unclear = await post([
    { id, gender: 'male' },
    { contact_identifier: id, gender: 'other' },
  ])
  assert.deepEqual([unclear.count, Object.keys(unclear.errors)], [1, ['#1']])
})

test('another company, and a token that may only read, get nothing done', async () => {
  const stranger = await given.tenant()
  const json = { administration_id: stranger.administration_id, contacts: [{ contact_identifier: 'x' }] }
  assert.equal((await call('POST /v1/contacts', { token, json })).status, 403)
  const reader = await given.token(tenant, { permissions: ['contacts:read'] })
  const own = { administration_id, contacts: [{ contact_identifier: 'unwanted' }] }
  assert.equal((await call('POST /v1/contacts', { token: reader, json: own })).status, 403)
  assert.equal(await row('unwanted'), undefined)
})
