import type { TimelineEntry } from '../../api/records.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import type { Language, Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'
import type { IconName } from '../icons.tsx'

export const keyOf = ({ kind, id }: TimelineEntry): string => `${kind} ${id}`

/** Whether somebody should look at it. */
export const isWaiting = ({ kind, name, done_at }: TimelineEntry): boolean =>
  done_at === null && ((kind === 'message' && name === 'debtor') || kind === 'notification')

/** Costs stand among the payments of an invoice: what was charged is a payment below nothing. */
const isCharge = ({ kind, name, subject, amount }: TimelineEntry): boolean =>
  kind === 'payment' && name === 'payment' && subject !== 'principal' && Number(amount) < 0

/** Whether money came in. */
export const isIncome = (entry: TimelineEntry): boolean =>
  entry.kind === 'payment' && entry.name === 'payment' && !isCharge(entry)

/** A note that a call left. */
export const isCall = ({ kind, name }: TimelineEntry): boolean => kind === 'note' && name !== null

/** What it is called. */
export function sayEntry(entry: TimelineEntry, words: Words): string {
  const { kind, name } = entry
  if (isCharge(entry)) return words.timeline_charged
  switch (kind) {
    case 'message':
      return name === 'debtor' ? words.timeline_message_debtor : words.timeline_message_creditor
    case 'note':
      return isCall(entry) ? words.timeline_call : words.timeline_note
    case 'letter':
      return fill(words.timeline_letter, {
        step: sayType(words, 'step', name ?? ''),
        channel: sayType(words, 'channel', entry.channel ?? '').toLowerCase(),
      })
    case 'payment':
      return sayType(words, 'transaction', name ?? 'payment')
    case 'reminder':
      return sayType(words, 'step', name ?? '')
    default:
      return sayType(words, kind, name ?? '')
  }
}

/** How much, for when, and in how many parts. */
export function sayFigures(entry: TimelineEntry, own_currency: string, words: Words, language: Language): string[] {
  const { kind, amount, terms, day, currency_code } = entry
  // What a letter asked for says it by itself.
  const shown = amount && (isCharge(entry) ? amount.replace('-', '') : amount)
  return [
    day && fill(words.timeline_promised_for, { day: sayDay(day, language) }),
    shown && Number(shown) !== 0 && sayMoney(shown, currency_code ?? own_currency, language),
    terms && counted(terms, words.timeline_terms_one, words.timeline_terms),
    kind === 'letter' &&
      (entry.invoices ?? 0) > 1 &&
      counted(entry.invoices ?? 0, words.letters_invoices_one, words.letters_invoices),
  ].filter((one) => typeof one === 'string' && one !== '') as string[]
}

const icons: Readonly<Record<TimelineEntry['kind'], IconName>> = {
  message: 'mail',
  note: 'audit',
  notification: 'warning',
  payment: 'invoices',
  task: 'tasks',
  event: 'info',
  step: 'engine',
  reminder: 'letters',
  letter: 'letters',
  promise: 'promise',
  dispute: 'dispute',
}

export const iconOf = (entry: TimelineEntry): IconName => (isCall(entry) ? 'phone' : icons[entry.kind])

/** The day under which it stands: that of the reader's clock, and of a payment that of the books. */
export function dayOf({ kind, at }: TimelineEntry): string {
  if (kind === 'payment') return at.slice(0, 10)
  const local = new Date(at)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`
}
