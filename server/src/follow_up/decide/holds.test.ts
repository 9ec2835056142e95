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
import type { Day } from '../../domain/days.ts'
import { type HoldReason, hold_reasons, holdEntry, holds } from '../../domain/holds.ts'
import { usual_sending_days } from './calendar.ts'
import { decide } from './decide.ts'
import type { Decision, Hold } from './decision.ts'
import type { DebtorFacts } from './facts.ts'
import type { Rules } from './rules.ts'

// The first reminder of an invoice that was due on 1 October comes on Thursday 8 October, unless something holds it.

const today: Day = '2026-10-08'
const rules = someRules()
const free = aDebtor([anInvoice()])

type Case = {
  debtor?: DebtorFacts
  rules?: Rules
  today?: Day
  until: Day | null
  /** The same without its cause, or after a person lifted it. */
  lifted?: DebtorFacts
  lifted_rules?: Rules
}

const debtorHeld = (reason: HoldReason, day: Day | null = null): DebtorFacts =>
  aDebtor([anInvoice()], { held: [held(reason, { day })] })
const invoiceHeld = (reason: HoldReason, day: Day | null = null): DebtorFacts =>
  aDebtor([anInvoice({ held: [held(reason, { day, id: '5' })] })])
const administrationHeld = (reason: HoldReason): Rules => someRules({ administration: { held: [held(reason)] } })
const asking = rulesWith(aFlow([{ step: 'reminder_1', day: 7, from: 'due_date', approval: true }]))
const credit = (open_amount: bigint) => anInvoice({ id: '2', open_amount })
const final = aFlow([{ step: 'final_reminder', day: 7, from: 'due_date', term_days: 14 }])
const legal = done('final_reminder', '2026-09-30', { letter: aLetter('2026-09-30', { legal: true, term_days: 14 }) })
const in_case = anInvoice({ credit_case_id: '9' })

