import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, type CallOptions, data, nextCursor, startService } from '../../test/harness.ts'
import { operations } from '../api/operations.ts'
import { families } from '../resources/index.ts'

const { call, given } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const basic = await given.application(tenant)
const lists = operations(families).filter(({ doing }) => doing.do === 'list')

const message = ({ body }: Answer): string => (body as { message: string }).message
const ask = (path: string, query: string, who: CallOptions = { token }): Promise<Answer> =>
  call(`GET ${path}?administration_id=${administration_id}&${query}`, who)

const odd_moments = [
  '2026-01-01T00:00:00%2B23:59',
  '2026-01-01T24:00:00.000001Z',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00%2B15:59',
  '9999-12-31T23:59:59.9999999-15:59',
]
const odd_cursors = [
  '1.20260230000000000000',
  '1.00000101000000000000',
  '1.20260101240000000001',
  '1@invoice_date_asc.2026-02-30',
  '1@invoice_date_asc.0000-01-01',
]

for (const { name, path, parameters, auth } of lists) {
  test(`${name}: a moment or a cursor that is none is refused, and never a fault of ours`, async () => {
    const who = auth === 'Basic' ? { basic } : { token }
    const filters = Object.keys(parameters).filter((one) => /_(after|before)$/.test(one))
    const queries = [
      ...filters.flatMap((filter) => odd_moments.map((moment) => `${filter}=${moment}`)),
      ...odd_cursors.flatMap((cursor) => [`cursor=${cursor}`, `cursor=${cursor}&order=invoice_date_asc`]),
    ]
    for (const query of queries) assert.equal((await ask(path, query, who)).status, 422, query)
  })
}

test('a cursor leads on in its own order alone', async () => {
  const debtor_id = await given.debtor(tenant)
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) {
    await given.invoice(tenant, debtor_id, { invoice_date: day, due_date: '2026-12-01' })
  }
  const page = (query: string): Promise<Answer> => ask('/v1/invoices', `per_page=1${query}`)
  const ordered = nextCursor(await page('&order=invoice_date_asc'))
  const plain = nextCursor(await page(''))
  assert.equal(data(await page(`&order=invoice_date_asc&cursor=${ordered}`))[0]?.invoice_date, '2026-01-02')
  for (const other of ['invoice_date_desc', 'due_date_asc', 'due_date_desc']) {
    const answer = await page(`&order=${other}&cursor=${ordered}`)
    assert.equal(
      message(answer),
      `cursor: is of a list in the order invoice_date_asc, and this one is in the order ${other}; ` +
        'keep the order, or begin without a cursor',
    )
  }
  assert.match(message(await page(`&cursor=${ordered}`)), /invoice_date_asc, and this one is by id/)
  assert.match(message(await page(`&order=due_date_asc&cursor=${plain}`)), /is of a list by id/)
})

test('thousands of unknown parameters cost hardly anything, and the first ten are named', async () => {
  const names = Array.from({ length: 2500 }, (_, index) => `debtor_numbr${index}`)
  const began = process.cpuUsage()
  const answer = await ask('/v1/debtors', names.map((name) => `${name}=1`).join('&'))
  const ms = process.cpuUsage(began).user / 1000
  assert.equal(answer.status, 422)
  assert.equal(
    message(answer),
    `${names.slice(0, 10).join(', ')} and 2490 more parameters: are not known; leave them out`,
  )
  assert.ok(ms < 150, `it took ${ms} ms`)
})

test('unknown members of a thousand records cost hardly anything either', async () => {
  const contacts = Array.from({ length: 1000 }, (_, index) => ({
    contact_identifier: `U${index}`,
    ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`postal_addres_stret_${index % 190}_${n}`, 'x'])),
  }))
  const send = async (items: object[]): Promise<number> => {
    const began = process.cpuUsage()
    const answer = await call('POST /v1/contacts', { token, json: { administration_id, contacts: items } })
    assert.equal(answer.status, 201, answer.text.slice(0, 300))
    return process.cpuUsage(began).user / 1000
  }
  const without = await send(contacts.map(({ contact_identifier }) => ({ contact_identifier })))
  const withThem = await send(contacts)
  assert.ok(withThem < without + 700, `${withThem} ms, and ${without} ms without them`)
})
