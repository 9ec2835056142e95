import { english } from './words/en.ts'
import { dutch } from './words/nl.ts'

/** What a one-time link opens. */
export type LinkPurpose = 'invitation' | 'password_reset' | 'sign_up' | 'set_up'

/** What is stored of a link: what it is for, and for whom. The link itself is made when the mail is sent. */
export type Link = { purpose: LinkPurpose; user_id: string }

/** Makes a one-time link, the whole address. Every call makes a new one. */
export type MakeLink = (asked: Link & { now: Date }) => Promise<string>

/** A file that travels with a mail; its bytes are in the store, under its checksum. */
export type Attachment = { checksum: string; filename: string; content_type: string }

/** What is said on the envelope of a mail from a creditor. */
type FromCreditor = { sender_name: string; reply_to: string; cc: string[]; bcc: string[]; attachments: Attachment[] }

/** A mail that somebody wrote. */
export type MessageLetter = FromCreditor & { subject: string; text: string }

/** What was agreed with a debtor. Days are ISO 8601. */
export type PaymentPlanLetter = FromCreditor & {
  numbers: string[]
  currency_code: string
  terms: { amount: string; due_date: string }[]
  /** Where the debtor sees it. */
  portal_url: string | null
}

/** Every kind of mail, and what it tells. Moments are ISO 8601. Nothing in here is a secret. */
export type Letters = {
  invitation: { link: Link; inviter_name: string; company_name: string; valid_days: number }
  password_reset: { link: Link; valid_minutes: number }
  password_changed: { at: string; address: string | null }
  sign_up: { link: Link; company_name: string; application_name: string; valid_days: number }
  sign_up_reminder: { link: Link; company_name: string; application_name: string; days_left: number }
  address_blocked: { application_name: string; company_name: string; address: string; at: string }
  /** What a creditor wrote to a debtor. */
  message: MessageLetter
  /** The terms of a payment plan, to its debtor. */
  payment_plan: PaymentPlanLetter
  two_step_changed: { enabled: boolean; at: string; address: string | null }
}

export type MailKind = keyof Letters

/** A letter before it is dressed as text and as a page. */
export type Letter = {
  subject: string
  /** Of ours, each one line. */
  paragraphs: string[]
  /** What somebody wrote, whose lines stay as they are. */
  body?: string
  action?: { label: string; url: string }
  /** In small print below. */
  note?: string
  /** In place of the usual one. */
  signature?: string
}

/** What a language has to say. The link is the whole address, or empty while only the subject is asked for. */
export type Words = {
  /** As the lang of a page. */
  language: string
  letters: { readonly [Kind in MailKind]: (told: Letters[Kind], link: string) => Letter }
  /** Below every letter. */
  signature: string
}

/** The words for a locale such as nl-BE; English where we have none. */
export const wordsFor = (locale: string): Words => (/^nl(-|$)/.test(locale) ? dutch : english)

/** Writes a letter of a kind. */
export function writeLetter<Kind extends MailKind>(
  kind: Kind,
  locale: string,
  told: Letters[Kind],
  link: string,
): Letter {
  return wordsFor(locale).letters[kind](told, link)
}

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(english.letters, kind)
