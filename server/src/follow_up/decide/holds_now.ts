import { addDays, addMonths, type Day, daysBetween } from '../../domain/days.ts'
import { type HoldReason, holdEntry } from '../../domain/holds.ts'
import { amountText } from '../../domain/money.ts'
import { all_steps, isLetter, isOverdueStep, type Step } from '../../domain/steps.ts'
import type { Context } from './context.ts'
import type { Hold } from './decision.ts'
import type { CaseFacts, HeldFact, InvoiceFacts, PerformedStep, Recipient } from './facts.ts'
import { endOf } from './hold_ends.ts'
import type { ReadyFlow } from './rules.ts'

/** Invoices that were overdue for longer when they were first seen are left to people. */
const too_old_days = 365

/** A step of a record that is asked about: the flow's wish, and the day that it has without any hold. */
export type Wanted = {
  readonly step: Step
  readonly day: Day
  readonly channels: readonly ('mail' | 'post')[]
  readonly flow: ReadyFlow
}

/** Whether a hold keeps a step from happening. */
export function stops(reason: HoldReason, step: Step): boolean {
  const { kind } = all_steps[step]
  switch (holdEntry(reason).stops) {
    case 'all':
      return true
    case 'reminding':
      return kind !== 'sending'
    case 'escalating':
      return kind === 'escalating'
    case 'document':
      return step === 'invoice' || step === 'bailiff'
  }
}

/** Everything that holds an invoice back from a step today, or until a day after the one that it is planned for. */
export function invoiceHolds(invoice: InvoiceFacts, wanted: Wanted, context: Context): Hold[] {
  const holds = commonHolds(wanted, context)
  addNoted(holds, invoice.held, wanted.step, context)
  const { lifted } = invoice
  for (const hold of ownHolds(invoice, wanted, context)) {
    if (stops(hold.reason, wanted.step) && !lifted.includes(hold.reason)) holds.push(hold)
  }
  addUndeliverable(holds, invoice.recipient, wanted)
  addUnderway(holds, invoice.steps, wanted, context)
  addLawTerm(holds, invoice.steps, wanted, context)
  return holds
}

/** The same of a case; what holds one of its invoices holds the case, for its letters ask for all of them. */
export function caseHolds(
  credit_case: CaseFacts,
  members: readonly InvoiceFacts[],
  wanted: Wanted,
  context: Context,
): Hold[] {
  const holds = commonHolds(wanted, context)
  addNoted(holds, credit_case.held, wanted.step, context)
  for (const { held } of members) addNoted(holds, held, wanted.step, context)
  if (wanted.step === 'bailiff' && members.some(({ has_document }) => !has_document)) {
    holds.push({ reason: 'document_missing', since: null, until: null })
  }
  addCredit(holds, credit_case.currency_code, wanted.step, context)
  addUndeliverable(holds, credit_case.recipient, wanted)
  addUnderway(holds, credit_case.steps, wanted, context)
  return holds.filter(({ reason }) => !credit_case.lifted.includes(reason))
}

/** What holds all records of the debtor. */
function commonHolds({ step }: Wanted, context: Context): Hold[] {
  const { today, latest_day } = context
  const { administration, books_stale_on } = context.rules
  const holds: Hold[] = []
  if (administration.status !== 'active') {
    holds.push({ reason: 'administration_status', since: null, until: null, status: administration.status })
  }
  addNoted(holds, administration.held, step, context)
  addNoted(holds, context.facts.held, step, context)
  if (books_stale_on !== null && today >= books_stale_on && stops('books_stale', step)) {
    holds.push({ reason: 'books_stale', since: administration.books_written_on, until: null })
  }
  if (latest_day !== null && latest_day > today) {
    holds.push({ reason: 'clock_behind', since: null, until: addDays(latest_day, -1) })
  }
  return holds
}

function addNoted(holds: Hold[], held: readonly HeldFact[], step: Step, { rules, today }: Context): void {
  for (const fact of held) {
    const until = endOf(fact, rules.calendar)
    if ((until !== null && until < today) || !stops(fact.reason, step)) continue
    const hold: Hold = { reason: fact.reason, since: fact.since, until }
    holds.push(fact.id === null ? hold : { ...hold, id: fact.id })
  }
}

