import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Chance, chanceFrom } from '../../../test/chance.ts'
import { addDays, type Day } from '../../domain/days.ts'
import { amountText, cents } from '../../domain/money.ts'
import { answerTo } from './write_answer.ts'

const many = Number(process.env.DEBTS ?? 2_000)

type Amounts = { costs: string; interest: string; principal: string }
type Answer = {
  [one in 'interest' | 'fixed_sum' | 'reminder_fee']: string
} & {
  costs: string | null
  allocations: Amounts[]
  open: Amounts
  parts: { amount: string }[]
} & { [day in 'earliest_interest' | 'earliest_costs' | 'receipt' | 'last_free_day']: Day | null }

type Payment = { date: Day; amount: string }
type Given = {
  country: string
  party: 'consumer' | 'business'
  currency: string
  principal: string
  due_date: Day
  until: Day
  payments: Payment[]
  facts: { [fact: string]: unknown }
}

function answered(given: Given): Answer {
  const answer = answerTo(given)
  assert.ok(!('problems' in answer), JSON.stringify({ given, answer }))
  return answer as Answer // It has no problems, so it is a calculation.
}

const sum = (amounts: readonly string[]): bigint => amounts.reduce((total, one) => total + cents(one), 0n)
const openOf = ({ open }: Answer): bigint => sum([open.costs, open.interest, open.principal])
/** Dutch costs contain the fixed sum. */
const chargedOf = (given: Given, { interest, costs, fixed_sum, reminder_fee }: Answer): bigint =>
  sum([interest, costs ?? '0.00', reminder_fee, given.country === 'NL' && costs !== null ? '0.00' : fixed_sum])

/** Each debt is made from its own seed, which is reported when it breaks a rule. */
function forMany(name: string, check: (given: Given, chance: Chance) => void): void {
  test(name, () => {
    for (let seed = 1; seed <= many; seed++) {
      const chance = chanceFrom(seed)
      const given = randomDebt(chance)
      try {
        check(given, chance)
      } catch (error) {
        throw new Error(`seed ${seed}: ${JSON.stringify(given)}`, { cause: error })
      }
    }
  })
}

const countries = ['NL', 'BE', 'DE', 'FR', 'UK', 'EU'] as const
const some = (chance: Chance): string => amountText(BigInt(chance.below(10 ** (1 + chance.below(9)))))
const dayAfter = (chance: Chance, day: Day, most: number): Day => addDays(day, chance.below(most))

function randomDebt(chance: Chance): Given {
  const country = chance.pick(countries)
  const due_date = dayAfter(chance, '2012-01-01', 5_300)
  const until = dayAfter(chance, due_date, chance.pick([30, 200, 2_000]))
  const payments = Array.from({ length: chance.below(5) }, () => ({
    ...{ date: dayAfter(chance, addDays(due_date, -20), 500), amount: some(chance) },
  }))
  const currency = country === 'UK' ? 'GBP' : 'EUR'
  const party = chance.percent(50) ? 'consumer' : 'business'
  return {
    country,
    party,
    currency,
    principal: some(chance),
    due_date,
    until,
    payments,
    facts: facts(chance, due_date),
  }
}

function facts(chance: Chance, due_date: Day): Given['facts'] {
  const sent = addDays(due_date, chance.below(40) - 2)
  const channel = chance.pick(['email', 'post'])
  const maybe = (fact: { [name: string]: unknown }): object => (chance.percent(50) ? fact : {})
  return {
    ...maybe({ letter: { sent, channel, term_days: 13 + chance.below(20) } }),
    ...maybe({ reminder: { sent, channel, valid: chance.percent(90) } }),
    ...maybe({ reminder_number: 1 + chance.below(4), postage: '1.25', regular_supply: chance.percent(50) }),
    ...maybe({ clause_interest: chance.pick(['cap', '5', '11']) }),
    ...maybe({ clause_damages: chance.pick(['cap', '20.00', '60.00']) }),
    ...maybe({ creditor_sme: chance.percent(50) }),
    ...maybe({ contract_date: addDays(due_date, -chance.below(400)) }),
    ...maybe({ costs_charged_on: addDays(sent, chance.below(60)) }),
    ...maybe({ collection_step: chance.percent(50), vat_not_reclaimable: chance.percent(50) }),
    ...(chance.percent(10) ? { rate_override: chance.pick(['0', '3.5', '12']) } : {}),
  }
}

forMany('splitting a period changes nothing in simple interest', (given, chance) => {
  // One contract, so that the same rules hold; less than a year, after which Dutch interest bears interest.
  const facts = { contract_date: '2014-08-01', ...(given.country === 'UK' ? { rate_override: '9.37' } : {}) }
  const due_date = dayAfter(chance, '2014-12-01', 4_000)
  const middle = addDays(due_date, 5 + chance.below(170))
  const until = addDays(middle, 1 + chance.below(180))
  const one: Given = { ...given, payments: [], facts, due_date, until }
  const [whole, first, second] = [one, { ...one, until: middle }, { ...one, due_date: middle }].map(answered)
  assert.ok(whole && first && second)
  // Where the day in the middle would move to a working day, it does not split the period.
  if (second.earliest_interest !== null && second.earliest_interest !== addDays(middle, 1)) return
  const off = cents(whole.interest) - cents(first.interest) - cents(second.interest)
  assert.ok(off >= -1n && off <= 1n, `${whole.interest} is not ${first.interest} + ${second.interest}`)
})

