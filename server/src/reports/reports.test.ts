import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { chanceFrom } from '../../test/chance.ts'
import { startService } from '../../test/harness.ts'
import { signedIn } from '../../test/visitor.ts'
import { addDays, addMonths, type Day, daysBetween, monthBegin } from '../domain/days.ts'
import { amountText, cents, sumOf } from '../domain/money.ts'
import { countBack, daysOfSales, effectiveness } from './dso.ts'

const today: Day = '2026-11-15'
const service = await startService({ now: () => new Date(`${today}T12:00:00Z`) })
const { given, database } = service
const tenant = await given.tenant()
const stranger = await given.tenant()
const reader = await signedIn(service, tenant.company_id, {
  company_role: null,
  rights: { [tenant.administration_id]: 'restricted' },
})
const place = (of = tenant): string => `/console/administrations/${of.administration_id}/reports`

async function ask<Body>(path: string): Promise<Body> {
  const answer = await reader.get(`${place()}/${path}`)
  assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  // Each test says what it asks for.
  return answer.body as Body
}

// An invented history: debtors of all kinds, two years of invoices in two currencies, credit notes, payments in parts,
// payments that are taken back, and one that carries a day to come.
const chance = chanceFrom(20261115)
const between = (from: number, to: number): number => from + chance.below(to - from + 1)
type Known = { country: string | null; party: string | null; owner: string | null; labels: string[] }
const debtors: { id: string; known: Known }[] = []
for (let n = 0; n < 9; n++) {
  const known: Known = {
    country: ['NL', 'DE', null][n % 3] ?? null,
    party: n % 4 === 3 ? null : n % 2 === 0 ? 'business' : 'consumer',
    owner: n % 3 === 0 ? null : n % 3 === 1 ? 'Mirte' : 'Jan',
    labels: n % 3 === 0 ? ['gold', 'slow'] : n % 3 === 1 ? ['gold'] : [],
  }
  const id = await given.debtor(tenant, {
    ...{ name: `Debtor ${n}`, country_code: known.country, relation_manager: known.owner },
    postal_address_country_code: '',
    is_company: known.party === null ? null : known.party === 'business',
  })
  for (const name of known.labels) await given.row('debtor_labels', tenant, { debtor_id: id, name })
  debtors.push({ id, known })
}

async function pay(invoice_id: string, amount: bigint, payment_date: Day): Promise<void> {
  const own = { total_amount: amountText(amount), total_book_amount: amountText(amount) }
  const type = { transaction_type: amount < 0n ? 'reversal' : 'payment', cost_type: 'principal' }
  const of = { invoice_id, invoice_number: 'x', payment_date, created_at: 'stamp', updated_at: 'stamp' }
  await given.row('payments', tenant, { ...own, ...type, ...of })
}

for (let n = 0; n < 160; n++) {
  const debtor = debtors[n % debtors.length] ?? assert.fail()
  const invoice_date = addDays(today, -between(0, 700))
  const total = n % 17 === 3 ? -BigInt(between(500, 9_000)) : BigInt(between(1_000, 900_000))
  const text = amountText(total)
  const amounts = { total_amount: text, open_amount: text, book_total_amount: text, book_open_amount: text }
  const currency_code = n % 7 === 5 ? 'GBP' : 'EUR'
  const dates = { invoice_date, due_date: addDays(invoice_date, between(8, 60)) }
  const id = await given.invoice(tenant, debtor.id, {
    ...{ ...amounts, ...dates, currency_code, flow_code: n % 5 === 0 ? null : n % 2 === 0 ? 'business' : 'consumer' },
  })
  const later = (): Day => addDays(invoice_date, between(-3, 90))
  if (n % 4 === 0) await pay(id, total / 3n, later())
  if (n % 4 !== 1) await pay(id, n % 4 === 0 ? total - total / 3n : total, later())
  if (n % 23 === 5) await pay(id, -total, addDays(invoice_date, 95))
  if (n % 40 === 1) await pay(id, total, addDays(today, 5))
}

