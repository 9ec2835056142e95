import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { readsInOrder } from '../../test/plans.ts'
import { searchable } from '../../test/searchable.ts'
import { signedIn, visitor } from '../../test/visitor.ts'
import { readDebtorFilter } from './debtor_filter.ts'
import { debtorPage, debtorWay } from './debtor_list.ts'

const service = await startService({ now: () => new Date('2026-11-15T12:00:00Z') })
const { given, database } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [tenant.administration_id]: 'restricted' },
})
const outsider = await signedIn(service, stranger.company_id)
const owed = (amount: string) => ({
  ...{ total_amount: amount, book_total_amount: amount, open_amount: amount, book_open_amount: amount },
  invoice_date: '2026-01-01',
})
const at = '2026-10-01T10:00:00Z'
const star = await given.debtor(tenant, { name: 'Star', debtor_number: 'D-3', relation_manager: 'Anna' })
const moon = await given.debtor(tenant, { name: 'Moon', debtor_number: 'D-1', relation_manager: 'Bram', paused_at: at })
const dune = await given.debtor(tenant, { name: 'Dune', debtor_number: 'D-2', reminder_email_address: 'd@example.com' })
await given.debtor(tenant, { name: 'Paid up', debtor_number: 'D-4', relation_manager: 'Anna' })
await given.invoice(tenant, star, { invoice_number: 'F-1', due_date: '2026-11-05', ...owed('0.10') })
await given.invoice(tenant, star, { invoice_number: 'F-2', due_date: '2026-12-05', ...owed('0.20') })
await given.invoice(tenant, moon, { invoice_number: 'F-3', due_date: '2026-09-01', ...owed('70.00') })
await given.invoice(tenant, dune, { invoice_number: 'F-4', due_date: '2026-12-01', ...owed('900.00') })
await given.invoice(tenant, dune, { invoice_number: 'F-5', due_date: '2025-12-01', ...owed('-100.00') })
await given.row('debtor_labels', tenant, { debtor_id: star, name: 'Key account' })
await given.debtor(stranger, { name: 'Of somebody else' })

type Debtor = { id: string; name: string; [figure: string]: unknown }
type Page = { debtors: Debtor[]; cursor: string | null }
const path = (query: string, of = tenant): string => `/console/administrations/${of.administration_id}/debtors?${query}`
async function list(show: string, order: string, more = ''): Promise<Page> {
  const answer = await reader.get(path(`show=${show}&order=${order}${more}`))
  assert.equal(answer.status, 200, answer.text)
  return answer.body as Page
}
const names = async (show: string, order: string, more = '') =>
  (await list(show, order, more)).debtors.map(({ name }) => name)

test('debtors of whom something is open or overdue, and all, by every column', async () => {
  assert.deepEqual(await names('open', 'name_asc'), ['Dune', 'Moon', 'Star'])
  assert.deepEqual(await names('overdue', 'name_asc'), ['Moon', 'Star'])
  assert.deepEqual(await names('all', 'number_desc'), ['Paid up', 'Star', 'Dune', 'Moon'])
  assert.deepEqual(await names('open', 'open_desc'), ['Dune', 'Moon', 'Star'])
  assert.deepEqual(await names('all', 'open_asc'), ['Paid up', 'Star', 'Moon', 'Dune'])
  assert.deepEqual(await names('open', 'overdue_desc'), ['Moon', 'Star', 'Dune'])
  assert.deepEqual(await names('all', 'late_asc'), ['Moon', 'Star', 'Dune', 'Paid up'])
  assert.deepEqual(await names('open', 'invoices_asc'), ['Moon', 'Star', 'Dune'])
  assert.deepEqual(await names('all', 'owner_asc'), ['Dune', 'Star', 'Paid up', 'Moon'])
})

test('each shows what is open and overdue, to the cent, and a credit note is never overdue', async () => {
  const { debtors } = await list('all', 'name_asc')
  assert.deepEqual(
    debtors.map(({ name, open_invoices, open_amount, overdue_amount, days_overdue, holds, owner }) => [
      ...[name, open_invoices, open_amount, overdue_amount, days_overdue, holds, owner],
    ]),
    [
      ['Dune', 2, '800.00', '0.00', 0, [], null],
      ['Moon', 1, '70.00', '70.00', 75, ['debtor_paused'], 'Bram'],
      ['Paid up', 0, '0.00', '0.00', 0, [], 'Anna'],
      ['Star', 2, '0.30', '0.10', 10, [], 'Anna'],
    ],
  )
})

