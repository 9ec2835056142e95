import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Tenant } from '../../test/given.ts'
import { type Answer, startService } from '../../test/harness.ts'

const now = new Date('2026-11-15T09:00:00Z')
const service = await startService({ now: () => now })
const { given, call, database } = service
const tenant = await given.tenant()
const other = await given.tenant({ company_id: tenant.company_id })
await sql`update administrations set bank_account_name = 'Example Trading', bank_account_number = 'NL13TEST0123456789',
  bank_account_bic = 'TESTNL2A', phone_number = '+31 20 000 0000'`.execute(database.db)
const debtor_id = await given.debtor(tenant, { language_code: 'de-AT', remark: 'never pays', call_phone_number: '1' })
const invoice_id = await given.invoice(tenant, debtor_id, {
  sent_at: '2026-09-01T08:00:00Z',
  invoice_number: 'F1',
  administration_costs_total: '5.00',
  administration_costs_open: '5.00',
  due_date: '2026-10-01',
})
const stranger_id = await given.debtor(tenant)
await given.invoice(tenant, stranger_id, { sent_at: '2026-09-01T08:00:00Z', invoice_number: 'OTHER' })

type Family = 'debtors' | 'invoices' | 'credit_cases' | 'payment_plans'
type Shown = Record<string, unknown> & {
  items: Record<string, unknown>[]
  sums: Record<string, unknown>[]
  transfers: Record<string, unknown>[]
  terms: Record<string, unknown>[]
}

async function linkTo(family: Family, id: string, of: Tenant = tenant) {
  const { rows } = await sql<{ public_token: string }>`select public_token from ${sql.table(family)}
    where administration_id = ${of.administration_id}::bigint and id = ${id}::bigint`.execute(database.db)
  return { administration_id: of.administration_id, family, token: rows[0]?.public_token ?? '' }
}
const look = (link: object, address = '192.0.2.1'): Promise<Answer> =>
  call('POST /portal/look', { json: link, headers: { 'x-forwarded-for': address } })
const comment = (link: object, text: unknown, address = '192.0.2.1'): Promise<Answer> =>
  call('POST /portal/comment', { json: { ...link, text }, headers: { 'x-forwarded-for': address } })
const shown = async (link: object): Promise<Shown> => {
  const answer = await look(link)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Shown
}
const messages = async (): Promise<Record<string, unknown>[]> =>
  (await sql<Record<string, unknown>>`select * from messages order by id`.execute(database.db)).rows
const events = async (name: string): Promise<number> =>
  (await sql`select from events where event_name = ${name}::text`.execute(database.db)).rows.length

test('every record gets a token of its own that nobody guesses', async () => {
  const tokens = await Promise.all([linkTo('debtors', debtor_id), linkTo('invoices', invoice_id)])
  for (const { token } of tokens) assert.match(token, /^[\w-]{43}$/)
  assert.notEqual(tokens[0]?.token, tokens[1]?.token)
})

test('the interface prints the link that opens the page', async () => {
  const token = await given.token(tenant)
  const fields = encodeURIComponent('{"only":["public_url"]}')
  const answer = await call(
    `GET /v1/invoices/${invoice_id}?administration_id=${tenant.administration_id}&fields=${fields}`,
    {
      token,
    },
  )
  const { public_url } = answer.body as { public_url: string }
  const [, administration_id, family, secret] = new URL(public_url).pathname.slice(1).split('/')
  const seen = await shown({ administration_id, family, token: secret })
  assert.equal(seen.number, 'F1')
  const page = await fetch(public_url, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /text\/html/)
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  assert.match(page.headers.get('x-robots-tag') ?? '', /noindex/)
  assert.equal(page.headers.getSetCookie().length, 0)
})