type Row = { id: string; debtor_id: string; currency_code: string; flow_code: string | null }
type Invoice = Row & { invoice_date: Day; due_date: Day; total: bigint; open: bigint }
type Payment = { invoice_id: string; payment_date: Day; amount: bigint }
const here = sql`administration_id = ${tenant.administration_id}::bigint`
const invoices = (
  await sql<Row & { invoice_date: Day; due_date: Day; total: string; open: string }>`
    select id::text, debtor_id::text, currency_code, flow_code, invoice_date::text, due_date::text,
           total_amount::text as total, open_amount::text as open from invoices where ${here}`.execute(database.db)
).rows.map((row): Invoice => ({ ...row, total: cents(row.total), open: cents(row.open) }))
const payments = (
  await sql<Omit<Payment, 'amount'> & { amount: string }>`
    select invoice_id::text, payment_date::text, total_amount::text as amount from payments
    where ${here}`.execute(database.db)
).rows.map((row): Payment => ({ ...row, amount: cents(row.amount) }))

/** The other way to count: each invoice from its first day on, payment by payment. */
function openThen({ id, invoice_date, total }: Invoice, day: Day): bigint {
  if (invoice_date > day) return 0n
  const own = payments.filter((one) => one.invoice_id === id)
  const counts = own.filter(({ payment_date }) => payment_date <= day || (day === today && payment_date > today))
  return total - sumOf(counts.map(({ amount }) => amount))
}

const ageOf = (late: number): string =>
  late <= 0
    ? 'not_due'
    : late <= 30
      ? 'days_1_30'
      : late <= 60
        ? 'days_31_60'
        : late <= 90
          ? 'days_61_90'
          : 'days_over_90'
const knownOf = ({ debtor_id }: Invoice): Known => debtors.find(({ id }) => id === debtor_id)?.known ?? assert.fail()
const segmentsOf: Record<string, (invoice: Invoice) => (string | null)[]> = {
  country: (one) => [knownOf(one).country],
  party: (one) => [knownOf(one).party],
  owner: (one) => [knownOf(one).owner],
  label: (one) => (knownOf(one).labels.length === 0 ? [null] : knownOf(one).labels),
  flow: ({ flow_code }) => [flow_code],
  category: () => [null],
}

type Ages = { [age: string]: string | number }
type Ageing = { day: string; together: Ages; segments: (Ages & { segment: string | null })[]; credit_amount: string }

/** What a report says of some invoices, as it should be. */
function agesOf(some: readonly Invoice[], day: Day): Ages {
  const owed = some.map((one) => ({ late: daysBetween(one.due_date, day), open: openThen(one, day) }))
  const sums = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'].map((age) => [
    age,
    amountText(sumOf(owed.filter(({ late, open }) => open > 0n && ageOf(late) === age).map(({ open }) => open))),
  ])
  const positive = owed.filter(({ open }) => open > 0n).map(({ open }) => open)
  return { ...Object.fromEntries(sums), total: amountText(sumOf(positive)), invoices: positive.length }
}

const days: Day[] = [today, addDays(today, -1), '2026-09-30', '2026-02-28', '2025-11-15', '2020-01-01']

test('ageing of any day and by any segment is what each invoice comes to, counted from its first day on', async () => {
  for (const currency_code of ['EUR', 'GBP']) {
    const all = invoices.filter((one) => one.currency_code === currency_code)
    for (const day of days) {
      for (const [by, of] of Object.entries(segmentsOf)) {
        const said = await ask<Ageing>(`ageing?by=${by}&day=${day}&currency_code=${currency_code}`)
        assert.deepEqual(said.together, agesOf(all, day), `${by} ${day}`)
        for (const { segment, ...ages } of said.segments) {
          assert.deepEqual(
            ages,
            agesOf(
              all.filter((one) => of(one).includes(segment)),
              day,
            ),
            `${by} ${segment} ${day}`,
          )
        }
        if (by !== 'label') {
          const sum = sumOf(said.segments.map(({ total }) => cents(String(total))))
          assert.equal(amountText(sum), said.together.total, `${by} ${day}: nothing is left out`)
        }
      }
    }
  }
})

