import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'
import { addDays, type Day, daysBetween } from '../domain/days.ts'
import { amountText, cents, sumOf } from '../domain/money.ts'

// A Wednesday, so that this week has days before and after it.
const today: Day = '2026-11-18'
const monday: Day = '2026-11-16'
const service = await startService({ now: () => new Date(`${today}T12:00:00Z`) })
const { given, database } = service
const { company_id } = await given.tenant()
const boss = await signedIn(service, company_id)

type Tenant = Awaited<ReturnType<typeof given.tenant>>
type Amounts = Record<'promise' | 'plan' | 'own' | 'kin' | 'all' | 'amount', string>
type Forecast = {
  weeks: (Amounts & { week: Day; invoices: number; sum: string })[]
  grounds: { ground: string; amount: string }[]
  aparts: { apart: string; invoices: number; amount: string }[]
  open_amount: string
}
type Behind = { invoices: { invoice_id: string; amount: string; ground: string | null; day: Day | null }[] }

async function ask<Body>({ administration_id }: Tenant, path: string): Promise<Body> {
  const answer = await boss.get(`/console/administrations/${administration_id}/reports/${path}`)
  assert.equal(answer.status, 200, answer.text)
  // Each test says what it asks for.
  return answer.body as Body
}

const owing = (text: string) => ({
  ...{ total_amount: text, open_amount: text, book_total_amount: text, book_open_amount: text },
})
const bill = (tenant: Tenant, debtor_id: string, due_date: Day, amount = '100.00', own: object = {}) =>
  given.invoice(tenant, debtor_id, { invoice_date: addDays(due_date, -30), due_date, ...owing(amount), ...own })
/** An invoice of the past that was paid so many days after its due date. */
const paid = (tenant: Tenant, debtor_id: string, due_date: Day, delay: number) =>
  given.invoice(tenant, debtor_id, {
    ...{ invoice_date: addDays(due_date, -30), due_date, payment_date: addDays(due_date, delay) },
    ...{ ...owing('100.00'), open_amount: '0.00', book_open_amount: '0.00' },
  })

/** The weeks in which something is expected, with what rests on what. */
const weekLines = ({ weeks }: Forecast): string[] =>
  weeks
    .filter(({ amount }) => amount !== '0.00')
    .map(({ week, amount: _, invoices: __, sum: ___, ...by }) =>
      [1 + daysBetween(monday, week) / 7, ...Object.entries(by).filter(([, amount]) => amount !== '0.00')]
        .flat()
        .join(' '),
    )

test('debtors pay as they did before: the forecast names the weeks in which they did', async () => {
  const tenant = await given.tenant({ company_id })
  // Each pays after a delay of its own, always; a year of invoices, one a month.
  const habits = [-5, 0, 9, 20, 33]
  const history: { debtor_id: string; due_date: Day; delay: number }[] = []
  for (const delay of habits) {
    const debtor_id = await given.debtor(tenant)
    for (let n = 0; n < 12; n++) {
      const due_date = addDays('2026-01-05', n * 28 + (delay + 5))
      history.push({ debtor_id, due_date, delay })
      if (addDays(due_date, delay) < today) await paid(tenant, debtor_id, due_date, delay)
      else await bill(tenant, debtor_id, due_date)
    }
  }
  // What really comes in after today, by the habit of each, is what was to be foretold.
  const came = new Map<number, number>()
  for (const { due_date, delay } of history) {
    const week = Math.floor(daysBetween(monday, addDays(due_date, delay)) / 7)
    if (addDays(due_date, delay) >= today) came.set(week, (came.get(week) ?? 0) + 1)
  }
  const said = await ask<Forecast>(tenant, 'forecast')
  assert.ok(came.size >= 3)
  for (const [place, { week, amount, own }] of said.weeks.entries()) {
    assert.equal(week, addDays(monday, 7 * place))
    assert.deepEqual([amount, own], Array(2).fill(`${(came.get(place) ?? 0) * 100 || '0'}.00`), week)
  }
})

