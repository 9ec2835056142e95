import { addDays, type Day } from '../../domain/days.ts'
import { cents, sumOf } from '../../domain/money.ts'
import { type Assessment, because, governingDay, paidUpTo } from '../claim/assessment.ts'
import type { Debt, DebtFacts, Reason } from '../claim/debt.ts'
import { settle } from '../claim/settle.ts'
import { agreedOr, fixedSumAfter, interestAfter, nothingBecause } from '../claim/usual_terms.ts'
import { type Country, directive_day, type LetterLaw, lastFreeDay, no_fees, receivedOn } from '../country.ts'
import { dueBetweenBusinesses, dueOfConsumer } from '../default.ts'
import { series } from '../rates.ts'
import { byScale, no_costs, share, type WorkedOut } from '../scales.ts'
import { public_files, source } from '../sources.ts'
import type { ReasonCode } from '../words/en.ts'
import { countedDay, isDutchPostDay, isWorkday } from '../working_days.ts'

const decree = source('nl_decree', '2026-11-16')
const trade = source('nl_trade', '2026-11-16')

/** Until 2002 there was one rate for all. */
const before_2002 = [
  ['1934-01', '5'],
  ['1971-03', '9'],
  ['1972-11', '8'],
  ['1974-05', '10'],
  ['1976-04', '8'],
  ['1979-01', '10'],
  ['1980-04', '12'],
  ['1983-01', '9'],
  ['1987-04', '8'],
  ['1990-01', '10'],
  ['1990-07', '11'],
  ['1992-01', '12'],
  ['1993-07', '10'],
  ['1994-01', '9'],
  ['1995-01', '8'],
  ['1996-01', '7'],
  ['1996-07', '5'],
  ['1998-01', '6'],
  ['2001-01', '8'],
  ['2002-01', '7'],
] as const

/** Article 6:119 BW: set by decree, near the rate of the central bank and never worked out from it. */
const consumer_rates = series('nl.interest', decree, [
  ...before_2002,
  ['2003-08', '5'],
  ['2004-02', '4'],
  ['2007-01', '6'],
  ['2009-07', '4'],
  ['2010-01', '3'],
  ['2011-07', '4'],
  ['2012-07', '3'],
  ['2015-01', '2'],
  ['2023-01', '4'],
  ['2023-07', '6'],
  ['2024-01', '7'],
  ['2025-01', '6'],
  ['2026-01', '4'],
  ['2026-07', '4', public_files],
])

/** Article 6:119a BW: the rate of the central bank plus seven points, eight since 16 March 2013. */
const trade_rates = series('nl.trade_interest', trade, [
  ...before_2002,
  ['2002-12', '10.35'],
  ['2003-01', '9.85'],
  ['2003-07', '9.10'],
  ['2004-01', '9.02'],
  ['2004-07', '9.01'],
  ['2005-01', '9.09'],
  ['2005-07', '9.05'],
  ['2006-01', '9.25'],
  ['2006-07', '9.83'],
  ['2007-01', '10.58'],
  ['2007-07', '11.07'],
  ['2008-01', '11.20'],
  ['2008-07', '11.07'],
  ['2009-01', '9.50'],
  ['2009-07', '8.00'],
  ['2011-07', '8.25'],
  ['2012-01', '8.00'],
  ['2013-01', '7.75'],
  ['2013-03-16', '8.75'],
  ['2013-07', '8.50'],
  ['2014-01', '8.25'],
  ['2014-07', '8.15'],
  ['2015-01', '8.05'],
  ['2016-07', '8.00'],
  ['2023-01', '10.50'],
  ['2023-07', '12.00'],
  ['2024-01', '12.50'],
  ['2024-07', '12.25'],
  ['2025-01', '11.15'],
  ['2025-07', '10.15'],
  ['2026-01', '10.15'],
  ['2026-07', '10.40', public_files],
])

