import type { Database } from '../db/connect.ts'
import type { MailPlace, MailTarget } from '../domain/mail_address.ts'
import type { Incoming } from '../files/incoming.ts'
import type { FileStore } from '../files/store.ts'
import type { ReadMail } from './reading/read_mail.ts'
import type { MailReader } from './reading/thread.ts'

/** What taking mail in needs from the running service. */
export type MailIn = {
  database: Database
  store: FileStore
  place: MailPlace
  /** From whom our own mails are. */
  mail_from: string
  reader: MailReader
  now: () => Date
}

/**
 * A mail as it was brought: its bytes aside, the addresses it is for, and whether it names nobody to answer to. From a
 * mailbox nothing but the mail itself says whom it is for.
 */
export type Brought = { bytes: Incoming; recipients: readonly string[] | null; from_nobody: boolean }

/** A mail that was read, and what it was read from. */
export type Arrived = { mail: ReadMail; bytes: Incoming; from_nobody: boolean }

/** Why a mail is not taken, in words for whoever sent it; `later` when the same may be taken another time. */
export type Refused = { refused: string; later: boolean }

/** What became of a mail: how many records it went to. None: it was known already, or says nothing that we keep. */
export type TakenIn = { taken: number } | Refused

export type { MailTarget }

/** The most bytes of one mail. */
export const mail_bytes_max = 25 * 1024 * 1024
