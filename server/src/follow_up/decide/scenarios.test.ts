import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  aCase,
  aDebtor,
  aFlow,
  aLetter,
  anInvoice,
  done,
  held,
  reachable,
  rulesWith,
  someRules,
} from '../../../test/given_facts.ts'
import { addDays, type Day } from '../../domain/days.ts'
import { defaultFlows } from '../../flows/defaults.ts'
import { nothing_agreed } from '../../law/pack.ts'
import { usual_sending_days } from './calendar.ts'
import { decide } from './decide.ts'
import type { Decision, Outlook } from './decision.ts'
import { type DebtorFacts, type InvoiceFacts, no_history } from './facts.ts'
import { perform } from './perform.ts'
import { simulate } from './simulate.ts'

// Things that happen to everybody who sends invoices, as far as they are decided here.

const rules = someRules()
const today: Day = '2026-10-08'

const look = (debtor: DebtorFacts, on: Day, of = rules): Outlook => {
  const [first] = decide(debtor, of, on).outlooks
  assert.ok(first)
  return first
}

const reasons = ({ holds }: Outlook): string[] => holds.map(({ reason }) => reason)
const because = ({ because: causes }: Outlook): string[] => causes.map(({ reason }) => reason)
const lettersOf = ({ letters }: Decision): string[] => letters.map(({ step }) => step)
const stepsOf = (debtor: DebtorFacts, from: Day, days: number, of = rules): string[] =>
  simulate([debtor], of, from, days).done.map(({ day, step }) => `${day} ${step}`)

test('paid but not in the books yet: books that stopped writing stop reminders and let invoices go', () => {
  const stale = someRules({ administration: { lifted: [], books_written_on: '2026-10-02' } })
  const unsent = anInvoice({ id: '2', sent_on: null, invoice_date: today, due_date: '2026-11-08' })
  assert.deepEqual(lettersOf(decide(aDebtor([anInvoice(), unsent]), stale, today)), ['invoice'])
  const sandbox = someRules({ administration: { lifted: [], books_written_on: null, sandbox: true } })
  assert.deepEqual(lettersOf(decide(aDebtor([anInvoice()]), sandbox, today)), ['reminder_1'])
})

test('old at first sync: an invoice overdue for more than a year is left to people, a younger one begins at the first step', () => {
  const seen = (due_date: Day) =>
    aDebtor([anInvoice({ due_date, invoice_date: due_date, sent_on: due_date, seen_on: today })])
  assert.deepEqual(reasons(look(seen('2025-10-07'), today)), ['too_old'])
  assert.deepEqual(lettersOf(decide(seen('2025-10-08'), rules, today)), ['reminder_1'])
})

test('never sent and old: it is not sent a month late without a person', () => {
  const unsent = (invoice_date: Day) =>
    aDebtor([anInvoice({ sent_on: null, invoice_date, due_date: addDays(invoice_date, 30) })])
  assert.deepEqual(reasons(look(unsent('2026-09-07'), today)), ['not_sent'])
  assert.deepEqual(lettersOf(decide(unsent('2026-09-08'), rules, today)), ['invoice'])
})

test('reminded elsewhere before: declared steps count, and keep their distance', () => {
  const declared = done('reminder_2', '2026-10-05', { origin: 'declared', letter: null })
  const outlook = look(aDebtor([anInvoice({ steps: [declared] })]), today)
  assert.deepEqual([outlook.step, outlook.day], ['reminder_3', '2026-10-22'])
})

test('a final reminder that was only declared is no letter of the law: the flow goes on, and nothing rests on it', () => {
  const declared = done('final_reminder', '2026-10-05', { origin: 'declared', letter: null })
  const outlook = look(aDebtor([anInvoice({ steps: [declared] })], { is_company: false }), today)
  assert.deepEqual([outlook.step, outlook.day, reasons(outlook)], ['collectable', '2026-10-20', []])
})

