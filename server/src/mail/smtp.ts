import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { cutText } from '../domain/cut_text.ts'
import type { Signing } from './dkim.ts'
import type { Envelope, Sender } from './envelope.ts'
import type { Rendered } from './render.ts'

/** What a server made of a mail, address by address. Who is in no list was not reached: it can be tried again. */
export type Outcome = {
  accepted: string[]
  /** Refused for good, and why. */
  refused: { address: string; reason: string }[]
  /** Not now, and why. */
  deferred: { address: string; reason: string }[]
  /** What the server said when it took the mail. */
  answer?: string
  /** Whether those who were refused were so because of the mail or its sender, and not because of their address. */
  refused_itself?: boolean
}

/** A file on its way, under the names that the library has for it. */
export type Attached = { filename: string; contentType: string; content: Readable; cid?: string }

/** A mail, and to whom of its readers it goes now. */
export type Outgoing = Rendered &
  Omit<Envelope, 'attachments'> & {
    to: string[]
    message_id_header: string
    attachments: Attached[]
    /** With what it is signed; null: with nothing. */
    signing: Signing | null
    /** Where its reader says that no more shall come; null: nowhere. */
    unsubscribe_url: string | null
  }

export type Smtp = { send: (mail: Outgoing) => Promise<Outcome>; close: () => void }

/** A conversation that stalls is ended; the mail is tried again later. */
export type SmtpTimeouts = { connect_ms: number; silence_ms: number }
const usual_patience: SmtpTimeouts = { connect_ms: 15_000, silence_ms: 60_000 }

/** Speaks to the server of SMTP_URL over a few connections that are used again. */
export function makeSmtp(url: string, patience: SmtpTimeouts = usual_patience): Smtp {
  let opened: ReturnType<typeof open> | null = null
  return {
    send: async (mail) => {
      opened ??= open(url, patience)
      const transport = await opened
      const { from, return_path, to, shown_to, cc, reply_to, automatic, message_id_header, subject, text, html } = mail
      const fixed = mail.date === null ? {} : { date: new Date(mail.date), baseBoundary: boundaryOf(message_id_header) }
      try {
        const sent = await transport.sendMail({
          from,
          to: shown_to.map(asAddress),
          cc: cc.map(asAddress),
          ...(reply_to === null ? {} : { replyTo: asAddress(reply_to) }),
          envelope: { from: return_path, to },
          messageId: message_id_header,
          subject,
          text,
          html,
          attachments: mail.attachments,
          ...fixed,
          // Nobody answers for a holiday to a mail that no person wrote.
          headers: {
            ...(automatic ? { 'Auto-Submitted': 'auto-generated' } : {}),
            ...(mail.unsubscribe_url ? { 'List-Unsubscribe': `<${mail.unsubscribe_url}>` } : {}),
          },
          ...(mail.signing ? { dkim: mail.signing } : {}),
        })
        const { refused, deferred } = split(to, sent.rejectedErrors ?? [])
        const left_out = new Set([...refused, ...deferred].map(({ address }) => address))
        const answer = cutText(sent.response.replace(/\s+/g, ' '), 500)
        return { accepted: to.filter((one) => !left_out.has(one)), refused, deferred, answer }
      } catch (error) {
        return outcomeOf(error, to)
      }
    },
    close: () => void opened?.then((transport) => transport.close({ force: true })),
  }
}

/** Connects and signs in, without a mail. Null when the server is willing, else its reason. */
export async function verifySmtp(
  url: string,
  patience: SmtpTimeouts,
): Promise<{ code: string; reason: string } | null> {
  const transport = await open(url, patience)
  try {
    await transport.verify()
    return null
  } catch (error) {
    const refusal = { ...(error as Refusal), message: error instanceof Error ? error.message : String(error) }
    return { code: refusal.code ?? '', reason: reasonOf(refusal) }
  } finally {
    transport.close()
  }
}

async function open(url: string, patience: SmtpTimeouts) {
  // Loaded with the first mail: it is large, and a service that keeps its mails never needs it.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    // A mail whose connection broke may have arrived. Whether it is sent again is decided by us, and noted.
    maxRequeues: 0,
    connectionTimeout: patience.connect_ms,
    greetingTimeout: patience.connect_ms,
    dnsTimeout: patience.connect_ms,
    socketTimeout: patience.silence_ms,
    // Nothing that is sent comes from a file or another server.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Whoever sends hears of what went wrong with their mail. What goes wrong beside that is no reason to end.
  transport.on('error', () => {})
  return transport
}

/** Stands between the parts of a mail; the same for the same mail, so that its bytes are. */
const boundaryOf = (message_id_header: string): string =>
  createHash('sha256').update(message_id_header).digest('hex').slice(0, 24)

// As an object, an address is not parsed again: a comma in it stays a comma.
const asAddress = (address: string): Sender => ({ name: '', address })

/** What the library says about a refusal. */
type Refusal = {
  message: string
  code?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
  recipient?: string | undefined
}

function outcomeOf(error: unknown, to: readonly string[]): Outcome {
  const { rejectedErrors = [], ...rest } = error as Refusal & { rejectedErrors?: Refusal[] } // Nothing else is thrown.
  const refusal: Refusal = { ...rest, message: error instanceof Error ? error.message : String(error) }
  if (rejectedErrors.length > 0) return { accepted: [], ...split(to, rejectedErrors) }
  const all = to.map((address) => ({ address, reason: reasonOf(refusal) }))
  return isFinal(refusal)
    ? { accepted: [], refused: all, deferred: [], refused_itself: true }
    : { accepted: [], refused: [], deferred: all }
}

function split(to: readonly string[], errors: readonly Refusal[]): Pick<Outcome, 'refused' | 'deferred'> {
  const rejected = errors
    .filter(({ recipient }) => recipient !== undefined && to.includes(recipient))
    .map((one) => ({ address: one.recipient ?? '', reason: reasonOf(one), final: isFinal(one) }))
  const plain = ({ address, reason }: (typeof rejected)[number]) => ({ address, reason })
  return {
    refused: rejected.filter((one) => one.final).map(plain),
    deferred: rejected.filter((one) => !one.final).map(plain),
  }
}

// The server asks who we are, or does not believe it: the operator can mend that within the day, and nothing is lost.
const about_us = new Set([530, 534, 535, 538])

/** Only what a server says about the sender, the address or the letter is final; all else may be better tomorrow. */
function isFinal({ code, responseCode = 0 }: Refusal): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  return responseCode >= 500 && responseCode < 600 && !about_us.has(responseCode)
}

function reasonOf({ message, code, response }: Refusal): string {
  return `${response ?? message}${code && !response ? ` (${code})` : ''}`.replace(/\s+/g, ' ').slice(0, 500)
}
