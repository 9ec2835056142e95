import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { readsInOrder } from '../../test/plans.ts'
import { searchable } from '../../test/searchable.ts'
import { signedIn, visitor } from '../../test/visitor.ts'
import { readCaseFilter } from './credit_case_filter.ts'
import { casePage, caseWay } from './credit_case_list.ts'

const service = await startService({ now: () => new Date('2026-11-15T23:30:00Z') })
const { given, database } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [tenant.administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)
const debtor_id = await given.debtor(tenant, { name: 'Bakery Morning Star' })
const paused_id = await given.debtor(tenant, { paused_at: '2026-10-01T10:00:00Z' })

let count = 0
const dossier = (overrides: object = {}, of = debtor_id): Promise<string> => {
  const number = String(100_000_000 + count++)
  return given.row('credit_cases', tenant, {
    debtor_id: of,
    case_number: number,
    credit_case_number: number,
    currency_code: 'EUR',
    total_amount: '161.00',
    open_amount: '161.00',
    started_at: '2026-09-01T10:00:00Z',
    created_at: 'stamp',
    updated_at: 'stamp',
    ...overrides,
  })
}
const started = await dossier()
const summoned = await dossier({ pre_summons_at: '2026-09-10T10:00:00Z', summons_1_at: '2026-09-20T10:00:00Z' })
const warned = await dossier({ summons_2_at: '2026-10-01T10:00:00Z', notice_of_default_at: '2026-10-20T10:00:00Z' })
const at_court = await dossier({ summons_1_at: '2026-09-05T10:00:00Z', pre_judicial_at: '2026-11-10T10:00:00Z' })
const handed_over = await dossier({
  summons_1_at: '2026-09-05T10:00:00Z',
  pre_judicial_at: '2026-09-08T10:00:00Z',
  forwarded_to_bailiff_at: '2026-11-14T23:30:00Z',
})
const ended = await dossier({ deactivated_at: '2026-11-01T10:00:00Z' })
const ended_last = await dossier({ deactivated_at: '2026-11-02T10:00:00Z', paused_at: '2026-10-01T10:00:00Z' })

type Case = { id: string; stage: string; days_in_stage: number; holds: string[]; debtor_name: string }
type Page = { credit_cases: Case[]; cursor: string | null }
const path = (query: string, { administration_id } = tenant): string =>
  `/console/administrations/${administration_id}/credit_cases${query}`
async function list(query: string, cursor = ''): Promise<Page> {
  const answer = await reader.get(path(`?${query}&cursor=${encodeURIComponent(cursor)}`))
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Page
}
const ids = async (query: string) => (await list(query)).credit_cases.map(({ id }) => id)

test('what lies still the longest stands first; what ended last comes first', async () => {
  assert.deepEqual(await ids('show=open'), [started, summoned, warned, at_court, handed_over])
  assert.deepEqual(await ids('show=ended'), [ended_last, ended])
})

test('each shows its stage and the number of days in it, on the calendar of the administration', async () => {
  const { credit_cases } = await list('show=open')
  assert.deepEqual(
    credit_cases.map(({ stage, days_in_stage }) => [stage, days_in_stage]),
    // In Amsterdam it is the 16th already, and the bailiff got the last one on the 15th.
    [
      ['new', 76],
      ['summons_1', 57],
      ['notice_of_default', 27],
      ['pre_judicial', 6],
      ['bailiff', 1],
    ],
  )
  assert.equal(credit_cases[0]?.debtor_name, 'Bakery Morning Star')
  assert.deepEqual(await ids('show=open&stage=bailiff'), [handed_over])
  assert.deepEqual(await ids('show=open&stage=summons_4'), [])
})

test('each shows what holds it, and nothing holds one that has ended', async () => {
  const at = '2026-11-10T10:00:00Z'
  await dossier(
    { paused_at: at, principal_paid_at: at, blocked_at: at, block_reasons: ['debtor_paused', 'task'] },
    paused_id,
  )
  await dossier({ paused_at: at }, paused_id)
  const answer = await reader.get(
    `/console/administrations/${tenant.administration_id}/debtors/${paused_id}/credit_cases`,
  )
  assert.deepEqual(
    (answer.body as Page).credit_cases.map(({ holds }) => holds),
    [
      ['debtor_paused', 'case_paused'],
      ['debtor_paused', 'costs_left', 'task'],
    ],
  )
  for (const { holds } of (await list('show=ended')).credit_cases) assert.deepEqual(holds, [])
})