const cases: { readonly [reason in Exclude<HoldReason, 'cap' | 'surge'>]: Case } = {
  stopped: { rules: administrationHeld('stopped'), until: null },
  administration_paused: { rules: administrationHeld('administration_paused'), until: null },
  administration_reminding_paused: { rules: administrationHeld('administration_reminding_paused'), until: null },
  debtor_paused: { debtor: debtorHeld('debtor_paused', '2026-10-20'), until: '2026-10-20' },
  debtor_reminding_paused: { debtor: debtorHeld('debtor_reminding_paused'), until: null },
  invoice_paused: { debtor: invoiceHeld('invoice_paused'), until: null },
  case_paused: {
    debtor: aDebtor([in_case], { cases: [aCase({ started_on: today, held: [held('case_paused')] })] }),
    until: null,
    lifted: aDebtor([in_case], { cases: [aCase({ started_on: today })] }),
  },
  costs_left: {
    debtor: aDebtor([in_case], { cases: [aCase({ started_on: today, held: [held('costs_left')] })] }),
    until: null,
    lifted: aDebtor([in_case], { cases: [aCase({ started_on: today })] }),
  },
  stop_label: { debtor: debtorHeld('stop_label'), until: null },
  interface: { debtor: invoiceHeld('interface'), until: null },
  task: { debtor: invoiceHeld('task'), until: null },
  // Promised for Monday; three sending days later is Thursday.
  promise: { debtor: invoiceHeld('promise', '2026-10-05'), until: '2026-10-08' },
  dispute: { debtor: invoiceHeld('dispute'), until: null },
  dispute_unanswered: { debtor: invoiceHeld('dispute_unanswered', '2026-10-02'), until: '2026-10-24' },
  after_dispute: { debtor: invoiceHeld('after_dispute', '2026-10-05'), until: '2026-10-12' },
  payment_plan_active: { debtor: invoiceHeld('payment_plan_active', '2026-10-30'), until: null },
  payment_plan_proposed: { debtor: invoiceHeld('payment_plan_proposed', '2026-10-07'), until: '2026-10-17' },
  approval: {
    rules: asking,
    until: null,
    lifted: aDebtor([anInvoice({ approved: { step: 'reminder_1', round: 1, letter: 'a' } })]),
    lifted_rules: asking,
  },
  administration_status: { rules: someRules({ administration: { status: 'implementation' } }), until: null },
  ignored: { debtor: debtorHeld('ignored'), until: null },
  not_sent: {
    debtor: aDebtor([anInvoice({ sent_on: null })]),
    until: null,
    lifted: aDebtor([anInvoice({ sent_on: null, lifted: ['not_sent'] })]),
  },
  document_missing: {
    debtor: aDebtor([anInvoice({ sent_on: null, invoice_date: '2026-10-08', has_document: false })]),
    until: null,
    lifted: aDebtor([anInvoice({ sent_on: null, invoice_date: '2026-10-08' })]),
  },
  below_minimum: {
    debtor: aDebtor([anInvoice({ open_amount: 499n })]),
    until: null,
    lifted: aDebtor([anInvoice({ open_amount: 500n })]),
  },
  credit_covers: {
    debtor: aDebtor([anInvoice(), credit(-50_000n)]),
    until: null,
    lifted: aDebtor([anInvoice(), credit(-49_999n)]),
  },
  credit_unmatched: {
    debtor: aDebtor([anInvoice(), credit(-1n)]),
    rules: rulesWith(final),
    until: null,
    lifted: aDebtor([anInvoice(), credit(0n)]),
    lifted_rules: rulesWith(final),
  },
  direct_debit: {
    debtor: aDebtor([
      anInvoice({ payment_method: 'direct_debit', due_date: '2026-10-03', moved: { step: 'reminder_1', day: today } }),
    ]),
    until: '2026-10-08',
    lifted: aDebtor([anInvoice({ payment_method: 'direct_debit', lifted: ['direct_debit'] })]),
  },
  payment_expected: { debtor: invoiceHeld('payment_expected', '2026-10-06'), until: '2026-10-13' },
  unread_message: { debtor: debtorHeld('unread_message', '2026-10-07'), until: '2026-10-12' },
  undeliverable: {
    debtor: aDebtor([anInvoice({ recipient: { ...reachable, mail: 'bounced', post: false } })]),
    until: null,
    lifted: aDebtor([anInvoice({ recipient: { ...reachable, mail: 'bounced', post: true } })]),
  },
  too_old: {
    debtor: aDebtor([anInvoice({ due_date: '2025-09-30', seen_on: '2026-10-01' })]),
    until: null,
    lifted: aDebtor([anInvoice({ due_date: '2025-09-30', seen_on: '2026-10-01', lifted: ['too_old'] })]),
  },
  due_date_extended: {
    debtor: aDebtor([anInvoice({ due_date: '2026-10-20', steps: [done('reminder_1', '2026-09-20')] })]),
    rules: rulesWith(
      aFlow([
        { step: 'reminder_1', day: 7 },
        { step: 'reminder_2', day: 7 },
      ]),
    ),
    until: '2026-10-20',
  },
  books_refused: { debtor: invoiceHeld('books_refused'), until: null },
  books_stale: {
    rules: someRules({ administration: { lifted: [], books_written_on: '2026-10-02' } }),
    until: null,
    lifted_rules: someRules({ administration: { lifted: [], books_written_on: '2026-10-03' } }),
  },
  law_term_running: {
    debtor: aDebtor([anInvoice({ due_date: '2026-09-15', steps: [legal] })], { is_company: false }),
    until: '2026-10-14',
    lifted: aDebtor([anInvoice({ due_date: '2026-09-15', steps: [legal] })], { is_company: false }),
    rules: rulesWith(
      aFlow([
        { step: 'final_reminder', day: 7, term_days: 14 },
        { step: 'collectable', day: 1 },
      ]),
    ),
  },
  call_underway: {
    debtor: aDebtor([
      anInvoice({
        due_date: '2026-09-15',
        steps: [
          done('reminder_1', '2026-09-23'),
          done('call_reminder', '2026-10-06', { letter: null, call_open: true }),
        ],
      }),
    ]),
    rules: rulesWith(
      aFlow([
        { step: 'reminder_1', day: 7 },
        { step: 'call_reminder', day: 3 },
        { step: 'reminder_2', day: 1 },
      ]),
    ),
    until: '2026-10-09',
  },
  letter_underway: {
    debtor: aDebtor([
      anInvoice({ due_date: '2026-09-15', steps: [done('reminder_1', '2026-09-23', { letter: aLetter(null) })] }),
    ]),
    until: null,
    lifted: aDebtor([anInvoice({ due_date: '2026-09-15', steps: [done('reminder_1', '2026-09-23')] })]),
  },
  calendar: {
    rules: someRules({ sending_days: { ...usual_sending_days, holidays: new Set(['2026-10-08']) } }),
    until: '2026-10-08',
  },
  bundle_interval: { debtor: aDebtor([anInvoice()], { latest_ordinary_letter_on: '2026-10-05' }), until: '2026-10-11' },
  clock_behind: {
    debtor: aDebtor([anInvoice(), anInvoice({ id: '2', steps: [done('reminder_1', '2026-10-13')] })]),
    until: '2026-10-12',
  },
}

const holdsOf = ({ outlooks }: Decision): readonly Hold[] => outlooks.flatMap((one) => one.holds)

/** Those that are a matter of rules go with other rules. */
const lifted_by_rules: { readonly [reason: string]: true } = {
  ...{ stopped: true, administration_paused: true, administration_reminding_paused: true },
  ...{ administration_status: true, calendar: true },
}

