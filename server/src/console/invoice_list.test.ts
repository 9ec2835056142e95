import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { readsInOrder } from '../../test/plans.ts'
import { searchable } from '../../test/searchable.ts'
import { signedIn, visitor } from '../../test/visitor.ts'
import { changeSettings } from '../settings/store.ts'
import { readFilter, withFew } from './invoice_filter.ts'
import { invoicePage } from './invoice_list.ts'

const service = await startService({ now: () => new Date('2026-11-15T12:00:00Z') })
const { given, database } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [tenant.administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })
const bill = (invoice_number: string, due_date: string, amount: string, open = amount) =>
  given.invoice(tenant, debtor_id, {
    invoice_number,
    invoice_date: '2026-01-01',
    due_date,
    total_amount: amount,
    book_total_amount: amount,
    open_amount: open,
    book_open_amount: open,
    ...(open === '0.00' ? { payment_date: due_date } : {}),
  })
await bill('late', '2026-11-05', '50.00')
await bill('today', '2026-11-15', '500.00')
await bill('later', '2026-12-15', '5.00')
await bill('oldest', '2026-02-01', '70.00', '20.00')
await bill('paid', '2026-03-01', '900.00', '0.00')
await bill('credit', '2025-06-01', '-30.00')

type Page = {
  invoices: { invoice_number: string; days_overdue: number; debtor_name: string; holds: string[] }[]
  cursor: string | null
}
const path = (query: string, of = tenant): string =>
  `/console/administrations/${of.administration_id}/invoices?${query}`
async function list(show: string, order: string, cursor = ''): Promise<Page> {
  const answer = await reader.get(path(`show=${show}&order=${order}&cursor=${encodeURIComponent(cursor)}`))
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Page
}
const numbers = async (show: string, order: string) =>
  (await list(show, order)).invoices.map(({ invoice_number }) => invoice_number)

test('what is overdue, open, paid and all, by due date and by amount', async () => {
  assert.deepEqual(await numbers('overdue', 'due_date_asc'), ['oldest', 'late'])
  assert.deepEqual(await numbers('overdue', 'amount_desc'), ['late', 'oldest'])
  assert.deepEqual(await numbers('open', 'due_date_desc'), ['later', 'today', 'late', 'oldest'])
  assert.deepEqual(await numbers('open', 'amount_desc'), ['today', 'late', 'oldest', 'later'])
  assert.deepEqual(await numbers('paid', 'due_date_asc'), ['paid'])
  assert.equal((await numbers('all', 'due_date_asc')).length, 6)
})

test('what is owed is listed by its age as well, day by day as the overview counts', async () => {
  const { invoices } = await list('days_over_90', 'due_date_asc')
  assert.deepEqual(
    invoices.map(({ invoice_number, days_overdue }) => [invoice_number, days_overdue]),
    [['oldest', 287]],
  )
  assert.deepEqual(await numbers('days_1_30', 'due_date_asc'), ['late'])
  assert.deepEqual(await numbers('not_due', 'due_date_asc'), ['today', 'later'])
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  const debtor = await given.debtor(own)
  const edges = { '2026-11-14': 1, '2026-10-16': 30, '2026-10-15': 31, '2026-09-16': 60, '2026-09-15': 61 }
  const more = { '2026-11-15': 0, '2026-08-17': 90, '2026-08-16': 91 }
  for (const due_date of Object.keys({ ...edges, ...more })) {
    await given.invoice(own, debtor, { invoice_date: '2026-01-01', due_date })
  }
  const overview = (await boss.get(`/console/administrations/${own.administration_id}/overview`)).body as {
    by_age: { age: string; invoices: number }[]
  }
  for (const { age, invoices: counted } of overview.by_age) {
    const page = (await boss.get(path(`show=${age}&order=due_date_asc`, own))).body as Page
    assert.equal(page.invoices.length, counted, age)
    assert.equal(counted, age === 'not_due' || age === 'days_over_90' ? 1 : 2, age)
  }
})

