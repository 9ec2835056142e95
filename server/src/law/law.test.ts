import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedCharges } from './allowed.ts'
import { easterOf, holidaysOf } from './holidays.ts'
import type { Claim, LawPack, LetterSent } from './pack.ts'
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
      { invoice_id: id, cost_type: 'debt_collection_costs', amount: 7_500n, rule: 'test.costs' },
      { invoice_id: id, cost_type: 'administration_costs', amount: 900n, rule: 'test.fee' },
      { invoice_id: id, cost_type: 'interest_costs', amount: 123n, rule: 'test.interest' },
    ]),
}

const sent = (own: Partial<LetterSent> = {}): LetterSent => ({
  ...{ id: 'a', step: 'final_reminder', sent_on: '2026-10-29', channel: 'mail', received_on: null },
  ...{ term_days: 14, legal: true, stated: 7_500n },
  ...own,
})

function charged(letters: readonly LetterSent[], own: Partial<Claim> = {}, fee: bigint | 'pack' | 'none' = 'none') {
  const invoices = [{ id: '1', principal: 50_000n, due_date: '2026-10-01', letters } as const]
  const claim: Claim = { party: 'consumer', currency_code: 'EUR', step: 'opening', on: '2026-11-13', invoices, ...own }
  return allowedCharges(charging, claim, { fee }).map(({ rule, amount }) => [rule, amount])
}

test('costs are charged only after a letter of the law whose term is over, and never more than it stated', () => {
  const interest = ['test.interest', 123n]
  assert.deepEqual(charged([sent()]), [['test.costs', 7_500n], interest])
  assert.deepEqual(charged([sent({ stated: 4_000n })]), [['test.costs', 4_000n], interest])
  assert.deepEqual(charged([]), [interest], 'no letter')
  assert.deepEqual(charged([sent({ stated: null })]), [interest], 'a letter that named no amount')
  assert.deepEqual(charged([sent({ term_days: 13 })]), [interest], 'a letter that gave too little')
  assert.deepEqual(charged([sent({ legal: false })]), [interest], 'an ordinary letter')
  assert.deepEqual(charged([sent()], { on: '2026-11-12' }), [interest], 'the last free day is not over')
  assert.deepEqual(
    charged([sent({ stated: 4_000n }), sent({ stated: 4_000n })]),
    [['test.costs', 4_000n], interest],
    'one letter',
  )
  assert.deepEqual(charged([sent({ stated: 4_000n }), sent({ id: 'b', stated: 2_000n })])[0], ['test.costs', 6_000n])
  assert.deepEqual(
    charged([], { party: 'business' })[0],
    ['test.costs', 7_500n],
    'between businesses no letter is asked for',
  )
  assert.deepEqual(charged([sent()], { currency_code: 'USD' }), [], 'another currency')
})

test('a reminder costs what the law allows, or less', () => {
  const fee = (limit: bigint | 'pack' | 'none') => charged([], {}, limit).find(([rule]) => rule === 'test.fee')?.[1]
  assert.deepEqual([fee('none'), fee('pack'), fee(500n), fee(5_000n)], [undefined, 900n, 500n, 900n])
})

test('the packs of today charge nothing', () => {
  for (const pack of Object.values(packs)) {
    assert.deepEqual(
      pack.charges({ party: 'business', currency_code: 'EUR', step: 'opening', on: '2026-11-13', invoices: [] }),
      [],
    )
    assert.equal(pack.feeMax({ party: 'business', step: 'reminder_1', first_reminder: true }), 0n)
  }
})
