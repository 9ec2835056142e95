import type { Content } from './content.ts'
import type { UserMailKind, UserMails, Words } from './user_mail_kinds.ts'
import { english } from './words/en.ts'
import { dutch } from './words/nl.ts'

export type { Link, LinkPurpose, MakeLink, UserMailKind, UserMails, WeeklyFigures, Words } from './user_mail_kinds.ts'

/** The words for a locale such as nl-BE; English where we have none. */
const wordsFor = (locale: string): Words => (/^nl(-|$)/.test(locale) ? dutch : english)

/** Writes a mail to a user. */
export function writeUserMail<Kind extends UserMailKind>(
  kind: Kind,
  locale: string,
  about: UserMails[Kind],
  link: string,
): Content {
  const { language, signature, mails } = wordsFor(locale)
  return { language, signature, ...mails[kind](about, link) }
}

export const isUserMailKind = (kind: string): kind is UserMailKind => Object.hasOwn(english.mails, kind)
