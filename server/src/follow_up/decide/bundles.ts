import { addDays, type Day } from '../../domain/days.ts'
import { all_steps, isLetter, isOverdueStep } from '../../domain/steps.ts'
import { isFirstReminder } from '../../law/flow_problems.ts'
import type { LegalLetter } from '../../law/pack.ts'
import { approvalOf } from './approval.ts'
import type { Context } from './context.ts'
import type { Hold, Letter } from './decision.ts'
import { invoiceHolds } from './holds_now.ts'
import { compareIds, isBefore, type LookedInvoice, type Next } from './look.ts'

/** A debtor gets one letter that gathers invoices in so many days, and after a letter of the law in so many. */
const ordinary_interval = 7
const legal_interval = 14

/** An invoice whose step is due today, as part of a letter. */
export type Member = { readonly looked: LookedInvoice; readonly next: Next; readonly legal: LegalLetter | null }

/** Invoices that go into one letter, the leader first. */
export type Group = {
  readonly key: string
  readonly members: readonly Member[]
  readonly bundled: boolean
  readonly legal: LegalLetter | null
  readonly due_since: Day
}

/** The letter that the law asks for at the step that is next, or null. */
export const legalLetterOf = ({ step, flow }: Next, { law, party }: Context): LegalLetter | null =>
  law.legalLetter({ party, step, first_reminder: isFirstReminder(flow.flow.steps, step) })

/** Whether the step is gathered with those of other invoices. */
export function isBundled({ step, flow }: Next): boolean {
  const { bundle } = flow.flow
  if (!isLetter(step) || step === 'invoice' || bundle === 'none') return false
  return bundle === 'reminders' || step === 'final_reminder'
}

/** Until when a letter that gathers invoices has to wait for the one before. */
export function addInterval(next: Next, { facts, today }: Context): void {
  if (!isBundled(next)) return
  const ordinary = facts.latest_ordinary_letter_on && addDays(facts.latest_ordinary_letter_on, ordinary_interval - 1)
  const legal = facts.latest_legal_letter_on && addDays(facts.latest_legal_letter_on, legal_interval - 1)
  const until = ordinary && (!legal || ordinary > legal) ? ordinary : legal
  if (until && until >= today && until >= next.planned) {
    next.holds.push({ reason: 'bundle_interval', since: null, until })
  }
}

/** Puts what is due into letters. A group of which a member has to be approved waits as a whole. */
export function groupsOf(due: readonly LookedInvoice[], context: Context): Group[] {
  const found = new Map<string, { members: Member[]; bundled: boolean }>()
  for (const looked of due) {
    const { next, invoice } = looked
    if (next === null) continue
    const legal = legalLetterOf(next, context)
    const bundled = isBundled(next)
    const key = bundled ? bundleKey(looked, next, legal, context) : `${next.step} ${invoice.id}`
    const group = found.get(key) ?? { members: [], bundled }
    group.members.push({ looked, next, legal })
    found.set(key, group)
  }
  return [...found].map(([key, { members, bundled }]) => withMembers({ key, bundled }, members.sort(leaderFirst)))
}

/** A group of these members, who are in their order. */
export function withMembers({ key, bundled }: Pick<Group, 'key' | 'bundled'>, members: readonly Member[]): Group {
  const due_since = members.reduce<Day>(
    (first, { next }) => (next.planned < first ? next.planned : first),
    '9999-12-31',
  )
  return { key, bundled, members, due_since, legal: members.find((one) => one.legal)?.legal ?? null }
}

/** What must be the same of all invoices in a letter. Those that a person let go stay among themselves. */
function bundleKey(
  { invoice }: LookedInvoice,
  { step }: Next,
  legal: LegalLetter | null,
  { law, party }: Context,
): string {
  const { recipient, currency_code, approved, round } = invoice
  const let_go = approved && approved.step === step && approved.round === round.number ? approved.letter : ''
  const kind = legal ? 'legal' : all_steps[step].kind === 'before_due' ? 'before_due' : 'ordinary'
  return [kind, recipient.key, recipient.language_code, currency_code, law.code, party, let_go].join(' ')
}

/** Highest step, then oldest due date, then lowest id. */
function leaderFirst(one: Member, other: Member): number {
  const higher = rankOf(other.next) - rankOf(one.next)
  if (higher !== 0) return higher
  return isBefore(one.looked.invoice, other.looked.invoice) ? -1 : 1
}

/** How far a step is: its place among the others, and for one without a place that in its flow. */
const rankOf = ({ step, flow }: Next): number =>
  all_steps[step].rank ?? flow.flow.steps.findIndex((one) => one.step === step) + 0.5

/** Who goes first: the group that waited longest, then legal ones, then the higher step, then the lowest id. */
export function waitingFirst(one: Group, other: Group): number {
  if (one.due_since !== other.due_since) return one.due_since < other.due_since ? -1 : 1
  if ((one.legal === null) !== (other.legal === null)) return one.legal ? -1 : 1
  const [first] = one.members
  const [second] = other.members
  if (!first || !second) return 0
  return rankOf(second.next) - rankOf(first.next) || compareIds(first.looked.id, second.looked.id)
}

/** What the others have to wait for when a group goes today; while that waits for a person nobody can say. */
export const waitingFor = ({ members, legal }: Group, context: Context): Hold => ({
  ...{ reason: 'bundle_interval', since: context.today },
  until:
    groupApproval(members, context) === 'needed'
      ? null
      : addDays(context.today, (legal ? legal_interval : ordinary_interval) - 1),
})

/** One member that needs approval: all. Those that were let go are among themselves. */
export function groupApproval(members: readonly Member[], context: Context): Letter['approval'] {
  const states = members.map(({ looked, next }) => approvalOf(looked.invoice, next, context))
  return states.includes('needed') ? 'needed' : states.includes('given') ? 'given' : 'none'
}

/** Invoices that are overdue as well and not held: an ordinary letter names them. */
export function namedIn(group: Group, all: readonly LookedInvoice[], context: Context): LookedInvoice[] {
  const [leader] = group.members
  if (!group.bundled || group.legal || !leader || !isOverdueStep(leader.next.step)) return []
  const { recipient, currency_code } = leader.looked.invoice
  const members = new Set(group.members.map(({ looked }) => looked.id))
  return all.filter(({ id, invoice, next, because }) => {
    if (members.has(id) || invoice.open_amount <= 0n || invoice.credit_case_id !== null) return false
    if (invoice.due_date >= context.today || invoice.sent_on === null || invoice.sent_on > context.today) return false
    if (next !== null && !isNameable(next, context)) return false
    if (next === null && !isEndedAndFree({ invoice, because }, leader.next, context)) return false
    return invoice.currency_code === currency_code && isSameRecipient(invoice.recipient, recipient)
  })
}

const isNameable = (next: Next, { today }: Context): boolean =>
  next.holds.length === 0 && next.flow.flow.bundle === 'reminders' && (next.planned > today || isBundled(next))

/** After the end of its flow no step is left that holds could stand at: what counts is whether they stop the letter. */
function isEndedAndFree(
  { invoice, because }: Pick<LookedInvoice, 'invoice' | 'because'>,
  { step, wish, flow }: Next,
  context: Context,
): boolean {
  if (!because.some(({ reason }) => reason === 'flow_ended')) return false
  const wanted = { step, day: context.today, channels: wish.channels, flow }
  return invoiceHolds(invoice, wanted, context).length === 0
}

const isSameRecipient = (
  one: { key: string; language_code: string },
  other: { key: string; language_code: string },
): boolean => one.key === other.key && one.language_code === other.language_code