test('a credit larger than the debt: nothing is asked for; of two currencies only in that one', () => {
  const invoices = [
    anInvoice(),
    anInvoice({ id: '2', open_amount: -60_000n }),
    anInvoice({ id: '3', currency_code: 'USD' }),
  ]
  const decision = decide(aDebtor(invoices), rules, today)
  assert.deepEqual(
    decision.letters.map(({ currency_code }) => currency_code),
    ['USD'],
  )
  // The letter of today is a reason of its own: the next one keeps its distance.
  assert.deepEqual(reasons(look(aDebtor(invoices), today)), ['credit_covers', 'bundle_interval'])
})

test('nobody knows whether it is a company: without a number it is taken for a consumer, and that is said', () => {
  const unknown = (has_register_number: boolean) =>
    look(aDebtor([anInvoice()], { is_company: null, has_register_number }), today)
  assert.deepEqual([unknown(false).flow_code, unknown(true).flow_code], ['consumer', 'business'])
  assert.deepEqual(unknown(false).because[0], { reason: 'party_assumed', party: 'consumer' })
})

test('no document: the invoice is not sent, and one that was sent is reminded of', () => {
  const unsent = anInvoice({ sent_on: null, invoice_date: today, due_date: '2026-11-08', has_document: false })
  assert.deepEqual(reasons(look(aDebtor([unsent]), today)), ['document_missing'])
  assert.deepEqual(lettersOf(decide(aDebtor([anInvoice({ has_document: false })]), rules, today)), ['reminder_1'])
})

test('the debtor replied and nobody read it: reminders wait for three sending days', () => {
  const wrote = (day: Day) => aDebtor([anInvoice()], { held: [held('unread_message', { day })] })
  assert.equal(look(wrote('2026-10-08'), today).day, '2026-10-14', 'Friday, Monday and Tuesday are for answering')
  assert.deepEqual(lettersOf(decide(wrote('2026-10-04'), rules, today)), ['reminder_1'])
})

test('sent after its due date: the first reminder comes a week and its days after that', () => {
  assert.equal(look(aDebtor([anInvoice({ sent_on: '2026-10-08' })]), today).day, '2026-10-22')
  assert.ok(because(look(aDebtor([anInvoice({ sent_on: '2026-10-08' })]), today)).includes('sent'))
})

test('sent in the future, as a client says: it is not sent again, and reminders count from then', () => {
  const outlook = look(aDebtor([anInvoice({ sent_on: '2026-10-30' })]), today)
  assert.deepEqual([outlook.step, outlook.day], ['reminder_1', '2026-11-13'])
})

test('no address: by post; neither: it is reported as undeliverable', () => {
  const to = (own: object) => aDebtor([anInvoice({ recipient: { ...reachable, ...own } })])
  assert.equal(decide(to({ mail: 'no' }), rules, today).letters[0]?.channel, 'post')
  assert.deepEqual(reasons(look(to({ mail: 'no', post: false }), today)), ['undeliverable'])
})

test('a bounce: the step counts for nothing, and comes again by post with a term of its own', () => {
  const bounced = anInvoice({
    recipient: { ...reachable, mail: 'bounced' },
    due_date: '2026-09-01',
    steps: [done('reminder_1', '2026-10-06')],
  })
  const withdrawn = { ...bounced, steps: [] }
  const [letter] = decide(aDebtor([withdrawn]), rules, today).letters
  assert.deepEqual([letter?.step, letter?.channel], ['reminder_1', 'post'])
})

test('a direct debit gets five days after the due date, and when it is reversed none', () => {
  const debit = { payment_method: 'direct_debit', moved: { step: 'reminder_1', day: '2026-10-02' } } as const
  assert.equal(look(aDebtor([anInvoice(debit)]), '2026-10-02').day, '2026-10-07')
  assert.deepEqual(lettersOf(decide(aDebtor([anInvoice({ ...debit, lifted: ['direct_debit'] })]), rules, today)), [
    'reminder_1',
  ])
})

