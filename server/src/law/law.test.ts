import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumOf } from '../domain/money.ts'
import { allowedCharges } from './allowed.ts'
import { easterOf, holidayCountry, holidaysOf } from './holidays.ts'
import { type Charge, type Claim, type ClaimedInvoice, type LawPack, type LetterSent, nothing_agreed } from './pack.ts'
import { countryOfLaw, lawOfCountry, packs } from './packs.ts'
import { partyOf } from './party.ts'

const letter = { channel: 'mail', received_on: null, days: 14 } as const

test('Easter and the holidays that move with it', () => {
  assert.deepEqual([2024, 2025, 2026, 2038].map(easterOf), ['2024-03-31', '2025-04-20', '2026-04-05', '2038-04-25'])
  const nl = [...holidaysOf('nl', 2026)]
  assert.deepEqual(nl.slice(0, 6), ['2026-01-01', '2026-04-03', '2026-04-06', '2026-04-27', '2026-05-05', '2026-05-14'])
  assert.deepEqual(nl.slice(6), ['2026-05-25', '2026-12-25', '2026-12-26'])
  assert.ok(holidaysOf('nl', 2025).has('2025-04-26'), 'when the 27th is a Sunday the king has his day on Saturday')
  assert.ok(holidaysOf('be', 2026).has('2026-07-21'))
  assert.deepEqual(
    [...holidaysOf('fr', 2026)].map((day) => day.slice(5)).join(' '),
    '01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25',
  )
  const inBritain = (year: number): string => [...holidaysOf('gb', year)].map((day) => day.slice(5)).join(' ')
  assert.equal(inBritain(2026), '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28')
  assert.equal(inBritain(2022), '01-03 04-15 04-18 05-02 05-30 08-29 12-27 12-26', 'a Sunday is made up for')
})

test('every country whose law is known has holidays', () => {
  assert.deepEqual(['NL', 'DE', 'GB', 'AT', 'IE', 'US'].map(holidayCountry), ['nl', 'de', 'gb', 'eu', 'eu', null])
  assert.deepEqual(
    [...holidaysOf('eu', 2026)].map((day) => day.slice(5)).join(' '),
    '01-01 04-03 04-06 05-01 12-25 12-26',
  )
})

test('a Dutch letter by mail gives fourteen days from the day after it was sent', () => {
  // Thursday 29 October, so that the last free day is a Thursday.
  assert.equal(packs.nl.lastFreeDay({ ...letter, sent_on: '2026-10-29' }), '2026-11-12')
})

test('a Dutch term that ends in a weekend or on a holiday runs on', () => {
  assert.equal(packs.nl.lastFreeDay({ ...letter, sent_on: '2026-10-31' }), '2026-11-16', 'a Saturday becomes a Monday')
  assert.equal(
    packs.nl.lastFreeDay({ ...letter, sent_on: '2026-12-11' }),
    '2026-12-28',
    'Christmas and the weekend after it',
  )
  assert.equal(packs.nl.lastFreeDay({ ...letter, sent_on: '2026-03-20' }), '2026-04-07', 'Good Friday to Easter Monday')
})

test('a Dutch letter by post arrives on the second day that is no Sunday, Monday or holiday', () => {
  const received = (sent_on: LetterSent['sent_on']) =>
    packs.nl.receivedOn({ sent_on, channel: 'post', received_on: null })
  assert.equal(received('2026-11-03'), '2026-11-05', 'Tuesday to Thursday')
  assert.equal(received('2026-11-06'), '2026-11-10', 'Friday: Saturday, and then Tuesday')
  assert.equal(received('2026-12-24'), '2026-12-30', 'Thursday before Christmas: Tuesday and Wednesday')
  assert.equal(packs.nl.receivedOn({ sent_on: '2026-11-03', channel: 'post', received_on: '2026-11-09' }), '2026-11-09')
})