/** Besluit vergoeding voor buitengerechtelijke incassokosten: shares of slices of the principal. */
const scale = {
  from: '2012-07-01',
  slices: [
    { up_to: cents('2500.00'), percent: '15' },
    { up_to: cents('5000.00'), percent: '10' },
    { up_to: cents('10000.00'), percent: '5' },
    { up_to: cents('200000.00'), percent: '1' },
    { up_to: null, percent: '0.5' },
  ],
  ...{ least: cents('40.00'), most: cents('6775.00') },
} as const

/** Turnover tax on costs, for creditors who cannot reclaim it. */
const vat_rates: readonly { from: Day; percent: string }[] = [
  { from: '2001-01-01', percent: '19' },
  { from: '2012-10-01', percent: '21' },
]

/** In how many days the post brings a letter. A slower service would be one more line. */
const post_days: readonly { from: Day; days: number }[] = [{ from: '0001-01-01', days: 2 }]

const fixed_sum = cents('40.00')
const letter_days = 14

const rules = {
  interest: 'nl.interest',
  trade: 'nl.trade_interest',
  letter: 'nl.14_days',
  costs: 'nl.wik',
  term: 'nl.30_days',
} as const

const letters: LetterLaw = {
  consumer_letter: { at: 'final_reminder', days: letter_days, rule: rules.letter },
  byPost: (sent_on) => {
    const days = post_days.findLast(({ from }) => from <= sent_on)?.days ?? 2
    return countedDay(sent_on, days, isDutchPostDay)
  },
  mayEnd: (day) => isWorkday('nl', day),
}

/** Costs by the scale, with turnover tax where the creditor cannot reclaim it. */
export function dutchCosts(principal: bigint, { on, with_vat }: { on: Day; with_vat: boolean }): WorkedOut {
  const costs = byScale(scale, principal)
  const percent = vat_rates.findLast(({ from }) => from <= on)?.percent ?? '0'
  if (!with_vat || costs.amount === 0n) return costs
  const vat = share(costs.amount, percent)
  const step = { kind: 'vat', amount: vat, over: costs.amount, percent, width: null } as const
  return { amount: costs.amount + vat, steps: [...costs.steps, step] }
}

export const nl: Country = {
  ...{ code: 'nl', country: 'NL', currency_code: 'EUR', series: [consumer_rates, trade_rates] },
  ...{ letters, ...no_fees, fee_rule: rules.letter, shares_costs: () => true, costsOfCase },
  costsAfterLetter: (unpaid, { on, agreed }) => dutchCosts(unpaid, { on, with_vat: agreed.vat_not_reclaimable }),
  interest_rule: (party) => (party === 'consumer' ? rules.interest : rules.trade),
  ...{ costs_rule: rules.costs, fixedSum: () => fixed_sum, fixed_sum_rule: rules.costs },
  assess: (debt) => (debt.party === 'consumer' ? assessConsumer(debt) : assessBusiness(debt)),
}

function assessConsumer(debt: Debt): Assessment {
  const due = dueOfConsumer(debt, rules.interest)
  if (due.day === null) return { ...nothingBecause(due.reasons), ...letterDays(debt, null) }
  const interest = interestAfter(due.day, agreedOr(debt, rules.interest, consumer_rates))
  const term = letterDays(debt, due.day)
  const by_scale = due.day >= scale.from
  const open = by_scale ? [] : [because('costs_before_scale', rules.costs)]
  return {
    ...{ interest: { ...interest, capitalised_yearly: true }, fixed_sum: null, costs_open: false, reminder_fee: 0n },
    costs: by_scale && term.last_free_day !== null ? costsAfter(debt, term.last_free_day) : null,
    ...{
      receipt: term.receipt,
      last_free_day: term.last_free_day,
      reasons: [...due.reasons, ...term.reasons, ...open],
    },
  }
}

/** On what is unpaid when the term of the letter has ended; everything paid within it counts. */
function costsAfter(debt: Debt, last_free_day: Day): Assessment['costs'] {
  const from = addDays(last_free_day, 1)
  const { components, vat_not_reclaimable } = debt.facts
  const claimed = components ? sumOf(components) : debt.principal
  const costs = dutchCosts(claimed - paidUpTo(debt, last_free_day), { on: from, with_vat: vat_not_reclaimable })
  return { from, joins: from, amount: () => costs.amount }
}

