import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { data, startService } from '../../../test/harness.ts'

const { call, given, database } = await startService()
const tenant = await given.tenant()
const stranger = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const stamps = { created_at: 'stamp', updated_at: 'stamp' }
const debtor_id = await given.debtor(tenant, { debtor_number: 'D-1', debtor_identifier: 'key-1' })
const other_id = await given.debtor(tenant, { debtor_number: 'D-2', debtor_identifier: 'key-2' })
await given.debtor(stranger, { debtor_number: 'D-9', debtor_identifier: 'key-9' })
const contact_id = await given.row('contacts', tenant, { contact_identifier: 'c-1', ...stamps })
await given.row('vat_rates', tenant, { code: 'H', name: 'High', rate: '21', ...stamps })
await given.row('payment_conditions', tenant, { code: 'N30', name: 'Net 30 days', ...stamps })
const checksum = (text: string): string => createHash('sha3-512').update(text).digest('base64')
const uploaded = '2026-11-01T00:00:00Z'
const file = (text: string, of = tenant, uploaded_at: string | null = uploaded, content_type = 'application/pdf') =>
  given.row('files', of, { checksum: checksum(text), byte_size: 9, content_type, uploaded_at, ...stamps })
await file('one')
await file('two')
await file('ubl', tenant, uploaded, 'application/xml')
await file('announced', tenant, null)
await file('foreign', stranger)

let numbers = 0
const fresh = (): string => `F-${++numbers}`
type InvoiceMembers = Record<string, unknown>
const invoice = (overrides: InvoiceMembers = {}): InvoiceMembers => ({
  invoice_number: fresh(),
  invoice_date: '2026-10-01',
  due_date: '2026-10-31',
  currency_code: 'EUR',
  amount_total: '100.00',
  amount_open: '100.00',
  book_amount_total: '100.00',
  book_amount_open: '100.00',
  debtor_number: 'D-1',
  ...overrides,
})
type Result = { success: true; count: number; errors: Record<string, string[]>; warnings?: Record<string, string[]> }
async function send(method: 'POST' | 'PATCH', ...invoices: InvoiceMembers[]): Promise<Result> {
  const answer = await call(`${method} /v1/invoices`, { token, json: { administration_id, invoices } })
  assert.equal(answer.status, method === 'POST' ? 201 : 200, answer.text)
  return answer.body as Result
}
const post = (...invoices: InvoiceMembers[]) => send('POST', ...invoices)
const patch = (...invoices: InvoiceMembers[]) => send('PATCH', ...invoices)
const done = (count: number) => ({ success: true, count, errors: {} })
async function put(overrides: InvoiceMembers = {}): Promise<string> {
  const one = invoice(overrides)
  assert.deepEqual(await post(one), done(1))
  return String(one.invoice_number)
}
const all_fields = 'id debtor_id debtor_number invoice_identifier order_number category description currency_code '
  .concat('payment_method invoice_date due_date payment_date total_amount open_amount book_total_amount ')
  .concat('book_open_amount administration_costs_total administration_costs_open sent_at updated_at labels ')
  .concat('invoice_lines peppol_identifier')
  .split(' ')
async function show(number: string, only = all_fields): Promise<Record<string, unknown>> {
  const fields = encodeURIComponent(JSON.stringify({ only }))
  const path = `/v1/invoices/${encodeURIComponent(number)}`
  const query = `administration_id=${administration_id}&identifier_type=invoice_number&fields=${fields}`
  const answer = await call(`GET ${path}?${query}`, { token })
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Record<string, unknown>
}
const payments = async (number: string) =>
  data(await call(`GET /v1/payments?administration_id=${administration_id}&invoice_numbers=${number}`, { token }))
const moves = async (number: string) => (await payments(number)).map((one) => [one.transaction_type, one.total_amount])
const deleted = async () =>
  data(await call(`GET /v1/payments/deleted?administration_id=${administration_id}`, { token }))