test('each carries the numbers, the owner, the flow and the labels by which people know it', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  const debtor_id = await given.debtor(own, { relation_manager: 'Anna' })
  const known = { purchase_order_number: 'PO-7', flow_code: 'business' }
  const invoice_id = await given.invoice(own, debtor_id, known)
  for (const name of ['vip', 'export']) {
    await database.db
      .insertInto('invoice_labels')
      .values({ ...own_keys(own), invoice_id, name })
      .execute()
  }
  const { invoices } = (await boss.get(path('show=open&order=due_date_asc', own))).body as Page
  const [{ purchase_order_number, flow_code, owner, labels } = assert.fail()] = invoices as unknown as Shown[]
  assert.deepEqual([purchase_order_number, flow_code, owner, labels], ['PO-7', 'business', 'Anna', ['export', 'vip']])
})

const own_keys = ({ administration_id }: { administration_id: string }) => ({ administration_id })
type Shown = { purchase_order_number: string; flow_code: string; owner: string; labels: string[] }

test('a credit note is open, but never overdue, and stands apart', async () => {
  const { invoices } = await list('credit', 'due_date_asc')
  assert.deepEqual(
    invoices.map(({ invoice_number, days_overdue }) => [invoice_number, days_overdue]),
    [['credit', 0]],
  )
})

test('each says in short what holds it', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  const at = '2026-10-01T10:00:00Z'
  const held = await given.debtor(own, { paused_at: at, reminding_paused_at: at })
  await given.invoice(own, held, { paused_at: at, blocked_at: at, block_reasons: ['debtor_paused', 'interface'] })
  await given.invoice(own, await given.debtor(own), { collectable_at: at })
  const page = (await boss.get(path('show=open&order=due_date_asc', own))).body as Page
  assert.deepEqual(page.invoices[1]?.holds, ['collectable'])
  assert.deepEqual(page.invoices[0]?.holds, ['debtor_paused', 'debtor_reminding_paused', 'invoice_paused', 'interface'])
})

test('the invoices of one debtor are listed newest first, paid ones too, and those of no other', async () => {
  const other = await given.debtor(tenant)
  for (let n = 0; n < 55; n++) await given.invoice(tenant, other, { invoice_number: `own-${n}` })
  const paid = { open_amount: '0.00', book_open_amount: '0.00', payment_date: '2026-10-01' }
  await given.invoice(tenant, other, { invoice_number: 'own-paid', ...paid })
  const ask = async (show: string, cursor = '') =>
    (await reader.get(path(`show=${show}&order=newest&debtor_id=${other}&cursor=${encodeURIComponent(cursor)}`)))
      .body as Page
  const first = await ask('all')
  assert.deepEqual([first.invoices.length, first.invoices[0]?.invoice_number], [50, 'own-paid'])
  const second = await ask('all', first.cursor ?? '')
  assert.deepEqual([second.invoices.length, second.invoices.at(-1)?.invoice_number, second.cursor], [6, 'own-0', null])
  assert.equal((await ask('unsettled')).invoices[0]?.invoice_number, 'own-54')
  assert.deepEqual(
    (await ask('paid')).invoices.map(({ invoice_number }) => invoice_number),
    ['own-paid'],
  )
  await sql`delete from invoices where debtor_id = ${other}::bigint`.execute(database.db)
})

test('a page reads an index in its order, wherever it begins', async () => {
  const { administration_id } = tenant
  const today = '2026-11-15'
  for (const [show, order, of, index] of [
    ['open', 'due_date_asc', null, 'invoices_owed_due'],
    ['overdue', 'due_date_desc', null, 'invoices_owed_due'],
    ['days_31_60', 'due_date_asc', null, 'invoices_owed_due'],
    ['credit', 'due_date_asc', null, 'invoices_credit_due'],
    ['all', 'newest', debtor_id, 'invoices_debtor_id'],
  ] as const) {
    for (const after of [null, { value: '2026-09-20', id: '5' }]) {
      const place = order === 'newest' && after ? { value: '5', id: '5' } : after
      const page = invoicePage(readFilter({ administration_id, today }, { show, debtor_id: of }), order, place)
      await readsInOrder(database.db, page, index)
    }
  }
})

