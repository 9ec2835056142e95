import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { signedIn, visitor } from '../../test/visitor.ts'

const service = await startService({ now: () => new Date('2026-11-15T12:00:00Z') })
const { given } = service
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

type Page = { invoices: { invoice_number: string; days_overdue: number; debtor_name: string }[]; cursor: string | null }
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
  assert.equal((await numbers('all', 'due_date_asc')).length, 5)
})

test('each tells whose it is and for how many days it is overdue', async () => {
  const { invoices } = await list('open', 'due_date_asc')
  assert.deepEqual(
    invoices.map(({ days_overdue }) => days_overdue),
    [287, 10, 0, 0],
  )
  assert.equal(invoices[0]?.debtor_name, 'Bakery Morning Star')
  assert.equal((await list('paid', 'due_date_asc')).invoices[0]?.days_overdue, 0)
})

test('pages follow each other in every order, and lose nothing', async () => {
  for (let n = 0; n < 60; n++) await bill(`many-${n}`, `2026-06-0${1 + (n % 7)}`, `${1 + (n % 5)}.00`)
  for (const order of ['due_date_asc', 'due_date_desc', 'amount_desc']) {
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
    'show=paid&order=amount_desc',
    'show=mine&order=due_date_asc',
  ]) {
    assert.equal((await reader.get(path(query))).status, 422, query)
  }
  assert.equal((await visitor(service).get(path('show=open&order=due_date_asc'))).status, 401)
  assert.equal((await outsider.get(path('show=open&order=due_date_asc'))).status, 403)
})