test('a Belgian reminder counts from the third working day after posting, or the day after it was mailed', () => {
  // Posted on Monday 2 November, day 1 is Thursday 5 November; the fourteenth is Wednesday 18 November.
  assert.equal(packs.be.lastFreeDay({ ...letter, channel: 'post', sent_on: '2026-11-02' }), '2026-11-18')
  // Mailed on Monday 2 November, day 1 is the 3rd; the fourteenth is Monday 16 November.
  assert.equal(packs.be.lastFreeDay({ ...letter, sent_on: '2026-11-02' }), '2026-11-16')
  // Posted on Friday 6 November: Monday, Tuesday, and over Armistice Day to Thursday.
  assert.equal(packs.be.receivedOn({ channel: 'post', sent_on: '2026-11-06', received_on: null }), '2026-11-11')
})

test('the letter that the law asks for: the final reminder in the Netherlands, the first one in Belgium', () => {
  const asks = (code: keyof typeof packs, step: 'reminder_1' | 'final_reminder', first_reminder: boolean) =>
    packs[code].legalLetter({ party: 'consumer', step, first_reminder })?.rule ?? null
  assert.deepEqual([asks('nl', 'reminder_1', true), asks('nl', 'final_reminder', false)], [null, 'nl.14_days'])
  assert.deepEqual([asks('be', 'reminder_1', true), asks('be', 'final_reminder', false)], ['be.xix_14_days', null])
  for (const code of ['de', 'fr', 'uk', 'eu', 'none'] as const) assert.equal(asks(code, 'final_reminder', true), null)
  assert.equal(packs.nl.legalLetter({ party: 'business', step: 'final_reminder', first_reminder: true }), null)
})

test('whose law it is, and who is a consumer', () => {
  const countries = { administration: 'NL', debtor: 'BE' }
  assert.equal(lawOfCountry(countryOfLaw('business', countries)).code, 'nl')
  assert.equal(lawOfCountry(countryOfLaw('consumer', countries)).code, 'be')
  assert.deepEqual(
    ['GB', 'DE', 'FR', 'IT', 'US'].map((one) => lawOfCountry(one).code),
    ['uk', 'de', 'fr', 'eu', 'none'],
  )
  assert.deepEqual(partyOf({ is_company: false, has_register_number: true }), { party: 'consumer', assumed: false })
  assert.deepEqual(partyOf({ is_company: null, has_register_number: true }), { party: 'business', assumed: true })
  assert.deepEqual(partyOf({ is_company: null, has_register_number: false }), { party: 'consumer', assumed: true })
})

/** A law that would charge 75.00 of costs and 9.00 for a reminder. */
const charging: LawPack = {
  ...packs.nl,
  charges: ({ invoices }) =>
    invoices.slice(0, 1).flatMap(({ id }) => [
      { invoice_id: id, cost_type: 'debt_collection_costs', amount: 7_500n, rule: 'nl.wik' },
      { invoice_id: id, cost_type: 'administration_costs', amount: 900n, rule: 'be.xix_reminder_fee' },
      { invoice_id: id, cost_type: 'interest_costs', amount: 123n, rule: 'nl.interest' },
    ]),
}

const sent = (own: Partial<LetterSent> = {}): LetterSent => ({
  ...{ id: 'a', step: 'final_reminder', sent_on: '2026-10-29', channel: 'mail', received_on: null },
  ...{ term_days: 14, legal: true, stated: 7_500n },
  ...own,
})

function charged(letters: readonly LetterSent[], own: Partial<Claim> = {}, fee: bigint | 'pack' | 'none' = 'none') {
  const invoices = [
    { id: '1', open: 50_000n, paid: [], posted: { interest: 0n, costs: 0n }, due_date: '2026-10-01', letters } as const,
  ]
  const claim: Claim = {
    ...{ party: 'consumer', currency_code: 'EUR', step: 'opening', on: '2026-11-13', invoices },
    ...{ opened_on: '2026-11-13', payments_known_until: '2026-11-12', agreed: nothing_agreed },
    ...own,
  }
  return allowedCharges(charging, claim, { fee }).map(({ rule, amount }) => [rule, amount])
}

