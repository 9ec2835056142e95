/** What a mail says, before it is dressed as text and as a page. */
export type Content = {
  /** As the lang of a page. */
  language: string
  subject: string
  /** Of ours, each one line. */
  paragraphs: string[]
  /** What somebody wrote, whose lines stay as they are. */
  body?: string
  action?: { label: string; url: string }
  /** In small print below. */
  note?: string
  /** Below all of it: who sent it. */
  signature: string
}

/** A mail that comes dressed: as text, and as a page that says the same. */
export type Dressed = { language: string; subject: string; text: string; html: string }

/** A file that travels with a mail; its bytes are in the store, under its checksum. */
export type Attachment = {
  checksum: string
  filename: string
  content_type: string
  /** By what the page of the mail calls it, where it is shown there and not beside it. */
  cid?: string
}

/** Records of an administration that mails are about, so that a bounce or an answer finds its way back. */
export type MailedRecord = 'letter' | 'message' | 'payment_plan'

/** A mail that another room wrote, as it is stored: nothing in it is made later, and nothing in it is a secret. */
export type WrittenMail = {
  content: Content | Dressed
  /** The name it carries, and who gets the answer. */
  sender_name: string
  reply_to: string
  /** Whether somebody chose who gets the answer; otherwise it comes to us, where mail comes in. */
  reply_to_chosen?: boolean
  cc: string[]
  bcc: string[]
  attachments: Attachment[]
  /** Whether no person wrote it. */
  automatic: boolean
  /** What names it and the date on it, where every attempt has to send the same bytes. */
  fixed?: { message_id_header: string; date: string }
}
