import assert from 'node:assert/strict'
import { test } from 'node:test'
import { no_costs } from './costs.ts'
import { type Decision, decideInvoice, type InvoiceRequest, type Members, type StoredInvoice } from './invoice.ts'
import { eventsOf } from './invoice_events.ts'
import type { WantedPayment } from './payments.ts'

const today = '2026-11-14'
const members: Members = {
  debtor_id: '7',
  invoice_identifier: 'key',
  order_number: null,
  peppol_identifier: null,
  category: null,
  description: null,
  currency_code: 'EUR',
  payment_method: 'unknown',
  invoice_date: '2026-10-01',
  due_date: '2026-10-31',
  sent_at: null,
  contact_id: null,
  payment_condition: null,
  payment_term: null,
}
const balance = { total: 10_000n, open: 10_000n, book_total: 10_000n, book_open: 10_000n }
const unsent: StoredInvoice = {
  members,
  balance,
  costs: no_costs,
  overpaid: 0n,
  costs_paid: 0n,
  payment_date: null,
  payments: [],
  lines: [],
  bound: null,
}
const sent: StoredInvoice = { ...unsent, members: { ...members, sent_at: '2026-10-01 08:00:00+00' } }
const payment = (origin_identifier: string, amount: bigint, overrides: Partial<WantedPayment> = {}): WantedPayment => ({
  origin_identifier,
  amount,
  cost_type: 'principal',
  transaction_type: 'payment',
  book_amount: null,
  payment_date: '2026-10-20',
  ...overrides,
})

function decide(stored: StoredInvoice | null, wish: Partial<InvoiceRequest>): Decision {
  const outcome = decideInvoice(stored, { members: {}, balance: {}, ...wish }, today)
  if ('problems' in outcome) throw new Error(outcome.problems.join(', '))
  return outcome.decision
}
function problemsOf(stored: StoredInvoice | null, wish: Partial<InvoiceRequest>): string {
  const outcome = decideInvoice(stored, { members: {}, balance: {}, ...wish }, today)
  return 'problems' in outcome ? outcome.problems.join(', ') : ''
}

test('an open amount is part of its total, in both currencies', () => {
  const cases: [Partial<InvoiceRequest['balance']>, RegExp | null][] = [
    [{ open: 10_000n, book_open: 10_000n }, null],
    [{ open: 10_001n, book_open: 10_000n }, /^amount_open: must not be larger than amount_total$/],
    [{ open: -1n }, null],
    [{ open: 1n, book_open: -1n }, /^book_amount_open: must have the sign of book_amount_total$/],
    [{ open: 5_000n, book_open: 10_001n }, /^book_amount_open: must not be larger/],
    [{ open: 0n, book_open: 1n }, /^book_amount_open: must be 0.00 when amount_open is$/],
    [{ total: -10_000n, book_total: -10_000n, open: 5n, book_open: -5n }, null],
    [{ total: -10_000n, book_total: -10_000n, open: -5n, book_open: -5n }, null],
    [{ total: 0n, book_total: 0n, open: 0n, book_open: 0n }, null],
    [{ total: 0n, book_total: 0n, open: 1n, book_open: 0n }, /sign/],
    [{ total: 100_000_000_000_001n }, /amount_total: is too large/],
  ]
  for (const [amounts, problem] of cases) {
    const found_problems = problemsOf(null, { members, balance: { ...balance, ...amounts } })
    if (problem === null) assert.equal(found_problems, '')
    else assert.match(found_problems, problem)
  }
})

test('what was paid of an invoice before it came here was paid in time, and not before its day', () => {
  const half = { ...balance, open: 5_000n, book_open: 5_000n }
  const cases: [invoice_date: string, due_date: string, paid_on: string][] = [
    ['2026-10-01', '2026-10-31', '2026-10-31'],
    ['2026-11-01', '2026-11-30', today],
    ['2026-11-20', '2026-12-20', '2026-11-20'],
    ['2026-10-01', '2026-09-01', '2026-10-01'],
  ]
  for (const [invoice_date, due_date, paid_on] of cases) {
    const { payments } = decide(null, { members: { ...members, invoice_date, due_date }, balance: half })
    assert.deepEqual(
      payments.added.map(({ amount, payment_date }) => [amount, payment_date]),
      [[5_000n, paid_on]],
      `${invoice_date} ${due_date}`,
    )
  }
  const all = decide(null, { members, balance: { ...balance, open: 0n, book_open: 0n } })
  assert.equal(all.payment_date, '2026-10-31')
  assert.equal(decide(unsent, { balance: { open: 0n } }).payment_date, today, 'what comes in later comes in that day')
})