test('marks, segments and words narrow the list down, and totals count what would be left', async () => {
  await searchable(database.db, tenant.administration_id)
  assert.deepEqual(await names('all', 'name_asc', '&marks=paused'), ['Moon'])
  assert.deepEqual(await names('all', 'name_asc', '&marks=late_30'), ['Moon'])
  assert.deepEqual(await names('all', 'name_asc', '&marks=no_mail_address,paused'), ['Moon'])
  assert.deepEqual(await names('all', 'name_asc', '&owner=Anna'), ['Paid up', 'Star'])
  assert.deepEqual(await names('all', 'name_asc', '&label=Key%20account'), ['Star'])
  assert.deepEqual(await names('all', 'name_asc', '&text=f-4'), ['Dune'])
  assert.deepEqual(await names('open', 'open_desc', '&text=moo'), ['Moon'])
  const totals = async (query: string) => {
    const answer = await reader.get(`/console/administrations/${tenant.administration_id}/debtors/totals?${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body as { marks: { mark: string; count: number }[]; segments: object[] } & Record<string, unknown>
  }
  const { marks, segments, ...sums } = await totals('show=all')
  assert.deepEqual(sums, {
    ...{ debtors: 4, open_invoices: 5, open_amount: '870.30', overdue_amount: '70.10' },
    ...{ open_debtors: 3, overdue_debtors: 2 },
  })
  assert.deepEqual(Object.fromEntries(marks.map(({ mark, count }) => [mark, count])), {
    ...{ late_30: 1, paused: 1, promised: 0, disputed: 0, in_plan: 0, in_case: 0, no_mail_address: 3, mail_bounced: 0 },
  })
  assert.deepEqual(segments, [
    { segment: 'owner', value: 'Anna', count: 2 },
    { segment: 'owner', value: 'Bram', count: 1 },
    { segment: 'label', value: 'Key account', count: 1 },
  ])
  assert.equal((await totals('show=overdue&owner=Anna')).overdue_amount, '0.10')
})

test('marks show current promises, disputes, plans and cases', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  const debtor_id = await given.debtor(own, { name: 'Agreed' })
  await given.debtor(own, { name: 'Nothing said' })
  const invoice_id = await given.invoice(own, debtor_id, owed('5.00'))
  const stamps = { created_at: 'stamp', updated_at: 'stamp' }
  await given.row('disputes', own, {
    debtor_id,
    invoice_id,
    reason: 'other',
    origin: 'person',
    opened_on: '2026-11-01',
    ...stamps,
  })
  await given.row('payment_plans', own, {
    ...{ debtor_id, ...(await given.debtorKeys(own, debtor_id)), active: true, approved_at: at, ...stamps },
  })
  await given.row('credit_cases', own, {
    ...{ debtor_id, case_number: '123456789', credit_case_number: '123 456 789', currency_code: 'EUR' },
    ...{ total_amount: '5.00', open_amount: '5.00', started_at: at, ...stamps },
  })
  for (const mark of ['disputed', 'in_plan', 'in_case']) {
    const page = (await boss.get(path(`show=all&order=name_asc&marks=${mark}`, own))).body as Page
    assert.deepEqual(
      page.debtors.map(({ name }) => name),
      ['Agreed'],
      mark,
    )
  }
})

test('pages follow each other in every order while rows come and go, and lose nothing', async () => {
  const own = await given.tenant({ company_id: tenant.company_id })
  const boss = await signedIn(service, tenant.company_id)
  for (let n = 0; n < 60; n++) {
    const debtor_id = await given.debtor(own, { name: `Name ${n % 7}`, relation_manager: n % 2 ? 'Anna' : null })
    if (n % 3)
      await given.invoice(own, debtor_id, { due_date: `2026-11-0${1 + (n % 5)}`, ...owed(`${1 + (n % 4)}.00`) })
  }
  for (const column of ['name', 'number', 'city', 'owner', 'invoices', 'late', 'overdue', 'open']) {
    for (const way of ['asc', 'desc']) {
      const seen: string[] = []
      let cursor: string | null = ''
      do {
        const query: string = `show=all&order=${column}_${way}&per_page=25&cursor=${encodeURIComponent(cursor)}`
        const answer = await boss.get(path(query, own))
        assert.equal(answer.status, 200, answer.text)
        const page = answer.body as Page
        seen.push(...page.debtors.map(({ id }) => id))
        cursor = page.cursor
        // One that comes between two pages moves nobody.
        if (seen.length === 25)
          await given.debtor(own, { name: `Later ${column} ${way}`, debtor_number: `0${column}${way}` })
      } while (cursor !== null)
      assert.equal(new Set(seen).size, seen.length, `${column} ${way}`)
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from debtors
        where administration_id = ${own.administration_id}::bigint and name like 'Name %'
          and not id = any(${seen}::bigint[])`.execute(database.db)
      assert.equal(rows[0]?.count, 0, `${column} ${way}`)
    }
  }
})

test('a page by name reads an index in its order, wherever it begins', async () => {
  const { administration_id } = tenant
  const filter = readDebtorFilter({ administration_id, today: '2026-11-15' }, { show: 'all' })
  for (const order of ['name_asc', 'name_desc'] as const) {
    for (const after of [null, { value: 'Moon', id: '5' }]) {
      await readsInOrder(database.db, debtorPage(filter, debtorWay(order), after), 'debtors_name')
    }
  }
})

test('what is not of this list is refused, and strangers see nothing', async () => {
  for (const query of [
    ...['show=open', 'show=mine&order=name_asc', 'show=open&order=name', 'show=open&order=name_asc&marks=mine'],
    ...['show=open&order=open_asc&cursor=x%201', 'show=open&order=late_asc&cursor=2026-02-30%201'],
    ...['show=open&order=name_asc&per_page=1001', 'show=open&order=name_asc&cursor=noid'],
  ]) {
    assert.equal((await reader.get(path(query))).status, 422, query)
  }
  for (const address of [path('show=all&order=name_asc'), path('show=all').replace('debtors?', 'debtors/totals?')]) {
    assert.equal((await visitor(service).get(address)).status, 401)
    assert.equal((await outsider.get(address)).status, 403)
  }
  const own = (await outsider.get(path('show=all&order=name_asc', stranger))).body as Page
  assert.deepEqual(
    own.debtors.map(({ name }) => name),
    ['Of somebody else'],
  )
})
