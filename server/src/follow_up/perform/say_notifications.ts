import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { NotificationType } from '../../domain/notifications.ts'
import type { Language } from '../../letters/words/letter_words.ts'
import { type About, readSubjects } from './subjects.ts'
import { staffWords } from './words/staff_words.ts'

type Notification = About & { notification_type: NotificationType; details: { readonly [name: string]: unknown } }

/** A sentence for each notification. */
export async function sayNotifications(
  of: { db: Kysely<Tables>; administration_id: string },
  language: Language,
  notifications: readonly Notification[],
): Promise<string[]> {
  const subjects = await readSubjects(of, language, notifications)
  const { notifications: words } = staffWords(language)
  return notifications.flatMap(({ notification_type, details }, place) => {
    const about = subjects[place]
    return about ? [words[notification_type](about, details)] : []
  })
}