test('what is agreed comes before behaviour, and what nobody can foretell stands apart', async () => {
  const tenant = await given.tenant({ company_id })
  const usual = { country_code: 'NL', is_company: true }
  const prompt = await given.debtor(tenant, usual)
  for (const due of ['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01'] as Day[])
    await paid(tenant, prompt, due, 2)
  const new_here = await given.debtor(tenant, usual)
  const elsewhere = await given.debtor(tenant, { country_code: 'FR', is_company: false })

  // Behaviour: its own; that of others of its kind; that of everybody.
  const own = await bill(tenant, prompt, '2026-11-30', '10.00')
  await bill(tenant, new_here, '2026-11-30', '20.00')
  await bill(tenant, elsewhere, '2026-11-30', '30.00')
  // Later than anything that was ever paid.
  await bill(tenant, prompt, '2026-10-01', '40.00')
  // Beyond the thirteen weeks.
  await bill(tenant, prompt, '2027-06-01', '50.00')

  // Half of it is promised for next week; the other half is left to behaviour.
  const promised = await bill(tenant, prompt, '2026-12-10', '60.00')
  const made = { created_at: '2026-11-10T09:00:00Z', updated_at: 'stamp' }
  const promise_id = await given.row('promises', tenant, {
    ...{ debtor_id: prompt, amount: '25.00', currency_code: 'EUR', promised_on: '2026-11-27', status: 'open' },
    ...{ origin: 'person', ...made },
  })
  await given.row('promise_invoices', tenant, { promise_id, invoice_id: promised, open_amount: '60.00' })

  // Two invoices in three terms, of which one was missed.
  const plan_id = await given.row('payment_plans', tenant, {
    ...{
      debtor_id: new_here,
      ...(await given.debtorKeys(tenant, new_here)),
      active: true,
      approved_at: 'stamp',
      ...made,
    },
  })
  const planned = { active_payment_plan_id: plan_id }
  const first = await bill(tenant, new_here, '2026-09-01', '70.00', planned)
  const second = await bill(tenant, new_here, '2026-09-15', '20.00', planned)
  for (const due_date of ['2026-11-01', '2026-12-01', '2027-01-01']) {
    const term = { payment_plan_id: plan_id, total_amount: '30.00', amount_due: '30.00', due_date }
    await given.row('payment_plan_terms', tenant, term)
  }

  const disputed = await bill(tenant, prompt, '2026-11-20', '80.00')
  const about = { debtor_id: prompt, invoice_id: disputed, reason: 'price', origin: 'person' }
  await given.row('disputes', tenant, { ...about, opened_on: '2026-11-10', ...made })
  const case_id = await given.row('credit_cases', tenant, {
    ...{ debtor_id: prompt, case_number: '123456789', credit_case_number: '123 456 789', currency_code: 'EUR' },
    ...{ total_amount: '90.00', open_amount: '90.00', started_at: 'stamp', ...made },
  })
  await bill(tenant, prompt, '2026-05-01', '90.00', { active_credit_case_id: case_id })
  // Another currency is another forecast, and a credit note none.
  await bill(tenant, prompt, '2026-11-30', '999.00', { currency_code: 'GBP' })
  await bill(tenant, prompt, '2026-11-30', '-15.00')

  const said = await ask<Forecast>(tenant, 'forecast')
  // 30 November and two days is a Wednesday, in the third week; 10 December and two days is in the fourth.
  assert.deepEqual(weekLines(said), [
    '1 plan 30.00',
    '2 promise 25.00',
    '3 plan 30.00 own 10.00 kin 20.00 all 30.00',
    '4 own 35.00',
    '7 plan 30.00',
  ])
  const apart = said.aparts.map(({ apart: name, invoices, amount }) => `${name} ${invoices} ${amount}`)
  assert.deepEqual(apart, ['later 1 50.00', 'disputed 1 80.00', 'case 1 90.00', 'beyond 1 40.00'])
  const within = said.weeks.at(-1)?.sum ?? ''
  assert.equal(within, '210.00')
  const shares = said.grounds.map(({ ground, amount }) => `${ground} ${amount}`)
  assert.deepEqual(shares, ['promise 25.00', 'plan 90.00', 'own 45.00', 'kin 20.00', 'all 30.00'])
  assert.equal(said.open_amount, '470.00', 'every euro that is owed is in one place')
  const { rows } = await sql<{ open: string }>`
    select sum(open_amount)::text as open from invoices
    where administration_id = ${tenant.administration_id}::bigint and currency_code = 'EUR'
      and open_amount > 0`.execute(database.db)
  assert.equal(rows[0]?.open, said.open_amount)

  const { invoices } = await ask<Behind>(tenant, `expected?week=${addDays(monday, 14)}`)
  const behind = invoices.map(({ amount, ground, day }) => `${amount} ${ground} ${day}`)
  assert.deepEqual(behind, [
    ...['30.00 plan 2026-12-01', '30.00 all 2026-12-02', '20.00 kin 2026-12-02', '10.00 own 2026-12-02'],
  ])
  assert.ok(invoices.some(({ invoice_id }) => invoice_id === own))
  const last = await ask<Behind>(tenant, `expected?week=${addDays(monday, 42)}`)
  assert.deepEqual(
    last.invoices.map(({ invoice_id, amount }) => [invoice_id, amount]),
    [
      [second, '20.00'],
      [first, '10.00'],
    ],
    'the oldest invoice is paid first',
  )
  for (const name of ['later', 'disputed', 'case', 'beyond']) {
    const list = await ask<Behind>(tenant, `expected?apart=${name}`)
    const amount = said.aparts.find((one) => one.apart === name)?.amount
    assert.equal(amountText(sumOf(list.invoices.map((one) => cents(one.amount)))), amount, name)
  }
  assert.equal((await ask<Forecast>(tenant, 'forecast?country=FR')).open_amount, '30.00')
  assert.equal((await ask<Forecast>(tenant, 'forecast?cases=without')).open_amount, '380.00')
  assert.equal((await ask<Forecast>(tenant, 'forecast?currency_code=GBP')).open_amount, '999.00')
})

