import assert from 'node:assert/strict'
import { test } from 'node:test'
import { data, startService } from '../../../test/harness.ts'

const { call, given, database } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)

type Texts = Record<string, string[]>
type Batch = { success: boolean; count: number; errors: Texts; warnings?: Texts }

async function post(debtors: unknown, place = administration_id): Promise<Batch> {
  const answer = await call('POST /v1/debtors', { token, json: { administration_id: place, debtors } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body as Batch
}

const all_fields =
  '&fields={"only":["id","debtor_number","debtor_identifier","name","labels","remark","peppol_enabled","updated_at",' +
  '"postal_address","primary_email_address"]}'

async function debtor(number: string, query = all_fields, place = administration_id) {
  const answer = await call(
    `GET /v1/debtors/${number}?administration_id=${place}&identifier_type=debtor_number${query}`,
    { token },
  )
  return answer.body as Record<string, unknown>
}

const events = async (place = administration_id) =>
  data(await call(`GET /v1/events?administration_id=${place}&per_page=500`, { token }))

const done = (count: number): Batch => ({ success: true, count, errors: {} })
let last = 0
const fresh = (overrides: object = {}) => {
  last++
  return { debtor_number: `N${last}`, debtor_identifier: `I${last}`, name: `Debtor ${last}`, ...overrides }
}

test('a debtor is made with everything that was sent', async () => {
  const sent = fresh({
    bank_account_name: 'D. Example',
    bank_account_number: 'NL91ABNA0417164300',
    category: 'wholesale',
    coc_number: '12345678',
    country_code: 'nl',
    language_code: 'nl',
    oin_number: '00000001234567890000',
    peppol_identifier: '0106:12345678',
    peppol_enabled: false,
    relation_manager: 'R. Example',
    remark: 'Pays late.',
    vat_number: 'NL000099998B57',
    is_company: true,
    labels: ['key account', 'export', 'key account'],
  })
  assert.deepEqual(await post([sent]), done(1))
  const row = await database.db
    .selectFrom('debtors')
    .selectAll()
    .where('debtor_number', '=', sent.debtor_number)
    .executeTakeFirstOrThrow()
  const { labels: _, ...columns } = sent as Record<string, unknown>
  for (const [name, value] of Object.entries({ ...columns, country_code: 'NL' })) {
    assert.deepEqual(row[name as keyof typeof row], value, name)
  }
  const { labels, postal_address } = await debtor(sent.debtor_number)
  assert.deepEqual(labels, [{ name: 'key account' }, { name: 'export' }])
  assert.deepEqual(postal_address, {
    city: '',
    country_code: 'NL',
    postal_code: null,
    region: null,
    street_1: null,
    street_2: null,
  })
})

test('sending the same again changes nothing: no updated_at, no event, no row', async () => {
  const place = (await given.tenant({ company_id: tenant.company_id })).administration_id
  await call('POST /v1/contacts', {
    token,
    json: { administration_id: place, contacts: [{ contact_identifier: 'C1', postal_address_city: 'Exampletown' }] },
  })
  const sent = [
    fresh({ labels: ['a', 'b'], contact_identifier: 'C1' }),
    fresh({ peppol_enabled: true, remark: 'x', contact_identifier: 'C1' }),
    fresh({ labels: [] }),
  ]
  assert.deepEqual(await post(sent, place), done(3))
  const state = async () => ({
    debtors: await database.db.selectFrom('debtors').selectAll().where('administration_id', '=', place).execute(),
    contacts: await database.db.selectFrom('contacts').selectAll().where('administration_id', '=', place).execute(),
    labels: await database.db.selectFrom('debtor_labels').selectAll().where('administration_id', '=', place).execute(),
    events: await events(place),
  })
  const before = await state()
  assert.equal(before.events.length, 2)
  assert.deepEqual(await post(sent, place), done(3))
  assert.deepEqual(await post(sent.toReversed(), place), done(3))
  assert.deepEqual(await state(), before)
})

test('what is left out stays, what is empty is emptied, and only what changed moves', async () => {
  const [one, two] = [fresh({ remark: 'One.', peppol_enabled: true }), fresh({ remark: 'Two.' })]
  await post([one, two])
  const before = { one: await debtor(one.debtor_number), two: await debtor(two.debtor_number) }
  const { remark: _, ...rest } = one as Record<string, unknown>
  await post([
    { ...rest, name: 'Renamed', peppol_enabled: null },
    { ...two, remark: 'Two.' },
  ])
  const after = await debtor(one.debtor_number)
  assert.deepEqual([after.name, after.remark, after.peppol_enabled], ['Renamed', 'One.', null])
  assert.ok(String(after.updated_at) > String(before.one.updated_at))
  assert.deepEqual(await debtor(two.debtor_number), before.two)
})

test('labels that were sent replace all others, and each one added or removed makes an event', async () => {
  const place = (await given.tenant({ company_id: tenant.company_id })).administration_id
  const one = fresh({ labels: ['a', 'b'] })
  await post([one], place)
  const first = await debtor(one.debtor_number, all_fields, place)
  await post([{ ...one, labels: ['b', 'c'] }], place)
  const second = await debtor(one.debtor_number, all_fields, place)
  assert.deepEqual(second.labels, [{ name: 'b' }, { name: 'c' }])
  assert.ok(String(second.updated_at) > String(first.updated_at))
  const { labels: _, ...without } = one as Record<string, unknown>
  await post([without], place)
  assert.deepEqual(await debtor(one.debtor_number, all_fields, place), second)
  await post([{ ...one, labels: null }], place)
  const label_events = (await events(place)).map((event) => {
    const context = event.context as { label: string }
    return [event.event_name, context.label, event.resource_id]
  })
  const { id } = second
  assert.deepEqual(label_events, [
    ['label_added', 'a', id],
    ['label_added', 'b', id],
    ['label_removed', 'a', id],
    ['label_added', 'c', id],
    ['label_removed', 'b', id],
    ['label_removed', 'c', id],
  ])
})

test('an event about a debtor says who it is, and in which administration', async () => {
  const place = await given.tenant({ company_id: tenant.company_id })
  const one = fresh({ labels: ['a'], is_company: true })
  await post([one], place.administration_id)
  const [event] = await events(place.administration_id)
  const shown = await debtor(one.debtor_number, all_fields, place.administration_id)
  assert.equal(event?.resource_type, 'debtor')
  assert.equal(event?.event_time, shown.updated_at)
  const context = event?.context as Record<string, unknown>
  assert.deepEqual(
    [context.resource_type, context.id, context.debtor_code, context.name, context.company_name, context.label],
    ['debtor', Number(shown.id), one.debtor_number, one.name, one.name, 'a'],
  )
  const { id, name, origin_id } = context.administration as Record<string, unknown>
  assert.deepEqual([id, origin_id], [Number(place.administration_id), null])
  assert.match(String(name), /^Administration \d+$/)
})

test('a contact gives a debtor its addresses, and names the debtors that use it', async () => {
  const contact = async (identifier: string) => {
    const answer = await call(
      `GET /v1/contacts?administration_id=${administration_id}&contact_identifiers=${identifier}`,
      {
        token,
      },
    )
    return data(answer)[0] as Record<string, unknown>
  }
  const contacts = [
    { contact_identifier: 'old', postal_address_city: 'Oldtown', default_email_address: 'old@example.com' },
    { contact_identifier: 'new', postal_address_city: 'Newtown', postal_address_country_code: 'BE' },
  ]
  await call('POST /v1/contacts', { token, json: { administration_id, contacts } })
  const [one, two] = [fresh({ contact_identifier: 'old' }), fresh({ contact_identifier: 'old' })]
  await post([two, one])
  const first = await debtor(one.debtor_number)
  assert.equal((first.postal_address as { city: string }).city, 'Oldtown')
  assert.equal(first.primary_email_address, 'old@example.com')
  assert.deepEqual((await contact('old')).debtor_numbers, [one.debtor_number, two.debtor_number].sort())
  await post([{ ...one, contact_identifier: 'new' }])
  const second = await debtor(one.debtor_number)
  assert.deepEqual(second.postal_address, {
    city: 'Newtown',
    country_code: 'BE',
    postal_code: null,
    region: null,
    street_1: null,
    street_2: null,
  })
  assert.equal(second.primary_email_address, null)
  assert.deepEqual((await contact('old')).debtor_numbers, [two.debtor_number])
  assert.deepEqual((await contact('new')).debtor_numbers, [one.debtor_number])
  // Beside one that gets a contact or loses it, a new one without any is written as well.
  const [with_one, without, later] = [fresh({ contact_identifier: 'new' }), fresh({}), fresh({})]
  await post([with_one, without])
  await post([{ ...with_one, contact_identifier: null }, later])
  await post([{ ...one, contact_identifier: null }])
  assert.equal(((await debtor(one.debtor_number)).postal_address as { city: string }).city, '')
  assert.deepEqual((await contact('new')).debtor_numbers, [])
})

test('a debtor shows the country that was sent, unless the address of its contact has one', async () => {
  const contacts = [
    { contact_identifier: 'belgian', postal_address_city: 'Exampletown', postal_address_country_code: 'be' },
    { contact_identifier: 'nowhere', postal_address_city: 'Sampletown' },
  ]
  await call('POST /v1/contacts', { token, json: { administration_id, contacts } })
  const one = fresh({})
  const shown = async () => ((await debtor(one.debtor_number)).postal_address as { country_code: string }).country_code
  const steps: [sent: object, country_code: string][] = [
    [{ country_code: 'DE' }, 'DE'],
    [{}, 'DE'],
    [{ contact_identifier: 'nowhere' }, 'DE'],
    [{ country_code: 'fr' }, 'FR'],
    [{ contact_identifier: 'belgian' }, 'BE'],
    [{ country_code: 'LU' }, 'BE'],
    [{ country_code: 'AT', contact_identifier: 'nowhere' }, 'AT'],
    [{ country_code: null }, ''],
    [{ country_code: 'AT', contact_identifier: null }, 'AT'],
  ]
  for (const [sent, country_code] of steps) {
    assert.equal((await post([{ ...one, ...sent }])).count, 1)
    assert.equal(await shown(), country_code, JSON.stringify(sent))
  }
  await post([{ ...one, country_code: 'ES', contact_identifier: 'nowhere' }])
  const change = async (members: object) => {
    const changed = [{ contact_identifier: 'nowhere', ...members }]
    await call('POST /v1/contacts', { token, json: { administration_id, contacts: changed } })
  }
  await change({ postal_address_country_code: 'PT' })
  assert.equal(await shown(), 'PT')
  await change({ postal_address_country_code: null })
  assert.equal(await shown(), 'ES')
  const beside = [
    fresh({ contact_identifier: 'belgian', country_code: 'IT' }),
    fresh({ country_code: 'SE' }),
    fresh({}),
  ]
  await post(beside)
  const countries = await Promise.all(
    beside.map(async ({ debtor_number }) => (await debtor(debtor_number)).postal_address),
  )
  assert.deepEqual(
    countries.map((address) => (address as { country_code: string }).country_code),
    ['BE', 'SE', ''],
  )
})

test('a debtor that gets another number or identifier stays the same debtor, and its records follow', async () => {
  await call('POST /v1/contacts', { token, json: { administration_id, contacts: [{ contact_identifier: 'keys' }] } })
  const one = fresh({ contact_identifier: 'keys' })
  await post([one])
  const { id } = await debtor(one.debtor_number)
  const invoice_id = await given.invoice(tenant, String(id))
  const keys = await given.debtorKeys(tenant, String(id))
  const plan_id = await given.row('payment_plans', tenant, {
    debtor_id: id,
    ...keys,
    created_at: 'stamp',
    updated_at: 'stamp',
  })
  const mandate_id = await given.row('psp_mandates', tenant, {
    debtor_id: id,
    debtor_number: keys.debtor_number,
    bank_account_name: 'D. Example',
    bank_account_number: 'NL91ABNA0417164300',
    provider: 'twikey',
    created_at: 'stamp',
    updated_at: 'stamp',
  })
  const copies = async () => {
    const invoice = await database.db.selectFrom('invoices').selectAll().where('id', '=', invoice_id).executeTakeFirst()
    const plan = await database.db.selectFrom('payment_plans').selectAll().where('id', '=', plan_id).executeTakeFirst()
    const mandate = await database.db
      .selectFrom('psp_mandates')
      .selectAll()
      .where('id', '=', mandate_id)
      .executeTakeFirst()
    const contact = await database.db
      .selectFrom('contacts')
      .selectAll()
      .where('contact_identifier', '=', 'keys')
      .executeTakeFirst()
    return { invoice, plan, mandate, contact }
  }
  const before = await copies()

  await post([{ ...one, debtor_identifier: 'another identifier' }])
  const identified = await copies()
  assert.equal((await debtor(one.debtor_number)).id, id)
  assert.equal(identified.invoice?.debtor_identifier, 'another identifier')
  assert.equal(identified.plan?.debtor_identifier, 'another identifier')
  assert.equal(identified.invoice?.updated_at, before.invoice?.updated_at, 'an identifier is not shown on an invoice')

  await post([{ ...one, debtor_identifier: 'another identifier', debtor_number: 'another-number' }])
  const numbered = await copies()
  assert.equal((await debtor('another-number')).id, id)
  assert.equal(numbered.invoice?.debtor_number, 'another-number')
  assert.equal(numbered.plan?.debtor_number, 'another-number')
  assert.equal(numbered.mandate?.debtor_number, 'another-number')
  assert.deepEqual(numbered.contact?.debtor_numbers, ['another-number'])
  assert.ok(String(numbered.invoice?.updated_at) > String(before.invoice?.updated_at))
  assert.ok(String(numbered.mandate?.updated_at) > String(before.mandate?.updated_at))
})

test('a debtor that gets another number or identifier, or hides its country, is done with a warning', async () => {
  const contacts = [{ contact_identifier: 'dutch', postal_address_country_code: 'NL' }]
  await call('POST /v1/contacts', { token, json: { administration_id, contacts } })
  const one = fresh({ contact_identifier: 'dutch' })
  assert.deepEqual(await post([one]), done(1))
  const cases: [change: object, warning: string][] = [
    [
      { debtor_number: 'W-2' },
      `debtor_number: replaces ${one.debtor_number}, which the debtor with this debtor_identifier had until now`,
    ],
    [
      { debtor_number: 'W-2', debtor_identifier: 'w-2' },
      `debtor_identifier: replaces ${one.debtor_identifier}, which the debtor with this debtor_number had until now`,
    ],
    [
      { debtor_number: 'W-2', debtor_identifier: 'w-2', country_code: 'BE' },
      'country_code: the address of the contact is in NL, and that is what is shown',
    ],
  ]
  for (const [change, warning] of cases) {
    const result = await post([{ ...one, ...change }, fresh()])
    assert.deepEqual(result, { ...done(2), warnings: { 'W-2': [warning] } })
  }
  const quiet = { ...one, debtor_number: 'W-2', debtor_identifier: 'w-2', country_code: 'nl' }
  assert.deepEqual(await post([quiet]), done(1))
})

test('an empty text empties what cannot be one, and half a character does no harm', async () => {
  const one = fresh({ country_code: 'NL', is_company: true, remark: 'x' })
  await post([one])
  assert.deepEqual(await post([{ ...one, country_code: '', is_company: '', remark: '', name: 'half \ud800' }]), done(1))
  const row = await database.db
    .selectFrom('debtors')
    .select(['country_code', 'is_company', 'remark', 'name'])
    .where('debtor_number', '=', one.debtor_number)
    .executeTakeFirstOrThrow()
  assert.deepEqual(row, { country_code: null, is_company: null, remark: null, name: 'half \ufffd' })
})

test('each bad record stands under its own number, and the others are done', async () => {
  const [a, b] = [fresh(), fresh()]
  await post([a, b])
  const cases: [record: unknown, key: string, problem: string][] = [
    [{ ...fresh(), name: undefined }, `N${last}`, 'name: is missing'],
    [{ ...fresh(), name: '' }, `N${last}`, 'name: is missing'],
    [{ debtor_identifier: 'only', name: 'x' }, 'only', 'debtor_number: is missing'],
    [{ name: 'x' }, '#3', 'debtor_number: is missing|debtor_identifier: is missing'],
    ['nonsense', '#4', 'must be an object'],
    [fresh({ country_code: 'XX' }), `N${last}`, 'country_code: must be the code of a country like NL'],
    [fresh({ is_company: 'perhaps' }), `N${last}`, 'is_company: must be true or false'],
    [fresh({ labels: 'x' }), `N${last}`, ''],
    [fresh({ labels: [{}] }), `N${last}`, 'labels: must be a list of texts'],
    [fresh({ contact_identifier: 'nobody' }), `N${last}`, 'contact_identifier: there is no such contact'],
    [
      { ...a, debtor_identifier: b.debtor_identifier },
      a.debtor_number,
      'debtor_identifier: belongs to another debtor than debtor_number',
    ],
    [
      fresh({ debtor_number: 'L'.repeat(256) }),
      'L'.repeat(256),
      'debtor_number: must not be longer than 255 characters',
    ],
    [fresh({ name: 'a\u0000b' }), `N${last}`, 'name: must not hold a NUL character'],
  ]
  const { count, errors } = await post(cases.map(([record]) => record))
  const wrong = cases.filter(([, , problem]) => problem !== '')
  assert.deepEqual(errors, Object.fromEntries(wrong.map(([, key, problem]) => [key, problem.split('|')])))
  assert.equal(count, cases.length - wrong.length)
})

const repeated = 'is in this request more than once, and says something else here; only the first one counts'

test('a debtor is in one request once, by whatever it is known', async () => {
  const [one, two] = [fresh(), fresh()]
  await post([one])
  const { errors, count } = await post([
    { ...one, debtor_identifier: 'changed' },
    // The identifier that the debtor had until just now.
    { ...two, debtor_identifier: one.debtor_identifier },
    { ...fresh(), debtor_number: one.debtor_number },
    { ...fresh(), debtor_identifier: 'changed' },
  ])
  assert.equal(count, 1)
  assert.deepEqual(errors, {
    '#1': ['This debtor is in this request more than once.'],
    '#2': [`debtor_number: ${repeated}`],
    '#3': [`debtor_identifier: ${repeated}`],
  })
  assert.equal((await debtor(one.debtor_number)).debtor_identifier, 'changed')
})

test('a form says the same as JSON, and can take all labels off', async () => {
  const one = fresh()
  const form = (labels: string) =>
    `administration_id=${administration_id}&debtors[][debtor_number]=${one.debtor_number}` +
    `&debtors[][debtor_identifier]=${one.debtor_identifier}&debtors[][name]=Formed${labels}`
  const send = async (labels: string) => (await call('POST /v1/debtors', { token, form: form(labels) })).body
  assert.deepEqual(await send('&debtors[][labels][]=a&debtors[][labels][]=b'), done(1))
  assert.deepEqual((await debtor(one.debtor_number)).labels, [{ name: 'a' }, { name: 'b' }])
  assert.deepEqual(await send('&debtors[][labels][]='), done(1))
  assert.deepEqual((await debtor(one.debtor_number)).labels, [])
})

test('members that nobody knows are left out with a warning, at any depth, and not silently', async () => {
  const one = fresh({ nmae: 'x', postal_address: { city: 'Utrecht' } })
  const refused = fresh({ nmae: 'x', is_company: 'maybe' })
  const { count, errors, warnings } = (await post([one, refused])) as Batch & { warnings: Record<string, string[]> }
  assert.equal(count, 1)
  assert.deepEqual(Object.keys(errors), [refused.debtor_number])
  assert.deepEqual(Object.keys(warnings), [one.debtor_number])
  const [first, second] = warnings[one.debtor_number] ?? []
  assert.equal(first, 'nmae: is not known here and was left out; did you mean name?')
  assert.match(second ?? '', /^postal_address: is not known here and was left out/)
  const many = fresh(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`zzzzzzzzzzzzzzzzz${index}`, 1])))
  const own_warnings = ((await post([many])) as Batch & { warnings: Record<string, string[]> }).warnings[
    many.debtor_number
  ]
  assert.deepEqual(
    [own_warnings?.length, own_warnings?.at(-1)],
    [11, '20 more members are not known here and were left out'],
  )
})

