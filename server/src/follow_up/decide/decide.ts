import { addDays, type Day } from '../../domain/days.ts'
import type { HoldReason } from '../../domain/holds.ts'
import { isLetter } from '../../domain/steps.ts'
import { actOn, actsOf, correctionOf, invoiceActs } from './acts.ts'
import { addApproval, holdForApproval, waitsForApproval } from './approval.ts'
import { addInterval, type Group, groupsOf, isBundled, waitingFirst, waitingFor, withMembers } from './bundles.ts'
import { type Context, contextOf } from './context.ts'
import type { Act, Decision, Hold, Letter, Outlook } from './decision.ts'
import type { DebtorFacts } from './facts.ts'
import { caseClaim, caseLetterOf, letterOf } from './letters.ts'
import {
  compareIds,
  type LookedCase,
  type LookedInvoice,
  lookAtCase,
  lookAtInvoice,
  type Next,
  outlookOf,
  sendingDay,
} from './look.ts'
import { askedTogether } from './minimum.ts'
import type { Rules } from './rules.ts'

/**
 * What happens next with a debtor, and why: an outlook for each invoice and case, and the letters and acts that are due
 * today. It is a function of its arguments alone: rows may come in any order, and days are those of the administration.
 */
export function decide(facts: DebtorFacts, rules: Rules, today: Day): Decision {
  const context = contextOf(facts, rules, today)
  const invoices = facts.invoices.map((one) => lookAtInvoice(one, context)).sort((a, b) => compareIds(a.id, b.id))
  const cases = facts.cases.map((one) => lookAtCase(one, context)).sort((a, b) => compareIds(a.id, b.id))
  for (const { next, invoice } of invoices) {
    if (next === null) continue
    addInterval(next, context)
    addApproval(invoice, next, context)
  }
  for (const { next, credit_case } of cases) if (next !== null) addApproval(credit_case, next, context)
  const due = invoices.filter((one) => one.next !== null && isDue(one.next, context))
  const due_cases = cases.filter((one) => one.next !== null && isDue(one.next, context))
  const acts: Act[] = actsOf(facts, context)
  const letters: Letter[] = []
  if (due.length > 0) addInvoiceLetters(letters, due, invoices, context)
  if (due.length > 0) acts.push(...invoiceActs(due, context))
  for (const looked of due_cases) addCase(letters, acts, looked, context)
  for (const looked of cases) if (!hasLetter(letters, looked)) acts.push(...correctionOf(looked, context))
  const outlooks = [...invoices, ...cases].map((one) => outlookOf(one, context))
  return { debtor_id: facts.id, outlooks, letters, acts, look_on: lookOn(outlooks, invoices, cases, context) }
}

/**
 * Whether a step can be done today. What is too little alone may still be part of a letter, and a letter that waits for
 * a person is put together so that it can be seen.
 */
function isDue(next: Next, { rules, today }: Context): boolean {
  if (next.planned > today || next.holds.some(({ reason }) => !undecided.includes(reason))) return false
  const day = sendingDay(next.step, today, rules.calendar)
  if (day === today) return true
  next.holds.push({ reason: 'calendar', since: null, until: day && addDays(day, -1) })
  return false
}

const undecided: readonly HoldReason[] = ['below_minimum', 'approval']

/** Puts letters together, and says of every invoice that is due and in none of them why. */
function addInvoiceLetters(
  letters: Letter[],
  due: readonly LookedInvoice[],
  all: readonly LookedInvoice[],
  context: Context,
): void {
  const groups = groupsOf(
    due.filter(({ next }) => next && isLetter(next.step)),
    context,
  )
  const enough = groups.map((group) => withMembers(group, askedTogether(group.members))).filter(isAsked)
  const bundles = enough.filter(({ bundled }) => bundled).sort(waitingFirst)
  const first = bundles[0]
  const wait = first && waitingFor(first, context)
  for (const { members } of bundles.slice(1)) for (const { next } of members) if (wait) next.holds.push(wait)
  const going = [...enough.filter(({ bundled }) => !bundled), ...(first ? [first] : [])]
  for (const group of going.sort(waitingFirst)) {
    const letter = letterOf(group, all, context)
    if (!letter) continue
    letters.push(letter)
    if (letter.approval !== 'needed') continue
    for (const { next } of group.members) holdForApproval(next)
  }
  if (first && wait) addWaiting(first, wait, all)
}

const isAsked = ({ members }: Group): boolean => members.length > 0

/** What is held by something else, or planned for tomorrow, has to keep its distance from the letter of today too. */
function addWaiting(first: Group, wait: Hold, all: readonly LookedInvoice[]): void {
  if (wait.until === null) return
  const going = new Set(first.members.map(({ next }) => next))
  for (const { next } of all) {
    if (next === null || going.has(next) || !isBundled(next) || next.planned > wait.until) continue
    if (!next.holds.includes(wait)) next.holds.push(wait)
  }
}

/** A letter that goes today charges everything itself. */
const hasLetter = (letters: readonly Letter[], { id }: LookedCase): boolean =>
  letters.some(({ credit_case_id }) => credit_case_id === id)

function addCase(letters: Letter[], acts: Act[], looked: LookedCase, context: Context): void {
  const { next, credit_case } = looked
  if (next === null) return
  const { id, round } = credit_case
  if (next.step !== 'bailiff') {
    const letter = caseLetterOf(looked, next, context)
    if (letter) letters.push(letter)
  } else if (!waitsForApproval(next)) {
    acts.push({ act: 'hand_over', credit_case_id: id, step: 'bailiff', round: round.number })
  }
}

/**
 * The next day on which it makes sense to look again. What is due is looked at tomorrow if nobody performs it today;
 * what is held without an end is looked at when its cause goes, which is a change of facts.
 */
function lookOn(
  outlooks: readonly Outlook[],
  invoices: readonly LookedInvoice[],
  cases: readonly LookedCase[],
  context: Context,
): Day | null {
  const { facts, today } = context
  let first: Day | null = null
  const consider = (day: Day | null): void => {
    if (day === null) return
    const later = day > today ? day : addDays(today, 1)
    if (first === null || later < first) first = later
  }
  for (const { day, holds } of outlooks) {
    consider(day)
    for (const { until } of holds) if (until !== null) consider(addDays(until, 1))
  }
  // Too little alone, it may be part of a letter on its planned day; what lapses is followed by another step. One that
  // is said to be sent on a later day counts as sent from then on.
  for (const { next, invoice } of invoices) {
    if (invoice.sent_on !== null && invoice.sent_on > today) consider(invoice.sent_on)
    if (next === null || next.holds.length === 0) continue
    if (next.planned > today) consider(next.planned)
    if (next.step === 'pre_reminder') consider(addDays(invoice.due_date, 1))
  }
  // Costs of a case may be charged once a term has ended and payments have had their days.
  for (const looked of cases) {
    const last = context.law.chargesFrom(caseClaim(looked, looked.next?.step ?? 'opening', context))
    if (last !== null) consider(context.rules.paymentsKnownOn(last))
  }
  for (const { held } of [facts, ...facts.invoices, ...facts.cases]) {
    for (const fact of held) {
      const day = actOn(fact, context)
      if (day !== null && day > today) consider(day)
    }
  }
  return first
}
