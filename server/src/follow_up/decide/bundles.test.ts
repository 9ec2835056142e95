import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDebtor, aFlow, anInvoice, done, held, reachable, rulesWith, someRules } from '../../../test/given_facts.ts'
import type { Day } from '../../domain/days.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import type { DebtorFacts, InvoiceFacts } from './facts.ts'
import { perform } from './perform.ts'

const today: Day = '2026-10-08'
const rules = someRules()

/** An invoice that is due for its first reminder since a day. */
const dueSince = (id: string, day: Day, own: Partial<InvoiceFacts> = {}): InvoiceFacts =>
  anInvoice({ id, moved: { step: 'reminder_1', day }, ...own })

const consumer = (invoices: readonly InvoiceFacts[]): DebtorFacts => aDebtor(invoices, { is_company: false })

const letters = (decision: Decision): string[] =>
  decision.letters.map(({ step, items, legal }) => {
    const performed = items
      .filter(({ performs }) => performs !== null)
      .map(({ invoice_id, performs }) => `${invoice_id} ${performs}`)
    const named = items.filter(({ performs }) => performs === null).map(({ invoice_id }) => invoice_id)
    return `${legal ? 'legal ' : ''}${step}: ${performed.join(', ')}${named.length > 0 ? `; names ${named.join(', ')}` : ''}`
  })

const held_by = (decision: Decision, id: string) =>
  decision.outlooks.find((one) => one.id === id)?.holds.map(({ reason, until }) => [reason, until])

test('steps that are due today go into one letter, led by the highest step, the oldest invoice, the lowest id', () => {
  const second = dueSince('3', today, {
    steps: [done('reminder_1', '2026-09-20')],
    moved: { step: 'reminder_2', day: today },
  })
  const older = dueSince('12', today, { due_date: '2026-09-20' })
  const decision = decide(aDebtor([dueSince('2', today), second, older, dueSince('10', today)]), rules, today)
  assert.deepEqual(letters(decision), ['reminder_2: 3 reminder_2, 12 reminder_1, 2 reminder_1, 10 reminder_1'])
  assert.equal(decision.letters[0]?.amount, 200_000n)
})

test('no step is performed early; what is overdue too is named only', () => {
  const soon = dueSince('2', '2026-10-12', { open_amount: 7_500n })
  const not_overdue = anInvoice({ id: '3', due_date: '2026-10-20' })
  const unsent = anInvoice({ id: '4', sent_on: null, lifted: ['not_sent'], has_document: false })
  const paused = dueSince('5', '2026-10-12', { held: [held('invoice_paused')] })
  const decision = decide(aDebtor([anInvoice(), soon, not_overdue, unsent, paused]), rules, today)
  assert.deepEqual(letters(decision), ['reminder_1: 1 reminder_1; names 2'])
  assert.equal(decision.letters[0]?.amount, 57_500n)
  const after = perform(aDebtor([anInvoice(), soon]), decision, today)
  assert.deepEqual(
    after.invoices.map(({ steps }) => steps.map(({ step }) => step)),
    [['reminder_1'], []],
    'to be named is no step',
  )
})

test('an invoice that went through all steps is still named: the reminder beyond the last', () => {
  const flow = aFlow([{ step: 'reminder_1', day: 7 }], { end: 'none' })
  const over = anInvoice({ id: '2', due_date: '2026-09-01', steps: [done('reminder_1', '2026-09-10')] })
  assert.deepEqual(letters(decide(aDebtor([anInvoice(), over]), rulesWith(flow), today)), [
    'reminder_1: 1 reminder_1; names 2',
  ])
})

test('an invoice that went through all steps is not named while something holds it: its letter would be withdrawn', () => {
  const flow = aFlow([{ step: 'reminder_1', day: 7 }], { end: 'none' })
  const over = { id: '2', due_date: '2026-09-01', steps: [done('reminder_1', '2026-09-10')] } as const
  for (const reason of ['invoice_paused', 'promise', 'dispute', 'payment_plan_active', 'books_refused'] as const) {
    const both = aDebtor([anInvoice(), anInvoice({ ...over, held: [held(reason)] })])
    assert.deepEqual(letters(decide(both, rulesWith(flow), today)), ['reminder_1: 1 reminder_1'], reason)
  }
})

