import type { QueueName } from '../db/queues.ts'

/** What each kind of job carries. Never a secret: a job is a row that others can read. */
export type Jobs = {
  send_mail: { mail_id: string }
  /** Somebody at this address said that they forgot their password. */
  forgotten_password: { email_address: string; address: string }
  purge: Record<string, never>
  remind: Record<string, never>
}

/** A kind of job is named after its queue. */
export type JobName = QueueName
