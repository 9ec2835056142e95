import { addDays, type Day } from '../../domain/days.ts'
import { sumOf } from '../../domain/money.ts'
import { all_steps } from '../../domain/steps.ts'
import { actsOf, openingsOf } from './acts.ts'
import { addInterval, type Group, groupsOf, waitingFirst, waitingFor, withMembers } from './bundles.ts'
import { type Context, contextOf } from './context.ts'
import type { Act, Decision, Letter } from './decision.ts'
import type { DebtorFacts } from './facts.ts'
import { approvalOf, caseLetterOf, letterOf } from './letters.ts'
import {
  compareIds,
  dayOf,
  type Looked,
  type LookedCase,
  type LookedInvoice,
  lookAtCase,
  lookAtInvoice,
  type Next,
  outlookOf,
  sendingDay,
} from './look.ts'
import type { Rules } from './rules.ts'

/**
 * What happens next with a debtor, and why: an outlook for each invoice and case, and the letters and acts that are due
 * today. It is a function of its arguments alone: rows may come in any order, and days are those of the administration.
 */
export function decide(facts: DebtorFacts, rules: Rules, today: Day): Decision {
  const context = contextOf(facts, rules, today)
  const invoices = facts.invoices.map((one) => lookAtInvoice(one, context)).sort((a, b) => compareIds(a.id, b.id))
  const cases = facts.cases.map((one) => lookAtCase(one, context)).sort((a, b) => compareIds(a.id, b.id))
  for (const { next } of invoices) if (next !== null) addInterval(next, context)
  const due = invoices.filter((one) => one.next !== null && isDue(one.next, context))
  const due_cases = cases.filter((one) => one.next !== null && isDue(one.next, context))
  const acts: Act[] = actsOf(facts, context)
  const letters: Letter[] = []
  if (due.length > 0) addInvoiceLetters(letters, due, invoices, context)
  if (due.length > 0) acts.push(...openingsOf(due, context))
  for (const looked of due_cases) addCase(letters, acts, looked, context)
  const looked = [...invoices, ...cases]
  return {
    ...{ debtor_id: facts.id, letters, acts },
    outlooks: looked.map((one) => outlookOf(one, context)),
    look_on: lookOn(looked, facts, context),
  }
}

/** Whether a step can be done today. What is too little alone may still be part of a letter. */
function isDue(next: Next, { rules, today }: Context): boolean {
  if (next.planned > today || next.holds.some(({ reason }) => reason !== 'below_minimum')) return false
  const day = sendingDay(next.step, today, rules.calendar)
  if (day === today) return true
  next.holds.push({ reason: 'calendar', since: null, until: day && addDays(day, -1) })
  return false
}

/** Puts letters together, and says of every invoice that is due and in none of them why. */
function addInvoiceLetters(
  letters: Letter[],
  due: readonly LookedInvoice[],
  all: readonly LookedInvoice[],
  context: Context,
): void {
  const groups = groupsOf(
    due.filter(({ next }) => next && all_steps[next.step].does === 'letter'),
    context,
  )
  const enough = groups.flatMap((group) => askedFor(group))
  for (const { members } of enough) for (const { next } of members) drop(next, 'below_minimum')
  const bundles = enough.filter(({ bundled }) => bundled).sort(waitingFirst)
  const first = bundles[0]
  for (const group of bundles.slice(1)) {
    const wait = waitingFor(
      first ?? group,
      context.today,
      first !== undefined && approvalOf(first, context) !== 'needed',
    )
    for (const { next } of group.members) next.holds.push(wait)
  }
  const going = [...enough.filter(({ bundled }) => !bundled), ...(first ? [first] : [])]
  for (const group of going.sort(waitingFirst)) {
    const letter = letterOf(group, all, context)
    if (!letter) continue
    letters.push(letter)
    if (letter.approval !== 'needed') continue
    for (const { next } of group.members) next.holds.push({ reason: 'approval', since: null, until: null })
  }
}

/** What a letter asks for counts together; whoever wants more than that drops out, until all agree. */
function askedFor(group: Group): Group[] {
  const sum = sumOf(group.members.map(({ looked }) => looked.invoice.open_amount))
  const members = group.members.filter(
    ({ next }) => sum >= next.flow.minimum || !next.holds.some(({ reason }) => reason === 'below_minimum'),
  )
  if (members.length === group.members.length) return [group]
  return members.length === 0 ? [] : askedFor(withMembers(group, members))
}

function drop({ holds }: Next, reason: string): void {
  const place = holds.findIndex((one) => one.reason === reason)
  if (place >= 0) holds.splice(place, 1)
}

function addCase(letters: Letter[], acts: Act[], looked: LookedCase, context: Context): void {
  const { next, credit_case } = looked
  if (next === null) return
  const { approved, round, id } = credit_case
  const given = approved?.step === next.step && approved.round === round.number
  const waits = next.wish.approval && !given && !context.rules.administration.sandbox
  if (waits) next.holds.push({ reason: 'approval', since: null, until: null })
  if (next.step === 'bailiff') {
    if (!waits) acts.push({ act: 'hand_over', credit_case_id: id, step: 'bailiff', round: round.number })
    return
  }
  const letter = caseLetterOf(looked, next, context)
  if (letter) letters.push(letter)
}

/**
 * The next day on which it makes sense to look again. What is due is looked at tomorrow if nobody performs it today;
 * what is held without an end is looked at when its cause goes, which is a change of facts.
 */
function lookOn(looked: readonly Looked[], facts: DebtorFacts, context: Context): Day | null {
  const { today } = context
  let first: Day | null = null
  const consider = (day: Day | null): void => {
    if (day === null) return
    const later = day > today ? day : addDays(today, 1)
    if (first === null || later < first) first = later
  }
  for (const { next } of looked) {
    if (next === null) continue
    for (const { until } of next.holds) if (until !== null) consider(addDays(until, 1))
    const small = next.holds.some(({ reason }) => reason === 'below_minimum')
    if (!small) consider(dayOf(next, context))
    else if (next.planned > today) consider(next.planned)
  }
  if (facts.invoices.length > 0) consider(nextActDay(facts, context))
  return first
}

const nextActDay = ({ held }: DebtorFacts, { today }: Context): Day | null => {
  const days = held.flatMap(({ reason, day }) =>
    reason === 'payment_plan_active' && day !== null && day >= today ? [day] : [],
  )
  return days.length === 0
    ? null
    : addDays(
        days.reduce((one, other) => (one < other ? one : other)),
        1,
      )
}
