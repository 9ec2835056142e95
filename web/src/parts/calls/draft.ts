import type { CallOutcome, DisputeReason, RecordedCall, TodayInvoice, TodayPanel } from '../../api/today.ts'
import type { Language } from '../../words/languages.ts'
import { plainAmount } from '../../words/plain_amount.ts'
import { readAmount } from '../../words/read_amount.ts'

/** What somebody is about to record: the outcome of a call, or a task for a colleague. */
export type Mode = CallOutcome | 'task'

export type Draft = {
  mode: Mode | null
  /** The promised day, or the one of the task. */
  day: string
  /** Whether another day than those offered is asked for. */
  other_day: boolean
  /** Empty: all that is open of the invoices. */
  amount: string
  /** In which the amount is typed. */
  language: Language
  invoice_ids: string[]
  reason: DisputeReason | null
  /** Who looks after the dispute, or does the task. */
  user_id: string
  note: string
  subject: string
  /** Whether nothing is sent while the task is open. */
  blocks: boolean
}

export const dispute_reasons: readonly DisputeReason[] = [
  ...(['amount_wrong', 'already_paid', 'not_ordered', 'not_delivered', 'quality', 'wrong_debtor', 'other'] as const),
]

/** What can be promised or disputed of a debtor: overdue, in the currency of most of it, and not agreed about yet. */
export function usualInvoices({ invoices, overdue_amounts }: TodayPanel, mode: Mode | null): string[] {
  const [most] = overdue_amounts
  const free = invoices.filter((one) => !isTaken(one, mode))
  const overdue = free.filter((one) => one.overdue && one.currency_code === most?.currency_code)
  const found = overdue.length > 0 ? overdue : free.slice(0, 1)
  // A debtor disputes one invoice, and most often the oldest; a promise is about all of them.
  return (mode === 'dispute' ? found.slice(0, 1) : found).map(({ id }) => id)
}

export const isTaken = ({ promised_on, disputed }: TodayInvoice, mode: Mode | null): boolean =>
  mode === 'dispute' ? disputed : promised_on !== null

type Writer = { user_id: string; language: Language }

export function emptyDraft(panel: TodayPanel, mode: Mode | null, subject: string, writer: Writer): Draft {
  const day = panel.days[0]?.day ?? ''
  return {
    ...{
      mode,
      day: mode === 'promise' ? '' : day,
      other_day: false,
      amount: '',
      invoice_ids: usualInvoices(panel, mode),
    },
    ...{ reason: null, ...writer, note: '', subject, blocks: false },
  }
}

/** What comes of most calls, where it is possible: whoever owes something says when it will be paid. */
export const likelyOutcome = (panel: TodayPanel): Mode | null =>
  panel.phone !== null && usualInvoices(panel, 'promise').length > 0 ? 'promise' : null

/** What is open of the chosen invoices, in cents; null when they are of several currencies. */
export function openOf(
  { invoices }: TodayPanel,
  ids: readonly string[],
): { amount: string; currency_code: string } | null {
  const chosen = invoices.filter(({ id }) => ids.includes(id))
  const [first] = chosen
  if (!first || chosen.some(({ currency_code }) => currency_code !== first.currency_code)) return null
  const cents = chosen.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = String(cents).padStart(3, '0')
  return { amount: `${digits.slice(0, -2)}.${digits.slice(-2)}`, currency_code: first.currency_code }
}

/** What is wrong with a promised amount: it is none, or more than the chosen invoices come to. */
export function amountProblem(draft: Draft, panel: TodayPanel): 'unreadable' | 'too_much' | null {
  if (draft.amount.trim() === '') return null
  const amount = readAmount(draft.amount, draft.language)
  if (amount === null) return 'unreadable'
  const open = openOf(panel, draft.invoice_ids)
  return open !== null && Number(amount) > Number(open.amount) ? 'too_much' : null
}

/** Whether enough is said to save it. */
export function isReady(draft: Draft, panel: TodayPanel): boolean {
  const { mode, day, invoice_ids, reason, note, subject } = draft
  if (mode === 'promise')
    return day !== '' && openOf(panel, invoice_ids) !== null && amountProblem(draft, panel) === null
  if (mode === 'dispute') return reason !== null && invoice_ids.length > 0
  if (mode === 'other') return note.trim() !== ''
  if (mode === 'wrong_number') return panel.phone !== null && day !== ''
  if (mode === 'task') return subject.trim() !== '' && day !== ''
  return mode !== null && day !== ''
}

/** The call as the service takes it. */
export function callOf(draft: Draft, panel: TodayPanel, administration_id: string): RecordedCall {
  const { mode, day, amount, language, invoice_ids, reason, user_id } = draft
  const note = draft.note.trim()
  const outcome = mode === null || mode === 'task' ? 'other' : mode
  const again = outcome === 'no_answer' || outcome === 'wrong_number'
  return {
    ...{ administration_id, debtor_id: panel.debtor_id, outcome },
    ...(panel.phone === null ? {} : { phone_number: panel.phone }),
    ...(note === '' ? {} : { note }),
    ...(outcome === 'promise' ? { promised_on: day, invoice_ids } : {}),
    ...(outcome === 'promise' && amount.trim() !== '' ? { amount: plainAmount(amount, language) } : {}),
    ...(outcome === 'dispute' && reason !== null ? { reason, invoice_ids, owner_user_id: user_id } : {}),
    ...(again ? { day, assigned_to_user_id: user_id } : {}),
  }
}