test('costs are charged only after a letter of the law whose term is over, and never more than it stated', () => {
  const interest = ['nl.interest', 123n]
  assert.deepEqual(charged([sent()]), [['nl.wik', 7_500n], interest])
  assert.deepEqual(charged([sent({ stated: 4_000n })]), [['nl.wik', 4_000n], interest])
  assert.deepEqual(charged([]), [interest], 'no letter')
  assert.deepEqual(charged([sent({ stated: null })]), [interest], 'a letter that named no amount')
  assert.deepEqual(charged([sent({ term_days: 13 })]), [interest], 'a letter that gave too little')
  assert.deepEqual(charged([sent({ legal: false })]), [interest], 'an ordinary letter')
  assert.deepEqual(charged([sent()], { on: '2026-11-12' }), [interest], 'the last free day is not over')
  assert.deepEqual(
    charged([sent({ stated: 4_000n }), sent({ stated: 4_000n })]),
    [['nl.wik', 4_000n], interest],
    'one letter',
  )
  assert.deepEqual(charged([sent({ stated: 4_000n }), sent({ id: 'b', stated: 2_000n })])[0], ['nl.wik', 6_000n])
  assert.deepEqual(
    charged([], { party: 'business' })[0],
    ['nl.wik', 7_500n],
    'between businesses no letter is asked for',
  )
  assert.deepEqual(charged([sent()], { currency_code: 'USD' }), [], 'another currency')
})

test('a reminder costs what the law allows, or less', () => {
  const fee = (limit: bigint | 'pack' | 'none') =>
    charged([], {}, limit).find(([rule]) => rule === 'be.xix_reminder_fee')?.[1]
  assert.deepEqual([fee('none'), fee('pack'), fee(500n), fee(5_000n)], [undefined, 900n, 500n, 900n])
})

const invoice = (own: Partial<ClaimedInvoice> = {}): ClaimedInvoice => ({
  ...{ id: '1', open: 50_000n, due_date: '2026-09-30', paid: [], letters: [], posted: { interest: 0n, costs: 0n } },
  ...own,
})

const caseOf = (party: Claim['party'], invoices: readonly ClaimedInvoice[], own: Partial<Claim> = {}): Claim => ({
  ...{ party, currency_code: 'EUR', step: 'opening', on: '2026-11-20', opened_on: '2026-11-20', invoices },
  ...{ payments_known_until: '2026-11-17', agreed: nothing_agreed },
  ...own,
})

const amounts = (charges: readonly Charge[]): unknown[] =>
  charges.map(({ invoice_id, cost_type, amount, rule }) => [invoice_id, cost_type, amount, rule])

test('a Dutch case between businesses brings one scale on the sum, on the oldest invoice, and interest on each', () => {
  const invoices = [invoice({ id: '2', due_date: '2026-10-10' }), invoice()]
  // 1,000.00: 150.00. 500.00 × 10.40 % × 51/365 = 7.27 and × 41/365 = 5.84.
  assert.deepEqual(amounts(packs.nl.charges(caseOf('business', invoices))), [
    ['1', 'interest_costs', 727n, 'nl.trade_interest'],
    ['1', 'debt_collection_costs', 15_000n, 'nl.wik'],
    ['2', 'interest_costs', 584n, 'nl.trade_interest'],
  ])
})

test('a later letter of a case charges only what has come since, and a payment takes back what it made too much', () => {
  const posted = { interest: 727n, costs: 7_500n }
  const later = caseOf('business', [invoice({ posted })], { step: 'summons', on: '2026-11-30' })
  // 61 days: 8.69.
  assert.deepEqual(amounts(packs.nl.charges(later)), [['1', 'interest_costs', 142n, 'nl.trade_interest']])
  const paid = [{ date: '2026-10-05', amount: 20_000n } as const]
  const found = caseOf('business', [invoice({ posted, open: 30_000n, paid })], { on: '2026-11-20' })
  // By 5 October 0.71 of interest was due, so 199.29 went to principal: 300.71 are left, which cost 45.11.
  assert.deepEqual(amounts(packs.nl.charges(found)), [
    ['1', 'interest_costs', -262n, 'nl.trade_interest'],
    ['1', 'debt_collection_costs', -2_989n, 'nl.wik'],
  ])
})