forMany('more principal never costs less', (given, chance) => {
  const more = {
    ...given,
    payments: [],
    principal: amountText(cents(given.principal) + BigInt(1 + chance.below(50_000))),
  }
  const less = { ...given, payments: [] }
  assert.ok(chargedOf(more, answered(more)) >= chargedOf(less, answered(less)))
})

forMany('more days never cost less', (given, chance) => {
  const shorter = { ...given, payments: [] }
  const longer = { ...shorter, until: addDays(given.until, 1 + chance.below(300)) }
  assert.ok(chargedOf(longer, answered(longer)) >= chargedOf(shorter, answered(shorter)))
})

forMany('a payment never raises what is open', (given, chance) => {
  const before = openOf(answered(given))
  const date = addDays(given.due_date, chance.below(400) - 20)
  const paid = { ...given, payments: [...given.payments, { date, amount: some(chance) }] }
  const after = openOf(answered(paid))
  assert.ok(after <= before, `${before} became ${after} by ${JSON.stringify(paid.payments.at(-1))}`)
})

forMany('the order of payments on one day changes nothing', (given, chance) => {
  const date = given.payments[0]?.date ?? given.due_date
  const payments = [given.payments, { date, amount: some(chance) }, { date, amount: some(chance) }].flat()
  const { allocations: _, ...one } = answered({ ...given, payments })
  const { allocations: __, ...other } = answered({ ...given, payments: payments.toReversed() })
  assert.deepEqual(other, one)
})

forMany('the days do not depend on the day of the calculation', (given, chance) => {
  const days = ({ earliest_interest, earliest_costs, receipt, last_free_day }: Answer) => ({
    ...{ earliest_interest, earliest_costs, receipt, last_free_day },
  })
  const until = addDays(given.due_date, chance.below(1_000) - 400)
  assert.deepEqual(days(answered({ ...given, until })), days(answered(given)))
})

forMany('the parts add up to the interest', (given) => {
  const { parts, interest } = answered(given)
  assert.equal(amountText(sum(parts.map(({ amount }) => amount))), interest)
})

forMany('what was paid and what is open add up to principal, interest and costs', (given) => {
  const answer = answered(given)
  const settled = answer.allocations.flatMap(({ costs, interest, principal }) => [costs, interest, principal])
  assert.equal(sum(settled) + openOf(answer), cents(given.principal) + chargedOf(given, answer))
  for (const [index, { costs, interest, principal }] of answer.allocations.entries()) {
    assert.ok(sum([costs, interest, principal]) <= cents(given.payments[index]?.amount ?? '0'), 'more than was paid')
  }
  for (const amount of Object.values(answer.open)) assert.ok(cents(amount) >= 0n, 'less than nothing is open')
})

const junk: readonly unknown[] = [
  ...[null, undefined, true, false, 0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER, '', ' ', 'NL', 'none', [], {}, [[]]],
  ...['0001-01-01', '9999-12-31', '2026-02-30', '2024-02-29', '0000-00-00', '2026-1-1', '2026-01-01T00:00:00Z'],
  ...['-1.00', '1e5', '0.001', '999999999999999999', '9'.repeat(400), '٣', 'cap', '0', '1000', { sent: 7 }, [null]],
  ...[{ __proto__: null }, { sent: '9999-12-31', channel: 'post', term_days: 3660 }, 'constructor', '100000000.00'],
]

/** A copy in which one member, at any depth, is something else, gone, or new. */
function mutated(value: unknown, chance: Chance): unknown {
  if (typeof value !== 'object' || value === null || chance.percent(10)) return chance.pick(junk)
  if (Array.isArray(value)) {
    if (value.length === 0 || chance.percent(20)) return [...value, chance.pick(junk)]
    const at = chance.below(value.length)
    return value.map((one, index) => (index === at ? mutated(one, chance) : one))
  }
  const names = [...Object.keys(value), 'facts', 'letter', 'reminder', 'agreed_term', 'toString']
  const name = chance.pick(names)
  const { [name]: old, ...others } = value as { [name: string]: unknown } // An object that is no list.
  return chance.percent(15) ? others : { ...others, [name]: mutated(old, chance) }
}

test('whatever is given, the answer is a calculation or says what is wrong', () => {
  const folder = new URL('../golden/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const cases: { in: unknown }[] = files.flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  let [calculated, refused] = [0, 0]
  for (let seed = 1; seed <= many * 5; seed++) {
    const chance = chanceFrom(seed)
    let given: unknown = chance.pick(cases).in
    for (let times = 1 + chance.below(4); times > 0; times--) given = mutated(given, chance)
    const answer = JSON.parse(JSON.stringify(answerTo(given)))
    if (answer.problems === undefined) {
      assert.match(answer.interest, /^\d+\.\d\d$/, `seed ${seed}`)
      assert.match(answer.open.principal, /^\d+\.\d\d$/, `seed ${seed}`)
      calculated++
    } else {
      assert.ok(answer.problems.length > 0, `seed ${seed}`)
      for (const { sentence } of answer.problems) assert.match(sentence, /\.$/, `seed ${seed}`)
      refused++
    }
  }
  assert.ok(calculated > many / 4 && refused > many / 4, `${calculated} calculated, ${refused} refused`)
})

test('a hundred thousand mistakes are listed at once', () => {
  const facts = { components: Array(100_000).fill('x') }
  const debt = { country: 'NL', party: 'consumer', currency: 'EUR', principal: '1.00', until: '2026-11-16', facts }
  const began = performance.now()
  const answer = answerTo(debt)
  assert.ok('problems' in answer && Array.isArray(answer.problems))
  assert.equal(answer.problems.length, 100_000)
  assert.ok(performance.now() - began < 5_000)
})
