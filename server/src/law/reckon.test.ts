import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountText } from '../domain/money.ts'
import { type Claim, type ClaimedInvoice, nothing_agreed, type Reckoned } from './pack.ts'
import { packs } from './packs.ts'

const invoice = (own: Partial<ClaimedInvoice> = {}): ClaimedInvoice => ({
  ...{ id: '1', open: 100_000n, due_date: '2025-01-31', paid: [], letters: [], posted: { interest: 0n, costs: 0n } },
  ...own,
})

const claim = (own: Partial<Claim> = {}): Claim => ({
  ...{ party: 'business', currency_code: 'EUR', step: 'opening', on: '2025-06-30', payments_known_until: '2025-06-27' },
  ...{ opened_on: '2025-03-03', agreed: nothing_agreed, invoices: [invoice()] },
  ...own,
})

const setOff = ([one]: readonly Reckoned[]): string[] =>
  (one?.payments ?? []).map(({ date, booked_on, costs, interest, principal }) =>
    [date, booked_on, ...[costs, interest, principal].map(amountText)].join(' '),
  )
const open = ([one]: readonly Reckoned[]): string[] =>
  one ? [one.open.costs, one.open.interest, one.open.principal].map(amountText) : []

test('what was paid for costs and interest settles the claim like any other money', () => {
  // 1,000.00 × 11.15 % × 59/365 = 18.02 by 31 March; costs are 15 %, 150.00.
  const paid = [{ date: '2025-03-31', amount: 100_000n }] as const
  const paid_on_costs = [
    { date: '2025-03-31', amount: 15_000n, of: 'costs' },
    { date: '2025-03-31', amount: 1_802n, of: 'interest' },
  ] as const
  const reckoned = packs.nl.reckon(claim({ invoices: [invoice({ open: 0n, paid, paid_on_costs })] }))
  assert.deepEqual(setOff(reckoned), [
    '2025-03-31 principal 150.00 18.02 831.98',
    '2025-03-31 costs 0.00 0.00 150.00',
    '2025-03-31 interest 0.00 0.00 18.02',
  ])
  assert.deepEqual(open(reckoned), ['0.00', '0.00', '0.00'])
})

test('costs that stand on an invoice which was paid before they began are claimed, and paid, all the same', () => {
  const early = [{ date: '2025-02-01', amount: 100_000n }] as const
  const businesses = packs.nl.reckon(
    claim({ invoices: [invoice({ open: 0n, paid: early }), invoice({ id: '2', due_date: '2025-02-10' })] }),
  )
  // One day of interest was 0.31, which is left of the first principal: 15 % of 1,000.31 is 150.05.
  assert.deepEqual(open(businesses), ['150.05', '0.00', '0.31'])
  const letter = {
    ...({ id: 'a', step: 'final_reminder', sent_on: '2025-02-17', channel: 'mail', received_on: null } as const),
    ...{ term_days: 14, legal: true, stated: 30_000n },
  }
  const in_time = [{ date: '2025-02-20', amount: 100_000n }] as const
  const invoices = [
    invoice({ open: 0n, paid: in_time, letters: [letter] }),
    invoice({ id: '2', due_date: '2025-02-10', letters: [letter] }),
  ]
  const consumer = packs.nl.reckon(claim({ party: 'consumer', invoices }))
  assert.deepEqual(
    consumer.map((one) => [amountText(one.costs), amountText(one.open.costs)]),
    [
      ['150.00', '150.00'],
      ['0.00', '0.00'],
    ],
  )
})

test('costs and interest that are paid after the principal are not open any more', () => {
  const paid = [{ date: '2025-03-31', amount: 100_000n }] as const
  const paid_on_costs = [
    { date: '2025-04-15', amount: 15_000n, of: 'costs' },
    { date: '2025-05-02', amount: 1_802n, of: 'interest' },
  ] as const
  const reckoned = packs.nl.reckon(claim({ invoices: [invoice({ open: 0n, paid, paid_on_costs })] }))
  // Interest ended with the principal in the books.
  assert.equal(amountText(reckoned[0]?.calculation.interest ?? 0n), '18.02')
  assert.deepEqual(open(reckoned), ['0.00', '0.00', '0.00'])
})

