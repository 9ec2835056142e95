import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookCosts, no_costs } from './costs.ts'
import {
  balancingPayment,
  inverse,
  isCharge,
  type Movement,
  paidSince,
  readList,
  replacePayments,
  type StoredPayment,
  type WantedPayment,
} from './payments.ts'

const today = '2026-11-14'
let ids = 0
const stored = (overrides: Partial<StoredPayment>): StoredPayment => ({
  id: String(++ids),
  origin_identifier: null,
  cost_type: 'principal',
  transaction_type: 'payment',
  amount: 5_000n,
  book_amount: overrides.amount ?? 5_000n,
  payment_date: '2026-11-01',
  description: null,
  payment_method: null,
  reversal_code: null,
  reverses_payment_id: null,
  linked: false,
  correction: 0,
  ...overrides,
})
const wanted = (origin_identifier: string, overrides: Partial<WantedPayment> = {}): WantedPayment => ({
  origin_identifier,
  cost_type: 'principal',
  transaction_type: 'payment',
  amount: 5_000n,
  book_amount: null,
  payment_date: null,
  ...overrides,
})
const totals = { total: 10_000n, book_total: 10_000n }
function replace(before: StoredPayment[], list: WantedPayment[], book_paid?: bigint, of = totals) {
  const read = readList(before, list, of)
  const changes = replacePayments(before, read, { book_paid: book_paid ?? read.book_paid, today })
  return {
    ...changes,
    added: changes.added.map((one) => [one.origin_identifier, one.transaction_type, one.amount, one.book_amount]),
    corrected: changes.corrected.map(({ before, after }) => [before.id, after.transaction_type, after.amount]),
    removed: changes.removed.map((one) => one.id),
  }
}
const nothing = { added: [], corrected: [], removed: [], described: [], problems: [] }

test('one payment balances what became different', () => {
  const was = { total: 10_000n, open: 10_000n, book_total: 9_000n, book_open: 9_000n }
  const cases = [
    [{}, []],
    [{ open: 4_000n, book_open: 3_600n }, [['payment', 6_000n, 5_400n]]],
    [{ book_open: 8_900n }, [['revaluation', 0n, 100n]]],
    [{ total: 12_000n, book_total: 10_800n }, [['payment', 2_000n, 1_800n]]],
    [{ total: 12_000n, open: 12_000n, book_total: 10_800n, book_open: 10_800n }, []],
  ] as const
  for (const [shall, moves] of cases) {
    const made = balancingPayment(was, { ...was, ...shall }, today)
    assert.deepEqual(
      made.map((one) => [one.transaction_type, one.amount, one.book_amount]),
      moves,
    )
  }
  const paid = { ...was, open: 0n, book_open: 0n }
  assert.equal(balancingPayment(paid, was, today)[0]?.transaction_type, 'reversal')
  const note = { total: -5_000n, open: -5_000n, book_total: -5_000n, book_open: -5_000n }
  const [settled] = balancingPayment(note, { ...note, open: 0n, book_open: 0n }, today)
  assert.deepEqual([settled?.transaction_type, settled?.amount], ['settlement', -5_000n])
})

test('a full list adds what is new, keeps what is there and removes what it does not name', () => {
  const a = stored({ origin_identifier: 'a' })
  const b = stored({ origin_identifier: 'b' })
  assert.deepEqual(replace([a, b], [wanted('a'), wanted('b')]), nothing)
  assert.deepEqual(replace([a], [wanted('a'), wanted('c')]).added, [['c', 'payment', 5_000n, 5_000n]])
  assert.deepEqual(replace([a, b], [wanted('a')]).removed, [b.id])
  assert.deepEqual(replace([a, b], []).removed, [a.id, b.id])
})

test('a payment that the list names stays the same payment, whatever of it changed', () => {
  const a = stored({ origin_identifier: 'a', description: 'Old' })
  for (const change of [
    { amount: 4_000n },
    { book_amount: 4_900n },
    { transaction_type: 'credit' },
    { payment_date: '2026-11-02' },
  ] as const) {
    const changes = replacePayments([a], readList([a], [wanted('a', change)], totals), {
      book_paid: 'book_amount' in change ? 4_900n : 'amount' in change ? 4_000n : 5_000n,
      today,
    })
    const [correction] = changes.corrected
    assert.equal(correction?.before, a)
    const { amount, payment_date, description } = correction.after
    const day = 'payment_date' in change ? change.payment_date : a.payment_date
    assert.deepEqual([amount, payment_date, description], ['amount' in change ? 4_000n : 5_000n, day, 'Old'])
    assert.deepEqual([changes.added, changes.removed, changes.described], [[], [], []])
  }
  assert.deepEqual(replace([a], [wanted('a', { description: 'New' })]), {
    ...nothing,
    described: [{ id: a.id, description: 'New', payment_method: null, reversal_code: null }],
  })
  assert.deepEqual(replace([a], [wanted('a', { description: 'Old' })]), nothing)
})

test('what the service entered for a difference gives way to the list; its costs do not', () => {
  const balancing = stored({})
  const costs = stored({ cost_type: 'administration_costs', amount: -1_500n })
  assert.deepEqual(replace([balancing, costs], [wanted('a')]), {
    ...nothing,
    added: [['a', 'payment', 5_000n, 5_000n]],
    removed: [balancing.id],
  })
})