test('each shows whose it is and how many days it is overdue', async () => {
  const { invoices } = await list('open', 'due_date_asc')
  assert.deepEqual(
    invoices.map(({ days_overdue }) => days_overdue),
    [287, 10, 0, 0],
  )
  assert.equal(invoices[0]?.debtor_name, 'Bakery Morning Star')
  assert.equal((await list('paid', 'due_date_asc')).invoices[0]?.days_overdue, 0)
})

const by_text = ['number_asc', 'number_desc', 'debtor_asc', 'debtor_desc', 'order_number_asc', 'order_number_desc']

test('any column orders any choice, a range of days as well', async () => {
  assert.deepEqual(await numbers('not_due', 'amount_desc'), ['today', 'later'])
  assert.deepEqual(await numbers('not_due', 'amount_asc'), ['later', 'today'])
  assert.deepEqual(await numbers('open', 'number_asc'), ['late', 'later', 'oldest', 'today'])
  assert.deepEqual((await numbers('all', 'total_desc')).slice(0, 2), ['paid', 'today'])
})

test('a search finds what stands anywhere in numbers, names, addresses and amounts, and keeps the choice', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  const star = await given.debtor(own, { name: 'Bakery 100% Star', reminder_email_address: 'pay@star.example' })
  const moon = await given.debtor(own, { name: 'Moonlight' })
  const sums = { total_amount: '1234.50', book_total_amount: '1234.50', open_amount: '1234.50' }
  await given.invoice(own, star, { invoice_number: 'N-1', order_number: 'PO-88213', due_date: '2026-11-01' })
  await given.invoice(own, moon, {
    invoice_number: 'N-2',
    ...sums,
    book_open_amount: '1234.50',
    due_date: '2026-12-24',
  })
  await searchable(database.db, own.administration_id)
  const find = async (text: string, show = 'open') => {
    const query = new URLSearchParams({ show, order: 'number_asc', text })
    return ((await boss.get(path(`${query}`, own))).body as Page).invoices.map((one) => one.invoice_number)
  }
  for (const text of ['0% st', 'O-882', 'star.exa', ' STAR ', 'n- bakery'])
    assert.deepEqual(await find(text), ['N-1'], text)
  for (const text of ['1.234,50', '€ 1,234.5', '1234.50', 'light']) assert.deepEqual(await find(text), ['N-2'], text)
  assert.deepEqual(await find('n-'), ['N-1', 'N-2'])
  assert.deepEqual(await find('n-', 'overdue'), ['N-1'])
  assert.deepEqual(await find('_'), [])
})

test('what few have is read by itself, what many have is walked through, and both find the same', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const { administration_id } = own
  const many = await given.debtor(own, { name: 'Many Invoices' })
  const one = await given.debtor(own, { name: 'Only One' })
  const sums = { total_amount: '77.70', book_total_amount: '77.70' }
  for (let n = 1; n <= 3; n++) await given.invoice(own, many, { invoice_number: `GONE-${n}` })
  await given.invoice(own, one, { invoice_number: 'LEFT-1', ...sums })
  await searchable(database.db, administration_id)
  await sql`insert into search_entries (administration_id, kind, record_id, debtor_id, name, number, text, changed_at)
    select ${administration_id}::bigint, 'invoice', n, ${many}::bigint, '', '', 'gone', now()
    from generate_series(900000000, 900000600) n`.execute(database.db)
  for (const [text, few, found] of [
    ['gone', false, 3],
    ['many', true, 3],
    ['gone-2', true, 1],
    ['only left', true, 1],
    ['only gone', true, 0],
    ['77,70', true, 1],
    ['on', false, 4],
    ['nowhere', true, 0],
  ] as const) {
    const walked = readFilter({ administration_id, today: '2026-11-15' }, { show: 'all', text })
    const read = await withFew(database.db, walked)
    assert.equal(read.few !== null, few, text)
    const idsOf = async (filter: typeof read): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`${invoicePage(filter, 'number_asc', null)}`.execute(database.db)
      return rows.map(({ id }) => id)
    }
    const ids = await idsOf(walked)
    assert.deepEqual([ids.length, await idsOf(read)], [found, ids], text)
  }
})

