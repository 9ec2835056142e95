import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { signedIn } from '../../test/visitor.ts'
import type { Role } from '../api/principal.ts'

const service = await startService()
const { given, database, call } = service
const tenant = await given.tenant()
const { administration_id, company_id } = tenant
const sibling = await given.tenant({ company_id })
const stranger = await given.tenant()
const withRole = (role: Role) =>
  signedIn(service, company_id, { company_role: null, rights: { [administration_id]: role } })
const boss = await withRole('administrator')
const outsider = await signedIn(service, stranger.company_id)
const path = (id = administration_id): string => `/console/administrations/${id}/general`
const modules_path = (id = administration_id): string => `/console/administrations/${id}/modules`

type Shown = Record<string, unknown> & {
  modules: { name: string; on: boolean; needs: string[] }[]
  may_change: boolean
}
const show = async (who = boss): Promise<Shown> => {
  const answer = await who.get(path())
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Shown
}
const change = (body: object, who = boss) => who.send(`PATCH ${path()}`, body)
const changeModules = (body: object, who = boss) => who.send(`PATCH ${modules_path()}`, body)
const rowOf = (id = administration_id) =>
  database.db.selectFrom('administrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const audited = async (): Promise<unknown[]> => {
  const rows = await database.db
    .selectFrom('audit_entries')
    .select(['user_id', 'administration_id', 'details'])
    .where('action', '=', 'administration_settings_changed')
    .orderBy('id')
    .execute()
  return rows.map(({ user_id, details, ...row }) => [row.administration_id, user_id, details])
}
const account = {
  bank_account_name: 'Example Trading',
  bank_account_number: 'NL91ABNA0417164300',
  bank_account_bic: 'ABNANL2A',
}

test('facts are changed, shown to connected software at once, and in the audit log once', async () => {
  const before = await show()
  const entries = (await audited()).length
  const body = { name: 'Blue Boats', city: 'Harlingen', phone_number: '+31 517 123456', vat_number: 'NL000099998B57' }
  for (let count = 0; count < 2; count++) {
    const answer = await change(body)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body, { ...before, ...body })
  }
  assert.deepEqual((await audited()).slice(entries), [
    [
      administration_id,
      boss.id,
      {
        changed: [
          `name: ${JSON.stringify(before.name)} → "Blue Boats"`,
          `city: ${JSON.stringify(before.city)} → "Harlingen"`,
          'phone_number: null → "+31 517 123456"',
          'vat_number: null → "NL000099998B57"',
        ],
      },
    ],
  ])
  const token = await given.token(tenant)
  const shown = await call(`GET /v1/administrations/${administration_id}`, { token })
  assert.equal((shown.body as { city: string }).city, 'Harlingen')
  assert.equal((await change({ vat_number: null, phone_number: '' })).status, 200)
  const { vat_number, phone_number } = await rowOf()
  assert.deepEqual([vat_number, phone_number], [null, null])
})

test('a bank account is taken as a whole, and taken away as a whole', async () => {
  const typed = { ...account, bank_account_number: 'nl91 abna 0417 1643 00' }
  const answer = await change(typed)
  assert.equal(answer.status, 200, answer.text)
  for (const [name, value] of Object.entries(account)) assert.equal((answer.body as Shown)[name], value)
  const wrong: [body: object, message: string][] = [
    [
      { bank_account_number: 'NL90ABNA0417164300' },
      'bank_account_number: must be an IBAN like NL91ABNA0417164300; check its digits',
    ],
    [
      { bank_account_bic: 'INGBNL2A' },
      'bank_account_bic: must be the BIC of the bank that the IBAN is of; leave it empty if unsure',
    ],
    [{ bank_account_number: null }, 'bank_account_number: is needed where a holder or a BIC is given'],
    // The BIC that is stored is not of the bank of the new account.
    [
      { bank_account_number: 'BE68539007547034' },
      'bank_account_bic: must be the BIC of the bank that the IBAN is of; leave it empty if unsure',
    ],
  ]
  for (const [body, message] of wrong) {
    const refused = await change({ ...body, city: 'Elsewhere' })
    assert.deepEqual([refused.status, refused.body], [422, { code: 'unprocessable_entity', message }])
  }
  const row = await rowOf()
  for (const [name, value] of Object.entries(account)) assert.equal(row[name as keyof typeof account], value)
  assert.notEqual(row.city, 'Elsewhere', 'nothing is half done')
  const nothing = { bank_account_name: null, bank_account_number: null, bank_account_bic: null }
  assert.equal((await change(nothing)).status, 200)
  assert.equal((await rowOf()).bank_account_number, null)
})

