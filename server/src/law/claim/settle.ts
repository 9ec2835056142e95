import { addDays, type Day, daysBetween } from '../../domain/days.ts'
import { inCents } from '../rates.ts'
import { type Assessment, because, type InterestTerms } from './assessment.ts'
import type { Allocation, Debt, InterestPart, Reason } from './debt.ts'

/** What a claim comes to when all days up to the last have passed. */
export type Settled = {
  interest: bigint
  fixed_sum: bigint
  costs: bigint
  allocations: Allocation[]
  open: { principal: bigint; interest: bigint; costs: bigint }
  parts: InterestPart[]
  reasons: Reason[]
}

/** Something that happens on a day; what happens at its start comes before the payments, which come at its end. */
type Moment = { day: Day; at: 'start' | 'end'; happens: (state: State) => void }

type State = {
  principal: bigint
  /** Interest of earlier years that bears interest itself. */
  capitalised: bigint
  /** Interest in whole cents that was not paid. */
  posted: bigint
  /** Interest since the last posting, not divided yet, so that nothing is lost. */
  accrued: bigint
  posted_ever: bigint
  /** The next day that has no interest yet; null while none runs. */
  next: Day | null
  costs_joined: bigint
  costs_paid: bigint
  fixed_sum: bigint
  costs: bigint | null
  parts: InterestPart[]
}

/** Goes through the life of a claim: interest by day, payments in the order of the law, nothing rounded on the way. */
export function settle(debt: Debt, law: Assessment): Settled {
  const allocations: Allocation[] = debt.payments.map(() => ({ costs: 0n, interest: 0n, principal: 0n }))
  const state: State = {
    ...{ principal: debt.principal, capitalised: 0n, posted: 0n, accrued: 0n, posted_ever: 0n, next: null },
    ...{ costs_joined: 0n, costs_paid: 0n, fixed_sum: 0n, costs: null, parts: [] },
  }
  const ends = lastOfInterest(debt)
  for (const { day, at, happens } of momentsOf(debt, law, allocations)) {
    const last = at === 'start' ? addDays(day, -1) : day
    accrue(state, law.interest, last < ends ? last : ends)
    happens(state)
  }
  accrue(state, law.interest, ends)
  const { fixed_sum } = state
  const costs = state.costs ?? costsAtTheEnd(debt, law, state)
  const running = inCents(state.accrued)
  const one_offs = (law.costs ? costs : fixed_sum) + law.reminder_fee
  return {
    ...{ interest: state.posted_ever + running, fixed_sum, costs, allocations, parts: state.parts },
    open: {
      principal: state.principal,
      interest: state.posted + state.capitalised + running,
      costs: one_offs - state.costs_paid,
    },
    reasons: [...ratesMissing(debt, law), ...paymentsLeftOut(debt, allocations)],
  }
}

const lastOfInterest = ({ until, interest_until = until }: Debt): Day =>
  interest_until < until ? interest_until : until

/** What may be charged on the last day, where nothing was charged before. */
const costsAtTheEnd = ({ until }: Debt, { costs }: Assessment, { principal, fixed_sum }: State): bigint =>
  costs && costs.from <= until ? costs.amount({ principal, fixed_sum }) : 0n

function momentsOf(debt: Debt, { interest, fixed_sum, costs }: Assessment, allocations: Allocation[]): Moment[] {
  const moments: Moment[] = []
  const atStart = (day: Day | null, happens: Moment['happens']): void => {
    if (day !== null && day <= debt.until) moments.push({ day, at: 'start', happens })
  }
  if (interest) {
    atStart(interest.opens, (state) => {
      state.next = interest.from
    })
    if (interest.capitalised_yearly) {
      const { known_until } = interest.series
      const last = debt.until < known_until ? debt.until : known_until
      const years = Number(last.slice(0, 4)) - Number(interest.from.slice(0, 4))
      for (let year = 1; year <= years; year++) atStart(anniversary(interest.from, year), capitalise)
    }
  }
  if (fixed_sum) {
    atStart(fixed_sum.from, (state) => {
      state.fixed_sum = fixed_sum.amount(state.principal)
      if (fixed_sum.joins !== null) state.costs_joined += state.fixed_sum
    })
  }
  if (costs) {
    atStart(costs.joins, (state) => {
      state.costs = costs.amount({ principal: state.principal, fixed_sum: state.fixed_sum })
      state.costs_joined += state.costs
    })
  }
  debt.payments.forEach(({ date, amount }, index) => {
    if (date > debt.until || amount === 0n) return
    const happens = (state: State): void => {
      allocations[index] = allocate(state, amount)
    }
    moments.push({ day: date, at: 'end', happens })
  })
  return moments.sort(inOrder)
}

