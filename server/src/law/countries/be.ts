import { addDays, type Day } from '../../domain/days.ts'
import { cents } from '../../domain/money.ts'
import { type Assessment, because, governingDay, nothing, paidUpTo } from '../claim/assessment.ts'
import type { Debt, Reason } from '../claim/debt.ts'
import { agreedOr, fixedSumAfter, interestAfter, nothingBecause } from '../claim/usual_terms.ts'
import { type Country, directive_day, type LetterLaw, lastFreeDay } from '../country.ts'
import { dueBetweenBusinesses, dueOfConsumer } from '../default.ts'
import { joined, type Series, series } from '../rates.ts'
import { broughtTo, type CostStep, no_costs, plainStep, type WorkedOut } from '../scales.ts'
import { contract, public_files, source } from '../sources.ts'
import { countedDay, isWorkday } from '../working_days.ts'

const official = source('be_announced', '2026-11-16')

/** Seven points above the central bank, up to the next half percent. */
const older_contracts = series('be.trade_interest', official, [
  ['2002-08', '10.5'],
  ['2003-01', '10'],
  ['2003-07', '9.5'],
  ['2006-07', '10'],
  ['2007-01', '11'],
  ['2007-07', '11.5'],
  ['2009-01', '9.5'],
  ['2009-07', '8'],
  ['2011-07', '8.5'],
  ['2012-01', '8'],
  ['2013-07', '7.5'],
])

/** Eight points. */
const newer_contracts = series('be.trade_interest', official, [
  ['2013-03-16', '9'],
  ['2013-07', '8.5'],
  ['2016-07', '8'],
  ['2023-01', '10.5'],
  ['2023-07', '12'],
  ['2024-01', '12.5'],
  ['2025-01', '11.5'],
  ['2025-07', '10.5'],
  ['2026-01', '10.5', public_files],
  ['2026-07', '10.5', public_files],
])

/** Contracts of before the directive follow the newer rates since that day. */
const trade_rates = joined(older_contracts, '2015-03-16', newer_contracts)
const fixed_sum = cents('40.00')

/** Book XIX of the Code of Economic Law: since when, for new contracts and for all others. */
const book_xix: { new_contracts: Day; all: Day } = { new_contracts: '2023-09-01', all: '2023-12-01' }
/** How long a first reminder gives, unless it gives more. */
export const free_days = 14
const free_reminders = { ordinary: 1, regular_supply: 3 }
const reminder_fee = cents('7.50')

const rules = {
  interest: 'be.trade_interest',
  term: 'be.30_days',
  letter: 'be.xix_14_days',
  clause: 'be.xix_clause',
  caps: 'be.xix_caps',
  fee: 'be.xix_reminder_fee',
} as const

/** The most that a clause may ask of a consumer for damages, truncated to the cent. */
export function damagesCap(unpaid: bigint): WorkedOut {
  if (unpaid <= 0n) return no_costs
  const band = damages_bands.find(({ up_to }) => up_to === null || unpaid <= up_to)
  if (!band) return no_costs
  const { base, above, percent } = band
  const over = unpaid - above
  const part = (over * BigInt(percent)) / 100n
  const slice: CostStep = { kind: 'slice', amount: part, over, percent, width: null }
  const steps = [plainStep('fixed', base), ...(percent === '0' ? [] : [slice])]
  const worked = { amount: base + part, steps }
  return worked.amount > damages_most ? broughtTo(worked, damages_most, 'most') : worked
}

/** A sum for each band of what is unpaid, and a share of what lies above its lower end. */
const damages_bands = [
  { up_to: cents('150.00'), base: cents('20.00'), above: 0n, percent: '0' },
  { up_to: cents('500.00'), base: cents('30.00'), above: cents('150.00'), percent: '10' },
  { up_to: null, base: cents('65.00'), above: cents('500.00'), percent: '5' },
] as const
const damages_most = cents('2000.00')

/** By post the third working day is the first of those that count. */
const thirdWorkday = (sent: Day): Day => countedDay(sent, 3, (day) => isWorkday('be', day))

const letters: LetterLaw = {
  consumer_letter: { at: 'first_reminder', days: free_days, rule: rules.letter },
  byPost: (sent_on) => addDays(thirdWorkday(sent_on), -1),
  mayEnd: (day) => isWorkday('be', day),
}

export const be: Country = {
  ...{ code: 'be', country: 'BE', currency_code: 'EUR', series: [newer_contracts] },
  letters,
  free_reminders,
  feeMax: ({ party, first_reminder }) => (party === 'consumer' && !first_reminder ? reminder_fee : 0n),
  fee_rule: rules.fee,
  shares_costs: (party) => party === 'consumer',
  costsOfCase: () => no_costs,
  costsAfterLetter: (unpaid, { agreed }) => (agreed.damages_clause ? damagesCap(unpaid) : no_costs),
  interest_rule: () => rules.interest,
  ...{ costs_rule: rules.caps, fixedSum: () => fixed_sum, fixed_sum_rule: 'be.fixed_sum' },
  assess: (debt) => (debt.party === 'consumer' ? assessConsumer(debt) : assessBusiness(debt)),
}