test('the list behind each figure adds up to it, today on the page of invoices as well', async () => {
  type Listed = { invoices: { id: string; amount: string; debtor_name: string }[]; cursor: string | null }
  for (const day of days.slice(0, 4)) {
    for (const country of ['NL', 'DE', '-']) {
      const ageing = await ask<Ageing>(`ageing?by=country&day=${day}&country=${country}`)
      for (const age of ['not_due', 'days_1_30', 'days_over_90']) {
        const path = `owed?day=${day}&country=${country}&age=${age}&per_page=3`
        const listed: Listed['invoices'] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const page: Listed = await ask<Listed>(`${path}&cursor=${encodeURIComponent(cursor)}`)
          listed.push(...page.invoices)
          cursor = page.cursor
        }
        assert.equal(new Set(listed.map(({ id }) => id)).size, listed.length, 'none comes twice')
        const sum = amountText(sumOf(listed.map(({ amount }) => cents(amount))))
        assert.equal(sum, ageing.together[age], `${day} ${country} ${age}`)
        if (day !== today) continue
        const totals = await reader.get(
          `${place().replace('/reports', '')}/invoices/totals?show=${age}&country=${country}&currency_code=EUR`,
        )
        const { sums, invoices: count } = totals.body as { sums: { open_amount: string }[]; invoices: number }
        assert.deepEqual([sums[0]?.open_amount ?? '0.00', count], [ageing.together[age], listed.length])
      }
    }
  }
})

type Figures = { balance: string; not_due: string; sales: string } & Record<
  'simple' | 'count_back' | 'best_possible',
  string | null
>
type Months = {
  months: (Figures & { day: Day; opening: string; month_sales: string; effectiveness: string | null })[]
  segments: (Figures & { segment: string | null })[]
  counted: { month: string; taken: string; days: string }[]
}

const balanceOf = (some: readonly Invoice[], day: Day): bigint => sumOf(some.map((one) => openThen(one, day)))
const soldIn = (some: readonly Invoice[], from: Day, to: Day): bigint =>
  sumOf(some.filter((one) => one.invoice_date >= from && one.invoice_date <= to).map(({ total }) => total))
/** Days one by one: of each month as many as are needed, which is the same as counting months. */
function countedBack(some: readonly Invoice[], day: Day): number | null {
  let left = Number(balanceOf(some, day))
  let total = 0
  for (let to = day, n = 0; left > 0 && n < 60; n++) {
    const from = monthBegin(to)
    const sold = Math.max(0, Number(soldIn(some, from, to)))
    const length = daysBetween(from, to) + 1
    total += sold >= left ? (left / sold) * length : length
    left -= Math.min(sold, left)
    to = addDays(from, -1)
  }
  return left > 0 ? null : total
}

function holdsFigures(said: Figures, some: readonly Invoice[], day: Day): void {
  const balance = balanceOf(some, day)
  const not_due = balanceOf(
    some.filter(({ due_date }) => due_date >= day),
    day,
  )
  const sales = soldIn(some, addDays(day, -89), day)
  const named = { balance: said.balance, not_due: said.not_due, sales: said.sales }
  const expected = { balance: amountText(balance), not_due: amountText(not_due), sales: amountText(sales) }
  assert.deepEqual(named, expected, day)
  const near = (text: string | null, value: number | null): void => {
    if (value === null || text === null) assert.equal(text, value, day)
    else assert.ok(Math.abs(Number(text) - value) <= 0.11, `${day}: ${text} is not ${value}`)
  }
  const ratio = (open: bigint) => (sales <= 0n ? null : Math.max(0, (Number(open) / Number(sales)) * 90))
  near(said.simple, ratio(balance))
  near(said.best_possible, ratio(not_due))
  near(said.count_back, countedBack(some, day))
}