/** What the facts of an invoice say by themselves. */
function ownHolds(invoice: InvoiceFacts, { step, flow }: Wanted, context: Context): Hold[] {
  const { today } = context
  const { due_date, seen_on, sent_on, invoice_date, open_amount } = invoice
  const holds: Hold[] = []
  const add = (reason: HoldReason, until: Day | null = null, since: string | null = null): void => {
    holds.push({ reason, since, until })
  }
  if (sent_on === null && !isUnderway(invoice, 'invoice')) {
    if (step !== 'invoice' || addMonths(today, -1) > invoice_date) add('not_sent', null, invoice_date)
  }
  if (step === 'invoice') {
    if (!invoice.has_document) add('document_missing')
    return holds
  }
  if (seen_on > due_date && daysBetween(due_date, seen_on) > too_old_days) {
    holds.push({ reason: 'too_old', since: seen_on, until: null, due_date })
  }
  if (open_amount < flow.minimum) {
    const minimum = amountText(flow.minimum)
    holds.push({ reason: 'below_minimum', since: null, until: null, open_amount: amountText(open_amount), minimum })
  }
  if (invoice.payment_method === 'direct_debit') {
    const until = addDays(due_date, 5)
    if (until >= today) add('direct_debit', until)
  }
  if (due_date >= today && isOverdueStep(step) && wasReminded(invoice)) add('due_date_extended', due_date)
  addCredit(holds, invoice.currency_code, step, context)
  return holds
}

/** Credit that covers the debt stops reminders, and any that nobody set off stops what leads to collection. */
function addCredit(holds: Hold[], currency_code: string, step: Step, { balances }: Context): void {
  const balance = balances.get(currency_code)
  if (!balance || balance.credit === 0n) return
  const amounts = { credit: amountText(balance.credit), debt: amountText(balance.debt) }
  const reason = balance.credit >= balance.debt ? 'credit_covers' : 'credit_unmatched'
  if (stops(reason, step)) holds.push({ reason, since: null, until: null, ...amounts })
}

const wasReminded = ({ steps }: InvoiceFacts): boolean => steps.some((one) => !one.skipped && isOverdueStep(one.step))

const isUnderway = ({ steps }: InvoiceFacts, step: Step): boolean =>
  steps.some((one) => one.step === step && one.letter !== null && one.letter.sent_on === null)

/** Neither a mail nor a letter would arrive. */
function addUndeliverable(holds: Hold[], recipient: Recipient, { step, channels }: Wanted): void {
  if (!isLetter(step) || channelFor(recipient, channels) !== null) return
  holds.push({
    reason: 'undeliverable',
    since: null,
    until: null,
    mail: recipient.mail === 'held' ? 'bounced' : recipient.mail,
    post: recipient.post ? 'yes' : 'no',
  })
}

/** The first way in which a letter would arrive; one whose mail came back may not have others. */
export function channelFor({ mail, post }: Recipient, channels: readonly ('mail' | 'post')[]): 'mail' | 'post' | null {
  for (const one of channels) {
    if (one === 'mail' ? mail === 'yes' : post) return one
    if (one === 'mail' && mail === 'held') return null
  }
  return null
}

/** A letter that was not sent yet gives no term, and a call that was just asked for deserves a few days. */
function addUnderway(holds: Hold[], steps: readonly PerformedStep[], { day }: Wanted, { rules, today }: Context): void {
  for (const one of steps) {
    if (one.letter !== null && one.letter.sent_on === null) {
      holds.push({ reason: 'letter_underway', since: one.day, until: null, step: one.step })
    }
    if (!one.call_open) continue
    const until = rules.calendar.after(one.day, 3)
    if (until >= today && until >= day) holds.push({ reason: 'call_underway', since: one.day, until })
  }
}

/** Nothing follows a letter of the law before its last free day is over. */
function addLawTerm(
  holds: Hold[],
  steps: readonly PerformedStep[],
  { day }: Wanted,
  { law, party, today }: Context,
): void {
  for (const { letter, step } of steps) {
    if (letter === null || !letter.legal || letter.void || letter.sent_on === null) continue
    const asked = law.legalLetter({ party, step, first_reminder: true })
    const days = Math.max(letter.term_days ?? 0, asked?.days ?? 0)
    const until = law.lastFreeDay({ ...letter, sent_on: letter.sent_on, days })
    if (until < today || until < day) continue
    holds.push({ reason: 'law_term_running', since: letter.sent_on, until, rule: asked?.rule ?? `${law.code}.term` })
  }
}
