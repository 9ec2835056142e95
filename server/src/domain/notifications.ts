/**
 * What the service raises for staff by itself. Each has words in every language (`follow_up/perform/words`); a new one is
 * an entry here and its words.
 */
export const notification_types = [
  'mail_bounced',
  'mail_complaint',
  'message_received',
  'backup_letters_stopped',
  'letter_returned',
  'books_stale',
  'dispute_opened',
  'promise_broken',
  'payment_plan_proposed',
  'payment_plan_accepted',
  'payment_plan_declined',
  'payment_plan_term_missed',
  'address_wanted',
  'address_changed',
  'bank_account_changed',
  'debtor_bank_account_changed',
  'document_missing',
  'ready_for_bailiff',
  'credit_limit_exceeded',
  'surge_waiting',
  'cap_reached',
  'engine_failed',
  'import_invalid',
  'import_failed',
  'webhook_deactivated',
] as const

export type NotificationType = (typeof notification_types)[number]