test('an invoice shows what is owed with its costs, to whom, since when, and how to pay', async () => {
  const seen = await shown(await linkTo('invoices', invoice_id))
  assert.equal(seen.state, 'open')
  assert.equal(seen.language, 'de')
  assert.deepEqual(seen.sums, [
    {
      ...{ currency_code: 'EUR', now_amount: '126.00', now_count: 1, now_due_date: '2026-10-01' },
      ...{ open_amount: '126.00', overdue_amount: '126.00', since: '2026-10-02' },
      ...{ due_amount: '0.00', due_date: null, credit_amount: '0.00' },
      ...{ collected_amount: '0.00', collected_on: null },
    },
  ])
  const [transfer] = seen.transfers
  assert.equal(transfer?.reference, 'F1')
  assert.match(
    String(transfer?.epc_text),
    /^BCD\n002\n1\nSCT\nTESTNL2A\nExample Trading\nNL13TEST0123456789\nEUR126\.00\n/,
  )
})

test('nothing is shown beyond the list', async () => {
  const names = (value: unknown, path = ''): string[] =>
    Array.isArray(value)
      ? value.flatMap((one) => names(one, `${path}[]`))
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, one]) => names(one, path === '' ? name : `${path}.${name}`))
        : [path]
  const of_the_page =
    /^(allowed|calculation|creditor|papers|sums|transfers|today|debtor_name|family|language|more|number|plan_|state)/
  const seen = await shown(await linkTo('debtors', debtor_id))
  assert.deepEqual(
    [...new Set(names(seen))].sort(),
    [
      ...['city', 'country_code', 'email_address', 'name', 'phone_number', 'postal_code', 'street'].map(
        (name) => `creditor.${name}`,
      ),
      ...['creditor.colour', 'creditor.logo_url', 'today', 'plan_proposed_by', 'plan_answer', 'more_said'],
      ...['terms_at_once', 'terms_max', 'terms_days', 'term_minimum', 'promise_days', 'address_at_once'].map(
        (name) => `allowed.${name}`,
      ),
      ...['papers.documents', 'papers.letters', 'papers.byte_size'],
      'calculation',
      'debtor_name',
      'family',
      ...['currency_code', 'description', 'collected', 'due_date', 'invoice_date', 'invoice_number', 'credit_note'],
      ...['open_amount', 'overdue_since', 'paid_amount', 'payment_date', 'total_amount', 'in_plan'],
      ...['asked', 'due_now', 'terms_amount', 'dispute', 'promised_on'],
      ...['administration_costs_amount', 'interest_costs_amount', 'debt_collection_costs_amount'],
      'language',
      'more_items',
      'number',
      'plan_state',
      'state',
      ...[
        'collected_amount',
        'collected_on',
        'credit_amount',
        'currency_code',
        'due_amount',
        'due_date',
        'now_amount',
        'now_count',
        'now_due_date',
        'open_amount',
        'overdue_amount',
        'since',
      ].map((name) => `sums[].${name}`),
      ...['amount', 'bank_account_bic', 'bank_account_name', 'bank_account_number', 'currency_code', 'epc_text'].map(
        (name) => `transfers[].${name}`,
      ),
      'transfers[].reference',
    ]
      .map((name) => (of_the_page.test(name) ? name : `items[].${name}`))
      .sort(),
  )
  assert.deepEqual(
    seen.items.map(({ invoice_number }) => invoice_number),
    ['F1'],
    'invoices of other debtors are not there',
  )
})

test('a debtor sees what was sent and is open, each currency apart', async () => {
  const own = await given.debtor(tenant)
  const sent_at = '2026-09-01T08:00:00Z'
  await given.invoice(tenant, own, { sent_at, invoice_number: 'A1' })
  await given.invoice(tenant, own, { sent_at, invoice_number: 'A2', currency_code: 'USD' })
  await given.invoice(tenant, own, { invoice_number: 'A3' })
  await given.invoice(tenant, own, { sent_at, invoice_number: 'A4', open_amount: 0, book_open_amount: 0 })
  const seen = await shown(await linkTo('debtors', own))
  assert.deepEqual(
    seen.items.map((one) => one.invoice_number),
    ['A1', 'A2'],
  )
  assert.deepEqual(
    seen.transfers.map(({ currency_code, epc_text }) => [currency_code, epc_text !== null]),
    [
      ['EUR', true],
      ['USD', false],
    ],
  )
})