test('payments must add up to what is not open; without an open amount they determine it', () => {
  const half = [payment('a', 5_000n)]
  assert.match(
    problemsOf(unsent, { balance: { open: 4_000n }, payments: half }),
    /payments: add up to 50.00, but total and open amount differ by 60.00/,
  )
  assert.deepEqual(decide(unsent, { balance: { open: 5_000n }, payments: half }).balance.book_open, 5_000n)
  assert.deepEqual(decide(unsent, { payments: half }).balance, { ...balance, open: 5_000n, book_open: 5_000n })
  // Costs are no part of the total.
  const costs = payment('c', -1_500n, { cost_type: 'administration_costs', transaction_type: null })
  const charged = decide(unsent, { payments: [...half, costs] })
  assert.deepEqual(charged.costs.administration_costs, { total: 1_500n, open: 1_500n })
  assert.match(
    problemsOf(unsent, { payments: [payment('c', 1n, { cost_type: 'interest_costs' })] }),
    /more interest_costs would be settled than are open/,
  )
})

test('what is paid beyond the total settles open costs, once', () => {
  const costs = {
    ...no_costs,
    interest_costs: { total: 500n, open: 500n },
    debt_collection_costs: { total: 4_000n, open: 4_000n },
  }
  const charged: StoredInvoice = { ...sent, costs }
  const paid = decide(charged, { balance: { open: -4_200n, book_open: -4_200n } })
  assert.deepEqual([paid.balance.open, paid.balance.book_open, paid.overpaid], [0n, 0n, 4_200n])
  assert.deepEqual([paid.costs.debt_collection_costs.open, paid.costs.interest_costs.open], [0n, 300n])
  assert.deepEqual(
    paid.payments.added.map(({ cost_type, amount, reason }) => [cost_type, amount, reason]),
    [
      ['principal', 10_000n, null],
      ['debt_collection_costs', 4_000n, 'overpaid'],
      ['interest_costs', 200n, 'overpaid'],
    ],
  )
  assert.match(paid.warnings.join(), /^amount_open: 42.00 more was paid/)
  const { costs: left, overpaid } = paid
  const after: StoredInvoice = { ...charged, balance: paid.balance, costs: left, overpaid, costs_paid: 4_200n }
  assert.deepEqual(decide(after, { balance: { open: -4_200n } }).payments.added, [], 'the same again')
  const more = decide(after, { balance: { open: -4_600n } })
  assert.deepEqual(more.costs.interest_costs.open, 0n, 'as far as there is something to settle')
  assert.equal(decide(after, {}).overpaid, 4_200n, 'nothing was said of it')
  assert.equal(decide(after, { balance: { open: 0n } }).overpaid, 0n)
  const again = decide({ ...after, overpaid: 0n }, { balance: { open: -4_300n } })
  assert.deepEqual(again.costs.interest_costs.open, 200n, 'taken back and said again, it settles what is new of it')
})

test('a list of payments beyond the total counts up to it', () => {
  const list = [payment('a', 6_000n), payment('b', 6_000n)]
  const { balance: is, payments, overpaid } = decide(unsent, { payments: list })
  assert.deepEqual([is.open, overpaid], [0n, 2_000n])
  assert.deepEqual(
    payments.added.map(({ origin_identifier, amount }) => [origin_identifier, amount]),
    [
      ['a', 6_000n],
      ['b', 4_000n],
    ],
  )
})

test('payments that were rounded up, each by less than a cent, leave nothing below zero in the other currency', () => {
  const small = { total: 10n, open: 10n, book_total: 5n, book_open: 5n }
  const list = Array.from({ length: 6 }, (_, place) => payment(`p${place}`, 1n))
  const { balance: is, payments } = decide({ ...sent, balance: small }, { payments: list })
  assert.deepEqual([is.open, is.book_open], [4n, 0n])
  assert.deepEqual(
    payments.added.map(({ book_amount }) => book_amount),
    [1n, 1n, 1n, 1n, 1n, 0n],
  )
  const given = list.map((one) => ({ ...one, book_amount: 2n }))
  assert.match(problemsOf({ ...sent, balance: small }, { payments: given }), /book_amount_open: must have the sign/)
})

