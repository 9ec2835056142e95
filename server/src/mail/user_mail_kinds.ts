import type { Content } from './content.ts'

/** What a one-time link opens. */
export type LinkPurpose = 'invitation' | 'password_reset' | 'sign_up' | 'set_up'

/** What is stored of a link: what it is for, and for whom. The link itself is made when the mail is sent. */
export type Link = { purpose: LinkPurpose; user_id: string }

/** Makes a one-time link, the whole address. Every call makes a new one. */
export type MakeLink = (asked: Link & { now: Date }) => Promise<string>

/** Every kind of mail to users, and what it says. Moments are ISO 8601. Nothing in here is a secret. */
export type UserMails = {
  invitation: { link: Link; inviter_name: string; company_name: string; valid_days: number }
  password_reset: { link: Link; valid_minutes: number }
  password_changed: { at: string; address: string | null }
  sign_up: { link: Link; company_name: string; application_name: string; valid_days: number }
  sign_up_reminder: { link: Link; company_name: string; application_name: string; days_left: number }
  address_blocked: { application_name: string; company_name: string; address: string; at: string }
  /** Software that somebody let in, by its name and who made it; `url` leads to the connections. */
  application_connected: {
    person_name: string
    application_name: string
    maker_name: string
    company_name: string
    url: string
    at: string
    address: string
  }
  two_step_changed: { enabled: boolean; at: string; address: string | null }
  /** Sentences, and how many more there are; `url` leads to the administration. */
  notifications: { administration_name: string; sentences: string[]; more: number; url: string }
  /** The figures of a Monday; `url` leads to the administration. */
  weekly_report: { administration_name: string; figures: WeeklyFigures; url: string }
  /** Of an administration or an application, by its name; `url` leads to the webhook. */
  webhook_deactivated: { owner_name: string; host: string; url: string }
}

/** How an administration stands on a Monday. Amounts are texts of one currency; days and parts are numbers. */
export type WeeklyFigures = {
  day: string
  currency_code: string
  open: string
  overdue: string
  over_90: string
  /** Days sales outstanding, counted back, now and at the end of the month before; empty where there is no figure. */
  dso: number | null
  dso_before: number | null
  expected_this_week: string
  expected: string
  /** What was to be expected 13 weeks ago for the weeks since, and what came in. */
  said: string
  came: string
}

export type UserMailKind = keyof UserMails

/** What a language has to say. The link is the whole address, or empty while only the subject is asked for. */
export type Words = {
  /** As the lang of a page. */
  language: string
  mails: {
    readonly [Kind in UserMailKind]: (about: UserMails[Kind], link: string) => Omit<Content, 'language' | 'signature'>
  }
  /** Below every mail. */
  signature: string
}