test('what is paid says so, and asks for nothing', async () => {
  const own = await given.debtor(tenant)
  const id = await given.invoice(tenant, own, { open_amount: 0, book_open_amount: 0, payment_date: '2026-09-20' })
  const seen = await shown(await linkTo('invoices', id))
  assert.equal(seen.state, 'paid')
  assert.deepEqual(seen.transfers, [])
})

test('a case shows its invoices, and is closed when it ended unpaid', async () => {
  const own = await given.debtor(tenant)
  const invoice = await given.invoice(tenant, own, { invoice_number: 'C1' })
  const id = await given.row('credit_cases', tenant, {
    debtor_id: own,
    case_number: '123456789',
    credit_case_number: '123 456 789',
    currency_code: 'EUR',
    total_amount: '121.00',
    open_amount: '121.00',
    started_at: 'stamp',
    created_at: 'stamp',
    updated_at: 'stamp',
  })
  await given.row('credit_case_invoices', tenant, { credit_case_id: id, invoice_id: invoice })
  const link = await linkTo('credit_cases', id)
  const seen = await shown(link)
  assert.deepEqual([seen.number, seen.state, seen.items[0]?.invoice_number], ['123 456 789', 'open', 'C1'])
  assert.equal((await comment(link, 'Which lawyer?', '192.0.2.9')).status, 200)
  assert.equal(await events('case_new_comment'), 1)
  await sql`update credit_cases set deactivated_at = now() where id = ${id}::bigint`.execute(database.db)
  assert.equal((await shown(link)).state, 'closed')
})

test('a wrong link, one of another family and one of another administration lead nowhere, all alike', async () => {
  const right = await linkTo('invoices', invoice_id)
  for (const wrong of [
    { ...right, token: `${right.token.slice(0, -1)}${right.token.endsWith('A') ? 'B' : 'A'}` },
    { ...right, family: 'debtors' },
    { ...right, administration_id: other.administration_id },
    { ...right, administration_id: '999999999' },
    { ...right, token: `${right.token}' or true --` },
  ]) {
    const answer = await look(wrong, '192.0.2.50')
    assert.equal(answer.status, 404, JSON.stringify(wrong))
    assert.deepEqual(answer.body, { code: 'not_found', message: 'This link does not lead anywhere any more.' })
    assert.equal((await comment(wrong, 'Hello', '192.0.2.50')).status, 404)
  }
})

test('odd input is refused, and never a fault', async () => {
  const right = await linkTo('invoices', invoice_id)
  for (const odd of [
    null,
    [],
    7,
    {},
    { ...right, token: [] },
    { ...right, family: 'users' },
    { ...right, token: '\0' },
  ]) {
    assert.equal((await look(odd as object)).status, 422, JSON.stringify(odd))
  }
  for (const text of [undefined, null, '', '  \n ', {}, 'x'.repeat(5001), 'a\0b']) {
    assert.equal((await comment(right, text)).status, 422, JSON.stringify(text)?.slice(0, 40))
  }
  assert.equal((await call('GET /portal/look')).status, 405)
})

test('an ended link shows a page that says so, and takes no comment', async () => {
  const own = await given.debtor(tenant)
  const link = await linkTo('debtors', own)
  assert.equal((await look(link)).status, 200)
  await sql`update debtors set public_token = null where id = ${own}::bigint`.execute(database.db)
  assert.equal((await look(link, '192.0.2.51')).status, 404)
  assert.equal((await comment(link, 'Hello', '192.0.2.51')).status, 404)
  const { administration_id, token } = link
  const page = await fetch(`${service.app.base_url}/portal/${administration_id}/debtors/${token}`, {
    headers: { accept: 'text/html' },
  })
  assert.equal(page.status, 404)
  assert.match(await page.text(), /<html/)
})