function inOrder(one: Moment, other: Moment): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1
  if (one.at === other.at) return 0
  return one.at === 'start' ? -1 : 1
}

/** Adds the interest of the days up to and including the last, a part for each rate. */
function accrue(state: State, terms: InterestTerms | null, last: Day): void {
  if (!terms || state.next === null || state.next > last) return
  const from = state.next
  state.next = addDays(last, 1)
  const base = state.principal + state.capitalised
  if (base <= 0n) return
  const { rates, rule } = terms.series
  for (const rate of rates) {
    if (rate.to < from) continue
    if (rate.from > last) break
    const begin = from > rate.from ? from : rate.from
    const end = last < rate.to ? last : rate.to
    const days = daysBetween(begin, end) + 1
    const before = inCents(state.accrued)
    state.accrued += base * rate.rate * BigInt(days)
    const amount = inCents(state.accrued) - before
    addPart(state.parts, { from: begin, to: end, days, rate: rate.rate, base, amount, rule, source: rate.source })
  }
}

/** A stretch that only goes on where the last one ended is one with it. */
function addPart(parts: InterestPart[], part: InterestPart): void {
  const last = parts.at(-1)
  const goes_on = last && addDays(last.to, 1) === part.from && last.base === part.base
  if (!goes_on || last.rate !== part.rate || last.source !== part.source) parts.push(part)
  else
    parts[parts.length - 1] = { ...last, to: part.to, days: last.days + part.days, amount: last.amount + part.amount }
}

/** Interest becomes whole cents when money moves. */
function post(state: State): void {
  const whole = inCents(state.accrued)
  state.accrued = 0n
  state.posted += whole
  state.posted_ever += whole
}

function capitalise(state: State): void {
  post(state)
  state.capitalised += state.posted
  state.posted = 0n
}

/** Costs that have joined the claim, interest of this year, interest of earlier years, principal. */
function allocate(state: State, amount: bigint): Allocation {
  post(state)
  let left = amount
  const take = (most: bigint): bigint => {
    const taken = left < most ? left : most
    left -= taken
    return taken
  }
  const costs = take(state.costs_joined - state.costs_paid)
  const interest = take(state.posted)
  const earlier = take(state.capitalised)
  const principal = take(state.principal)
  state.costs_paid += costs
  state.posted -= interest
  state.capitalised -= earlier
  state.principal -= principal
  return { costs, interest: interest + earlier, principal }
}

/** The same date so many years on; 29 February becomes 1 March where there is none. */
export function anniversary(day: Day, years: number): Day {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0')
  if (day.slice(5) !== '02-29') return `${year}${day.slice(4)}` as Day // The same month and date.
  return addDays(`${year}-02-28` as Day, 1) // Every year has that day.
}

function ratesMissing(debt: Debt, { interest }: Assessment): Reason[] {
  const until = lastOfInterest(debt)
  if (!interest || interest.opens > until) return []
  const { known_until, rates, rule } = interest.series
  const first = rates[0]?.from
  if (first === undefined) return [because('rate_unknown', rule, { day: interest.from })]
  const reasons: Reason[] = []
  if (until > known_until) reasons.push(because('rate_unknown', rule, { day: addDays(known_until, 1) }))
  if (interest.from < first) reasons.push(because('rate_unknown_before', rule, { day: first }))
  return reasons
}

function paymentsLeftOut({ payments, until }: Debt, allocations: readonly Allocation[]): Reason[] {
  const reasons: Reason[] = []
  if (payments.some(({ date }) => date > until)) {
    reasons.push(because('payment_later', null, { day: until }))
  }
  const beyond = payments.some(({ date, amount }, index) => {
    const { costs = 0n, interest = 0n, principal = 0n } = allocations[index] ?? {}
    return date <= until && amount > costs + interest + principal
  })
  if (beyond) reasons.push(because('paid_too_much'))
  return reasons
}