test('pages follow each other in both orders, and lose nothing', async () => {
  for (let n = 0; n < 60; n++) {
    await dossier({ summons_3_at: `2026-08-01T10:00:00.00000${n % 7}Z` })
    await dossier({ deactivated_at: `2026-08-01T10:00:00.00000${n % 7}Z` })
  }
  for (const [query, many] of [
    ['show=open', 67],
    ['show=open&stage=summons_3', 60],
    ['show=ended', 62],
    ['show=open&order=number_asc', 67],
    ['show=open&order=debtor_desc', 67],
    ['show=open&order=open_asc', 67],
    ['show=ended&order=started_desc', 62],
    ['show=open&order=total_desc&per_page=20', 67],
  ] as const) {
    const seen: string[] = []
    let cursor: string | null = ''
    do {
      const page: Page = await list(query, cursor)
      seen.push(...page.credit_cases.map(({ id }) => id))
      cursor = page.cursor
    } while (cursor !== null)
    assert.deepEqual([seen.length, new Set(seen).size], [many, many], query)
  }
})

test('any column orders the list, marks and words narrow it down, and totals count what would be left', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  const debtors = {
    star: await given.debtor(own, { name: 'Star' }),
    moon: await given.debtor(own, { name: 'Moon', paused_at: '2026-10-01T10:00:00Z' }),
  }
  const dossierOf = (debtor: keyof typeof debtors, number: string, open_amount: string, more: object = {}) =>
    given.row('credit_cases', own, {
      ...{ debtor_id: debtors[debtor], case_number: number, credit_case_number: number, currency_code: 'EUR' },
      ...{ total_amount: '500.00', open_amount, started_at: '2026-09-01T10:00:00Z' },
      ...{ created_at: 'stamp', updated_at: 'stamp', ...more },
    })
  await dossierOf('star', '111', '0.10', { summons_1_at: '2026-11-10T10:00:00Z' })
  await dossierOf('moon', '222', '0.20')
  await dossierOf('star', '333', '7.00', { currency_code: 'GBP', paused_at: '2026-11-01T10:00:00Z' })
  await dossierOf('star', '444', '9.00', { deactivated_at: '2026-11-01T10:00:00Z' })
  await searchable(database.db, own.administration_id)
  const numbers = async (query: string) => {
    const answer = await boss.get(path(`?${query}`, own))
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as { credit_cases: { credit_case_number: string }[] }).credit_cases.map(
      (one) => one.credit_case_number,
    )
  }
  assert.deepEqual(await numbers('show=open&order=number_desc'), ['333', '222', '111'])
  assert.deepEqual(await numbers('show=open&order=debtor_asc'), ['222', '111', '333'])
  assert.deepEqual(await numbers('show=open&order=open_desc'), ['333', '222', '111'])
  assert.deepEqual(await numbers('show=open&order=since_desc'), ['111', '333', '222'])
  assert.deepEqual(await numbers('show=open&order=number_asc&marks=held'), ['222', '333'])
  assert.deepEqual(await numbers('show=open&order=number_asc&marks=still_30,paused'), ['333'])
  assert.deepEqual(await numbers('show=open&order=number_asc&text=star'), ['111', '333'])
  assert.deepEqual(await numbers('show=open&order=number_asc&text=22'), ['222'])
  const answer = await boss.get(path('/totals?show=open&stage=new', own))
  const { marks, stages, ...totals } = answer.body as {
    marks: { mark: string; count: number }[]
    stages: { stage: string; count: number }[]
  }
  assert.deepEqual(totals, {
    ...{ credit_cases: 2, debtors: 2, open_cases: 3 },
    sums: [
      { currency_code: 'EUR', open_amount: '0.20' },
      { currency_code: 'GBP', open_amount: '7.00' },
    ],
  })
  assert.deepEqual(new Map(stages.map(({ stage, count }) => [stage, count])).get('summons_1'), 1)
  assert.deepEqual(Object.fromEntries(marks.map(({ mark, count }) => [mark, count])), {
    ...{ still_30: 2, held: 2, paused: 1, in_plan: 0, disputed: 0 },
  })
  assert.equal((await boss.get(path('?show=open&order=ended_asc', own))).status, 422)
  assert.equal((await outsider.get(path('/totals?show=open'))).status, 403)
})

test('a page reads an index in its order, wherever it begins', async () => {
  const { administration_id } = tenant
  const place = { value: '2026-10-01T10:00:00.000001Z', id: '5' }
  for (const [show, in_stage, index] of [
    ['open', null, 'credit_cases_open'],
    ['open', 'bailiff', 'credit_cases_in_stage'],
    ['ended', null, 'credit_cases_ended'],
  ] as const) {
    for (const after of [null, place]) {
      const filter = readCaseFilter({ administration_id, today: '2026-11-16' }, { show, stage: in_stage })
      await readsInOrder(database.db, casePage(filter, caseWay(filter, null), after), index)
    }
  }
})

test('what is not of this list is refused, and strangers see nothing', async () => {
  for (const query of ['?show=open&cursor=x', '?show=mine', '?show=ended&stage=new', '?show=open&stage=somewhere']) {
    assert.equal((await reader.get(path(query))).status, 422, query)
  }
  const of_debtor = `/console/administrations/${tenant.administration_id}/debtors/${debtor_id}/credit_cases`
  for (const address of [path('?show=open'), of_debtor]) {
    assert.equal((await visitor(service).get(address)).status, 401)
    assert.equal((await outsider.get(address)).status, 403)
  }
})