async function eventsOf(number: string): Promise<string[]> {
  const { rows } = await sql<{ event_name: string }>`
    select e.event_name from events e join invoices i on i.administration_id = e.administration_id
      and i.id = e.resource_id and e.resource_type = 'invoice'
    where i.administration_id = ${administration_id}::bigint and i.invoice_number = ${number}
    order by e.id`.execute(database.db)
  return rows.map((row) => row.event_name)
}
/** Everything there is of the administration, to see whether anything moved. */
async function state(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(i order by id) from invoices i) as invoices,
           (select json_agg(p order by id) from payments p),
           (select json_agg(l order by id) from invoice_lines l),
           (select json_agg(l order by id) from invoice_labels l),
           (select json_agg(d order by id) from invoice_documents d), (select count(*) from ledger_entries),
           (select count(*) from events), (select count(*) from deleted_payments)`.execute(database.db)
  return rows
}
/** Sends a batch twice: the second time nothing may move. */
async function twice(...invoices: InvoiceMembers[]): Promise<Result> {
  const first = await post(...invoices)
  const before = await state()
  assert.deepEqual(await post(...invoices), first)
  assert.deepEqual(await state(), before)
  return first
}

test('a new invoice has everything that was sent, and the same again changes nothing', async () => {
  const one = invoice({
    invoice_identifier: 'inv-1',
    debtor_identifier: 'key-1',
    contact_identifier: 'c-1',
    order_number: 'SO-1',
    peppol_identifier: '0106:12345678',
    description: 'Goods & “services”',
    category: 'wholesale',
    payment_condition: 'N30',
    payment_method: 'direct_debit',
    payment_term: 30,
    labels: ['disputed', ' north ', 'disputed', ''],
    amount_total: '121.00',
    amount_open: '121.00',
    book_amount_total: '121.00',
    book_amount_open: '121.00',
    invoice_lines: [
      { description: 'Delivery', vat_rate_code: 'H', total_excl_tax_amount: '90.00', product_quantity: '2' },
      { description: 'Freight', vat_rate_code: 'H', total_incl_tax_amount: '12.10', product_unit: 'hour' },
    ],
    document: { checksum: checksum('one') },
    ubl_document: { checksum: checksum('ubl'), filename: 'u.xml' },
  })
  assert.deepEqual(await twice(one), done(1))
  const shown = await show(String(one.invoice_number))
  assert.equal(shown.debtor_id, debtor_id)
  assert.deepEqual(shown.labels, [{ name: 'disputed' }, { name: 'north' }])
  const lines = shown.invoice_lines as Record<string, unknown>[]
  assert.deepEqual(lines[0], {
    description: 'Delivery',
    product_unit: 'piece',
    product_quantity: '2',
    product_price: '45.00',
    vat_rate_code: 'H',
    vat_percentage: '21',
    vat_amount: '18.90',
    total_excl_tax_amount: '90.00',
    total_incl_tax_amount: '108.90',
    line_order: 1,
  })
  assert.deepEqual([lines[1]?.total_excl_tax_amount, lines[1]?.line_order], ['10.00', 2])
  assert.deepEqual([shown.order_number, shown.payment_method, shown.open_amount], ['SO-1', 'direct_debit', '121.00'])
  const stored = await database.db
    .selectFrom('invoices')
    .selectAll()
    .where('invoice_identifier', '=', 'inv-1')
    .executeTakeFirstOrThrow()
  assert.deepEqual([stored.contact_id, stored.payment_condition, stored.payment_term], [contact_id, 'N30', 30])
  const documents = await database.db.selectFrom('invoice_documents').select(['kind', 'filename']).execute()
  assert.deepEqual(documents, [
    { kind: 'document', filename: `${one.invoice_number}.pdf` },
    { kind: 'ubl_document', filename: 'u.xml' },
  ])
  assert.deepEqual(await eventsOf(String(one.invoice_number)), ['invoice_created', 'label_added', 'label_added'])
})

const tiny_total = {
  amount_total: '0.01',
  amount_open: '0.01',
  book_amount_total: '900000000000.00',
  book_amount_open: '900000000000.00',
  payments: [{ amount: '-900000000000.00', cost_type: 'interest_costs', origin_identifier: 'tiny' }],
}

test('each record is checked apart; faulty ones are skipped with a reason under their number', async () => {
  const long = 'x'.repeat(256)
  const cases: [InvoiceMembers, RegExp][] = [
    [{ amount_total: undefined }, /^amount_total: is missing$/],
    [{ invoice_date: '2026-02-30' }, /^invoice_date: must be a date/],
    [{ currency_code: 'euro' }, /^currency_code: must be the code of a currency/],
    [{ debtor_number: undefined }, /^debtor_number: is missing, and so is debtor_identifier$/],
    [{ debtor_number: 'D-9' }, /^debtor_number: there is no debtor D-9 in this administration$/],
    [{ debtor_identifier: 'key-9' }, /^debtor_identifier: there is no debtor key-9/],
    [{ debtor_identifier: 'key-2' }, /^debtor_identifier: belongs to another debtor than debtor_number$/],
    [{ contact_identifier: 'c-9' }, /^contact_identifier: there is no contact c-9/],
    [{ payment_condition: 'N99' }, /^payment_condition: there is no payment condition N99/],
    [{ payment_method: 'cheque' }, /^payment_method: must be one of/],
    [{ payment_term: -1 }, /^payment_term: must be between/],
    [{ amount_open: '100.01' }, /^amount_open: must not be larger than amount_total$/],
    [{ book_amount_open: '-1.00' }, /^book_amount_open: must have the sign of book_amount_total$/],
    [{ amount_total: '1.005' }, /^amount_total: must be an amount/],
    [{ amount_open: '0.00' }, /^book_amount_open: must be 0.00/],
    [{ invoice_identifier: long }, /^invoice_identifier: must not be longer/],
    [{ labels: [long] }, /^labels: must not have texts longer/],
    [tiny_total, /^payments: book_amount is too large$/],
    [{ document: { filename: 'x.pdf' } }, /^document.checksum: is missing$/],
    [{ document: { checksum: checksum('nobody') } }, /^document.checksum: no file with this checksum was uploaded$/],
    [{ document: { checksum: checksum('announced') } }, /no file with this checksum was uploaded/],
    [{ ubl_document: { checksum: checksum('foreign') } }, /^ubl_document.checksum: no file/],
    [{ invoice_lines: [{ vat_rate_code: 'H', total_excl_tax_amount: '1.00' }] }, /^invoice_lines\[0\].description: is/],
    [{ invoice_lines: [{ description: 'x', vat_rate_code: 'Q', total_excl_tax_amount: '1.00' }] }, /no VAT rate Q/],
    [{ payments: [{ amount: '1.00' }] }, /^payments\[0\].origin_identifier: is missing$/],
    [{ payments: [{ amount: '1.00', origin_identifier: 'x' }] }, /^payments: add up to 1.00, but .* differ by 0.00$/],
    [{ payments: [{ amount: '0.00', origin_identifier: 'x' }] }, /^payments\[0\].amount: must not be 0.00$/],
    [
      { payments: ['1', '-1'].map((amount) => ({ amount, origin_identifier: 'x' })) },
      /x is in the list more than once/,
    ],
  ]
  const before = await state()
  for (const [overrides, problem] of cases) {
    const one = invoice(overrides)
    const { count, errors } = await post(one)
    assert.equal(count, 0, JSON.stringify(overrides))
    assert.match(errors[String(one.invoice_number)]?.join(', ') ?? '', problem)
  }
  assert.deepEqual(await state(), before)
  const [good, bad] = [invoice(), invoice({ debtor_number: 'D-9' })]
  const again = { ...good }
  const mixed = await post(good, bad, again, { ...invoice(), invoice_number: undefined })
  assert.equal(mixed.count, 1)
  assert.deepEqual(Object.keys(mixed.errors).sort(), ['#3', String(bad.invoice_number)].sort())
})

test('a request as a whole is refused when it cannot be read', async () => {
  for (const [json, problem] of [
    [{ administration_id }, /invoices: is missing/],
    [{ invoices: [] }, /administration_id: is missing/],
    [{ administration_id, invoices: Array.from({ length: 1001 }, () => invoice()) }, /more than 1000/],
  ] as const) {
    const answer = await call('POST /v1/invoices', { token, json })
    assert.equal(answer.status, 422)
    assert.match(answer.text, problem)
  }
})

test('labels that are null are none, as those of an empty list, and those that are left out stay', async () => {
  const number = await put({ labels: ['x', 'y'] })
  const labels = async () => (await show(number, ['labels'])).labels
  assert.deepEqual(await patch({ invoice_number: number, category: 'books' }), done(1))
  assert.deepEqual(await labels(), [{ name: 'x' }, { name: 'y' }])
  assert.deepEqual(await patch({ invoice_number: number, labels: null }), done(1))
  assert.deepEqual(await labels(), [])
  await twice(invoice({ invoice_number: number, labels: ['z'] }))
  await twice(invoice({ invoice_number: number, labels: null }))
  assert.deepEqual(await labels(), [])
  assert.deepEqual(
    (await eventsOf(number)).filter((name) => name.startsWith('label')),
    [...['label_added', 'label_added', 'label_removed', 'label_removed'], ...['label_added', 'label_removed']],
  )
})

test('an invoice of which less is asked was paid on the day on which so much had come', async () => {
  const paid = (...payments: [amount: string, payment_date: string][]) => ({
    payments: payments.map(([amount, payment_date]) => ({ amount, payment_date, origin_identifier: fresh() })),
  })
  const less = (open: string) => ({
    ...{ amount_total: '50.00', book_amount_total: '50.00', amount_open: open, book_amount_open: open },
  })
  const dayOf = async (number: string) => (await show(number)).payment_date
  const half = await put({ amount_open: '50.00', book_amount_open: '50.00', ...paid(['50.00', '2026-10-05']) })
  await patch({ invoice_number: half, ...less('0.00') })
  assert.equal(await dayOf(half), '2026-10-05')
  const parts = paid(['30.00', '2026-10-05'], ['30.00', '2026-10-08'], ['30.00', '2026-10-20'])
  const most = await put({ amount_open: '10.00', book_amount_open: '10.00', ...parts })
  await patch({ invoice_number: most, ...less('-40.00') })
  assert.equal(await dayOf(most), '2026-10-08')
  const whole = await put({ amount_open: '0.00', book_amount_open: '0.00', ...paid(['100.00', '2026-10-07']) })
  await patch({ invoice_number: whole, amount_open: '-3.00', book_amount_open: '-3.00' })
  assert.equal(await dayOf(whole), '2026-10-07')
})

test('when only the open amount changes, a payment is made for the difference', async () => {
  const number = await put()
  await twice(invoice({ invoice_number: number, amount_open: '60.00', book_amount_open: '60.00' }))
  assert.deepEqual(await moves(number), [['payment', '40.00']])
  await patch({ invoice_number: number, amount_open: '0.00' })
  assert.deepEqual(await moves(number), [
    ['payment', '40.00'],
    ['payment', '60.00'],
  ])
  assert.match(String((await show(number)).payment_date), /^\d{4}-\d\d-\d\d$/)
  await patch({ invoice_number: number, amount_open: '25.00' })
  const reopened = await show(number)
  assert.deepEqual([reopened.open_amount, reopened.payment_date], ['25.00', null])
  assert.deepEqual((await moves(number)).at(-1), ['reversal', '-25.00'])
  assert.deepEqual(await eventsOf(number), [
    'invoice_created',
    'invoice_payment_created',
    'invoice_payment_created',
    'invoice_paid',
    'invoice_payment_created',
    'invoice_reopened',
  ])
  const half = await put({ amount_open: '50.00', book_amount_open: '50.00' })
  assert.deepEqual(await moves(half), [['payment', '50.00']])
  const note = await put({
    amount_total: '-80.00',
    amount_open: '-30.00',
    book_amount_total: '-80.00',
    book_amount_open: '-30.00',
  })
  assert.deepEqual(await moves(note), [['settlement', '-50.00']])
})

test('a full list of payments replaces those that are there, and what goes is listed as deleted', async () => {
  const number = fresh()
  const pay = (key: string, amount: string, overrides: InvoiceMembers = {}) => ({
    origin_identifier: `${number}-${key}`,
    amount,
    payment_date: '2026-10-10',
    transaction_type: 'payment',
    payment_method: 'ideal',
    ...overrides,
  })
  const list = (open: string, ...payments: InvoiceMembers[]) =>
    invoice({ invoice_number: number, amount_open: open, book_amount_open: open, payments })
  await twice(list('50.00', pay('a', '30.00'), pay('b', '20.00', { payment_date: '2026-10-12' })))
  const [a, b] = await payments(number)
  assert.deepEqual([a?.total_amount, a?.payment_method, b?.payment_date], ['30.00', 'ideal', '2026-10-12'])

  await twice(list('0.00', pay('a', '30.00'), pay('c', '70.00', { payment_date: '2026-10-20' })))
  assert.equal((await show(number)).payment_date, '2026-10-20')
  assert.deepEqual(
    (await payments(number)).map((one) => one.id === a?.id),
    [true, false],
  )
  const gone = (await deleted()).filter((one) => one.origin_identifier === `${number}-b`)
  assert.deepEqual(
    gone.map((one) => one.id),
    [b?.id],
  )
  await twice(list('0.00', pay('a', '30.00', { description: 'Thanks' }), pay('c', '70.00')))
  assert.equal((await payments(number))[0]?.description, 'Thanks')
  await twice(list('100.00'))
  assert.deepEqual(await payments(number), [])
  assert.ok((await deleted()).some((one) => one.id === a?.id))
  const { warnings } = await twice(list('90.00', pay('w', '10.00', { transaction_type: 'write_off' })))
  assert.match(warnings?.[number]?.join() ?? '', /payments\[0\].payment_method: only a payment has one/)
})

test('a payment that is sent again with another amount, day or kind is the same payment, and is not deleted', async () => {
  const number = fresh()
  const key = `${number}-key`
  const list = (open: string, change: InvoiceMembers) =>
    invoice({
      invoice_number: number,
      amount_open: open,
      book_amount_open: open,
      payments: [{ origin_identifier: key, amount: '30.00', payment_date: '2026-10-10', ...change }],
    })
  await twice(list('70.00', { description: 'First' }))
  const [first] = await payments(number)
  assert.ok(first)
  let before = first
  const steps: [open: string, change: InvoiceMembers][] = [
    ['75.00', { amount: '25.00' }],
    ['75.00', { amount: '25.00', payment_date: '2026-10-12' }],
    ['75.00', { amount: '25.00', payment_date: '2026-10-12', transaction_type: 'credit' }],
    ['0.00', { amount: '100.00', payment_date: '2026-10-13' }],
    ['70.00', {}],
  ]
  for (const [open, change] of steps) {
    await twice(list(open, change))
    const [now, ...more] = await payments(number)
    assert.ok(now)
    assert.deepEqual(more, [], 'one payment')
    assert.deepEqual(now, {
      ...before,
      total_amount: change.amount ?? '30.00',
      total_book_amount: change.amount ?? '30.00',
      payment_date: change.payment_date ?? '2026-10-10',
      transaction_type: change.transaction_type ?? null,
      updated_at: now.updated_at,
    })
    assert.ok(String(now.updated_at) > String(before.updated_at), 'whoever follows changes sees it')
    const { open_amount, payment_date } = await show(number)
    assert.deepEqual([open_amount, payment_date], [open, open === '0.00' ? '2026-10-13' : null])
    before = now
  }
  assert.deepEqual(
    (await deleted()).filter((one) => one.origin_identifier === key),
    [],
  )
  // What was entered first and what took it back are both still there.
  const { rows } = await sql<{ amount: string }>`
    select amount from ledger_entries where administration_id = ${administration_id}::bigint
      and payment_id = ${String(first.id)}::bigint order by id`.execute(database.db)
  const entries = '-30.00 30.00 -25.00 25.00 -25.00 25.00 -25.00 25.00 -100.00 100.00 -30.00'.split(' ')
  assert.deepEqual(
    rows.map((row) => row.amount),
    entries,
  )
  await twice(invoice({ invoice_number: number, payments: [] }))
  const gone = (await deleted()).filter((one) => one.origin_identifier === key)
  assert.deepEqual(
    gone.map((one) => one.id),
    [first.id],
  )
})

test('a payment that is removed, or an open amount that moves with the total, makes an event of payments', async () => {
  const number = fresh()
  const list = (open: string, ...payments: InvoiceMembers[]) =>
    invoice({ invoice_number: number, amount_open: open, book_amount_open: open, payments })
  const paid = { origin_identifier: `${number}-a`, amount: '100.00', payment_date: '2026-10-10' }
  await post(list('0.00', paid))
  let seen = (await eventsOf(number)).length
  const since = async () => {
    const all = await eventsOf(number)
    const news = all.slice(seen)
    seen = all.length
    return news
  }
  await post(list('40.00', { ...paid, amount: '60.00' }))
  assert.deepEqual(await since(), ['invoice_payment_created', 'invoice_reopened'])
  await post(list('100.00'))
  assert.deepEqual(await since(), ['invoice_payment_created'])
  await post(list('100.00'))
  assert.deepEqual(await since(), [])
  await post(invoice({ ...total('120.00'), invoice_number: number }))
  assert.deepEqual(await since(), ['invoice_payment_created'])
  await post(invoice({ ...total('120.00'), invoice_number: number, description: 'Words' }))
  assert.deepEqual(await since(), [])
})
const total = (amount: string): InvoiceMembers => ({
  amount_total: amount,
  amount_open: amount,
  book_amount_total: amount,
  book_amount_open: amount,
})

test('what is unlikely is taken as it was sent, and the answer warns of it', async () => {
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const paid = (payment_date?: string) => ({
    amount_open: '90.00',
    book_amount_open: '90.00',
    payments: [
      { origin_identifier: `odd-${payment_date}`, amount: '10.00', ...(payment_date ? { payment_date } : {}) },
    ],
  })
  const cases: [overrides: InvoiceMembers, warnings: string[]][] = [
    [{ due_date: '2026-09-30' }, ['due_date: 2026-09-30 is before the invoice_date']],
    [{ due_date: '2026-10-01' }, []],
    [{ sent_at: tomorrow }, ['sent_at: is in the future']],
    [{ sent_at: new Date(Date.now() + 60_000).toISOString() }, []],
    [paid(tomorrow.slice(0, 10)), ['payments[0].payment_date: is in the future']],
    [paid(), []],
    [{ ubl_document: { checksum: checksum('one') } }, ['ubl_document: the file is application/pdf, and UBL is XML']],
    [
      { document: { checksum: checksum('ubl') } },
      ['document: the file is application/xml, and the document of an invoice is a PDF'],
    ],
    [{ document: { checksum: checksum('one') }, ubl_document: { checksum: checksum('ubl') } }, []],
  ]
  for (const [overrides, warnings] of cases) {
    const one = invoice(overrides)
    const result = await post(one)
    const number = String(one.invoice_number)
    const warned = warnings.length > 0 ? { warnings: { [number]: warnings } } : {}
    assert.deepEqual(result, { ...done(1), ...warned }, JSON.stringify(overrides))
    assert.equal((await show(number)).due_date, one.due_date)
  }
  const number = await put()
  const late = await patch({ invoice_number: number, due_date: '2026-01-01' })
  assert.deepEqual(late.warnings, { [number]: ['due_date: 2026-01-01 is before the invoice_date'] })
  assert.equal((await patch({ invoice_number: number, category: 'x' })).warnings, undefined)
})

test('an invoice of a plan or a case stays with its debtor and its currency, and the answer says so', async () => {
  const number = await put({ currency_code: 'eur' })
  assert.equal((await show(number)).currency_code, 'EUR')
  const terms = [{ amount: 100, due_date: '2028-01-31' }]
  const json = { administration_id, terms, invoice_numbers: [number] }
  const plan = (await call('POST /v1/payment_plans', { token, json })).body as { id: string }
  const moved = { invoice_number: number, debtor_number: 'D-2', currency_code: 'USD', due_date: '2026-12-24' }
  const says = (name: string, what: string) => `${name}: stays as it is, because the invoice is in ${what}`
  assert.deepEqual(await patch(moved), {
    ...done(1),
    warnings: { [number]: ['currency_code', 'debtor_number'].map((name) => says(name, 'a payment plan')) },
  })
  const shown = async () => {
    const { debtor_id: owner, currency_code, due_date } = await show(number)
    return [owner, currency_code, due_date]
  }
  assert.deepEqual(await shown(), [debtor_id, 'EUR', '2026-12-24'])
  const form = `administration_id=${administration_id}`
  assert.equal((await call(`PATCH /v1/payment_plans/${plan.id}/deactivate`, { token, form })).status, 200)
  assert.deepEqual(await patch({ ...moved, currency_code: 'EUR' }), done(1))
  assert.deepEqual(await shown(), [other_id, 'EUR', '2026-12-24'])
  const credit_case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id: other_id, case_number: '77', credit_case_number: '77', currency_code: 'EUR' },
    ...{ total_amount: '100.00', open_amount: '100.00', started_at: 'stamp', ...stamps },
  })
  await sql`update invoices set active_credit_case_id = ${credit_case_id}::bigint
            where administration_id = ${administration_id}::bigint and invoice_number = ${number}`.execute(database.db)
  const back = await patch({ invoice_number: number, debtor_number: 'D-1' })
  assert.deepEqual(back.warnings, { [number]: [says('debtor_number', 'a credit case')] })
  assert.deepEqual(await shown(), [other_id, 'EUR', '2026-12-24'])
})

test('the key of a payment belongs to one invoice, and can move when the first lets go of it', async () => {
  const of = (number: string, open: string, keys: string[]) =>
    invoice({
      invoice_number: number,
      amount_open: open,
      book_amount_open: open,
      payments: keys.map((origin_identifier) => ({ origin_identifier, amount: '10.00' })),
    })
  const [one, other] = [fresh(), fresh()]
  assert.deepEqual(await post(of(one, '90.00', ['moving'])), done(1))
  const taken = await post(of(other, '90.00', ['moving']))
  assert.deepEqual(taken.errors[other], [`payments: moving is a payment of invoice ${one}`])
  const same_batch = await post(of(fresh(), '90.00', ['both']), of(fresh(), '90.00', ['both']))
  assert.equal(same_batch.count, 1)
  assert.deepEqual(await twice(of(one, '100.00', []), of(other, '90.00', ['moving'])), done(2))
  assert.deepEqual(await payments(one), [])
  assert.deepEqual(await moves(other), [[null, '10.00']])
})

test('what a provider collected is undone by its opposite when the books have it otherwise', async () => {
  const number = await put()
  const { id } = await show(number)
  const psp_transaction_id = await given.row('psp_transactions', tenant, {
    debtor_id,
    invoice_ids: [id],
    amount: '40.00',
    book_amount: '40.00',
    currency_code: 'EUR',
    payment_method: 'ideal',
    status: 'paid',
    ...stamps,
  })
  const paid = { invoice_id: id, invoice_number: number, total_amount: '40.00', total_book_amount: '40.00' }
  await given.row('payments', tenant, { ...paid, payment_date: '2026-10-05', psp_transaction_id, ...stamps })
  const list = [{ origin_identifier: `${number}-book`, amount: '40.00', transaction_type: 'payment' }]
  await twice(invoice({ invoice_number: number, amount_open: '60.00', book_amount_open: '60.00', payments: list }))
  assert.deepEqual(await moves(number), [
    [null, '40.00'],
    ['payment', '40.00'],
    ['reversal', '-40.00'],
  ])
})

test('what is hardly meant is written with a warning: other book amounts in one currency, an identifier twice', async () => {
  const odd = invoice({ book_amount_total: '120.00', book_amount_open: '120.00' })
  const { count, warnings } = await post(odd)
  const number = String(odd.invoice_number)
  assert.deepEqual([count, warnings?.[number]?.length], [1, 1])
  assert.match(warnings?.[number]?.join() ?? '', /^book_amount_total: differs from amount_total, .* all in EUR$/)
  assert.deepEqual(await patch({ invoice_number: number, description: 'x' }), done(1))
  assert.equal((await post(invoice({ currency_code: 'USD', book_amount_total: '90.00' }))).warnings, undefined)
  const first = await put({ invoice_identifier: 'same' })
  const [second, third] = [invoice({ invoice_identifier: 'same' }), invoice({ invoice_identifier: 'same' })]
  const twice = await post(second, third)
  assert.deepEqual(twice.warnings, {
    [String(second.invoice_number)]: [`invoice_identifier: invoice ${first} has the same`],
    [String(third.invoice_number)]: [`invoice_identifier: invoice ${second.invoice_number} has the same`],
  })
  // Sent again as it is stored, it gives no warning: that was given before.
  assert.deepEqual(await post(second), done(1))
})

test('after it was sent, what makes the claim stays, with a warning; the rest may change', async () => {
  const number = await put({ sent_at: '2026-10-02T08:00:00Z' })
  const sent = invoice({
    invoice_number: number,
    debtor_number: 'D-2',
    due_date: '2026-12-31',
    // 60.00 is paid, of whichever total.
    amount_total: '120.00',
    amount_open: '60.00',
    book_amount_open: '40.00',
    category: 'late',
    labels: ['x'],
    order_number: 'SO-9',
  })
  const { count, errors, warnings } = await post(sent)
  assert.deepEqual([count, errors], [1, {}])
  assert.deepEqual(warnings?.[number]?.map((one) => one.split(':')[0]).sort(), [
    'amount_total',
    'debtor_number',
    'due_date',
    'order_number',
  ])
  const shown = await show(number)
  assert.deepEqual(
    [shown.debtor_id, shown.due_date, shown.total_amount, shown.open_amount, shown.category, shown.order_number],
    [debtor_id, '2026-10-31', '100.00', '40.00', 'late', null],
  )
  const unsent = await put()
  assert.deepEqual(await patch({ invoice_number: unsent, debtor_identifier: 'key-2', amount_total: '200.00' }), done(1))
  const moved = await show(unsent)
  assert.deepEqual([moved.debtor_id, moved.debtor_number, moved.open_amount], [other_id, 'D-2', '200.00'])
})

test('an invoice that is sent and paid is closed, in whichever order', async () => {
  const first = await put({ sent_at: '2026-10-02T08:00:00Z' })
  await patch({ invoice_number: first, amount_open: '0.00' })
  assert.deepEqual((await eventsOf(first)).slice(1), ['invoice_payment_created', 'invoice_paid', 'invoice_closed'])
  const second = await put({ amount_open: '0.00', book_amount_open: '0.00' })
  await patch({ invoice_number: second, sent_at: '2026-10-02T08:00:00Z' })
  assert.deepEqual((await eventsOf(second)).at(-1), 'invoice_closed')
  assert.equal((await show(second)).sent_at, '2026-10-02T08:00:00.000000Z')
})

test('an update leaves what it does not name, empties what it names empty, and reports what is missing', async () => {
  const number = await put({ category: 'a', description: 'b', labels: ['x', 'y'], order_number: 'c' })
  const answer = await patch(
    { invoice_number: number, category: null, description: '', labels: ['y', 'z'], due_date: null },
    { invoice_number: 'nobody' },
    { invoice_number: 'nothing', amount_open: '1.00' },
  )
  assert.deepEqual(answer, { success: true, count: 1, errors: { not_found: ['nobody', 'nothing'] } })
  const shown = await show(number)
  assert.deepEqual(
    [shown.category, shown.description, shown.order_number, shown.due_date],
    [null, null, 'c', '2026-10-31'],
  )
  assert.deepEqual(shown.labels, [{ name: 'y' }, { name: 'z' }])
  assert.deepEqual((await eventsOf(number)).slice(-2), ['label_removed', 'label_added'])
  const lines = [{ description: 'x', vat_rate_code: 'H', total_excl_tax_amount: '1.00' }]
  await patch({ invoice_number: number, invoice_lines: lines })
  assert.deepEqual((await show(number)).invoice_lines, [], 'an update takes no lines')
})

test('documents are attached by checksum, the newest is shown, and they can be removed', async () => {
  const number = await put({ document: { checksum: checksum('one'), filename: 'a.pdf' } })
  const { id } = await show(number)
  const attached = async () =>
    (
      await database.db
        .selectFrom('invoice_documents')
        .select('filename')
        .where('invoice_id', '=', String(id))
        .orderBy('id')
        .execute()
    ).map(({ filename }) => filename)
  const change = (document: InvoiceMembers) => patch({ invoice_number: number, document })
  await change({ checksum: checksum('two'), filename: 'b.pdf' })
  assert.deepEqual(await attached(), ['a.pdf', 'b.pdf'])
  await change({ checksum: checksum('one') })
  assert.deepEqual(await attached(), ['b.pdf', 'a.pdf'], 'what is attached again is the newest')
  const { updated_at } = await show(number)
  await change({ checksum: checksum('one') })
  assert.equal((await show(number)).updated_at, updated_at)
  await change({ checksum: checksum('two'), destroy: true })
  assert.deepEqual(await attached(), ['a.pdf'])
  await change({ destroy: true })
  await change({ destroy: true })
  assert.deepEqual(await attached(), [])
})

test('two currencies stay apart, and what the rate leaves is a revaluation', async () => {
  const number = fresh()
  const dollars = { invoice_number: number, currency_code: 'USD', amount_total: '100.00', book_amount_total: '92.00' }
  await twice(invoice({ ...dollars, amount_open: '100.00', book_amount_open: '92.00' }))
  await patch({ invoice_number: number, amount_open: '50.00' })
  assert.equal((await show(number)).book_open_amount, '46.00')
  const payment = {
    origin_identifier: `${number}-p`,
    amount: '100.00',
    book_amount: '93.50',
    payment_date: '2026-10-09',
  }
  await twice(invoice({ ...dollars, amount_open: '0.00', book_amount_open: '0.00', payments: [payment] }))
  assert.deepEqual(
    (await payments(number)).map((one) => [one.transaction_type, one.total_amount, one.total_book_amount]),
    [
      [null, '100.00', '93.50'],
      ['revaluation', '0.00', '-1.50'],
    ],
  )
})

test('costs are charged and settled through payments, beside the principal', async () => {
  const number = fresh()
  const costs = (key: string, amount: string, overrides: InvoiceMembers = {}) => ({
    origin_identifier: `${number}-${key}`,
    amount,
    cost_type: 'administration_costs',
    ...overrides,
  })
  await twice(invoice({ invoice_number: number, payments: [costs('charge', '-15.00')] }))
  const shown = await show(number)
  assert.deepEqual([shown.administration_costs_total, shown.administration_costs_open], ['15.00', '15.00'])
  assert.equal(shown.open_amount, '100.00')
  const too_much = await post(invoice({ invoice_number: number, payments: [costs('paid', '5.00')] }))
  assert.match(too_much.errors[number]?.join() ?? '', /more administration_costs would be settled than are open/)
  const waived = costs('waived', '15.00', { transaction_type: 'write_off' })
  await twice(invoice({ invoice_number: number, payments: [costs('charge', '-15.00'), waived] }))
  const after = await show(number)
  assert.deepEqual([after.administration_costs_total, after.administration_costs_open], ['15.00', '0.00'])
  await twice(invoice({ invoice_number: number, payments: [] }))
  assert.equal((await show(number)).administration_costs_total, '0.00')
})

test('half a letter does not stop a batch', async () => {
  const number = fresh()
  await twice(invoice({ invoice_number: number, description: 'half \ud83d', labels: ['half \ud83d'] }))
  assert.equal((await show(number)).description, 'half \ufffd')
})

test('a form says the same as JSON', async () => {
  const number = fresh()
  const members = Object.entries(invoice({ invoice_number: number, amount_open: '90.00', book_amount_open: '90.00' }))
  const form = [
    `administration_id=${administration_id}`,
    ...members.map(([name, value]) => `invoices[][${name}]=${encodeURIComponent(String(value))}`),
    'invoices[][labels][]=a&invoices[][labels][]=b',
    `invoices[][payments][][amount]=10.00&invoices[][payments][][origin_identifier]=${number}-p`,
    'invoices[][order_number]=&invoices[][payments][][transaction_type]=',
  ].join('&')
  const answer = await call('POST /v1/invoices', { token, form })
  assert.deepEqual(answer.body, done(1), answer.text)
  assert.deepEqual((await show(number)).labels, [{ name: 'a' }, { name: 'b' }])
  assert.deepEqual(await moves(number), [[null, '10.00']])
})

test('payments cannot be written by themselves', async () => {
  assert.equal((await call('POST /v1/payments', { token, json: { administration_id } })).status, 405)
})

test('the books are believed from when they wrote something that was accepted, changed or not', async () => {
  const written = async (): Promise<boolean> => {
    const { rows } = await sql<{ written: boolean }>`
      select books_written_at > '2026-01-02' as written from engine_states
      where administration_id = ${administration_id}::bigint`.execute(database.db)
    return rows[0]?.written === true
  }
  const forget = () =>
    sql`insert into engine_states (administration_id, books_written_at, updated_at)
        values (${administration_id}::bigint, '2026-01-01', now())
        on conflict (administration_id) do update set books_written_at = '2026-01-01'`.execute(database.db)
  const known = invoice()
  await forget()
  await post(known)
  assert.ok(await written(), 'a new one')
  await forget()
  assert.equal((await post({ ...known, debtor_number: 'nobody' })).count, 0)
  assert.equal((await patch({ invoice_number: 'nobody has it', category: 'x' })).count, 0)
  assert.ok(!(await written()), 'every row was refused')
  await post(known, invoice({ debtor_number: 'nobody' }))
  assert.ok(await written(), 'one of two, and that as it was')
})

test('an open amount of the other sign says that more was paid: it settles costs once, and the rest is a warning', async () => {
  const number = await put()
  const charge = { amount: '-40.00', cost_type: 'debt_collection_costs', origin_identifier: `costs ${number}` }
  const charged = await patch({ invoice_number: number, payments: [{ ...charge, payment_date: '2026-11-01' }] })
  assert.deepEqual(charged.errors, {})
  const shown = async (): Promise<unknown[]> => {
    const { rows } = await sql<{ [name: string]: string }>`
      select open_amount, debt_collection_costs_open, overpaid_amount, payment_date from invoices
      where administration_id = ${administration_id}::bigint and invoice_number = ${number}`.execute(database.db)
    return Object.values(rows[0] ?? {}).slice(0, 3)
  }
  const wish = { invoice_number: number, amount_open: '-50.00' }
  for (let count = 0; count < 2; count++) {
    const paid = await patch(wish)
    assert.deepEqual(paid.errors, {})
    assert.match(paid.warnings?.[number]?.[0] ?? '', /^amount_open: 50.00 more was paid than the invoice asks/)
    assert.deepEqual(await shown(), ['0.00', '0.00', '50.00'])
  }
  const { rows: own } = await sql<{ total_amount: string }>`
    select total_amount from payments
    where administration_id = ${administration_id}::bigint and invoice_number = ${number}
      and cost_type = 'debt_collection_costs' order by total_amount`.execute(database.db)
  assert.deepEqual(
    own.map((one) => one.total_amount),
    ['-40.00', '40.00'],
  )
  // A part of the money went back, and then all of it.
  assert.deepEqual((await patch({ ...wish, amount_open: '-30.00' })).errors, {})
  assert.deepEqual(await shown(), ['0.00', '10.00', '30.00'])
  assert.deepEqual((await patch({ ...wish, amount_open: '100.00' })).errors, {})
  assert.deepEqual(await shown(), ['100.00', '40.00', '0.00'])
  assert.deepEqual((await patch(wish)).errors, {})
  assert.deepEqual(await shown(), ['0.00', '0.00', '50.00'])
})
