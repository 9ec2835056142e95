import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { changeIn } from '../src/db/change.ts'
import { serviceActor } from '../src/domain/actor.ts'
import type { Day } from '../src/domain/days.ts'
import { type Flow, readFlow } from '../src/flows/flow.ts'
import { readCaseCalculation } from '../src/follow_up/case_claim/read.ts'
import { shownCalculation } from '../src/follow_up/case_claim/shown.ts'
import { applySettings } from '../src/follow_up/switch.ts'
import type { SettingsChange } from '../src/settings/administration_settings.ts'
import { type RealLife, startLives } from './real_life.ts'

// Three debtors who pay a part, for half a year in a sandbox, under the laws of three countries. Every figure was
// worked out by hand; how stands beside it.

const first: Day = '2025-01-06'
const { open, database, call } = await startLives(first)

const due = { invoice_date: '2024-12-06', due_date: first, sent_at: '2024-12-06T09:00:00Z' }

/** The usual flow, at whose end a case is opened by itself, with two letters a fortnight apart. */
function withCase({ code, name, for: whom, steps }: Flow): Flow {
  const case_steps = [
    { step: 'opening', day: 0 },
    { step: 'summons', day: 14, term_days: 7 },
    { step: 'second_summons', day: 14, term_days: 7 },
  ]
  const { flow, problems } = readFlow({ code, name, for: whom, fallback: true, end: 'case', steps, case_steps })
  assert.deepEqual(problems, [])
  return flow
}

async function choose({ administration_id }: RealLife, settings: SettingsChange): Promise<void> {
  const changing = { administration_id, actor: serviceActor('import'), real_now: new Date(`${first}T10:00:00Z`) }
  await changeIn(database.db, changing, async (change) => {
    await applySettings(change, settings)
  })
}

/** Adds the invoice as one that came in on the first day: the stamp of the database is of the real clock. */
async function given(life: RealLife, amount_total: string): Promise<void> {
  await life.invoice('F1', { ...due, amount_total })
  await sql`update invoices set created_at = ${`${first}T08:00:00Z`}::timestamptz
    where administration_id = ${life.administration_id}::bigint`.execute(database.db)
}

/** Books say that money came in. */
const pay = (life: RealLife, amount: string, payment_date: Day, left: string) =>
  life.change('F1', {
    ...{ amount_open: left, book_amount_open: left },
    payments: [{ amount, origin_identifier: `bank-${payment_date}`, payment_date }],
  })

/** The calculation of the only case, with its amounts as texts. */
async function calculated({ administration_id, all }: RealLife, today: Day) {
  const [credit_case] = await all('credit_cases')
  const key = { administration_id, credit_case_id: String(credit_case?.id) }
  const found = await readCaseCalculation(database.db, key, today)
  return shownCalculation(found ?? assert.fail('There is no case.'))
}

/** The parts of interest, as `from to days base rate amount`. */
const partsOf = ({ invoices }: Awaited<ReturnType<typeof calculated>>): string[] =>
  invoices.flatMap(({ parts }) =>
    parts.map(({ from, to, days, base, rate, amount }) => [from, to, days, base, rate, amount].join(' ')),
  )

/** What was charged, as `day kind amount rule`. */
const charged = async (life: RealLife): Promise<string[]> =>
  (await life.all('payments'))
    .filter(({ cost_type }) => cost_type !== 'principal')
    .map((one) => `${one.payment_date} ${one.cost_type} ${one.total_amount} ${one.description}`)
    .sort()

async function letterOf(life: RealLife, step: string): Promise<string> {
  const found = (await life.all('steps')).find((one) => one.step === step) ?? assert.fail(`There is no ${step}.`)
  const { text } = await life.letter(found.letter_id)
  return String(text)
}

