import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { planOf, readsInOrder } from '../../test/plans.ts'
import { searchable } from '../../test/searchable.ts'
import { signedIn, visitor } from '../../test/visitor.ts'
import { readPlanFilter } from './payment_plan_filter.ts'
import { planPage, planWay } from './payment_plan_list.ts'

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
const keys = await given.debtorKeys(tenant, debtor_id)
const stamps = { created_at: 'stamp', updated_at: 'stamp' }

type Term = [due_date: string, paid: boolean]
function plan(terms: Term[], overrides: object): Promise<string> {
  const payment_terms = terms.map(([due_date, paid], index) => ({
    id: String(index + 1),
    total_amount: '50.00',
    amount_due: paid ? '0.00' : '40.00',
    due_date,
    payment_date: paid ? due_date : null,
  }))
  return given.row('payment_plans', tenant, {
    debtor_id,
    ...keys,
    payment_terms: JSON.stringify(payment_terms),
    ...stamps,
    ...overrides,
  })
}
const at = '2026-10-01T10:00:00Z'
const running = { active: true, approved_at: at }
const months: Term[] = [
  ['2026-10-01', true],
  ['2026-11-01', false],
  ['2026-12-01', false],
]
const later = await plan([['2026-12-24', false]], running)
const late = await plan(months, running)
const proposed = await plan([['2026-12-01', false]], { proposed_at: '2026-11-02T10:00:00Z', reason: 'Short of cash' })
const waiting = await plan([['2026-12-01', false]], { proposed_at: '2026-11-01T10:00:00Z' })
const finished = await plan([['2026-10-01', true]], { active: false, approved_at: at, updated_at: at })
const rejected = await plan(months, { active: false, rejected_at: at, updated_at: '2026-10-03T10:00:00Z' })
const ended = await plan(months, { ...running, active: false, deactivated_at: at, updated_at: '2026-10-02T10:00:00Z' })
const invoice_id = await given.invoice(tenant, debtor_id, { invoice_number: 'F-1', currency_code: 'USD' })
await given.row('payment_plan_invoices', tenant, { payment_plan_id: late, invoice_id })
const credit_case_id = await given.row('credit_cases', tenant, {
  debtor_id,
  case_number: '123456789',
  credit_case_number: '123 456 789',
  currency_code: 'EUR',
  total_amount: '161.00',
  open_amount: '161.00',
  started_at: at,
  ...stamps,
})
await given.row('payment_plan_credit_cases', tenant, { payment_plan_id: proposed, credit_case_id })

type Plan = { id: string; state: string } & Record<string, unknown>
type Page = { payment_plans: Plan[]; cursor: string | null }
const path = (query: string, { administration_id } = tenant): string =>
  `/console/administrations/${administration_id}/payment_plans${query}`
async function list(show: string, cursor = ''): Promise<Page> {
  const answer = await reader.get(path(`?show=${show}&cursor=${encodeURIComponent(cursor)}`))
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Page
}
const ids = async (show: string) => (await list(show)).payment_plans.map(({ id, state }) => [id, state])

test('running plans come by their next term, proposed ones by how long they wait, others newest first', async () => {
  assert.deepEqual(await ids('running'), [
    [late, 'active'],
    [later, 'active'],
  ])
  assert.deepEqual(await ids('proposed'), [
    [waiting, 'proposed'],
    [proposed, 'proposed'],
  ])
  assert.deepEqual(await ids('ended'), [
    [rejected, 'rejected'],
    [ended, 'deactivated'],
    [finished, 'finished'],
  ])
})

test('each shows how far it is, which term is next, and how many are late', async () => {
  const [one] = (await list('running')).payment_plans
  assert.ok(one)
  const { since: _, ...listed } = one
  assert.deepEqual(listed, {
    id: late,
    state: 'active',
    debtor_id,
    debtor_name: 'Bakery Morning Star',
    currency_code: 'USD',
    terms: 3,
    paid_terms: 1,
    late_terms: 1,
    total_amount: '150.00',
    open_amount: '80.00',
    next_due_date: '2026-11-01',
    next_amount: '40.00',
  })
  // Nobody has to pay the terms of a plan that is over.
  const over = (await list('ended')).payment_plans.find(({ id }) => id === ended)
  assert.deepEqual([over?.late_terms, over?.terms], [0, 3])
})

test('marks and words narrow the list down, and totals say what it comes to', async () => {
  await searchable(database.db, tenant.administration_id)
  assert.deepEqual(await ids('running&marks=late'), [[late, 'active']])
  assert.deepEqual(await ids('running&order=next_desc'), [
    [later, 'active'],
    [late, 'active'],
  ])
  assert.deepEqual(await ids('running&text=nobody'), [])
  assert.equal((await ids('running&text=morning%20star')).length, 2)
  const { marks, ...totals } = (await reader.get(path('/totals?show=running'))).body as {
    marks: { mark: string; count: number }[]
  }
  assert.deepEqual(totals, {
    ...{ payment_plans: 2, debtors: 1, running_plans: 2, proposed_plans: 2, late_terms: 1 },
    sums: [
      { currency_code: null, open_amount: '40.00' },
      { currency_code: 'USD', open_amount: '80.00' },
    ],
  })
  assert.deepEqual(Object.fromEntries(marks.map(({ mark, count }) => [mark, count])), {
    ...{ late: 1, due_7: 0, by_debtor: 0, with_costs: 0 },
  })
  for (const query of ['?show=running&marks=mine', '?show=running&order=open_asc', '?show=running&per_page=0'])
    assert.equal((await reader.get(path(query))).status, 422, query)
  assert.equal((await outsider.get(path('/totals?show=running'))).status, 403)
})

