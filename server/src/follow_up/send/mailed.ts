import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import type { Step } from '../../domain/steps.ts'
import type { Mailed } from '../../mail/envelope.ts'

/** Something that was mailed to a debtor, and to whom. Addresses are in small letters. */
export type MailedThing = {
  debtor_id: string
  invoice_id: string | null
  credit_case_id: string | null
  to: string[]
  copies: string[]
  letter: {
    step: string
    items: { invoice_id: string; performs: Step | null }[]
    /** Whether it counts as sent, and not for so long that others followed. */
    counts: boolean
  } | null
}

/** So long after it was sent a letter can come back and count for nothing; later, others have followed. */
const comes_back_days = 14

/** What was mailed; null when it is gone. */
export async function readMailed(change: Change, about: Mailed): Promise<MailedThing | null> {
  const { rows } = await sources[about.resource_type](change, about.resource_id).execute(change.db)
  return rows[0] ?? null
}

const addressesOf = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select coalesce(array_agg(lower(r->>'email_address')), '{}') from jsonb_array_elements(l.recipients) r
   where ${condition})`

/** Whom the mail of a record went to, without those who got a copy, or only those. */
const mailedTo = (
  { administration_id }: Change,
  { resource_type, resource_id }: Omit<Mailed, 'administration_id'>,
  copies: boolean,
): RawBuilder<unknown> => {
  const are = copies ? sql`` : sql`not`
  return sql`
    (select coalesce(array_agg(distinct lower(one)), '{}') from mails m cross join unnest(m.to_addresses) one
     where m.administration_id = ${administration_id}::bigint and m.resource_type = ${sql.lit(resource_type)}
       and m.resource_id = ${resource_id}::bigint
       and ${are} (m.parameters->'cc' ? one or m.parameters->'bcc' ? one))`
}

type Source = (change: Change, id: string) => RawBuilder<MailedThing>

const sources: { readonly [record in Mailed['resource_type']]: Source } = {
  letter: ({ administration_id, real_now }, id) => sql`
    select l.debtor_id::text, null as invoice_id, l.data->>'credit_case_id' as credit_case_id,
           ${addressesOf(sql`r->>'kind' = 'to'`)} as to, ${addressesOf(sql`r->>'kind' in ('cc', 'bcc')`)} as copies,
           json_build_object(
             'step', l.step,
             'counts', l.status = 'underway' or (l.status = 'sent' and l.sent_at >
               ${real_now.toISOString()}::timestamptz - make_interval(days => ${comes_back_days}::integer)),
             'items', (
               select coalesce(json_agg(json_build_object('invoice_id', t.invoice_id::text, 'performs', t.performs)
                                        order by t.id), '[]')
               from letter_items t
               where t.administration_id = ${administration_id}::bigint and t.letter_id = l.id
                 and t.invoice_id is not null)
           ) as letter
    from letters l
    where l.administration_id = ${administration_id}::bigint and l.id = ${id}::bigint and l.channel = 'mail'
    for update of l`,
  message: (change, id) => sql`
    select r.debtor_id::text, r.invoice_id::text, r.credit_case_id::text, ${mailedTo(change, { resource_type: 'message', resource_id: id }, false)} as to,
           ${mailedTo(change, { resource_type: 'message', resource_id: id }, true)} as copies, null as letter
    from messages r
    where r.administration_id = ${change.administration_id}::bigint and r.id = ${id}::bigint and r.debtor_id is not null`,
  payment_plan: (change, id) => sql`
    select r.debtor_id::text, null as invoice_id, null as credit_case_id, ${mailedTo(change, { resource_type: 'payment_plan', resource_id: id }, false)} as to,
           ${mailedTo(change, { resource_type: 'payment_plan', resource_id: id }, true)} as copies, null as letter
    from payment_plans r
    where r.administration_id = ${change.administration_id}::bigint and r.id = ${id}::bigint`,
}