test('a debtor who is later than usual is expected as late as it was when it was late before', async () => {
  const tenant = await given.tenant({ company_id })
  const debtor_id = await given.debtor(tenant)
  const delays = [1, 1, 1, 1, 1, 1, 1, 40, 41, 42]
  for (const [n, delay] of delays.entries()) await paid(tenant, debtor_id, addDays('2026-02-01', n * 10), delay)
  await bill(tenant, debtor_id, today, '10.00')
  // Nine days late: one day is over, and three times it took about 41.
  await bill(tenant, debtor_id, addDays(today, -9), '20.00')
  const said = await ask<Forecast>(tenant, 'forecast')
  assert.deepEqual(weekLines(said), ['1 own 10.00', '5 own 20.00'])
})

test('an administration without anything has thirteen empty weeks', async () => {
  const said = await ask<Forecast>(await given.tenant({ company_id }), 'forecast')
  assert.equal(said.weeks.length, 13)
  assert.deepEqual([weekLines(said), said.open_amount], [[], '0.00'])
})

type Check = { day: Day; said: string; came: string; weeks: { week: Day; said: string; came: string }[] } & Record<
  'low' | 'high' | 'between' | 'of',
  number | null
>

test('what would have been said thirteen weeks ago is laid beside what came in since', async () => {
  const tenant = await given.tenant({ company_id })
  const debtor_id = await given.debtor(tenant)
  const settle = async (due_date: Day, delay: number): Promise<void> => {
    const dates = { invoice_date: addDays(due_date, -120), due_date }
    const invoice_id = await given.invoice(tenant, debtor_id, { ...dates, ...owing('100.00') })
    await given.row('payments', tenant, {
      ...{ invoice_id, invoice_number: 'x', payment_date: addDays(due_date, delay), cost_type: 'principal' },
      ...{ transaction_type: 'payment', total_amount: '100.00', total_book_amount: '100.00' },
      ...{ created_at: 'stamp', updated_at: 'stamp' },
    })
    await sql`update invoices set payment_date = ${addDays(due_date, delay)}::date
      where administration_id = ${tenant.administration_id}::bigint and id = ${invoice_id}::bigint`.execute(database.db)
  }
  const then = addDays(monday, -91)
  for (let n = 1; n <= 6; n++) await settle(addDays(then, -20 - n), 7)
  // One is due each week from then on, and is paid a week late as ever; the fourth comes two weeks later than that.
  for (let n = 0; n < 10; n++) await settle(addDays(then, 7 * n + 1), n === 3 ? 21 : 7)
  const check = await ask<Check>(tenant, 'forecast_check')
  assert.deepEqual([check.day, check.said, check.came], [then, '1000.00', '1000.00'])
  const weeks = check.weeks.map(({ said, came }) => `${Number(said)} ${Number(came)}`)
  const each = Array<string>(6).fill('100 100')
  assert.deepEqual(weeks, [
    '0 0',
    '100 100',
    '100 100',
    '100 100',
    '100 0',
    '100 100',
    '100 200',
    ...each.slice(0, 4),
    '0 0',
    '0 0',
  ])
  assert.deepEqual([check.low, check.high, check.between, check.of], [100, 100, 8, 10])
  assert.deepEqual((await ask<Check>(tenant, 'forecast_check?country=XX')).said, '0.00')
  const nothing = await ask<Check>(await given.tenant({ company_id }), 'forecast_check')
  assert.deepEqual([nothing.said, nothing.came, nothing.low, nothing.of], ['0.00', '0.00', null, 0])
})