test('a Dutch consumer: fourteen days with the exact costs, and costs on what was left of it', async () => {
  const life = await open({ is_company: false, language_code: 'nl' })
  await life.flows(withCase)
  await choose(life, { case_opening: 'at_once' })
  await given(life, '500.00')
  await life.turn('2025-02-10')
  const letter = await letterOf(life, 'final_reminder')
  assert.match(letter, /nog 14 dagen om zonder extra kosten te betalen/)
  assert.match(letter, /vanaf de dag nadat u deze brief heeft ontvangen/)
  assert.match(letter, /incassokosten verschuldigd van €\s75,00 \(artikel 6:96 lid 6/)
  // Within the term: 200.00 of 500.00.
  await pay(life, '200.00', '2025-02-10', '300.00')
  await life.turn('2025-07-05')
  assert.deepEqual((await life.steps('F1')).slice(-2), ['2025-02-03 final_reminder mail', '2025-02-18 collectable'])
  assert.deepEqual(await charged(life), [
    // 500.00 × 6 % × 35/365 = 2.88, so 197.12 of the payment went to principal; 302.88 × 6 % × 8/365 = 0.40.
    '2025-02-18 interest_costs -3.28 nl.interest',
    // 15 % of 300.00, three sending days after the last free day, Monday 17 February.
    '2025-02-20 debt_collection_costs -45.00 nl.wik',
    // 302.88 × 6 % × 22/365 = 1.10, less the 0.40 of before.
    '2025-03-04 interest_costs -0.70 nl.interest',
    // × 36/365 = 1.79, less 1.10.
    '2025-03-18 interest_costs -0.69 nl.interest',
  ])
  const calculation = await calculated(life, '2025-07-05')
  // × 145/365 = 7.22, in all 10.10, of which 4.67 was posted.
  assert.deepEqual(partsOf(calculation), [
    '2025-01-07 2025-02-10 35 500.00 6.00 2.88',
    '2025-02-11 2025-07-05 145 302.88 6.00 7.22',
  ])
  const [invoice] = calculation.invoices
  assert.deepEqual(invoice?.payments, [
    {
      date: '2025-02-10',
      amount: '200.00',
      booked_on: 'principal',
      principal: '197.12',
      interest: '2.88',
      costs: '0.00',
    },
  ])
  assert.deepEqual([invoice?.costs, invoice?.costs_rule, invoice?.last_free_day], ['45.00', 'nl.wik', '2025-02-17'])
  assert.deepEqual(calculation.sums, {
    ...{
      invoiced: '500.00',
      credited: '0.00',
      principal: '500.00',
      interest: '10.10',
      costs: '45.00',
      paid: '200.00',
      waived: '0.00',
      fees_open: '0.00',
    },
    ...{ open: { principal: '302.88', interest: '7.22', costs: '45.00' }, total: '355.10', more_tomorrow: '0.05' },
    ...{ posted: { interest: '4.67', costs: '45.00' }, difference: { interest: '5.43', costs: '0.00' } },
  })
})

test('the portal shows how the case was calculated, and nothing of what is for the creditor alone', async () => {
  const life = await open({ country_code: 'DE', language_code: 'de' }, { country_code: 'DE' })
  await life.flows(withCase)
  await choose(life, { case_opening: 'at_once' })
  await given(life, '1000.00')
  await life.turn('2025-03-05')
  const { administration_id } = life
  const { public_token: token } = await database.db
    .selectFrom('credit_cases')
    .select('public_token')
    .where('administration_id', '=', administration_id)
    .executeTakeFirstOrThrow()
  const answer = await call('POST /portal/look', { json: { administration_id, family: 'credit_cases', token } })
  assert.equal(answer.status, 200, answer.text)
  const { calculation } = answer.body as { calculation: Record<string, unknown> & { invoices: object[] } }
  const { invoices, ...sums } = calculation
  // 1,000.00 × 11.27 % × 58/365 = 17.91 by 5 March; 15.13 was charged when the case was opened.
  assert.deepEqual(sums, {
    ...{ on: '2025-03-05', law: 'de', party: 'business', interest: '17.91', costs: '40.00' },
    ...{ interest_asked: '15.13', costs_asked: '40.00' },
  })
  assert.deepEqual(Object.keys(invoices[0] ?? {}).sort(), [
    ...['costs', 'costs_rule', 'due_date', 'invoice_number', 'last_free_day', 'parts', 'payments', 'principal'],
  ])
})

test('a German business: the lump sum at once, payments to costs, interest, principal', async () => {
  const life = await open({ country_code: 'DE', language_code: 'de' }, { country_code: 'DE' })
  await life.flows(withCase)
  await choose(life, { case_opening: 'at_once' })
  await given(life, '1000.00')
  await life.turn('2025-03-05')
  assert.match(await letterOf(life, 'final_reminder'), /eine Pauschale von 40,00\s€ \(§ 288 BGB\)/)
  await pay(life, '300.00', '2025-03-05', '700.00')
  await life.turn('2025-07-05')
  assert.deepEqual(await charged(life), [
    '2025-02-24 debt_collection_costs -40.00 de.lump_sum',
    // 1,000.00 × 11.27 % × 49/365 = 15.13.
    '2025-02-24 interest_costs -15.13 de.trade_interest',
    // By 5 March 17.91: the payment left 757.91. × 11.27 % × 5/365 = 1.17, in all 19.08, less 15.13.
    '2025-03-10 interest_costs -3.95 de.trade_interest',
    // × 19/365 = 4.45, in all 22.36, less 19.08.
    '2025-03-24 interest_costs -3.28 de.trade_interest',
  ])
  const calculation = await calculated(life, '2025-07-05')
  // The base rate changes on 1 July: 757.91 × 11.27 % × 117/365 = 27.38, then × 10.27 % × 5/365 = 1.07.
  assert.deepEqual(partsOf(calculation), [
    '2025-01-07 2025-03-05 58 1000.00 11.27 17.91',
    '2025-03-06 2025-06-30 117 757.91 11.27 27.38',
    '2025-07-01 2025-07-05 5 757.91 10.27 1.07',
  ])
  const { open: left, difference } = calculation.sums
  assert.deepEqual(left, { principal: '757.91', interest: '28.45', costs: '0.00' })
  assert.deepEqual(difference, { interest: '24.00', costs: '0.00' })
})

test('a Belgian consumer: nothing within the free days, then the clause on what was unpaid', async () => {
  const life = await open({ is_company: false, country_code: 'BE', language_code: 'fr' }, { country_code: 'BE' })
  await life.flows(withCase)
  await choose(life, { case_opening: 'at_once', interest_clause: true, damages_clause: true })
  await given(life, '400.00')
  await life.turn('2025-01-20')
  const letter = await letterOf(life, 'reminder_1')
  assert.match(letter, /Ce rappel est gratuit\. Le créancier est Example Trading \(numéro d’entreprise 12345678\)/)
  // 30.00 and 10 % of what is above 150.00.
  assert.match(letter, /nous permet de demander 55,00\s€/)
  await pay(life, '100.00', '2025-01-20', '300.00')
  await life.turn('2025-07-05')
  assert.deepEqual(await charged(life), [
    // 30.00 and 10 % of 150.00.
    '2025-03-04 debt_collection_costs -45.00 be.xix_caps',
    // From 28 January: 300.00 × 11.5 % × 36/365 = 3.40.
    '2025-03-04 interest_costs -3.40 be.trade_interest',
    // × 50/365 = 4.73, and × 64/365 = 6.05.
    '2025-03-18 interest_costs -1.33 be.trade_interest',
    '2025-04-01 interest_costs -1.32 be.trade_interest',
  ])
  const calculation = await calculated(life, '2025-07-05')
  // 300.00 × 11.5 % × 154/365 = 14.56, and × 10.5 % × 5/365 = 0.43 from July on.
  assert.deepEqual(partsOf(calculation), [
    '2025-01-28 2025-06-30 154 300.00 11.50 14.56',
    '2025-07-01 2025-07-05 5 300.00 10.50 0.43',
  ])
  assert.deepEqual(calculation.sums.open, { principal: '300.00', interest: '14.99', costs: '45.00' })
})

test('a flow that was forced past the check charges nothing that the law does not allow', async () => {
  const life = await open({ is_company: false })
  // Every reminder would cost ten euros, and no letter gives fourteen days.
  const unlawful = (flow: Flow): Flow => ({
    ...withCase(flow),
    steps: withCase(flow)
      .steps.filter(({ step }) => step !== 'final_reminder')
      .map((one) => (one.step.startsWith('reminder') ? { ...one, fee: '10.00' } : one)),
  })
  await life.flows(unlawful)
  await choose(life, { case_opening: 'at_once' })
  await given(life, '500.00')
  await life.turn('2025-07-05')
  assert.equal((await life.all('credit_cases')).length, 1)
  const kinds = new Set((await life.all('payments')).map(({ cost_type }) => cost_type))
  assert.deepEqual([...kinds], ['interest_costs'], 'neither fees nor collection costs')
})

test('a payment that comes to light later takes costs back that were charged too much', async () => {
  const life = await open({ is_company: false })
  await life.flows(withCase)
  await choose(life, { case_opening: 'at_once' })
  await given(life, '500.00')
  await life.turn('2025-03-06')
  const before = (await charged(life)).filter((one) => one.includes('debt_collection'))
  assert.deepEqual(before, ['2025-02-20 debt_collection_costs -75.00 nl.wik'])
  // On the last free day, and in the books three weeks later: 15 % of 300.00 is right.
  await pay(life, '200.00', '2025-02-17', '300.00')
  await life.turn('2025-03-07')
  assert.deepEqual(
    (await charged(life)).filter((one) => one.includes('debt_collection')),
    ['2025-02-20 debt_collection_costs -75.00 nl.wik', '2025-03-06 debt_collection_costs 30.00 nl.wik'],
  )
})

test('interest after the invoices were paid is charged only where somebody chose that', async () => {
  const posted: { [chosen: string]: string[] } = {}
  for (const interest_after_payment of [false, true]) {
    const life = await open()
    await life.flows(withCase)
    await choose(life, { case_opening: 'at_once', interest_after_payment })
    await given(life, '500.00')
    await life.turn('2025-03-01')
    await pay(life, '500.00', '2025-02-28', '0.00')
    await life.turn('2025-06-01')
    posted[String(interest_after_payment)] = (await charged(life)).filter((one) => one.includes('interest'))
  }
  // 500.00 × 11.15 % × 43/365 = 6.57 at the opening on 18 February.
  const opening = '2025-02-18 interest_costs -6.57 nl.trade_interest'
  assert.deepEqual(posted.false, [opening])
  // × 53/365 = 8.10 by the day of the payment, and nothing after it.
  assert.deepEqual(posted.true, [opening, '2025-03-01 interest_costs -1.53 nl.trade_interest'])
})

test('costs of a case stay when one of its invoices is paid afterwards', async () => {
  const life = await open()
  await life.flows(withCase)
  await choose(life, { case_opening: 'at_once' })
  await given(life, '500.00')
  await life.invoice('F2', { ...due, amount_total: '500.00' })
  await sql`update invoices set created_at = ${`${first}T08:00:00Z`}::timestamptz
    where administration_id = ${life.administration_id}::bigint`.execute(database.db)
  await life.turn('2025-02-25')
  const costs = async () => (await charged(life)).filter((one) => one.includes('debt_collection'))
  // 15 % of 1,000.00, on the oldest invoice alone.
  const once = ['2025-02-18 debt_collection_costs -150.00 nl.wik']
  assert.deepEqual(await costs(), once)
  await life.change('F2', {
    ...{ amount_open: '0.00', book_amount_open: '0.00' },
    payments: [{ amount: '500.00', origin_identifier: 'bank-2', payment_date: '2025-02-24' }],
  })
  await life.turn('2025-04-01')
  assert.deepEqual(await costs(), once)
})

test('costs that the books charged count towards those of the law, and are theirs to take back', async () => {
  const life = await open()
  await life.flows(withCase)
  await choose(life, { case_opening: 'at_once' })
  await given(life, '500.00')
  const payments = [
    { amount: '-60.00', cost_type: 'debt_collection_costs', origin_identifier: 'costs', payment_date: first },
    { amount: '-900.00', cost_type: 'interest_costs', origin_identifier: 'interest', payment_date: first },
  ]
  await life.change('F1', { payments })
  await life.turn('2025-02-25')
  // 15 % of 500.00 is 75.00, of which 15.00 is left to charge; of the interest nothing.
  const ours = async () => (await charged(life)).filter((one) => one.includes('nl.'))
  assert.deepEqual(await ours(), ['2025-02-18 debt_collection_costs -15.00 nl.wik'])
  const { sums } = await calculated(life, '2025-02-25')
  assert.deepEqual(sums.posted, { interest: '900.00', costs: '75.00' })
  await life.change('F1', {
    ...{ amount_open: '0.00', book_amount_open: '0.00' },
    payments: [...payments, { amount: '500.00', origin_identifier: 'bank', payment_date: '2025-01-20' }],
  })
  await life.turn('2025-04-01')
  // Paid before the case, 40.00 remain, which theirs cover: our 15.00 are taken back, theirs are not.
  assert.deepEqual(await ours(), [
    '2025-02-18 debt_collection_costs -15.00 nl.wik',
    '2025-02-25 debt_collection_costs 15.00 nl.wik',
  ])
})