function assessBusiness(debt: Debt): Assessment {
  const due = dueBetweenBusinesses(debt, rules.term)
  if (due.day === null) return nothingBecause(due.reasons)
  const newer = governingDay(debt, due.day) >= directive_day
  return {
    ...nothing,
    interest: interestAfter(due.day, agreedOr(debt, rules.interest, newer ? newer_contracts : trade_rates)),
    fixed_sum: newer ? fixedSumAfter(due.day, fixed_sum) : null,
    reasons: due.reasons,
  }
}

/** Nothing before a valid reminder has given fourteen free days; then only what a clause asks, within the caps. */
function assessConsumer(debt: Debt): Assessment {
  const due = dueOfConsumer(debt, rules.letter)
  if (due.day === null) return nothingBecause(due.reasons)
  const { contract_date, reminder } = debt.facts
  const in_force = due.day >= book_xix.all || (contract_date ?? due.day) >= book_xix.new_contracts
  if (!in_force) {
    return nothingBecause([because('before_book_xix', rules.letter)])
  }
  if (!reminder) {
    return { ...nothingBecause([because('reminder_missing', rules.letter)]), reminder_fee: feeOf(debt) }
  }
  const { sent: sent_on, channel } = reminder
  const receipt = channel === 'post' ? thirdWorkday(sent_on) : sent_on
  const fault = reminderFault(reminder, due.day)
  if (fault) return { ...nothingBecause([fault]), receipt }
  // A longer term that the reminder gives is a longer one.
  const last_free_day = lastFreeDay(letters, { sent_on, channel, received_on: null, days: reminder.term_days })
  const opens = addDays(last_free_day, 1)
  const from = debt.facts.creditor_sme ? addDays(sent_on, 1) : opens
  const interest = clauseRates(debt, from)
  const damages = damagesOf(debt, last_free_day)
  return {
    interest: interest.series && { from, opens, series: interest.series, capitalised_yearly: false },
    costs: damages.amount === null ? null : { from: opens, joins: null, amount: () => damages.amount ?? 0n },
    ...{ fixed_sum: null, costs_open: false, reminder_fee: sent_on <= debt.until ? feeOf(debt) : 0n },
    ...{ receipt, last_free_day, reasons: [...interest.reasons, ...damages.reasons] },
  }
}

function reminderFault({ sent, valid, term_days }: NonNullable<Debt['facts']['reminder']>, due: Day): Reason | null {
  if (!valid || term_days < free_days) return because('reminder_invalid', rules.letter)
  return sent > due ? null : because('reminder_too_early', rules.letter)
}

/** The rate of the clause as long as the law allows it: above that of the law it is void, and gives nothing. */
function clauseRates(
  { facts, until, interest_until = until }: Debt,
  from: Day,
): { series: Series | null; reasons: Reason[] } {
  const { clause_interest, rate_override } = facts
  const rate = rate_override ?? clause_interest
  if (rate === null) return { series: null, reasons: [because('no_interest_clause', rules.clause)] }
  if (rate === 'cap') return { series: newer_contracts, reasons: [] }
  const lower = newer_contracts.rates.find((legal) => legal.to >= from && legal.rate < rate)
  if (!lower) return { series: upTo(newer_contracts, rate), reasons: [] }
  const starts_void = lower.from <= from
  const reason = because('interest_clause_void', rules.caps, { day: starts_void ? from : lower.from })
  if (starts_void) return { series: null, reasons: [reason] }
  return { series: upTo(newer_contracts, rate), reasons: lower.from <= interest_until ? [reason] : [] }
}

/** One rate on the days for which the law allows as much; nothing on the others. */
const upTo = ({ rates, known_until }: Series, rate: bigint): Series => ({
  ...{ rule: `${rules.interest}_agreed`, known_until },
  rates: rates.filter((legal) => legal.rate >= rate).map((legal) => ({ ...legal, rate, source: contract })),
})

/** What the clause asks on what is unpaid when the free days end; a clause above the cap is void. */
function damagesOf(debt: Debt, last_free_day: Day): { amount: bigint | null; reasons: Reason[] } {
  const { clause_damages } = debt.facts
  if (clause_damages === null) {
    return { amount: null, reasons: [because('no_damages_clause', rules.clause)] }
  }
  const cap = damagesCap(debt.principal - paidUpTo(debt, last_free_day)).amount
  if (clause_damages === 'cap') return { amount: cap, reasons: [] }
  if (clause_damages <= cap) return { amount: clause_damages, reasons: [] }
  if (cap === 0n) return { amount: 0n, reasons: [] }
  return { amount: null, reasons: [because('damages_clause_void', rules.caps)] }
}

/** The first reminder is free, with regular supply the first three of a year. */
function feeOf({ facts }: Debt): bigint {
  const free = facts.regular_supply ? free_reminders.regular_supply : free_reminders.ordinary
  return facts.reminder_number > free ? reminder_fee + facts.postage : 0n
}