test('debtors of another administration are neither found nor touched', async () => {
  const there = await given.tenant({ company_id: tenant.company_id })
  const stranger = await given.tenant()
  const one = fresh({ name: 'Here' })
  await post([one])
  await post([{ ...one, name: 'There' }], there.administration_id)
  assert.equal((await debtor(one.debtor_number)).name, 'Here')
  const json = { administration_id: stranger.administration_id, debtors: [one] }
  assert.equal((await call('POST /v1/debtors', { token, json })).status, 403)
  await call('POST /v1/contacts', {
    token,
    json: { administration_id: there.administration_id, contacts: [{ contact_identifier: 'elsewhere' }] },
  })
  const { errors } = await post([fresh({ contact_identifier: 'elsewhere' })])
  assert.deepEqual(Object.values(errors), [['contact_identifier: there is no such contact']])
})

test('a token that may only read is refused, and nothing is written', async () => {
  const reader = await given.token(tenant, { permissions: ['debtors:read'] })
  const one = fresh()
  const answer = await call('POST /v1/debtors', { token: reader, json: { administration_id, debtors: [one] } })
  assert.equal(answer.status, 403)
  assert.deepEqual(answer.body, { code: 'forbidden', message: 'Missing permission: debtors:write' })
  assert.equal((await debtor(one.debtor_number)).code, 'not_found')
})

