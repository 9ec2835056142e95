import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Range } from './bulk.ts'
import { dice, type Fragment, pick } from './chance.ts'
import { type DemoAdministration, idOf, person } from './ground.ts'
import { invoiceNumber } from './invoices.ts'
import { creditor_messages, debtor_messages, notes } from './texts.ts'

const i = sql.ref('i')

type Text = { subject: string; content: string }

/** The text at a position, in the language of the debtor. */
export function inLanguage(texts: Record<string, readonly Text[]>, part: keyof Text, position: Fragment): Fragment {
  const branches = Object.entries(texts).map(
    ([language, list]) =>
      sql`when ${sql.lit(language)} then ${pick(
        list.map((text) => text[part]),
        position,
      )}`,
  )
  return sql`case language_code ${sql.join(branches, sql` `)} end`
}

/** Numbers, amounts and names in their places. The money is written as it is on an invoice. */
export const filled = (ground: DemoAdministration, text: Fragment, number = invoiceNumber(ground)): Fragment =>
  sql`replace(replace(replace(${text}, '{invoice}', ${number}), '{name}', name), '{amount}',
        currency || ' ' || to_char(amount, 'FM999999990.00'))`

/**
 * An invoice for every row, with its debtor. What is said about an open one was said lately; about one that was paid,
 * some time after it was made.
 */
export const aboutInvoices = (
  ground: DemoAdministration,
  range: Range,
  salt: number,
  subject: Fragment = i,
): Fragment => sql`
  (select rows.i, subjects.invoice_id, subjects.debtor_id, subjects.case_id, subjects.n, subjects.created_at,
          subjects.currency, subjects.name, subjects.language_code, subjects.email_address, subjects.amount,
          case when open
               then greatest(created_at + interval '1 hour',
                      ${ground.now} - ${dice(sql`rows.i`, salt, 45 * 86_400)} * interval '1 second')
               else created_at + least((${ground.now} - created_at) * 0.9,
                      interval '1 day' + ${dice(sql`rows.i`, salt, 35 * 86_400)} * interval '1 second') end
            - ${dice(sql`rows.i`, salt + 1, 1_000_000)} * interval '1 microsecond' as happened_at
   from (select i, ${subject} as subject from generate_series(${range.from}::integer, ${range.to}::integer) i) rows
   join demo_subjects subjects
     on subjects.administration_id = ${ground.administration_id}::bigint and subjects.i = rows.subject
   offset 0)`

/** A moment between then and now. */
export const later = (then: Fragment, now: Fragment, salt: number): Fragment =>
  sql`(${then} + least(${dice(i, salt, 180_000)} * interval '1 second', (${now} - ${then}) * 0.8))`

export async function insertMessages(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const user = person(ground, i)
  const by_user = sql`by_debtor and read_at is not null`
  await sql`
    insert into messages (
      administration_id, id, sender_type, subject, content, read_by_user_id, read_by_user_name,
      read_by_user_email_address, debtor_id, invoice_id, credit_case_id, sent_at, received_at, read_at, email,
      created_at, updated_at)
    select
      ${ground.administration_id}::bigint, ${idOf(ground, 'messages', i)},
      case when by_debtor then 'debtor' else 'creditor' end, ${filled(ground, sql`subject`)},
      ${filled(ground, sql`content`)},
      case when ${by_user} then ${user.id} end, case when ${by_user} then ${user.name} end,
      case when ${by_user} then ${user.email_address} end, debtor_id,
      case when case_id is null then invoice_id end, case_id, happened_at,
      case when by_debtor or i % 9 <> 0 then received_at end, read_at,
      case when not by_debtor then email_address end, happened_at, greatest(happened_at, received_at, read_at)
    from (
      select *, case when by_debtor then ${inLanguage(debtor_messages, 'subject', sql`i / 2`)}
                     else ${inLanguage(creditor_messages, 'subject', sql`i / 2`)} end as subject,
        case when by_debtor then ${inLanguage(debtor_messages, 'content', sql`i / 2`)}
             else ${inLanguage(creditor_messages, 'content', sql`i / 2`)} end as content,
        case when (by_debtor and (i % 6 <> 1 or happened_at < ${ground.now} - interval '200 days'))
                  or (not by_debtor and i % 4 = 0)
             then ${later(sql`received_at`, ground.now, 101)} end as read_at
      from (
        select *, i % 2 = 1 as by_debtor,
               happened_at + least(interval '9 seconds', (${ground.now} - happened_at) * 0.5) as received_at
        from ${aboutInvoices(ground, range, 102)} about
        offset 0
      ) sent
      offset 0
    ) written`.execute(db)
}

/** Conversations follow messages by a trigger, which rests while a demo is filled. What is long ago is done. */
export async function insertConversations(db: Kysely<Tables>, ground: DemoAdministration): Promise<void> {
  const { rows } = await sql<{ debtor_id: string; subject_key: string }>`
    select distinct debtor_id, conversation_subject(subject) as subject_key
    from messages where administration_id = ${ground.administration_id}::bigint and debtor_id is not null`.execute(db)
  // By itself: what reads rows of a cluster runs on their node, and may not write from there.
  await sql`
    select follow_conversations(${ground.administration_id}::bigint, ${rows.map((row) => row.debtor_id)}::bigint[],
                                ${rows.map((row) => row.subject_key)}::text[])`.execute(db)
  await sql`
    update conversations set state = 'done'
    where administration_id = ${ground.administration_id}::bigint and state = 'waiting'
      and last_at < ${ground.now} - interval '14 days'`.execute(db)
}

export async function insertNotes(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const user = person(ground, sql`i / 2`)
  const by_mail = sql`i % 7 = 3`
  await sql`
    insert into notes (
      administration_id, id, content, debtor_id, invoice_id, credit_case_id, from_email_address, user_id, user_name,
      user_email_address, completed_at, created_at, updated_at)
    select
      ${ground.administration_id}::bigint, ${idOf(ground, 'notes', i)}, ${pick(notes, i)}, debtor_id,
      case when i % 3 = 0 then invoice_id end, case when i % 3 = 1 then case_id end,
      case when ${by_mail} then ${user.email_address} end,
      case when not ${by_mail} then ${user.id} end, case when not ${by_mail} then ${user.name} end,
      case when not ${by_mail} then ${user.email_address} end, completed_at, happened_at,
      greatest(happened_at, completed_at)
    from (
      select *, case when i % 4 = 2 then ${later(sql`happened_at`, ground.now, 105)} end as completed_at
      from ${aboutInvoices(ground, range, 106)} about
      offset 0
    ) written`.execute(db)
}