/** When the letter came and how long it gives; no last day where it does not count. */
function letterDays({ facts }: Debt, due: Day | null): Pick<Assessment, 'receipt' | 'last_free_day' | 'reasons'> {
  const { letter } = facts
  if (!letter) {
    return { receipt: null, last_free_day: null, reasons: [because('letter_missing', rules.letter)] }
  }
  const sent = { sent_on: letter.sent, channel: letter.channel, received_on: letter.receipt, days: letter.term_days }
  const reasons = letterFaults(letter, due)
  return {
    ...{ receipt: receivedOn(letters, sent), reasons },
    last_free_day: reasons.length > 0 ? null : lastFreeDay(letters, sent),
  }
}

function letterFaults(letter: NonNullable<DebtFacts['letter']>, due: Day | null): Reason[] {
  const faults: [boolean, ReasonCode][] = [
    [due === null || letter.sent <= due, 'letter_too_early'],
    [letter.term_days < letter_days, 'letter_term_short'],
    [letter.counted_from === 'letter_date', 'letter_counts_from_its_date'],
    [!letter.states_amount, 'letter_without_amount'],
    [letter.charges_costs, 'letter_charges'],
  ]
  const values = { days: letter.term_days }
  return faults.filter(([is_so]) => is_so).map(([, code]) => because(code, rules.letter, values))
}

function assessBusiness(debt: Debt): Assessment {
  const due = dueBetweenBusinesses(debt, rules.term)
  if (due.day === null) return nothingBecause(due.reasons)
  const first = addDays(due.day, 1)
  const interest = interestAfter(due.day, agreedOr(debt, rules.trade, trade_rates))
  const by_scale = due.day >= scale.from
  const has_sum = governingDay(debt, due.day) >= directive_day
  const { collection_step, costs_charged_on } = debt.facts
  const joins = costs_charged_on !== null && costs_charged_on < first ? first : costs_charged_on
  const open: Reason[] = by_scale ? [] : [because('costs_before_scale', rules.costs)]
  return {
    ...{ interest: { ...interest, capitalised_yearly: true }, costs_open: !by_scale, reminder_fee: 0n },
    fixed_sum: has_sum ? fixedSumAfter(due.day, fixed_sum) : null,
    costs:
      by_scale && (collection_step || has_sum)
        ? { from: first, joins, amount: (left) => businessCosts(debt, left) }
        : null,
    ...{ receipt: null, last_free_day: null, reasons: [...due.reasons, ...open] },
  }
}

/** One scale on what is left of all principals when the case is opened; earlier payments were set against interest. */
function costsOfCase(debts: readonly { debt: Debt; law: Assessment }[], opened_on: Day): WorkedOut {
  const late = debts.filter(({ law }) => law.costs !== null && law.costs.from <= opened_on)
  const left = late.map(({ debt, law }) => {
    const before: Debt = { ...debt, until: addDays(opened_on, -1) }
    return settle(before, { ...law, costs: null, fixed_sum: null }).open.principal
  })
  const with_vat = late.some(({ debt }) => debt.facts.vat_not_reclaimable)
  return late.length === 0 ? no_costs : dutchCosts(sumOf(left), { on: opened_on, with_vat })
}

/** The scale contains the fixed sum; without an act of collection there is only that. */
function businessCosts(debt: Debt, left: { principal: bigint; fixed_sum: bigint }): bigint {
  const { collection_step, components, vat_not_reclaimable, costs_charged_on } = debt.facts
  if (!collection_step) return left.fixed_sum
  const paid = debt.principal - left.principal
  const base = (components ? sumOf(components) : debt.principal) - paid
  const { amount: costs } = dutchCosts(base, { on: costs_charged_on ?? debt.until, with_vat: vat_not_reclaimable })
  return costs > left.fixed_sum ? costs : left.fixed_sum
}