test('whoever is on the list hears that debtors pay to another bank account, each time', async () => {
  const notified = async () => {
    const rows = await database.db
      .selectFrom('notifications')
      .select(['administration_id', 'details'])
      .where('notification_type', '=', 'bank_account_changed')
      .where('debtor_id', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(({ administration_id: of, details }) => [of, details])
  }
  const before = (await notified()).length
  assert.equal((await change({ ...account, city: 'Sneek' })).status, 200)
  assert.equal((await change({ ...account, bank_account_name: 'Other name' })).status, 200)
  const other = { bank_account_name: 'Thief', bank_account_number: 'BE68539007547034', bank_account_bic: null }
  assert.equal((await change(other)).status, 200)
  assert.equal((await change(account)).status, 200)
  assert.deepEqual((await notified()).slice(before), [
    [administration_id, { before: '', after: '4300' }],
    [administration_id, { before: '4300', after: '7034' }],
    [administration_id, { before: '7034', after: '4300' }],
  ])
  assert.equal(
    (await change({ bank_account_name: null, bank_account_number: null, bank_account_bic: null })).status,
    200,
  )
})

test('every wrong fact is refused with what to do', async () => {
  const before = await rowOf()
  const cases: [body: object, message: string][] = [
    [{ name: '', city: null }, 'name: is missing, city: is missing'],
    [{ name: 'x'.repeat(121) }, 'name: must not be longer than 120 characters'],
    [{ name: 'two\nlines' }, 'name: must be one line'],
    [{ name: ' ' }, 'name: is missing'],
    [{ email_address: 'x' }, 'email_address: must be an email address'],
    [{ phone_number: 'call me' }, 'phone_number: must be a phone number like +31 20 123 4567'],
    [{ country_code: 'XX' }, 'country_code: must be the code of a country like NL'],
    [{ timezone: '+01:00' }, 'timezone: must be a time zone like Europe/Amsterdam'],
  ]
  for (const [body, message] of cases) {
    const answer = await change({ ...body, contact_name: 'Somebody else' })
    assert.deepEqual([answer.status, answer.body], [422, { code: 'unprocessable_entity', message }])
  }
  // Amounts were counted in it, so nothing that is sent changes it.
  await change({ currency_code: 'USD' })
  assert.deepEqual(await rowOf(), before)
})

test('another country or clock makes the engine look at every debtor again, another name does not', async () => {
  const version = async (): Promise<string> => {
    const row = await database.db
      .selectFrom('engine_states')
      .select('rules_version')
      .where('administration_id', '=', administration_id)
      .executeTakeFirst()
    return row?.rules_version ?? '1'
  }
  const first = await version()
  await change({ name: 'Green Boats' })
  assert.equal(await version(), first)
  await change({ country_code: 'be' })
  const second = await version()
  assert.notEqual(second, first)
  await change({ timezone: 'Europe/Brussels', country_code: 'BE' })
  assert.notEqual(await version(), second)
})

test('modules are switched together with what they need, and connected software sees their fields', async () => {
  const entries = (await audited()).length
  const lonely = await changeModules({ autogenerated_credit_limits: true })
  assert.deepEqual(lonely.body, {
    code: 'unprocessable_entity',
    message: 'autogenerated_credit_limits: does nothing without credit_monitoring; switch that on too',
  })
  const both = { credit_monitoring: true, autogenerated_credit_limits: true }
  for (let count = 0; count < 2; count++) {
    const answer = await changeModules(both)
    assert.deepEqual((answer.body as Shown).modules, [
      { name: 'credit_monitoring', on: true, needs: [] },
      { name: 'autogenerated_credit_limits', on: true, needs: ['credit_monitoring'] },
    ])
  }
  assert.equal((await audited()).length, entries + 1, 'the same again is no change')
  const token = await given.token(tenant)
  const debtor_id = await given.debtor(tenant)
  const shownFields = async (): Promise<boolean> => {
    const fields = encodeURIComponent(JSON.stringify({ only: ['id', 'external_credit_limit_amount'] }))
    const path = `/v1/debtors/${debtor_id}?administration_id=${administration_id}&fields=${fields}`
    const answer = await call(`GET ${path}`, { token })
    assert.equal(answer.status, 200, answer.text)
    return 'external_credit_limit_amount' in (answer.body as object)
  }
  await until('the fields are there', shownFields)
  assert.equal((await changeModules({ credit_monitoring: false })).status, 422, 'the other one would do nothing')
  assert.equal((await changeModules({ credit_monitoring: false, autogenerated_credit_limits: false })).status, 200)
  await until('the fields are gone', async () => !(await shownFields()))
})

test('only administrators change it; everybody who works there reads it', async () => {
  const before = await rowOf()
  for (const role of ['standard', 'communication', 'restricted'] as const) {
    const who = await withRole(role)
    assert.equal((await show(who)).may_change, false, role)
    assert.equal((await change({ name: 'X', ...account }, who)).status, 403, role)
    assert.equal((await changeModules({ credit_monitoring: true }, who)).status, 403, role)
  }
  assert.equal((await show()).may_change, true)
  assert.deepEqual(await rowOf(), before)
})

test('other administrations are out of reach, in the company and beyond', async () => {
  for (const [who, id] of [
    [boss, sibling.administration_id],
    [outsider, administration_id],
    [boss, stranger.administration_id],
  ] as const) {
    const before = await rowOf(id)
    assert.equal((await who.get(path(id))).status, 403)
    assert.equal((await who.send(`PATCH ${path(id)}`, { name: 'X', ...account })).status, 403)
    assert.equal((await who.send(`PATCH ${modules_path(id)}`, { credit_monitoring: true })).status, 403)
    assert.deepEqual(await rowOf(id), before)
  }
})