test('costs go by what payments left of the principal, without interest that is not charged or was paid apart', () => {
  const date = '2025-02-28'
  const paid = [{ date, amount: 50_000n }] as const
  const costs = (own: Partial<ClaimedInvoice>, agreed = nothing_agreed) =>
    amountText(packs.nl.reckon(claim({ agreed, invoices: [invoice({ open: 50_000n, paid, ...own })] }))[0]?.costs ?? 0n)
  // 1,000.00 × 11.15 % × 28/365 = 8.55, so that 508.55 were left: 76.28.
  assert.equal(costs({}), '76.28')
  assert.equal(costs({}, { ...nothing_agreed, charges_interest: false }), '75.00')
  assert.equal(costs({ paid_on_costs: [{ date, amount: 855n, of: 'interest' }] }), '75.00')
  const all = { open: 0n, paid: [{ date, amount: 100_000n }] } as const
  assert.equal(costs(all, { ...nothing_agreed, charges_interest: false }), '0.00')
})

test('where payments pass fixed sums by, only what was booked on them settles them', () => {
  const paid = [{ date: '2025-03-31', amount: 50_000n }] as const
  const paid_on_costs = [{ date: '2025-03-31', amount: 4_000n, of: 'costs' }] as const
  // 1,000.00 × 13.15 % × 59/365 = 21.26, so that 478.74 went to principal; 521.26 × 13.15 % × 91/365 = 17.09.
  const reckoned = packs.fr.reckon(claim({ invoices: [invoice({ open: 50_000n, paid, paid_on_costs })] }))
  assert.deepEqual(setOff(reckoned), ['2025-03-31 principal 0.00 21.26 478.74', '2025-03-31 costs 40.00 0.00 0.00'])
  assert.deepEqual(open(reckoned), ['0.00', '17.09', '521.26'])
})

test('a Belgian consumer pays interest and principal first, and damages last', () => {
  const agreed = { ...nothing_agreed, interest_clause: true, damages_clause: true }
  const letter = {
    ...({ id: 'a', step: 'reminder_1', sent_on: '2025-02-03', channel: 'mail', received_on: null } as const),
    ...{ term_days: 14, legal: true, stated: 9_000n },
  }
  const paid = [{ date: '2025-03-31', amount: 10_000n }] as const
  const invoices = [invoice({ open: 90_000n, letters: [letter], paid })]
  const reckoned = packs.be.reckon(claim({ party: 'consumer', agreed, invoices }))
  // From 18 February: 1,000.00 × 11.5 % × 42/365 = 13.23.
  assert.deepEqual(setOff(reckoned), ['2025-03-31 principal 0.00 13.23 86.77'])
  assert.equal(amountText(reckoned[0]?.costs ?? 0n), '90.00')
})

test('what a creditor does not charge is not claimed, and payments do not settle it', () => {
  const agreed = { ...nothing_agreed, charges_interest: false, charges_costs: false }
  const paid = [{ date: '2025-03-31', amount: 50_000n }] as const
  const [one, ...others] = packs.nl.reckon(claim({ agreed, invoices: [invoice({ open: 50_000n, paid })] }))
  assert.equal(others.length, 0)
  assert.deepEqual(one ? open([one]) : [], ['0.00', '0.00', '500.00'])
  assert.deepEqual(
    one?.calculation.reasons.map(({ code }) => code),
    ['interest_not_charged', 'costs_not_charged'],
  )
})

test('without a law, or in another currency, there is the principal alone, and it is said why', () => {
  const codes = (reckoned: readonly Reckoned[]) => reckoned.flatMap((one) => one.calculation.reasons)
  assert.deepEqual(open(packs.none.reckon(claim())), ['0.00', '0.00', '1000.00'])
  assert.equal(codes(packs.none.reckon(claim()))[0]?.code, 'no_law')
  const [other] = codes(packs.nl.reckon(claim({ currency_code: 'USD' })))
  assert.equal(other?.sentence, 'The amounts of this law are in EUR, so nothing is charged in USD.')
})