test('a comment is an unread message of the debtor with one event, also when it is sent twice', async () => {
  const link = await linkTo('invoices', invoice_id)
  const before = (await messages()).length
  const sent = await Promise.all([1, 2, 3].map(() => comment(link, ' I paid <b>this</b> already. \r\n', '192.0.2.60')))
  for (const answer of sent) assert.equal(answer.status, 200, answer.text)
  const made = (await messages()).slice(before)
  assert.equal(made.length, 1)
  const { sender_type, content, read_at, received_at, ...rest } = made[0] ?? {}
  assert.deepEqual(
    { sender_type, content, read_at },
    { sender_type: 'debtor', content: 'I paid <b>this</b> already.', read_at: null },
  )
  assert.deepEqual([rest.debtor_id, rest.invoice_id], [debtor_id, invoice_id])
  assert.ok(received_at)
  assert.equal(await events('invoice_new_comment'), 1)
  assert.equal((await comment(await linkTo('debtors', debtor_id), 'And in general?', '192.0.2.60')).status, 200)
  assert.equal(await events('debtor_new_comment'), 1)
  const by = await database.db
    .selectFrom('events')
    .select(['actor_service', 'actor_user_id'])
    .where('event_name', '=', 'debtor_new_comment')
    .execute()
  assert.deepEqual(by, [{ actor_service: 'portal', actor_user_id: null }])
})

test('a comment says above what it is about, in the language of the debtor', async () => {
  const own = await given.debtor(tenant, { name: 'Bakery Morning Star', language_code: 'fr' })
  const keys = await given.debtorKeys(tenant, own)
  const note = { total_amount: -5, open_amount: -5, book_total_amount: -5, book_open_amount: -5, invoice_number: 'N7' }
  const proposed_at = '2026-11-02T23:30:00Z'
  const plan = { debtor_id: own, ...keys, proposed_at, created_at: 'stamp', updated_at: 'stamp' }
  const links = [
    await linkTo('debtors', own),
    await linkTo('invoices', await given.invoice(tenant, own, { invoice_number: 'F7' })),
    await linkTo('invoices', await given.invoice(tenant, own, note)),
    await linkTo('payment_plans', await given.row('payment_plans', tenant, plan)),
  ]
  for (const [place, link] of links.entries()) {
    const json = { ...link, text: `Bonjour ${place}` }
    assert.equal((await call('POST /portal/comment', { json })).status, 200)
  }
  const made = (await messages()).filter((one) => one.debtor_id === own)
  assert.deepEqual(
    made.map((one) => one.subject),
    ['Factures ouvertes de Bakery Morning Star', 'Facture F7', 'Avoir N7', 'Échéancier du 3 novembre 2026'],
  )
  const spoken = { ...links[1], language: 'nl', text: 'Goedemorgen' }
  assert.equal((await call('POST /portal/comment', { json: spoken })).status, 200)
  assert.equal((await messages()).at(-1)?.subject, 'Factuur F7', 'in the language that the page spoke')
  const odd = await call('POST /portal/comment', { json: { ...links[0], language: 'toString', text: 'x' } })
  assert.equal(odd.status, 422)
})

test('many comments on one record are throttled, wherever they come from', async () => {
  const own = await given.debtor(tenant)
  const link = await linkTo('debtors', own)
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await comment(link, `Comment ${n}`, `198.51.100.${n}`)).status)
  assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429])
})

test('whoever tries many links is stopped', async () => {
  const wrong = { administration_id: tenant.administration_id, family: 'debtors', token: 'guess-guess' }
  const statuses = new Set<number>()
  for (let n = 0; n < 102; n++) statuses.add((await look(wrong, '203.0.113.7')).status)
  assert.deepEqual([...statuses], [404, 429])
  assert.equal((await look(await linkTo('debtors', debtor_id), '203.0.113.7')).status, 200, 'a right link still opens')
})

test('another site cannot send a comment through a browser', async () => {
  const link = await linkTo('invoices', invoice_id)
  const answer = await call('POST /portal/comment', {
    json: { ...link, text: 'Forged' },
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  assert.equal(answer.status, 403)
})

test('an administration that is gone shows nothing to its debtors', async () => {
  const gone = await given.tenant()
  const own = await given.debtor(gone)
  const link = await linkTo('debtors', own, gone)
  await sql`update administrations set status = 'deleted', deleted_at = now()
    where id = ${gone.administration_id}::bigint`.execute(database.db)
  assert.equal((await look(link, '192.0.2.52')).status, 404)
})