test('totals say what the whole list comes to, by currency, and what it can be narrowed down to', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  const [one, other] = [await given.debtor(own), await given.debtor(own)]
  const sum = (amount: string, currency_code = 'EUR') => ({
    ...{ total_amount: amount, book_total_amount: amount, open_amount: amount, book_open_amount: amount },
    currency_code,
  })
  const at = '2026-10-01T10:00:00Z'
  await given.invoice(own, one, { due_date: '2026-11-05', ...sum('0.10') })
  await given.invoice(own, one, { due_date: '2026-11-13', ...sum('0.20'), paused_at: at })
  await given.invoice(own, other, { due_date: '2026-12-01', ...sum('7.00', 'GBP') })
  const totals = async (query: string) => {
    const answer = await boss.get(`/console/administrations/${own.administration_id}/invoices/totals?${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body as { invoices: number; marks: { mark: string; count: number }[] }
  }
  const { marks, ...all } = await totals('show=open')
  assert.deepEqual(all, {
    ...{ invoices: 3, debtors: 2, held: 1, days_overdue: 6, open_invoices: 3, overdue_invoices: 2 },
    sums: [
      { currency_code: 'EUR', open_amount: '0.30' },
      { currency_code: 'GBP', open_amount: '7.00' },
    ],
  })
  assert.deepEqual(Object.fromEntries(marks.map(({ mark, count }) => [mark, count])), {
    ...{ late_7: 1, held: 1, disputed: 0, promised: 0, in_case: 0, not_in_case: 3 },
  })
  assert.equal((await totals('show=open&marks=held,not_in_case')).invoices, 1)
  assert.equal((await totals('show=open&marks=held,late_7')).invoices, 0)
  const place = `/console/administrations/${own.administration_id}/invoices/totals?show=open`
  assert.equal((await outsider.get(place)).status, 403)
  assert.equal((await visitor(service).get(place)).status, 401)
})

test('totals count what the rows say, of whatever is open, settled or held, with the engine on and off', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const { administration_id } = own
  const boss = await signedIn(service, tenant.company_id)
  const at = '2026-10-01T10:00:00Z'
  const debtors = [
    await given.debtor(own),
    await given.debtor(own, { paused_at: at }),
    await given.debtor(own, { reminding_paused_at: at }),
  ]
  const open = { due_date: '2026-11-01' }
  const settled = { ...open, open_amount: '0.00', book_open_amount: '0.00', payment_date: '2026-11-01' }
  const only_costs = { ...settled, administration_costs_total: '9.00', administration_costs_open: '9.00' }
  const credit = {
    ...open,
    total_amount: '-9.00',
    book_total_amount: '-9.00',
    open_amount: '-9.00',
    book_open_amount: '-9.00',
  }
  const holds = [
    {},
    { paused_at: at },
    { collectable_at: at },
    { blocked_at: at, block_reasons: ['interface'] },
    { found: [{ reason: 'task' }] },
    { found: [{ reason: 'cap' }] },
  ]
  for (const debtor_id of debtors) {
    for (const state of [open, settled, only_costs, credit]) {
      for (const { found, ...hold } of holds as ({ found?: object[] } & object)[]) {
        const invoice_id = await given.invoice(own, debtor_id, { ...state, ...hold })
        if (found) await given.row('agenda_records', own, { debtor_id, invoice_id, holds: JSON.stringify(found) })
      }
    }
  }
  const [disputed = '', promised = ''] = (await rowsOf('all')).map(({ id }) => id)
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  const dispute = {
    invoice_id: disputed,
    debtor_id: debtors[0],
    origin: 'person',
    reason: 'quality',
    opened_on: '2026-11-01',
    ...stamps,
  }
  await given.row('disputes', own, dispute)
  const promise = {
    debtor_id: debtors[0],
    amount: '1.00',
    currency_code: 'EUR',
    promised_on: '2026-11-20',
    origin: 'person',
    ...stamps,
  }
  const promise_id = await given.row('promises', own, promise)
  await given.row('promise_invoices', own, { promise_id, invoice_id: promised, open_amount: '1.00' })

  for (const engine_enabled of [true, false]) {
    await changeSettings(database.db, administration_id, { engine_enabled })
    for (const show of ['open', 'unsettled', 'paid', 'all']) {
      const rows = await rowsOf(show)
      const answer = await boss.get(`/console/administrations/${administration_id}/invoices/totals?show=${show}`)
      const { invoices, debtors: of, held, marks } = answer.body as Counted
      const expected = { invoices: rows.length, of: new Set(rows.map(({ debtor_id }) => debtor_id)).size }
      const is_held = rows.filter((row) => row.holds.length > 0).length
      assert.deepEqual({ invoices, of, held }, { ...expected, held: is_held }, `${show} ${engine_enabled}`)
      const count = (name: string) => marks.find(({ mark }) => mark === name)?.count
      for (const mark of ['late_7', 'held', 'disputed', 'promised', 'in_case', 'not_in_case']) {
        assert.equal(count(mark), (await rowsOf(show, mark)).length, `${show} ${mark} ${engine_enabled}`)
      }
    }
  }

  async function rowsOf(show: string, mark = ''): Promise<Whole[]> {
    const answer = await boss.get(path(`show=${show}&marks=${mark}&order=due_date_asc&per_page=1000`, own))
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as { invoices: Whole[] }).invoices
  }
})

type Whole = Page['invoices'][number] & Record<'id' | 'debtor_id', string>
type Counted = { invoices: number; debtors: number; held: number; marks: { mark: string; count: number }[] }

test('pages follow each other in every order, and lose nothing', async () => {
  for (let n = 0; n < 60; n++) await bill(`many-${n}`, `2026-06-0${1 + (n % 7)}`, `${1 + (n % 5)}.00`)
  for (const order of [
    'due_date_asc',
    'due_date_desc',
    'amount_desc',
    'amount_asc',
    ...by_text,
    'total_desc',
    'newest',
  ]) {
    const seen: string[] = []
    let cursor: string | null = ''
    do {
      const page: Page = await list('open', order, cursor)
      seen.push(...page.invoices.map(({ invoice_number }) => invoice_number))
      cursor = page.cursor
    } while (cursor !== null)
    assert.equal(seen.length, 64, order)
    assert.equal(new Set(seen).size, 64, order)
  }
})

test('what is not of this list is refused, and strangers see nothing', async () => {
  for (const query of [
    'show=open&order=due_date_asc&cursor=x',
    'show=open&order=due_date_asc&cursor=2026-99-99%201',
    'show=open&order=due_date_asc&cursor=2026-02-30%201',
    'show=open&order=due_date_asc&cursor=0000-01-01%201',
    'show=open&order=due_date_asc&cursor=5.00%201',
    'show=mine&order=due_date_asc',
    'show=open&order=due_date',
    'show=open&order=newest&per_page=1001',
    'show=open&order=due_date_asc&marks=held,mine',
    'show=open&order=number_asc&cursor=noid',
  ]) {
    assert.equal((await reader.get(path(query))).status, 422, query)
  }
  assert.equal((await visitor(service).get(path('show=open&order=due_date_asc'))).status, 401)
  assert.equal((await outsider.get(path('show=open&order=due_date_asc'))).status, 403)
})