test('reopened: it goes on where it was, without a new round', () => {
  const steps = [done('reminder_1', '2026-09-10')]
  const paid = look(aDebtor([anInvoice({ due_date: '2026-09-01', open_amount: 0n, steps })]), today)
  assert.deepEqual([paid.step, because(paid)], [null, ['paid']])
  const open = look(aDebtor([anInvoice({ due_date: '2026-09-01', steps })]), today)
  assert.deepEqual([open.step, open.day, open.round], ['reminder_2', '2026-10-08', 1])
})

test('cents are left: they are too little to ask for, and say so', () => {
  const outlook = look(aDebtor([anInvoice({ open_amount: 3n })]), today)
  assert.deepEqual(outlook.holds[0], {
    reason: 'below_minimum',
    since: null,
    until: null,
    open_amount: '0.03',
    minimum: '5.00',
  })
})

test('partly paid: the rest is asked for, with the step that was next', () => {
  const debtor = aDebtor([anInvoice({ due_date: '2026-09-01', steps: [done('reminder_1', '2026-09-10')] })])
  const paid = { ...debtor, invoices: debtor.invoices.map((one) => ({ ...one, open_amount: 12_345n })) }
  const [letter] = decide(paid, rules, today).letters
  assert.deepEqual([letter?.step, letter?.amount], ['reminder_2', 12_345n])
})

test('promised for Friday and booked on Tuesday: nobody is bothered in between', () => {
  const debtor = aDebtor([anInvoice({ held: [held('promise', { day: '2026-10-09', id: 'p' })] })])
  for (const day of ['2026-10-08', '2026-10-12', '2026-10-13', '2026-10-14'] as const)
    assert.deepEqual(decide(debtor, rules, day).letters, [], day)
  const kept = decide(
    aDebtor([anInvoice({ open_amount: 0n, held: [held('promise', { day: '2026-10-09', id: 'p' })] })]),
    rules,
    '2026-10-15',
  )
  assert.deepEqual([kept.letters, kept.acts], [[], []])
  const broken = decide(debtor, rules, '2026-10-15')
  assert.deepEqual([lettersOf(broken), broken.acts], [['reminder_1'], [{ act: 'promise_broken', id: 'p' }]])
})

test('a promise is broken once, and the follow-up goes on', () => {
  const debtor = aDebtor([anInvoice({ held: [held('promise', { day: '2026-10-09', id: 'p' })] })])
  assert.equal(decide(debtor, rules, today).look_on, '2026-10-15')
  const after = perform(debtor, decide(debtor, rules, '2026-10-15'), '2026-10-15')
  assert.deepEqual(decide(after, rules, '2026-10-16').acts, [])
})

test('a promise, a dispute and a message with the same id are three things', () => {
  const both = [
    held('promise', { day: '2026-10-01', id: '7' }),
    held('dispute_unanswered', { day: '2026-09-20', id: '7' }),
  ]
  const debtor = aDebtor([anInvoice({ held: [...both, held('unread_message', { day: '2026-10-07', id: '7' })] })])
  const decision = decide(debtor, rules, today)
  assert.deepEqual(decision.acts.map(({ act }) => act).sort(), ['dispute_lapsed', 'promise_broken'])
  const [invoice] = perform(debtor, decision, today).invoices
  assert.deepEqual(
    invoice?.held.map(({ reason, day }) => [reason, day]),
    [
      ['after_dispute', '2026-10-05'],
      ['unread_message', '2026-10-07'],
    ],
  )
})

test('a proposed plan that nobody answers holds ten days', () => {
  const debtor = aDebtor([anInvoice({ held: [held('payment_plan_proposed', { day: '2026-10-05', id: '4' })] })])
  assert.equal(look(debtor, today).day, '2026-10-16')
})