test('days sales outstanding by three definitions, per month and by segment', async () => {
  const euros = invoices.filter(({ currency_code }) => currency_code === 'EUR')
  for (const day of [today, '2026-08-31', '2026-03-10'] as Day[]) {
    const { months, segments, counted } = await ask<Months>(`months?by=country&day=${day}`)
    assert.equal(months.length, 12)
    assert.equal(months.at(-1)?.day, day)
    assert.equal(months[0]?.day, addDays(monthBegin(addMonths(monthBegin(day), -10)), -1))
    for (const month of months) holdsFigures(month, euros, month.day)
    for (const { segment, ...figures } of segments) {
      const own = euros.filter((one) => knownOf(one).country === segment)
      holdsFigures(figures, own, day)
    }
    const last = months.at(-1)
    assert.equal(amountText(sumOf(counted.map(({ taken }) => cents(taken)))), last?.balance, 'nothing is left over')
    const ageing = await ask<Ageing>(`ageing?by=country&day=${day}`)
    const net = cents(String(ageing.together.total)) + cents(ageing.credit_amount)
    assert.equal(amountText(net), last?.balance, 'the balance is what is owed and what is to the credit of debtors')
  }
})

test('collection effectiveness is what was collected of what could be', async () => {
  const euros = invoices.filter(({ currency_code }) => currency_code === 'EUR')
  const { months } = await ask<Months>('months?by=party')
  for (const { day, opening, month_sales, effectiveness: said } of months) {
    const from = monthBegin(day)
    assert.equal(opening, amountText(balanceOf(euros, addDays(from, -1))), day)
    assert.equal(month_sales, amountText(soldIn(euros, from, day)), day)
    const could =
      Number(cents(opening) + cents(month_sales)) -
      Number(
        balanceOf(
          euros.filter(({ due_date }) => due_date >= day),
          day,
        ),
      )
    const did = Number(cents(opening) + cents(month_sales) - balanceOf(euros, day))
    assert.ok(Math.abs(Number(said) - (did / could) * 100) <= 0.06, `${day}: ${said} is not ${(did / could) * 100}`)
  }
})

test('the formulas at their edges', () => {
  assert.equal(daysOfSales(5_000n, 0n, 90), null)
  assert.equal(daysOfSales(-5_000n, 100n, 90), 0n)
  assert.equal(daysOfSales(5_000n, 10_000n, 90), 450n)
  const month = (from: Day, to: Day, sales: bigint) => ({ from, to, sales })
  const november = month('2026-11-01', '2026-11-15', 1_000n)
  const october = month('2026-10-01', '2026-10-31', 3_100n)
  assert.equal(countBack(0n, [november]).tenths, 0n)
  assert.equal(countBack(1_000n, [november, october]).tenths, 150n)
  assert.equal(countBack(2_000n, [november, october]).tenths, 250n)
  assert.equal(countBack(4_101n, [november, october]).tenths, null)
  // A month of credit notes passes, and takes nothing off.
  assert.equal(countBack(1_000n, [month('2026-12-01', '2026-12-10', -50n), november]).tenths, 250n)
  assert.equal(effectiveness({ opening: 0n, sales: 500n, closing: 500n, closing_not_due: 500n }), null)
  assert.equal(effectiveness({ opening: 900n, sales: 100n, closing: 250n, closing_not_due: 0n }), 750n)
})