test('while an invoice is unsent everything may change; afterwards only what does not change the claim', () => {
  const change = {
    members: {
      debtor_id: '8',
      invoice_date: '2026-10-02',
      due_date: '2026-11-30',
      order_number: 'SO-1',
      payment_condition: 'N30',
      category: 'wholesale',
      description: 'Goods',
      sent_at: '2026-10-05T00:00:00Z',
    },
    balance: { total: 12_000n, open: 12_000n, book_total: 12_000n, book_open: 12_000n },
  }
  const changed = decide(unsent, change)
  assert.deepEqual(changed.members, { ...members, ...change.members })
  assert.deepEqual(changed.balance, change.balance)
  assert.deepEqual(changed.warnings, [])

  const fixed = decide(sent, { ...change, balance: { total: 12_000n, open: 4_000n } })
  assert.deepEqual(fixed.members, { ...sent.members, category: 'wholesale', description: 'Goods' })
  // 80.00 of the 120.00 that were sent is paid, so it is of the 100.00 that count.
  assert.deepEqual(fixed.balance, { ...balance, open: 2_000n, book_open: 2_000n })
  assert.deepEqual(
    fixed.warnings.map((one) => one.split(':')[0]),
    ['debtor_number', 'invoice_date', 'due_date', 'order_number', 'payment_condition', 'sent_at', 'amount_total'],
  )
  assert.deepEqual(decide(sent, { members: { ...members, sent_at: '2026-10-01T10:00:00+02:00' } }).warnings, [])
})

test('lines are replaced while unsent, and say so when they do not make the total', () => {
  const line = {
    line_order: 1,
    description: 'Delivery',
    product_unit: 'piece',
    product_quantity: '1',
    product_price: '100',
    vat_rate_code: 'Z',
    vat_percentage: '0',
    vat_amount: '0.00',
    total_excl_tax_amount: '100.00',
    total_incl_tax_amount: '100.00',
  }
  assert.deepEqual(decide(unsent, { lines: [line] }).lines, [line])
  assert.equal(decide({ ...unsent, lines: [line] }, { lines: [line] }).lines, null)
  assert.deepEqual(decide({ ...unsent, lines: [line] }, { lines: [] }).lines, [])
  assert.equal(decide(sent, { lines: [line] }).lines, null)
  assert.match(decide(sent, { lines: [line] }).warnings.join(), /^invoice_lines: stays/)
  const short = { ...line, total_excl_tax_amount: '90.00', total_incl_tax_amount: '90.00' }
  assert.match(decide(unsent, { lines: [short] }).warnings.join(), /add up to 90.00, and the total .* is 100.00/)
})

test('what is open moves with the total, and follows the rate into the other currency', () => {
  const dollars = { total: 10_000n, open: 6_000n, book_total: 9_200n, book_open: 5_520n }
  const foreign = { ...unsent, balance: dollars }
  const cases: [Partial<InvoiceRequest['balance']>, Partial<typeof dollars>][] = [
    [{}, {}],
    [{ open: 3_000n }, { open: 3_000n, book_open: 2_760n }],
    [{ open: 0n }, { open: 0n, book_open: 0n }],
    [{ total: 20_000n }, { total: 20_000n, open: 16_000n, book_total: 18_400n, book_open: 14_720n }],
    [{ book_open: 5_500n }, { book_open: 5_500n }],
  ]
  for (const [change, becomes] of cases) {
    assert.deepEqual(decide(foreign, { balance: change }).balance, { ...dollars, ...becomes })
  }
})