for (const [
  reason,
  { debtor = free, rules: own = rules, today: on = today, until, lifted = free, lifted_rules },
] of Object.entries(cases)) {
  test(`${reason} holds a step, says until when, and goes with its cause`, () => {
    const decision = decide(debtor, own, on)
    const found = holdsOf(decision).find((one) => one.reason === reason)
    assert.ok(found, JSON.stringify(decision.outlooks))
    assert.equal(found.until, until)
    const [first] = decision.outlooks.filter(({ step }) => step !== null)
    assert.ok(first && (first.day === null || first.day > on), 'nothing is done today')
    assert.deepEqual(
      decision.letters.filter(({ approval }) => approval !== 'needed'),
      [],
    )
    if (until === null) assert.equal(first.day, null)
    const after = decide(lifted, lifted_rules ?? (own === rules || reason in lifted_by_rules ? rules : own), on)
    if (reason !== 'law_term_running') assert.ok(!holdsOf(after).some((one) => one.reason === reason), 'it is lifted')
  })
}

test('a hold with an end is over on the day after it', () => {
  const debtor = debtorHeld('debtor_paused', '2026-10-20')
  assert.equal(decide(debtor, rules, today).outlooks[0]?.day, '2026-10-21')
  const after = decide(debtor, rules, '2026-10-21')
  assert.deepEqual([holdsOf(after), after.letters.length], [[], 1])
})

test('the term of a letter of the law is over on the day after its last free day', () => {
  const { debtor = free, rules: own = rules } = cases.law_term_running
  const after = decide(debtor, own, '2026-10-15')
  assert.deepEqual(
    after.acts.map(({ act }) => act),
    ['mark_collectable'],
  )
  const [hold] = holdsOf(decide(debtor, own, today))
  assert.deepEqual([hold?.reason, hold?.rule], ['law_term_running', 'nl.14_days'])
})

test('all reasons are given, not only the first', () => {
  const debtor = aDebtor(
    [anInvoice({ open_amount: 100n, held: [held('dispute', { id: '7' }), held('task', { id: '8' })] })],
    {
      held: [held('debtor_paused', { day: '2026-10-30' })],
    },
  )
  const own = someRules({ administration: { status: 'inactive', held: [held('administration_paused')] } })
  const [outlook] = decide(debtor, own, today).outlooks
  assert.deepEqual(
    outlook?.holds.map(({ reason }) => reason),
    ['administration_status', 'administration_paused', 'debtor_paused', 'dispute', 'task', 'below_minimum'],
  )
  assert.equal(outlook?.holds.find(({ reason }) => reason === 'task')?.id, '8')
})

test('what stops reminders alone lets the invoice be sent', () => {
  const unsent = { sent_on: null, invoice_date: today, due_date: '2026-11-08' } as const
  for (const reason of hold_reasons.filter(
    (one) => holdEntry(one).from === 'people' && holdEntry(one).stops === 'reminding',
  )) {
    const debtor = aDebtor([anInvoice({ ...unsent, held: [held(reason, { day: '2026-10-08' })] })])
    assert.deepEqual(
      decide(debtor, rules, today).letters.map(({ step }) => step),
      ['invoice'],
      reason,
    )
  }
  const paused = aDebtor([anInvoice(unsent)], { held: [held('debtor_paused')] })
  assert.deepEqual(decide(paused, rules, today).letters, [])
})

test('what holds an invoice of a case holds the case, and a case needs every document for the bailiff', () => {
  const steps = [done('summons', '2026-09-01'), done('notice_of_default', '2026-09-10')]
  const of = (own: object) =>
    aDebtor([anInvoice({ credit_case_id: '9', ...own })], { cases: [aCase({ started_on: '2026-09-01', steps })] })
  const reasons = (debtor: DebtorFacts) =>
    decide(debtor, rules, today)
      .outlooks.find(({ family }) => family === 'credit_cases')
      ?.holds.map(({ reason }) => reason)
  assert.deepEqual(reasons(of({})), ['approval'])
  assert.deepEqual(reasons(of({ has_document: false })), ['document_missing', 'approval'])
  assert.deepEqual(reasons(of({ held: [held('dispute')] })), ['dispute', 'approval'])
})

test('holds that the interface shows are those that it knows', () => {
  const blocking = hold_reasons.filter((one) => holdEntry(one).blocks)
  assert.deepEqual(blocking, [
    ...['debtor_paused', 'interface', 'task', 'payment_plan_active', 'ignored', 'not_sent', 'below_minimum'],
    ...['payment_expected', 'undeliverable'],
  ])
})

test('a hold that always ends has an end here, and one that never does has none', () => {
  for (const [reason, { until }] of Object.entries(cases)) {
    const { ends } = holds[reason as keyof typeof cases] // The cases are named by their reasons.
    if (ends === 'always') assert.notEqual(until, null, reason)
    if (ends === 'never') assert.equal(until, null, reason)
  }
})