test('a term of a plan was missed: a task, and the plan stays', () => {
  const debtor = aDebtor([anInvoice({ held: [held('payment_plan_active', { day: '2026-10-07', id: '4' })] })])
  const decision = decide(debtor, rules, today)
  assert.deepEqual([decision.letters, decision.acts], [[], [{ act: 'plan_term_missed', id: '4' }]])
  const after = decide(perform(debtor, decision, today), rules, '2026-10-09')
  assert.deepEqual([after.acts, after.outlooks[0]?.holds.map(({ reason }) => reason)], [[], ['payment_plan_active']])
  const waiting = aDebtor([anInvoice({ held: [held('payment_plan_active', { day: '2026-10-30', id: '4' })] })])
  assert.equal(decide(waiting, rules, today).look_on, '2026-10-31', 'it is looked at when the term is missed')
})

test('a dispute from the portal lapses after fourteen days unless somebody takes it up, and a week of rest follows', () => {
  const debtor = aDebtor([anInvoice({ held: [held('dispute_unanswered', { day: '2026-10-05', id: 'd' })] })])
  assert.equal(look(debtor, today).day, '2026-10-28')
  assert.equal(decide(debtor, rules, today).look_on, '2026-10-20')
  const lapsed = decide(debtor, rules, '2026-10-20')
  assert.deepEqual(lapsed.acts, [{ act: 'dispute_lapsed', id: 'd' }])
  assert.deepEqual(lapsed.letters, [], 'the week of rest comes first')
  const after = perform(debtor, lapsed, '2026-10-20')
  assert.equal(look(after, '2026-10-21').day, '2026-10-28')
})

test('the invoice moves to another debtor: its steps stay, and the old letters prove nothing', () => {
  const letter = aLetter('2026-10-05', { legal: true, term_days: 14, void: true })
  const outlook = look(
    aDebtor([anInvoice({ steps: [done('final_reminder', '2026-10-05', { letter })] })], { is_company: false }),
    today,
  )
  assert.deepEqual([outlook.step, reasons(outlook)], ['collectable', []])
})

test('bankruptcy, death, debt counselling: a label stops everything', () => {
  const debtor = aDebtor(
    [anInvoice(), anInvoice({ id: '2', sent_on: null, invoice_date: today, due_date: '2026-11-08' })],
    { held: [held('stop_label')] },
  )
  assert.deepEqual(decide(debtor, rules, today).letters, [])
})

const casing = { ...defaultFlows('NL').business, end: 'case' as const }
const collectable = (own: Partial<InvoiceFacts>): InvoiceFacts =>
  anInvoice({ steps: [done('collectable', today, { letter: null })], ...own })

test('collectable while a case runs: into it while nothing was sent and agreed, else a case of its own', () => {
  const agreed = { ...nothing_agreed, charges_costs: false, charges_interest: false }
  const opens = rulesWith(casing, { opens_cases: true, agreed })
  const running = (steps: ReturnType<typeof aCase>['steps'], holds: ReturnType<typeof held>[] = []) =>
    decide(
      aDebtor([collectable({ id: '2' }), anInvoice({ credit_case_id: '9' })], {
        cases: [aCase({ started_on: today, steps, held: holds })],
      }),
      opens,
      today,
    )
  const opening = (decision: Decision) => decision.acts.find(({ act }) => act === 'open_case')
  assert.deepEqual(opening(running([])), {
    act: 'open_case',
    currency_code: 'EUR',
    invoice_ids: ['2'],
    into: '9',
    charges: [],
  })
  for (const apart of [running([done('summons', today)]), running([], [held('payment_plan_active', { id: '7' })])])
    assert.deepEqual(opening(apart), {
      act: 'open_case',
      currency_code: 'EUR',
      invoice_ids: ['2'],
      into: null,
      charges: [],
    })
})

