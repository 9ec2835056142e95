import type { Context } from '../api/context.ts'
import type { Attachment } from '../mail/content.ts'
import { sendWritten } from '../mail/send_mail.ts'
import { senderOf } from './addresses.ts'
import { languageFor, letterWords } from './words/letter_words.ts'

type Written = {
  message_id: string
  language_code: string | null
  subject: string
  text: string
  to: string[]
  cc: string[]
  bcc: string[]
  attachments: Attachment[]
}

/** Mails what a person wrote to a debtor. */
export async function mailMessage(context: Context, written: Written): Promise<void> {
  const { db, administration_id, real_now: now } = context
  const { message_id, subject, text, to, cc, bcc, attachments } = written
  const [sender, default_language] = await senderOf(context)
  const language = languageFor(written.language_code, default_language)
  const signature = letterWords(language).signature(sender.sender_name)
  await sendWritten(db, {
    kind: 'message',
    about: { administration_id, resource_type: 'message', resource_id: message_id },
    to: [...to, ...cc, ...bcc],
    content: { language, subject, paragraphs: [], body: text, signature },
    ...sender,
    cc,
    bcc,
    attachments,
    automatic: false,
    now,
  })
}