test('an invoice that is paid has the day of its last payment, and loses it when it is open again', () => {
  const paid = decide(unsent, {
    payments: [payment('a', 4_000n), payment('b', 6_000n, { payment_date: '2026-10-25' })],
  })
  assert.equal(paid.payment_date, '2026-10-25')
  assert.equal(decide(unsent, { balance: { open: 0n } }).payment_date, today)
  const nought = { total: 0n, open: 0n, book_total: 0n, book_open: 0n }
  assert.equal(decide(null, { members, balance: nought }).payment_date, members.invoice_date)
  const stored = { ...unsent, balance: { ...balance, open: 0n, book_open: 0n }, payment_date: '2026-10-25' }
  assert.equal(decide(stored, { balance: { open: 0n } }).payment_date, '2026-10-25')
  assert.equal(decide(stored, { balance: { open: 1n, book_open: 1n } }).payment_date, null)
  assert.equal(decide(stored, { balance: { book_total: 9_000n } }).payment_date, '2026-10-25', 'only the rate moved')
})

test('events say what happened, each once', () => {
  const open = { open: 5n, sent: false }
  const out = { open: 5n, sent: true }
  const paid = { open: 0n, sent: false }
  const closed = { open: 0n, sent: true }
  const none = { entered: 0, removed: 0 }
  const cases: [Parameters<typeof eventsOf>, string[]][] = [
    [[null, open, none], ['invoice_created']],
    [
      [null, closed, { entered: 1, removed: 0 }],
      ['invoice_created', 'invoice_payment_created', 'invoice_paid', 'invoice_closed'],
    ],
    [[open, open, none], []],
    [[open, out, none], []],
    [
      [out, out, { entered: 2, removed: 0 }],
      ['invoice_payment_created', 'invoice_payment_created'],
    ],
    [
      [open, paid, { entered: 1, removed: 0 }],
      ['invoice_payment_created', 'invoice_paid'],
    ],
    [
      [out, closed, { entered: 1, removed: 0 }],
      ['invoice_payment_created', 'invoice_paid', 'invoice_closed'],
    ],
    [[paid, closed, none], ['invoice_closed']],
    [[closed, closed, none], []],
    [
      [closed, out, { entered: 1, removed: 0 }],
      ['invoice_payment_created', 'invoice_reopened'],
    ],
    [
      [paid, open, { entered: 0, removed: 1 }],
      ['invoice_payment_created', 'invoice_reopened'],
    ],
    [[open, open, { entered: 0, removed: 2 }], ['invoice_payment_created']],
    [[open, open, { entered: 1, removed: 1 }], ['invoice_payment_created']],
    [[open, { open: 6n, sent: false }, none], ['invoice_payment_created']],
  ]
  for (const [given, events] of cases) assert.deepEqual(eventsOf(...given), events)
})

test('the total of a sent invoice stays, and what was sent as paid of another total is paid of it', () => {
  const correction = (total: bigint, open: bigint, overrides: Partial<InvoiceRequest> = {}) =>
    decide(sent, { balance: { total, open, book_total: total, book_open: open }, ...overrides })
  // Whether it shall be less or more: nothing came in, so nothing is booked.
  for (const total of [8_000n, 12_000n]) {
    const { balance: kept, payments, warnings } = correction(total, total)
    assert.deepEqual(kept, balance)
    assert.deepEqual(payments.added, [])
    assert.deepEqual(warnings.sort(), [
      'amount_total: stays as it is, because the invoice has been sent',
      'book_amount_total: stays as it is, because the invoice has been sent',
    ])
  }
  const paid = correction(8_000n, 0n)
  assert.deepEqual([paid.balance.open, paid.balance.book_open, paid.payment_date], [2_000n, 2_000n, null])
  assert.deepEqual(
    paid.payments.added.map(({ amount }) => amount),
    [8_000n],
  )
  const listed = correction(8_000n, 5_000n, { payments: [payment('a', 3_000n)] })
  assert.equal(listed.balance.open, 7_000n)
  // More than all of it is all of it, unless payments are listed one by one.
  assert.equal(correction(12_000n, 0n).balance.open, 0n)
  const more = { total: 12_000n, open: 0n, book_total: 12_000n, book_open: 0n }
  assert.equal(
    problemsOf(sent, { balance: more, payments: [payment('a', 12_000n)] }),
    'payments: add up to 120.00, but total and open amount differ by 100.00, ' +
      'amount_total: stays as it is, because the invoice has been sent',
  )
  assert.match(problemsOf(sent, { balance: { total: 8_000n, open: 9_000n } }), /^amount_open: must not be larger/)
})
