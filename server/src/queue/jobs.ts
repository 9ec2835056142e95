import type { QueueName } from '../db/queues.ts'

/** What each kind of job carries. Never a secret: a job is a row that others can read. */
export type Jobs = {
  send_mail: { mail_id: string }
  /** Somebody at this address said that they forgot their password. */
  forgotten_password: { email_address: string; address: string }
  /** Takes over the lines of an order that was accepted, if whoever accepted it could not. */
  take_over_lines: { administration_id: string; order_id: string }
  purge: Record<string, never>
  /** Mails people who signed up and did not confirm it yet. */
  remind_unconfirmed: Record<string, never>
}

/** A kind of job is named after its queue. */
export type JobName = QueueName