test('a Dutch consumer is charged after the letter and its term, never more than it stated', () => {
  const costs = (letters: readonly LetterSent[], own: Partial<ClaimedInvoice> = {}, claim: Partial<Claim> = {}) =>
    packs.nl
      .charges(caseOf('consumer', [invoice({ letters, ...own })], claim))
      .find((one) => one.cost_type === 'debt_collection_costs')?.amount
  assert.equal(costs([sent()]), 7_500n)
  assert.equal(costs([sent({ stated: 6_000n })]), 6_000n)
  assert.equal(costs([]), undefined)
  assert.equal(costs([sent()], {}, { payments_known_until: '2026-11-11' }), undefined, 'a payment may be under way')
  assert.equal(costs([sent({ sent_on: '2026-09-30' })]), undefined, 'it was sent before the invoice was overdue')
  // 200.00 came in on the last free day: the scale is on 300.00.
  assert.equal(costs([sent()], { open: 30_000n, paid: [{ date: '2026-11-12', amount: 20_000n }] }), 4_500n)
  assert.equal(costs([sent()], { open: 0n, paid: [{ date: '2026-11-12', amount: 50_000n }] }), undefined)
})

test('invoices of one Dutch letter share its scale, whatever was paid within the term', () => {
  const paid = [{ date: '2026-11-12', amount: 50_000n } as const]
  const charges = packs.nl.charges(
    caseOf('consumer', [
      invoice({ id: '1', open: 150_000n, paid, letters: [sent({ stated: 52_500n })] }),
      invoice({ id: '2', open: 200_000n, letters: [sent({ stated: 52_500n })] }),
    ]),
  )
  // 3,500.00: 15 % of 2,500 and 10 % of 1,000. A scale each would be 225.00 and 300.00.
  assert.equal(
    sumOf(charges.flatMap((one) => (one.cost_type === 'debt_collection_costs' ? [one.amount] : []))),
    47_500n,
  )
})

test('what others charged counts, on whichever invoice of the case it stands', () => {
  const other = { charged_elsewhere: { interest: 700n, costs: 10_000n } }
  const charges = (invoices: readonly ClaimedInvoice[]) => amounts(packs.nl.charges(caseOf('business', invoices)))
  // 150.00 on the two of them, of which 100.00 was charged on the second; 7.27 of interest on each.
  assert.deepEqual(charges([invoice(), invoice({ id: '2', ...other })]), [
    ['1', 'interest_costs', 727n, 'nl.trade_interest'],
    ['1', 'debt_collection_costs', 5_000n, 'nl.wik'],
    ['2', 'interest_costs', 27n, 'nl.trade_interest'],
  ])
  const too_much = { charged_elsewhere: { interest: 9_000n, costs: 90_000n } }
  assert.deepEqual(charges([invoice(too_much)]), [], 'theirs is not ours to take back')
})

test('what letters announce: the scale, a fixed sum for each invoice, a clause', () => {
  const stated = (code: keyof typeof packs, party: Claim['party'], own: Partial<Claim> = {}) =>
    packs[code].announces(caseOf(party, [invoice(), invoice({ id: '2' })], { step: 'final_reminder', ...own }))
  assert.equal(stated('nl', 'consumer'), 15_000n)
  assert.equal(stated('nl', 'business'), 15_000n)
  assert.equal(stated('de', 'business'), 8_000n)
  assert.equal(stated('de', 'consumer'), null)
  assert.equal(stated('uk', 'business', { currency_code: 'GBP' }), 8_000n)
  assert.equal(stated('uk', 'business'), null, 'another currency')
  const own_rate = { ...nothing_agreed, interest_rate: 10_000_000n }
  assert.equal(stated('uk', 'business', { currency_code: 'GBP', agreed: own_rate }), null, 'a remedy of their own')
  assert.equal(stated('de', 'business', { agreed: own_rate }), 8_000n)
  assert.equal(stated('be', 'consumer', { step: 'reminder_1' }), null, 'no clause')
  const agreed = { ...nothing_agreed, damages_clause: true }
  assert.equal(stated('be', 'consumer', { step: 'reminder_1', agreed }), 9_000n)
})