test('promises by the month of their day: made, kept, kept late, broken, and the list behind', async () => {
  const { id: debtor_id } = debtors[0] ?? assert.fail()
  const promise = async (promised_on: Day, status: string, paid_on: Day | null) => {
    const invoice_id = await given.invoice(tenant, debtor_id, { invoice_date: '2026-11-14', due_date: '2026-11-14' })
    const made = '2026-07-01T09:00:00Z'
    const id = await given.row('promises', tenant, {
      ...{ debtor_id, amount: '100.00', currency_code: 'EUR', promised_on, status, origin: 'person', created_at: made },
      ...{ ended_at: status === 'open' ? null : '2026-11-15T09:00:00Z', updated_at: 'stamp' },
    })
    await given.row('promise_invoices', tenant, { promise_id: id, invoice_id, open_amount: '121.00' })
    if (paid_on === null) return
    await given.row('payments', tenant, {
      ...{ invoice_id, invoice_number: 'x', total_amount: '100.00', total_book_amount: '100.00' },
      ...{ payment_date: paid_on, created_at: '2026-11-14T09:00:00Z', updated_at: 'stamp' },
    })
  }
  await promise('2026-10-05', 'kept', '2026-10-05')
  await promise('2026-10-06', 'kept', '2026-10-03')
  await promise('2026-10-07', 'kept', '2026-10-09')
  await promise('2026-10-08', 'broken', null)
  await promise('2026-10-31', 'withdrawn', null)
  await promise('2026-11-20', 'open', null)
  type Count = { promises: number; amount: string }
  type Promises = { months: ({ month: string } & { [outcome: string]: Count })[] }
  const { months } = await ask<Promises>('promises')
  const october = months.find(({ month }) => month === '2026-10-01')
  const counts = ['made', 'kept', 'kept_late', 'broken', 'withdrawn', 'open'].map((name) => october?.[name])
  const count = (promises: number) => ({ promises, amount: `${promises === 0 ? '0' : promises * 100}.00` })
  assert.deepEqual(counts, [count(5), count(2), count(1), count(1), count(1), count(0)])
  assert.deepEqual(months.at(-1)?.open, count(1))
  type Listed = { promises: { promised_on: string; paid_on: string | null; outcome: string }[]; cursor: string | null }
  const { promises, cursor } = await ask<Listed>('promised?month=2026-10-01&per_page=3')
  assert.deepEqual(
    promises.map(({ promised_on, paid_on, outcome }) => [promised_on, paid_on, outcome].join(' ')),
    ['2026-10-05 2026-10-05 kept', '2026-10-06 2026-10-03 kept', '2026-10-07 2026-10-09 kept_late'],
  )
  const rest = await ask<Listed>(`promised?month=2026-10-01&per_page=3&cursor=${encodeURIComponent(cursor ?? '')}`)
  assert.equal(rest.promises.length, 2)
  assert.equal((await ask<Listed>('promised?month=2026-10-20&outcome=broken')).promises.length, 1)
  assert.equal((await ask<Promises>('promises?country=DE')).months.at(-2)?.made?.promises, 0)
})

test('what cannot be reported is refused with a reason, and a stranger gets nothing', async () => {
  for (const [query, problem] of [
    ['ageing?by=country&day=2026-11-16', /day: must not be after 2026-11-15/],
    ['months?by=country&day=0001-01-01', /day: must not be before/],
    ['ageing?by=colour', /by/],
    ['expected?week=2026-11-08', /week: must be one of 13/],
    ['expected?', /week: is missing/],
    ['owed?day=2026-11-15&cursor=x', /cursor: is none of this list/],
  ] as const) {
    const answer = await reader.get(`${place()}/${query}`)
    assert.equal(answer.status, 422, `${query}: ${answer.text}`)
    assert.match(answer.text, problem)
  }
  const outsider = await signedIn(service, stranger.company_id)
  const without = await signedIn(service, tenant.company_id, { company_role: null, rights: {} })
  const reads = ['choices', 'ageing?by=country', 'months?by=flow', 'promises', 'forecast', 'owed?day=2026-11-15']
  for (const read of [...reads, 'expected?apart=later', 'promised?month=2026-11-01']) {
    assert.equal((await outsider.get(`${place()}/${read}`)).status, 403, read)
    assert.equal((await without.get(`${place()}/${read}`)).status, 403, read)
  }
  const own = (await outsider.get(`${place(stranger)}/ageing?by=country`)).body as Ageing
  assert.deepEqual([own.segments, own.together.total], [[], '0.00'], 'nothing of another company is added up')
})

test('choices list currencies and values with how many have them', async () => {
  type Choices = {
    currencies: { currency_code: string }[]
    values: { segment: string; value: string | null; debtors: number }[]
  }
  const { currencies, values } = await ask<Choices>('choices')
  assert.deepEqual(
    currencies.map(({ currency_code }) => currency_code),
    ['EUR', 'GBP'],
  )
  const of = (wanted: string) =>
    values.filter(({ segment }) => segment === wanted).map(({ value, debtors: n }) => [value, n])
  assert.deepEqual(of('country'), [
    ['DE', 3],
    ['NL', 3],
    [null, 3],
  ])
  assert.deepEqual(of('label'), [
    ['gold', 6],
    ['slow', 3],
  ])
})