test('an invoice joins a case on the day of its letter: the letter asks for what the law allows of both, and no more', () => {
  const agreed = { ...nothing_agreed, charges_interest: false }
  const of = rulesWith(casing, { opens_cases: true, agreed })
  // 15 % of 1,000.00, charged when it was alone.
  const history = { ...no_history, collection_open: 15_000n, posted: { interest: 0n, costs: 15_000n } }
  const alone = collectable({ id: '1', open_amount: 100_000n, costs_open: 15_000n, credit_case_id: '9', history })
  const joined = collectable({ id: '2', open_amount: 300_000n, due_date: '2026-09-10', credit_case_id: '9' })
  const decision = decide(aDebtor([alone, joined], { cases: [aCase({ started_on: today })] }), of, today)
  const charged = decision.letters.flatMap(({ charges }) =>
    charges.map(({ invoice_id, amount }) => [invoice_id, amount]),
  )
  assert.deepEqual([lettersOf(decision), decision.acts], [['summons'], []])
  // 15 % of 2,500.00 and 10 % of 1,500.00, booked on what was due first.
  assert.deepEqual(charged, [
    ['2', 52_500n],
    ['1', -15_000n],
  ])
})

test('two currencies: a case each', () => {
  const debtor = aDebtor([
    collectable({ id: '1' }),
    collectable({ id: '2', currency_code: 'USD' }),
    collectable({ id: '3' }),
  ])
  const { acts } = decide(debtor, rulesWith(casing, { opens_cases: true }), today)
  assert.deepEqual(
    acts.map((act) => act.act === 'open_case' && [act.currency_code, act.invoice_ids]),
    [
      ['EUR', ['1', '3']],
      ['USD', ['2']],
    ],
  )
})

test('cases open by hand or after approval, and at once only where the administration says so', () => {
  const debtor = aDebtor([collectable({})])
  const by_hand = look(debtor, today)
  assert.deepEqual([by_hand.step, because(by_hand).at(-1)], [null, 'collectable'])
  const asks = decide(debtor, rulesWith(casing), today)
  assert.deepEqual(
    [asks.acts, asks.outlooks[0]?.step, asks.outlooks[0]?.holds.map(({ reason }) => reason)],
    [[], 'opening', ['approval']],
  )
  const approved = aDebtor([collectable({ approved: { step: 'opening', round: 1, letter: '' } })])
  assert.equal(decide(approved, rulesWith({ ...casing, end: 'case_approval' }), today).acts.length, 1)
  const with_credit = aDebtor([collectable({}), anInvoice({ id: '2', open_amount: -1n })])
  assert.deepEqual(
    decide(with_credit, rulesWith(casing, { opens_cases: true }), today).acts,
    [],
    'never over a credit that nobody matched',
  )
})

test('timestamps from before the engine count as steps, and prove nothing to the law', () => {
  const migrated = done('final_reminder', '2026-09-01', { origin: 'migrated', letter: null })
  const outlook = look(
    aDebtor([anInvoice({ due_date: '2026-08-01', steps: [migrated] })], { is_company: false }),
    today,
  )
  assert.deepEqual([outlook.step, outlook.day], ['collectable', today])
})

test('a call that nobody made holds three sending days, and then the flow goes on', () => {
  const flow = aFlow([
    { step: 'reminder_1', day: 7, from: 'due_date' },
    { step: 'call_reminder', day: 7 },
    { step: 'reminder_2', day: 1 },
  ])
  const own = rulesWith(flow)
  assert.deepEqual(stepsOf(aDebtor([anInvoice()]), '2026-10-05', 20, own), [
    '2026-10-08 reminder_1',
    '2026-10-15 call_reminder',
    '2026-10-21 reminder_2',
  ])
  const called = done('call_reminder', '2026-10-15', { letter: null })
  assert.equal(
    look(aDebtor([anInvoice({ steps: [done('reminder_1', '2026-10-08'), called] })]), '2026-10-15', own).day,
    '2026-10-16',
  )
})

test('a holiday on the last free day gives the debtor the next working day', () => {
  const letter = aLetter('2026-12-11', { legal: true, term_days: 14 })
  const outlook = look(
    aDebtor([anInvoice({ due_date: '2026-11-01', steps: [done('final_reminder', '2026-12-11', { letter })] })], {
      is_company: false,
    }),
    '2026-12-26',
  )
  assert.deepEqual([outlook.step, outlook.day, outlook.holds[0]?.until], ['collectable', '2026-12-29', '2026-12-28'])
})