test('other recipients, languages and currencies get letters of their own, one in seven days', () => {
  const invoices = [
    dueSince('1', '2026-10-07'),
    dueSince('2', '2026-10-06', { currency_code: 'USD' }),
    dueSince('3', '2026-10-05', { recipient: { ...reachable, key: 'contact 7' } }),
    dueSince('4', '2026-10-08', { recipient: { ...reachable, language_code: 'fr' } }),
  ]
  const decision = decide(aDebtor(invoices), rules, today)
  assert.deepEqual(letters(decision), ['reminder_1: 3 reminder_1'], 'the longest-waiting goes first')
  for (const id of ['1', '2', '4']) assert.deepEqual(held_by(decision, id), [['bundle_interval', '2026-10-14']], id)
  const next = decide(perform(aDebtor(invoices), decision, today), rules, '2026-10-15')
  assert.deepEqual(letters(next), ['reminder_1: 2 reminder_1'])
})

test('a letter of the law never mixes with an ordinary one, goes first when both waited alike, and gives two weeks of rest', () => {
  const final = dueSince('7', today, {
    steps: [done('reminder_1', '2026-09-01'), done('reminder_2', '2026-09-08'), done('reminder_3', '2026-09-15')],
    moved: { step: 'final_reminder', day: today },
  })
  const debtor = consumer([dueSince('1', today), final])
  const decision = decide(debtor, rules, today)
  assert.deepEqual(letters(decision), ['legal final_reminder: 7 final_reminder'])
  assert.deepEqual(held_by(decision, '1'), [['bundle_interval', '2026-10-21']])
  const earlier = decide(consumer([dueSince('1', '2026-10-07'), final]), rules, today)
  assert.deepEqual(
    letters(earlier),
    ['reminder_1: 1 reminder_1'],
    'the longest-waiting goes first, and does not name the other',
  )
  assert.deepEqual(held_by(earlier, '7'), [['bundle_interval', '2026-10-14']])
})

test('Dutch consumers get one letter of fourteen days for all claims of the moment', () => {
  const final = (id: string) =>
    dueSince(id, today, { steps: [done('reminder_3', '2026-09-15')], moved: { step: 'final_reminder', day: today } })
  const decision = decide(consumer([final('1'), final('2'), dueSince('3', '2026-10-20')]), rules, today)
  assert.deepEqual(letters(decision), ['legal final_reminder: 1 final_reminder, 2 final_reminder'])
  assert.deepEqual([decision.letters[0]?.term_days, decision.letters[0]?.term_rule], [14, 'nl.14_days'])
})

test('what is too little alone is asked for in a letter of enough', () => {
  const small = dueSince('1', today, { open_amount: 300n })
  assert.deepEqual(letters(decide(aDebtor([small]), rules, today)), [])
  assert.deepEqual(letters(decide(aDebtor([small, dueSince('2', today, { open_amount: 199n })]), rules, today)), [])
  const enough = decide(aDebtor([small, dueSince('2', today, { open_amount: 200n })]), rules, today)
  assert.deepEqual(letters(enough), ['reminder_1: 1 reminder_1, 2 reminder_1'])
  assert.deepEqual(held_by(enough, '1'), [])
  const later = decide(aDebtor([small, dueSince('2', '2026-10-09', { open_amount: 200n })]), rules, today)
  assert.deepEqual([letters(later), later.look_on], [[], '2026-10-09'], 'it is looked at when the other is due')
})

