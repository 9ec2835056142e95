import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { readReport } from '../reports/read_report.ts'
import type { Report } from '../reports/report.ts'
import { type Headers, isAutomatic } from './automatic.ts'
import { cleanFilename, cleanLine, cleanText } from './clean.ts'
import { type Folded, foldQuoted } from './quoted.ts'
import { wordsOfHtml } from './words_of_html.ts'

/** A file that came with a mail. */
export type MailedFile = { filename: string; content_type: string; bytes: Uint8Array }

/** A mail as we keep it: text, never HTML. */
export type ReadMail = Folded & {
  message_id: string | null
  /** What it answers, nearest first. */
  references: string[]
  from: { address: string; name: string } | null
  subject: string
  /** Everybody whom its headers name as a reader. */
  named: string[]
  automatic: boolean
  /** How many servers it came through. */
  hops: number
  files: MailedFile[]
  report: Report | null
}

const html_length_max = 1_000_000
const text_length_max = 100_000
const references_max = 50
const named_max = 200
export const files_max = 25
/** Parts within parts; people come to three or four. */
const limits = { maxNestingDepth: 30, maxHeadersSize: 512 * 1024, forceRfc822Attachments: true }

/** Reads the bytes of a mail. It throws when they go beyond what a mail of people is. */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  const email = await PostalMime.parse(bytes, limits)
  const headers: Headers = new Map(email.headers.toReversed().map(({ key, value }) => [key, value]))
  const subject = cleanLine(email.subject ?? '', 500)
  const text = bodyOf(email)
  const report = readReport({ headers, text, subject, parts: email.attachments.map(partOf) })
  return {
    ...foldQuoted(text),
    message_id: idsIn(email.messageId ?? '')[0] ?? null,
    references: [...new Set([...idsIn(email.inReplyTo ?? ''), ...idsIn(email.references ?? '').toReversed()])],
    from: senderOf(email),
    subject,
    named: namedIn(email),
    automatic: isAutomatic(headers, subject),
    hops: email.headers.filter(({ key }) => key === 'received').length,
    files: report === null ? email.attachments.slice(0, files_max).map(fileOf) : [],
    report,
  }
}

function bodyOf({ text, html }: Email): string {
  const words = text?.trim() ? text : html ? wordsOfHtml(html.slice(0, html_length_max)) : ''
  return cleanText(words, text_length_max)
}

/** The Message-IDs in a header, as they were written. The database cannot keep a zero byte, which no Message-ID has. */
const idsIn = (value: string): string[] => (value.match(/<[^<>\s\p{Cc}]{3,250}>/gu) ?? []).slice(-references_max)

function senderOf({ from, sender }: Email): ReadMail['from'] {
  const one = from ?? sender
  const address = one?.address ?? one?.group?.[0]?.address ?? ''
  if (!/^[^\s@<>,;]{1,64}@[^\s@<>,;]{1,190}$/.test(address)) return null
  return { address: cleanLine(address, 254).toLowerCase(), name: cleanLine(one?.name ?? '', 200) }
}

/** Headers in which servers and programs say for whom a mail is. */
const reader_headers = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to'])

function namedIn(email: Email): string[] {
  const shown = [...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])]
  const people = shown.flatMap((one) => (one.group ? one.group : [one])).map(({ address }) => address ?? '')
  const delivered = email.headers.flatMap(({ key, value }) =>
    reader_headers.has(key) ? (value.match(/[^\s<>,;@]{1,64}@[^\s<>,;@]{1,190}/g) ?? []) : [],
  )
  return [...new Set([...delivered, ...people].map((one) => one.toLowerCase()))].filter(Boolean).slice(0, named_max)
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

/** Reports are small; of more than this nobody reads on. */
const part_length_max = 64 * 1024
const partOf = (part: Attachment) => ({
  content_type: part.mimeType,
  text: Buffer.from(bytesOf(part).subarray(0, part_length_max)).toString('utf8'),
})

function fileOf(part: Attachment, index: number): MailedFile {
  const content_type = /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,100}$/.test(part.mimeType)
    ? part.mimeType
    : 'application/octet-stream'
  const ending = content_type === 'message/rfc822' ? '.eml' : ''
  return { filename: cleanFilename(part.filename, `${index + 1}${ending}`), content_type, bytes: bytesOf(part) }
}
