import type { NotificationType } from '../../../domain/notifications.ts'

/** Every kind of task that the service makes. */
export const task_kinds = [
  'call_reminder',
  'end_of_flow',
  'promise_broken',
  'plan_proposed',
  'plan_term_missed',
  'no_address',
  'wrong_address',
  'address_wanted',
  'address_changed',
  'stop_label',
  'call_back',
  'find_number',
] as const

export type TaskKind = (typeof task_kinds)[number]

/** What there is to say about the subject of a task or a notification; amounts and days are said already. */
export type Subject = {
  debtor: string
  /** An invoice or a case; empty when it is about the debtor as a whole. */
  record: string
  amount: string
  due: string
  phone: string
}

/** What there is to say about a call; empty where it does not apply. */
export type CallSubject = { phone: string; amount: string; day: string; records: string }

/** What a language has to say to staff. */
export type StaffWords = {
  invoice: (number: string) => string
  credit_case: (number: string) => string
  tasks: { readonly [kind in TaskKind]: (about: Subject) => { subject: string; description: string } }
  /** What a note says of a call, by what came of it. */
  calls: {
    readonly [outcome in 'promise' | 'dispute' | 'no_answer' | 'wrong_number' | 'other']: (about: CallSubject) => string
  }
  /** What is added to the note of a call that was taken back. */
  call_taken_back: string
  /** One sentence; `details` are those of the notification. */
  notifications: {
    readonly [type in NotificationType]: (about: Subject, details: { readonly [name: string]: unknown }) => string
  }
}