test('many writers at once neither double a debtor nor lose one', async () => {
  const place = (await given.tenant({ company_id: tenant.company_id })).administration_id
  const sent = Array.from({ length: 50 }, () => fresh({ labels: ['x'] }))
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => post(turn % 2 === 0 ? sent : sent.toReversed(), place)),
  )
  for (const answer of answers) assert.deepEqual(answer, done(50))
  const list = data(await call(`GET /v1/debtors?administration_id=${place}&per_page=500`, { token }))
  assert.equal(list.length, 50)
  assert.equal(new Set(list.map((one) => one.updated_at)).size, 1)
  assert.equal((await events(place)).length, 50)
})

test('a changed bank account of a debtor is reported, but neither the first nor one written differently', async () => {
  const one = fresh({ bank_account_number: null })
  const notified = async () => {
    const rows = await database.db
      .selectFrom('notifications')
      .select(['debtor_id', 'details'])
      .where('administration_id', '=', administration_id)
      .where('notification_type', '=', 'debtor_bank_account_changed')
      .orderBy('id')
      .execute()
    return rows.map(({ debtor_id, details }) => [debtor_id, details])
  }
  for (const bank_account_number of [null, 'NL91ABNA0417164300', 'nl91 abna 0417 1643 00', null]) {
    await post([{ ...one, bank_account_number }])
  }
  await post([{ ...one, bank_account_number: 'NL91ABNA0417164300' }])
  assert.deepEqual(await notified(), [])
  await post([{ ...one, name: 'Says nothing of it', bank_account_number: undefined }])
  await post([{ ...one, bank_account_number: 'DE89370400440532013000' }])
  await post([{ ...one, bank_account_number: 'DE89370400440532013000' }])
  const { id } = await debtor(one.debtor_number)
  assert.deepEqual(await notified(), [[id, { before: '4300', after: '3000' }]])
})
