import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { eachApart } from '../queue/each_apart.ts'
import { type MailIn, mail_bytes_max } from './mail_in.ts'
import { measured, measureMail } from './reading/measure.ts'
import { takeIn } from './take_in.ts'

/** The most mails of one run; the next one goes on. */
const mails_max = 200
const patience_ms = 60_000

/**
 * Takes in what is unread in a mailbox. What was taken is marked as read, and stays there; what is refused is read and
 * flagged, for a person to look at; what has to wait stays unread. Returns how many mails were taken.
 */
export const pullMailbox = (mail_in: MailIn, imap_url: string): Promise<number> =>
  withMailbox(imap_url, (client) => takeUnread(mail_in, client))

/** Opens a mailbox and looks at nothing in it. Null when that works, else why it does not. */
export async function verifyMailbox(imap_url: string): Promise<string | null> {
  try {
    await withMailbox(imap_url, async () => {})
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function withMailbox<T>(imap_url: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const { mailbox, ...connection } = readImapUrl(imap_url)
  // Loaded here, because a service without a mailbox never needs it.
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    ...connection,
    ...{ logger: false, disableAutoIdle: true, connectionTimeout: 15_000, greetingTimeout: 15_000 },
    socketTimeout: patience_ms,
  })
  // Whoever asks hears of it; an event that nobody hears would end the process.
  client.on('error', () => {})
  const opened = await open(client, mailbox)
  try {
    return await work(client)
  } finally {
    opened.release()
    await client.logout().catch(() => client.close())
  }
}

type ImapError = Error & { responseText?: string; code?: string }

/** Connects, signs in and opens a mailbox; what goes wrong is a sentence for the operator. */
async function open(client: ImapFlow, mailbox: string): Promise<{ release: () => void }> {
  try {
    await client.connect()
    return await client.getMailboxLock(mailbox)
  } catch (error) {
    client.close()
    const { message, responseText, code } = error as ImapError // The library throws nothing else.
    const reason = [responseText ?? message.replace(/\.$/, ''), code && `(${code})`].filter(Boolean).join(' ')
    throw new Error(`The mailbox of IMAP_URL cannot be opened: ${reason}.`)
  }
}

async function takeUnread(mail_in: MailIn, client: ImapFlow): Promise<number> {
  const found = (await client.search({ seen: false }, { uid: true })) || []
  let taken = 0
  await eachApart(found.slice(0, mails_max), async (uid) => {
    const one = await client.fetchOne(String(uid), { uid: true, size: true }, { uid: true })
    if (one && (await takeOne(mail_in, client, one))) taken++
  })
  return taken
}

async function takeOne(mail_in: MailIn, client: ImapFlow, { uid, size = 0 }: FetchMessageObject): Promise<boolean> {
  const mark = (...flags: string[]) => client.messageFlagsAdd(String(uid), flags, { uid: true })
  const refuse = async (): Promise<false> => {
    await mark('\\Seen', '\\Flagged')
    return false
  }
  if (size > mail_bytes_max) return refuse()
  const { content } = await client.download(String(uid), undefined, { uid: true, maxBytes: mail_bytes_max })
  if (!content) return false
  const measure = measureMail()
  const bytes = await mail_in.store.receive(measured(content, measure), mail_bytes_max)
  try {
    if (measure.problem() !== null) return await refuse()
    const result = await takeIn(mail_in, { bytes, recipients: null, from_nobody: false })
    if ('refused' in result) return result.later ? false : await refuse()
    await mark('\\Seen')
    return true
  } finally {
    await bytes.discard()
  }
}

/** `imaps://user:password@mail.example.com/INBOX`; without a name of a mailbox it is the usual one. */
export function readImapUrl(text: string) {
  const url = new URL(text)
  const secure = url.protocol === 'imaps:'
  return {
    host: url.hostname,
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    mailbox: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  }
}