test('after an outage of ten days each invoice gets the step that it is due for, once, and the next keeps its distance', () => {
  const debtor = aDebtor([anInvoice()])
  const late = stepsOf(debtor, '2026-10-19', 20)
  assert.deepEqual(late, ['2026-10-19 reminder_1', '2026-10-26 reminder_2', '2026-11-02 reminder_3'])
  assert.deepEqual(stepsOf(debtor, '2026-10-05', 20), [
    '2026-10-08 reminder_1',
    '2026-10-15 reminder_2',
    '2026-10-22 reminder_3',
  ])
})

test('a reset begins a round at a step and a day; a skipped step is passed without a letter', () => {
  const steps = [done('reminder_1', '2026-09-10'), done('reminder_2', '2026-09-17')]
  const round = { number: 2, from: 'reminder_1', not_before: '2026-10-14' } as const
  const reset = look(aDebtor([anInvoice({ due_date: '2026-09-01', steps, round })]), today)
  assert.deepEqual([reset.step, reset.day, reset.round], ['reminder_1', '2026-10-14', 2])
  const skipped = done('reminder_2', '2026-10-07', { origin: 'person', skipped: true, letter: null })
  const next = look(
    aDebtor([anInvoice({ due_date: '2026-09-01', steps: [done('reminder_1', '2026-09-28'), skipped] })]),
    today,
  )
  assert.deepEqual([next.step, next.day], ['reminder_3', '2026-10-08'])
})

test('a person moves a step; the distance to the letter before stays', () => {
  const steps = [done('reminder_1', '2026-10-06')]
  const moved = (day: Day) =>
    look(aDebtor([anInvoice({ due_date: '2026-09-28', steps, moved: { step: 'reminder_2', day } })]), today).day
  assert.deepEqual([moved('2026-10-08'), moved('2026-10-30')], ['2026-10-13', '2026-10-30'])
})

test('a friendly word before the due date lapses with it', () => {
  const flow = aFlow([
    { step: 'pre_reminder', day: -3, from: 'due_date' },
    { step: 'reminder_1', day: 7, from: 'due_date' },
  ])
  const own = rulesWith(flow)
  assert.equal(look(aDebtor([anInvoice()]), '2026-09-20', own).day, '2026-09-28')
  assert.equal(look(aDebtor([anInvoice()]), '2026-10-02', own).step, 'reminder_1')
  const paused = aDebtor([anInvoice({ held: [held('invoice_paused', { day: '2026-10-01' })] })])
  assert.deepEqual(
    [look(paused, '2026-09-29', own).step, because(look(paused, '2026-09-29', own))[0]],
    ['reminder_1', 'lapsed'],
  )
})

test('the flow changed in between: a step that is gone is not done again, and one that is new and earlier is not made up for', () => {
  const flow = aFlow([
    { step: 'reminder_1', day: 7, from: 'due_date' },
    { step: 'final_reminder', day: 14, term_days: 14 },
  ])
  const outlook = look(
    aDebtor([anInvoice({ due_date: '2026-09-01', steps: [done('reminder_3', '2026-09-20')] })]),
    today,
    rulesWith(flow),
  )
  assert.equal(outlook.step, 'final_reminder')
})

test('closed on all days: nobody can say when', () => {
  const never = someRules({ sending_days: { ...usual_sending_days, reminder_weekdays: [] } })
  const outlook = look(aDebtor([anInvoice()]), today, never)
  assert.deepEqual([outlook.day, reasons(outlook)], [null, ['calendar']])
})

test('an invoice that no flow is for says so', () => {
  const flow = {
    ...defaultFlows('NL').business,
    for: { ...defaultFlows('NL').business.for, payment_conditions: ['30'] },
    fallback: false,
  }
  assert.deepEqual(because(look(aDebtor([anInvoice()]), today, rulesWith(flow))), ['no_flow'])
})