test('money at a bank, and what was undone before, is undone by an opposite payment', () => {
  const linked = stored({ linked: true })
  assert.deepEqual(replace([linked], [wanted('a')]).added, [
    ['a', 'payment', 5_000n, 5_000n],
    [null, 'reversal', -5_000n, -5_000n],
  ])
  const undone = stored({ transaction_type: 'reversal', amount: -5_000n, reverses_payment_id: linked.id })
  const a = stored({ origin_identifier: 'a' })
  assert.deepEqual(replace([linked, undone, a], [wanted('a')]), nothing)

  const b = stored({ origin_identifier: 'b' })
  const taken_back = stored({ transaction_type: 'reversal', amount: -5_000n, reverses_payment_id: b.id })
  // The list still has it, so it holds again; the list does not, so all stays.
  assert.deepEqual(replace([b, taken_back], [wanted('b')]).added, [[null, 'reversal', 5_000n, 5_000n]])
  assert.deepEqual(replace([b, taken_back], []), nothing)
  assert.match(replace([b, taken_back], [wanted('b', { amount: 4_000n })]).problems.join(), /b was undone/)
})

test('what the other currency comes to is entered beside the payments, once', () => {
  const of = { total: 10_000n, book_total: 9_333n }
  // By the rate alone three thirds would leave a cent; the last of them takes it.
  const thirds = ['a', 'b', 'c'].map((key, place) => wanted(key, { amount: place === 2 ? 3_334n : 3_333n }))
  const rounded = replace([], thirds, 9_333n, of)
  assert.equal(
    rounded.added.reduce((sum, [, , , book]) => sum + (book as bigint), 0n),
    9_333n,
  )
  const one_payment = [wanted('a', { amount: 10_000n, book_amount: 9_400n })]
  // A correction takes the cent as well as a new payment does.
  const third = stored({ origin_identifier: 'c', amount: 3_000n, book_amount: 2_800n })
  const again = readList([third], thirds, of)
  const { corrected } = replacePayments([third], again, { book_paid: 9_333n, today })
  assert.deepEqual(
    corrected.map(({ after }) => after.book_amount),
    [3_111n],
  )
  assert.deepEqual(replace([], one_payment, 9_333n, of).added, [
    ['a', 'payment', 10_000n, 9_400n],
    [null, 'revaluation', 0n, -67n],
  ])
  const a = stored({ origin_identifier: 'a', amount: 10_000n, book_amount: 9_400n })
  const gain = stored({ transaction_type: 'revaluation', amount: 0n, book_amount: -67n })
  assert.deepEqual(replace([a, gain], one_payment, 9_333n, of), nothing)
})

test('a negative amount of costs charges them, unless it takes something back', () => {
  const costs = { cost_type: 'interest_costs', payment_date: today, book_amount: 0n } as const
  assert.equal(isCharge({ ...costs, transaction_type: null, amount: -1n }), true)
  assert.equal(isCharge({ ...costs, transaction_type: 'reversal', amount: -1n }), false)
  assert.equal(isCharge({ ...costs, transaction_type: 'payment', amount: 1n }), false)
  assert.equal(isCharge({ ...costs, cost_type: 'principal', transaction_type: null, amount: -1n }), false)
})

test('a charge that is undone counts no more, and one that is made anew counts again', () => {
  const charge = stored({ cost_type: 'interest_costs', transaction_type: null, amount: -300n, book_amount: -300n })
  const undone = inverse(charge, today)
  const again = inverse({ ...stored({}), ...undone, id: 'u' }, today, charge)
  const totalOf = (...added: Movement[]) => bookCosts(no_costs, { added, removed: [] }).interest_costs
  assert.deepEqual(totalOf(charge), { total: 300n, open: 300n })
  assert.deepEqual(totalOf(charge, undone), { total: 0n, open: 0n })
  assert.deepEqual(totalOf(charge, undone, again), { total: 300n, open: 300n })
  const paid = stored({ cost_type: 'interest_costs', amount: 100n, book_amount: 100n })
  const back = inverse(paid, today)
  assert.deepEqual(totalOf(charge, paid, back), { total: 300n, open: 300n })
  assert.deepEqual(totalOf(charge, paid, back, inverse({ ...paid, ...back, id: 'b' }, today, paid)), {
    ...{ total: 300n, open: 200n },
  })
})

test('an invoice is paid on the day of the last payment that holds', () => {
  const first = stored({ payment_date: '2026-10-01' })
  const last = stored({ payment_date: '2026-10-09' })
  const none = { added: [], removed: [] }
  assert.equal(paidSince(10_000n, [first, last], none), '2026-10-09')
  assert.equal(paidSince(10_000n, [first, last], { added: [], removed: [last] }), '2026-10-01')
  const undone = stored({ reverses_payment_id: last.id, payment_date: '2026-10-20', amount: -5_000n })
  assert.equal(paidSince(10_000n, [first, last, undone], none), '2026-10-01')
  const redone = stored({ reverses_payment_id: undone.id, payment_date: '2026-10-25' })
  assert.equal(paidSince(10_000n, [first, last, undone, redone], none), '2026-10-09')
  assert.equal(paidSince(10_000n, [], none), null)
  const back = stored({ transaction_type: 'reversal', amount: -5_000n, payment_date: '2026-10-20' })
  assert.equal(paidSince(10_000n, [first, last, back, stored({ payment_date: '2026-10-25' })], none), '2026-10-25')
  assert.equal(paidSince(5_000n, [first, last], none), '2026-10-01', 'of a total that is lower by now')
  assert.equal(paidSince(5_000n, [first, last], { added: [{ ...back, reason: null }], removed: [] }), '2026-10-01')
  assert.equal(paidSince(-5_000n, [back], none), '2026-10-20')
})