test('what is too little alone becomes collectable with others of its currency, and not by itself', () => {
  const last = (id: string, open_amount: bigint, currency_code = 'EUR') =>
    anInvoice({ id, open_amount, currency_code, steps: [done('final_reminder', '2026-09-01')] })
  const marked = (invoices: readonly InvoiceFacts[]) => decide(aDebtor(invoices), rules, today).acts.length
  assert.deepEqual([marked([last('1', 300n)]), marked([last('1', 300n), last('2', 200n)])], [0, 2])
  assert.equal(marked([last('1', 300n), last('2', 200n, 'USD')]), 0)
})

test('one member that needs approval: all wait, and nothing overtakes them', () => {
  const flow = aFlow([
    { step: 'reminder_1', day: 7, from: 'due_date' },
    { step: 'reminder_2', day: 7, approval: true },
  ])
  const second = dueSince('2', '2026-10-01', {
    steps: [done('reminder_1', '2026-09-20')],
    moved: { step: 'reminder_2', day: '2026-10-01' },
  })
  const other = dueSince('3', today, { currency_code: 'USD' })
  const asking = rulesWith(flow)
  const decision = decide(aDebtor([dueSince('1', today), second, other]), asking, today)
  assert.deepEqual(
    [letters(decision), decision.letters[0]?.approval],
    [['reminder_2: 2 reminder_2, 1 reminder_1'], 'needed'],
  )
  assert.deepEqual(held_by(decision, '1'), [['approval', null]])
  assert.deepEqual(held_by(decision, '3'), [['bundle_interval', null]])
})

test('of a letter that was let go members may leave, and none join', () => {
  const flow = aFlow([{ step: 'reminder_1', day: 7, from: 'due_date', approval: true }])
  const approved = { step: 'reminder_1', round: 1, letter: 'a' } as const
  const joined = [
    dueSince('1', '2026-10-05', { approved }),
    dueSince('2', '2026-10-05', { approved }),
    dueSince('3', '2026-10-07'),
  ]
  const decision = decide(aDebtor(joined), rulesWith(flow), today)
  assert.deepEqual(
    [letters(decision), decision.letters[0]?.approval],
    [['reminder_1: 1 reminder_1, 2 reminder_1'], 'given'],
  )
  const paid = joined.map((one) => (one.id === '1' ? { ...one, open_amount: 0n } : one))
  assert.deepEqual(letters(decide(aDebtor(paid), rulesWith(flow), today)), ['reminder_1: 2 reminder_1'])
})

test('a flow without bundles sends each reminder alone, and one for final reminders gathers those', () => {
  const steps = [
    { step: 'reminder_1', day: 7, from: 'due_date' },
    { step: 'final_reminder', day: 7, term_days: 14 },
  ] as const
  const final = (id: string) =>
    dueSince(id, today, { steps: [done('reminder_1', '2026-09-15')], moved: { step: 'final_reminder', day: today } })
  const debtor = aDebtor([dueSince('1', today), dueSince('2', today), final('3'), final('4')])
  assert.equal(decide(debtor, rulesWith(aFlow(steps, { bundle: 'none' })), today).letters.length, 4)
  const gathered = decide(debtor, rulesWith(aFlow(steps, { bundle: 'final' })), today)
  assert.deepEqual(letters(gathered), [
    'final_reminder: 3 final_reminder, 4 final_reminder',
    'reminder_1: 1 reminder_1',
    'reminder_1: 2 reminder_1',
  ])
})

test('invoices are sent one by one, whatever else the debtor gets', () => {
  const unsent = { sent_on: null, invoice_date: today, due_date: '2026-11-08' } as const
  const decision = decide(
    aDebtor([anInvoice(), anInvoice({ id: '2', ...unsent }), anInvoice({ id: '3', ...unsent })]),
    rules,
    today,
  )
  assert.deepEqual(letters(decision), ['reminder_1: 1 reminder_1', 'invoice: 2 invoice', 'invoice: 3 invoice'])
})

test('credits are shown and never taken off', () => {
  const decision = decide(aDebtor([anInvoice(), anInvoice({ id: '2', open_amount: -10_000n })]), rules, today)
  assert.deepEqual([decision.letters[0]?.amount, decision.letters[0]?.credit], [50_000n, 10_000n])
})