test('a plan lists what it is about, in force or not', async () => {
  const items = async (id: string) => (await reader.get(path(`/${id}/items`))).body as Record<string, unknown[]>
  const { invoices, credit_cases, ...counts } = await items(late)
  assert.deepEqual(invoices, [
    {
      id: invoice_id,
      invoice_number: 'F-1',
      due_date: '2026-10-01',
      total_amount: '121.00',
      open_amount: '121.00',
      currency_code: 'USD',
    },
  ])
  assert.deepEqual(credit_cases, [])
  assert.deepEqual(counts, { currency_code: 'USD', invoice_count: 1, credit_case_count: 0, rejection_reason: null })
  const cases = (await items(proposed)).credit_cases as Record<string, unknown>[]
  assert.deepEqual(
    cases.map(({ id, credit_case_number, started_at }) => [id, credit_case_number, started_at]),
    [[credit_case_id, '123 456 789', at]],
  )
  assert.deepEqual((await items(later)).invoices, [])
})

test('pages follow each other in every order, and lose nothing', async () => {
  for (let n = 0; n < 60; n++) {
    await plan([[`2027-01-0${1 + (n % 7)}`, false]], running)
    await plan([['2027-01-01', false]], { proposed_at: `2026-09-01T10:00:00.00000${n % 7}Z` })
    await plan(months, { active: false, rejected_at: at })
  }
  await plan([['2026-10-01', true]], running)
  for (const [show, count] of [
    ['running', 63],
    ['proposed', 62],
    ['ended', 63],
    ['running&order=debtor_asc', 63],
    ['running&order=next_desc', 63],
    ['ended&order=since_asc&per_page=20', 63],
  ] as const) {
    const seen: string[] = []
    let cursor: string | null = ''
    do {
      const page: Page = await list(show, cursor)
      seen.push(...page.payment_plans.map(({ id }) => id))
      cursor = page.cursor
    } while (cursor !== null)
    assert.equal(seen.length, count, show)
    assert.equal(new Set(seen).size, count, show)
  }
})

test('a page reads an index in its order, wherever it begins', async () => {
  const { administration_id } = tenant
  const moment = { value: '2026-10-01T10:00:00.000001Z', id: '5' }
  for (const [show, after] of [
    ['running', { value: '2026-12-01', id: '5' }],
    ['proposed', moment],
    ['ended', moment],
  ] as const) {
    for (const place of [null, after]) {
      const filter = readPlanFilter({ administration_id, today: '2026-11-15' }, { show })
      await readsInOrder(database.db, planPage(filter, planWay(filter, null), place), `payment_plans_${show}`)
    }
  }
})

test('plans are ordered by what they come to and by what is open, over pages, from an index', async () => {
  const { administration_id } = tenant
  for (const [order, amount] of [
    ['amount', 'open_amount'],
    ['total', 'total_amount'],
  ] as const) {
    for (const direction of ['asc', 'desc']) {
      const seen: number[] = []
      let cursor: string | null = ''
      do {
        const query: string = `ended&order=${order}_${direction}&per_page=1`
        const page: Page = await list(query, cursor)
        seen.push(...page.payment_plans.map((plan) => Number(plan[amount])))
        cursor = page.cursor
      } while (cursor !== null)
      const sorted = seen.toSorted((a, b) => (direction === 'asc' ? a - b : b - a))
      assert.ok(seen.length >= 3 && new Set(seen).size > 1, String(seen))
      assert.deepEqual(seen, sorted, `${order}_${direction}`)
    }
    const filter = readPlanFilter({ administration_id, today: '2026-11-15' }, { show: 'running' })
    const index = order === 'amount' ? 'payment_plans_open' : 'payment_plans_total'
    for (const place of [null, { value: '80.00', id: '5' }]) {
      const page = planPage(filter, planWay(filter, `${order}_asc`), place)
      const plan = await planOf(database.db, page, { unsorted: true })
      assert.match(plan, new RegExp(`Index Scan using ${index} `), plan)
      assert.doesNotMatch(plan, /Sort/, plan)
    }
  }
})

test('what is not of this list is refused, and strangers see nothing', async () => {
  for (const query of [
    '?show=running&cursor=x',
    '?show=running&cursor=2026-10-01T10:00:00.000001Z%205',
    '?show=proposed&cursor=2026-10-01%205',
    '?show=all',
    '',
  ]) {
    assert.equal((await reader.get(path(query))).status, 422, query)
  }
  for (const query of ['?show=running', `/${late}/items`]) {
    assert.equal((await visitor(service).get(path(query))).status, 401)
    assert.equal((await outsider.get(path(query))).status, 403)
  }
  assert.equal((await outsider.get(path(`/${late}/items`, stranger))).status, 404)
  assert.deepEqual((await outsider.get(path('?show=running', stranger))).body, { payment_plans: [], cursor: null })
})
