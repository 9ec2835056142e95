import type { Day } from '../../domain/days.ts'
import { amountText } from '../../domain/money.ts'

// Who is contacted first. What is at stake is what is overdue and nobody has agreed about. Everything that makes it
// more urgent adds points: each is worth a hundredth of that amount, and ten units of money on top, so that somebody
// who waits for an answer is not forgotten for owing little.

/** What each thing adds. SQL ranks by those that it can see at once, so that only the first few are read whole. */
export const points = {
  broken_promise: 80,
  call_waits: 40,
  call_back: 40,
  dispute_lapses: 30,
  unread_message: 30,
  approval_waits: 25,
  no_address: 20,
  task_due: 20,
  over_limit: 15,
  pays_later: 15,
  says_paid: 10,
} as const

/** A day overdue is a point, up to this many. */
export const age_points_max = 120
/** In cents of the books. */
export const point_worth = 1000n

export type RankFacts = {
  readonly debtor_id: string
  /** Overdue and not agreed about, in the currency of the books: the one sum in which currencies are converted. */
  readonly overdue: bigint
  readonly oldest_days: number
  /** Newest first. */
  readonly broken_promises: readonly { amount: string; currency_code: string; promised_on: Day }[]
  readonly call_waits: { since: Day } | null
  readonly call_back: { since: Day } | null
  readonly dispute_lapses: { on: Day; invoice_number: string } | null
  readonly says_paid: { since: Day; invoice_number: string } | null
  readonly unread_message: { at: string } | null
  readonly approval_waits: { step: string } | null
  readonly no_address: boolean
  readonly task_due: { id: string; subject: string; due_on: Day } | null
  /** How much more than its credit limit it owes; 0 when it does not. */
  readonly over_limit: bigint
  /** Days after the due date, lately and before; null where too little was paid to say. */
  readonly pays: { lately: number | null; before: number | null }
  readonly phone: string | null
  readonly person: string | null
}

/** Why a debtor stands where it stands: a code with its facts, never words. */
export type RankReason = { readonly reason: string; readonly points: number; readonly [fact: string]: string | number }

export const acts = [
  'call',
  'find_number',
  'answer',
  'approve',
  'take_up_dispute',
  'find_address',
  'ask_for_proof',
  'do_task',
] as const

/** What to do next, and whom with. */
export type RankedAct = {
  readonly act: (typeof acts)[number]
  readonly person: string | null
  readonly phone: string | null
  /** Of a letter that waits. */
  readonly step: string | null
  /** Of a task. */
  readonly subject: string | null
}

export type Ranked = {
  readonly debtor_id: string
  readonly score: bigint
  readonly reasons: RankReason[]
  readonly act: RankedAct
}

/** Debtors by what is at stake, the most first; of the same, the one that came first. */
export function rank(debtors: readonly RankFacts[]): Ranked[] {
  const ranked = debtors.map((facts): Ranked => {
    const reasons = reasonsOf(facts)
    return { debtor_id: facts.debtor_id, score: scoreOf(facts, reasons), reasons, act: actOf(facts) }
  })
  return ranked.sort(
    (one, other) => Number(other.score - one.score) || Number(BigInt(one.debtor_id) - BigInt(other.debtor_id)),
  )
}

const agePoints = ({ oldest_days }: RankFacts): number => Math.max(0, Math.min(oldest_days, age_points_max))

function scoreOf(facts: RankFacts, reasons: readonly RankReason[]): bigint {
  const age = BigInt(agePoints(facts))
  const rest = BigInt(reasons.reduce((sum, one) => sum + (one.reason in points ? one.points : 0), 0))
  return (facts.overdue * (100n + age + rest)) / 100n + rest * point_worth
}

/** Pays later than it did: by a week at least, or less would be chance. */
const later_by_days = 7
const old_days = 90

/** Every reason, the strongest first. How much and how old is always one, whatever else there is. */
function reasonsOf(facts: RankFacts): RankReason[] {
  const found: RankReason[] = []
  const add = (reason: keyof typeof points, of: { [fact: string]: string | number } = {}): void => {
    found.push({ reason, points: points[reason], ...of })
  }
  const { broken_promises, call_waits, call_back, dispute_lapses, says_paid, unread_message, approval_waits } = facts
  const [broken] = broken_promises
  if (broken) add('broken_promise', { ...broken, times: broken_promises.length })
  if (call_waits) add('call_waits', call_waits)
  if (call_back) add('call_back', call_back)
  if (dispute_lapses) add('dispute_lapses', dispute_lapses)
  if (unread_message) add('unread_message', unread_message)
  if (approval_waits) add('approval_waits', approval_waits)
  if (facts.no_address) add('no_address')
  if (facts.task_due) add('task_due', { subject: facts.task_due.subject, due_on: facts.task_due.due_on })
  if (facts.over_limit > 0n) add('over_limit', { amount: amountText(facts.over_limit) })
  const { lately, before } = facts.pays
  if (lately !== null && before !== null && lately - before >= later_by_days) add('pays_later', { lately, before })
  if (says_paid) add('says_paid', says_paid)
  if (facts.overdue > 0n) {
    const reason = facts.oldest_days > old_days ? 'very_old' : 'overdue'
    found.push({ reason, points: agePoints(facts), days: facts.oldest_days })
  }
  return found.sort((one, other) => other.points - one.points)
}

/** What would take the debtor off the list: whoever waits for us comes first, and otherwise somebody calls. */
function actOf(facts: RankFacts): RankedAct {
  const { person, phone, approval_waits, task_due } = facts
  const doing = (act: RankedAct['act'], own: Partial<RankedAct> = {}): RankedAct => ({
    ...{ act, person, phone, step: null, subject: null },
    ...own,
  })
  const call = phone === null ? doing('find_number') : doing('call')
  if (facts.unread_message) return doing('answer')
  if (facts.call_waits || facts.call_back) return call
  if (facts.dispute_lapses) return doing('take_up_dispute')
  if (approval_waits) return doing('approve', { step: approval_waits.step })
  if (facts.no_address) return doing('find_address')
  if (facts.says_paid) return doing('ask_for_proof')
  if (task_due && facts.overdue === 0n) return doing('do_task', { subject: task_due.subject })
  return call
}