test('a Belgian reminder that gives longer than the law asks is kept to', () => {
  const agreed = { ...nothing_agreed, damages_clause: true, interest_clause: true }
  const first = { step: 'reminder_1', sent_on: '2026-10-05', stated: 6_500n } as const
  const on = (day: Claim['on'], term_days: number | null) =>
    amounts(
      packs.be.charges(
        caseOf('consumer', [invoice({ letters: [sent({ ...first, term_days })] })], {
          ...{ agreed, on: day, opened_on: day, payments_known_until: day },
        }),
      ),
    ).length
  // Fourteen days end on Monday 19 October, thirty on Wednesday 4 November.
  assert.deepEqual([on('2026-10-20', 14), on('2026-10-20', 30), on('2026-11-05', 30)], [2, 0, 2])
  assert.deepEqual([on('2026-11-05', 13), on('2026-11-05', null)], [0, 0], 'less gives nothing')
})

test('a Belgian reminder is free the first time, with regular supply three times a year', () => {
  const fee = (letters: readonly LetterSent[], regular_supply = false) =>
    packs.be.charges(
      caseOf('consumer', [invoice({ letters })], {
        ...{ step: 'reminder_2', opened_on: null, agreed: { ...nothing_agreed, regular_supply } },
      }),
    )[0]?.amount
  const before = (id: string): LetterSent => sent({ id, step: 'reminder_1' })
  assert.deepEqual([fee([]), fee([before('a')]), fee([before('a')], true)], [undefined, 750n, undefined])
  assert.equal(fee([before('a'), before('b'), before('c')], true), 750n)
})

test('each late invoice brings a sum of its own in Germany, France and the United Kingdom', () => {
  const sums = (code: keyof typeof packs, currency_code = 'EUR') =>
    packs[code]
      .charges(caseOf('business', [invoice(), invoice({ id: '2', open: 100_000n })], { currency_code }))
      .filter((one) => one.cost_type === 'debt_collection_costs')
      .map(({ amount }) => amount)
  assert.deepEqual(sums('de'), [4_000n, 4_000n])
  assert.deepEqual(sums('fr'), [4_000n, 4_000n])
  assert.deepEqual(sums('uk', 'GBP'), [4_000n, 7_000n])
})

test('who does not want to charge does not', () => {
  const agreed = { ...nothing_agreed, charges_costs: false, charges_interest: false }
  for (const pack of Object.values(packs)) {
    const currency_code = pack.currency_code ?? 'EUR'
    for (const party of ['business', 'consumer'] as const) {
      assert.deepEqual(pack.charges(caseOf(party, [invoice({ letters: [sent()] })], { agreed, currency_code })), [])
    }
  }
})

test('a flow that charges what the law does not allow is refused, with the rule', () => {
  const steps = (fee: string) => [
    { step: 'reminder_1', term_days: 14, fee: 'none' } as const,
    { step: 'reminder_2', term_days: 14, fee } as const,
    { step: 'final_reminder', term_days: 14, fee: 'none' } as const,
  ]
  const rules = (code: keyof typeof packs, fee: string, first = 'none') =>
    packs[code]
      .flowProblems(
        { steps: [{ step: 'reminder_1', term_days: 14, fee: first }, ...steps(fee).slice(1)], case_steps: [] },
        'consumer',
      )
      .map(({ place, rule }) => `${place} ${rule}`)
  assert.deepEqual(rules('nl', '5.00'), ['steps[1].fee nl.14_days'])
  assert.deepEqual(rules('be', '7.50'), [])
  assert.deepEqual(rules('be', '7.51'), ['steps[1].fee be.xix_reminder_fee'])
  assert.deepEqual(rules('be', 'none', '1.00'), ['steps[0].fee be.xix_reminder_fee'])
})
