import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import type { NotificationType } from '../../domain/notifications.ts'
import type { About } from './subjects.ts'

/** Something that staff should know. Without a record it is about the administration. */
export type NewNotification = About & {
  notification_type: NotificationType
  /** What caused it, where the record alone does not say so: the same cause on the same day makes one. */
  key?: string
  /** More about it, as the interface shows it: `bounce_reason` of a mail that bounced. */
  details?: { readonly [name: string]: string | number }
}

/**
 * Raises notifications, each cause once a day, and returns the ids of those that are new. Whoever is on the list of the
 * administration gets them by mail (`jobs/mail_notifications.ts`), all of a minute in one.
 */
export async function notify(change: Change, notifications: readonly NewNotification[]): Promise<string[]> {
  if (notifications.length === 0) return []
  const { db, administration_id, today, stamp } = change
  const rows = notifications.map((one) => ({ ...recordOf(one), details: one.details ?? {}, cause: causeOf(one) }))
  const { rows: made } = await sql<{ id: string }>`
    insert into notifications (administration_id, notification_type, resource_type, details, debtor_id, invoice_id,
                               credit_case_id, cause, day, created_at, updated_at)
    select ${administration_id}::bigint, one.notification_type, one.resource_type, one.details,
           coalesce(one.debtor_id, i.debtor_id, c.debtor_id), one.invoice_id, one.credit_case_id, one.cause,
           ${today}::date, ${stamp}::timestamptz, ${stamp}::timestamptz
    from ${asTable('one', rows, {
      ...{ notification_type: 'text', resource_type: 'text', details: 'jsonb', debtor_id: 'bigint' },
      ...{ invoice_id: 'bigint', credit_case_id: 'bigint', cause: 'text' },
    })}
    left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = one.invoice_id
    left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = one.credit_case_id
    on conflict (administration_id, cause, day) where cause is not null do nothing
    returning id::text`.execute(db)
  return made.map(({ id }) => id)
}

function recordOf({ notification_type, debtor_id = null, invoice_id = null, credit_case_id = null }: NewNotification) {
  const of_debtor = debtor_id === null ? 'administration' : 'debtor'
  const of_record = credit_case_id === null ? of_debtor : 'credit_case'
  const resource_type = invoice_id === null ? of_record : 'invoice'
  return { notification_type, resource_type, debtor_id, invoice_id, credit_case_id }
}

function causeOf(one: NewNotification): string {
  const { notification_type, resource_type, debtor_id, invoice_id, credit_case_id } = recordOf(one)
  const record = invoice_id ?? credit_case_id ?? debtor_id ?? ''
  return [notification_type, resource_type, record, one.key ?? ''].join(' ').trim()
}
