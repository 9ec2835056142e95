import { type Actions, call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { date, integer, json, listOf, money, object, oneOf, text } from '../api/field.ts'
import { readJson } from '../api/json.ts'
import { debt_countries } from '../law/claim/debt.ts'
import { type Limits, type Problem, readDebt } from '../law/claim/read_debt.ts'
import { calculateTogether } from '../law/claim/together.ts'
import { answerFor } from '../law/claim/write_answer.ts'
import { parties } from '../law/party.ts'

/** What one question may hold. An address carries no more anyway. */
const limits: Limits = { amount_digits: 15, list_length: 100 }
const json_length_max = 10_000

const settled = {
  costs: money('Of the costs.').required(),
  interest: money('Of the interest.').required(),
  principal: money('Of the principal.').required(),
}

const part = {
  from: date('First day.').required(),
  to: date('Last day, which counts too.').required(),
  days: integer('How many days.').required(),
  rate: text('Yearly rate in percent.').required(),
  base: money('What bears the interest.').required(),
  amount: money('Interest of these days; the parts add up to the whole.').required(),
  rule: text('Rule, as a code.').required(),
  source: text('Where the rate stands.').required(),
  source_code: text('The same as a code.').required(),
  verified_on: date('When the rate was compared with its source; null where it was not.'),
}

const reason = {
  code: text('What it is.').required(),
  sentence: text('The same in a sentence.').required(),
  rule: text('Rule that it rests on, as a code.'),
  values: json('What the sentence names.').required(),
}

/** The calculation of a debt, with the members that the command `dunlin law` answers. */
export const calculated_fields = {
  interest: money('Interest up to the last day.').required(),
  costs: money('Collection costs; null where the law gives no figure and a court decides.'),
  costs_rule: text('Rule of the costs or of the fixed sum, as a code; null where there are none.'),
  fixed_sum: money('Fixed sum for an invoice that is not paid in time.').required(),
  reminder_fee: money('What a further reminder may cost.').required(),
  earliest_interest: date('First day of interest; null when none runs.'),
  earliest_costs: date('First day on which costs or the fixed sum may be charged; null when they never may.'),
  receipt: date('Day on which the letter that the law asks for counts as received.'),
  last_free_day: date('Last day on which it can be paid without costs.'),
  allocations: listOf(settled, 'What each payment settled by the order of the law, in the order given.').required(),
  open: object(settled, 'What is left.').required(),
  parts: listOf(part, 'Interest, a part for each rate and base.').required(),
  reasons: listOf(reason, 'Why figures are what they are.').required(),
}

/** Calculates debts that somebody gave together, or says what is wrong with which of them. */
export function calculationsFor(
  given: readonly object[],
): { calculations: ReturnType<typeof answerFor>[] } | { problems: readonly (Problem & { debt: number })[] } {
  const read = given.map((one) => readDebt(one, limits))
  const problems = read.flatMap((one, debt) => ('problems' in one ? one.problems.map((of) => ({ ...of, debt })) : []))
  if (problems.length > 0) return { problems }
  const debts = read.flatMap((one) => ('debt' in one ? [one.debt] : []))
  const calculated = calculateTogether(debts)
  return {
    calculations: debts.flatMap((debt, index) => {
      const calculation = calculated[index]
      return calculation ? [answerFor(debt, calculation)] : []
    }),
  }
}

/** Calculates a debt that somebody gave, or says what is wrong with it. */
export function calculationFor(given: object): ReturnType<typeof answerFor> | { problems: readonly Problem[] } {
  const read = readDebt(given, limits)
  return 'problems' in read ? read : answerFor(read.debt)
}

const payments_sentence =
  'Payments as a JSON list of `{ "date", "amount" }`, at most 100. Those after `until` are not counted.'
const facts_sentence =
  'What happened around the debt, as a JSON object; what is left out did not happen. ' +
  'All countries: `contract_date`, `rate_override` (a yearly rate that was agreed), `agreed_term` (null: none was ' +
  'agreed), `invoice_received`, `goods_received`. Netherlands: `letter` (`sent`, `channel`, `term_days`, ' +
  '`counted_from`, `states_amount`, `charges_costs`, `receipt`), `collection_step`, `costs_charged_on`, `components`, ' +
  '`vat_not_reclaimable`. Belgium: `reminder` (`sent`, `channel`, `term_days`, `valid`), `reminder_number`, ' +
  '`regular_supply`, `postage`, `creditor_sme`, `clause_interest`, `clause_damages`. Germany: `reminder_received`, ' +
  '`invoice_mentions_30_day_rule`. United Kingdom: `performed`, `notice_of_amount`, `purchaser`, `grossly_unfair`. ' +
  'Facts that are not known are ignored.'

export const law_calls: Actions = {
  claim: call({
    method: 'GET',
    path: '/v1/law/claim',
    reach: 'token',
    summary: 'Calculate interest and costs of a debt',
    description:
      'Calculates what a debt has become by a day: interest by its parts, costs, what payments settled by the order of ' +
      'the law, what is left, and why. Nothing is stored. Every valid token may ask. Amounts have at most 15 digits.',
    outcome: 'The calculation.',
    example: {
      ...{ country: 'NL', party: 'consumer', currency: 'EUR', principal: '500.00' },
      ...{ due_date: '2026-01-06', until: '2026-06-30' },
      payments: '[{"date":"2026-02-10","amount":"200.00"}]',
      facts: '{"letter":{"sent":"2026-02-02","channel":"email"}}',
    },
    body: {
      country: oneOf(
        debt_countries,
        'Whose law: a country, or `EU` for the least that the directive gives.',
      ).required(),
      party: oneOf(parties, 'Who owes.').required(),
      currency: text('Currency, ISO 4217; euros, or pounds in the United Kingdom, unless given.'),
      principal: text('What was owed at first, like `500.00`.').required(),
      due_date: date('Last day on which it could be paid in time.'),
      until: date('Day up to which it is calculated; that day counts too.').required(),
      payments: text(payments_sentence),
      facts: text(facts_sentence),
    },
    answer: { data: object(calculated_fields, 'The calculation.').required() },
    run: async (_, { payments, facts, currency, ...given }) => {
      const nested = { payments: jsonIn('payments', payments), facts: jsonIn('facts', facts) }
      const usual = given.country === 'UK' ? 'GBP' : 'EUR'
      const found = calculationFor({ ...given, ...nested, currency: currency ?? usual })
      if ('problems' in found)
        return refuseParameters(found.problems.map(({ place, sentence }) => `${place}: ${sentence}`))
      return { data: found }
    },
  }),
}

function jsonIn(name: string, given: string | null | undefined): unknown {
  if (given === null || given === undefined || given === '') return undefined
  if (given.length > json_length_max)
    return refuseParameters([`${name}: may have at most ${json_length_max} characters`])
  const value = readJson(given, name)
  return value === undefined ? refuseParameters([`${name}: must be JSON`]) : value
}
