import { type Kysely, sql } from 'kysely'
import { call } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { oneOf, text } from '../api/field.ts'
import { countAttempt, placeOf } from '../auth/failed_attempts.ts'
import type { Change } from '../db/change.ts'
import type { Tables } from '../db/schema.ts'
import { emitMany } from '../events/emit_many.ts'
import { link_fields, openPortalLink, type PortalFamily, type PortalLink } from './links.ts'
import { type Concern, concerns, subjectOf } from './subjects.ts'

const comment_length_max = 5000
const comments_max = 10

/** Plans are agreements with the debtor as a whole, so a reaction on one is a reaction of the debtor. */
const event_of: Readonly<
  Record<
    PortalFamily,
    { event_name: `${'invoice' | 'case' | 'debtor'}_new_comment`; resource_type: 'invoice' | 'credit_case' | 'debtor' }
  >
> = {
  debtors: { event_name: 'debtor_new_comment', resource_type: 'debtor' },
  invoices: { event_name: 'invoice_new_comment', resource_type: 'invoice' },
  credit_cases: { event_name: 'case_new_comment', resource_type: 'credit_case' },
  payment_plans: { event_name: 'debtor_new_comment', resource_type: 'debtor' },
}

/** What a debtor writes becomes an unread message. The same text sent again soon after is the same message. */
export const commentOn = call({
  method: 'POST',
  path: '/portal/comment',
  reach: 'portal',
  description: 'Takes what a debtor says about a record.',
  body: {
    ...link_fields,
    about: oneOf(concerns, 'What it comes down to, if the debtor said so; it becomes part of the subject.'),
    text: text(`What the debtor says; at most ${comment_length_max} characters.`).required(),
  },
  answer: {},
  run: async (context, body) => {
    const content = body.text.replaceAll('\r\n', '\n').trim()
    if (content === '') refuseParameters(['text: is missing'])
    if (content.length > comment_length_max)
      refuseParameters([`text: must have at most ${comment_length_max} characters`])
    const link = await openPortalLink(context, body)
    await throttle(context.db, link, context)
    await context.change(link.administration_id, (change) => write(change, link, content, body.about ?? null))
    return {}
  },
})

/** A debtor has something to say a few times; a program that holds a link must not fill the inbox. */
function throttle(
  db: Kysely<Tables>,
  { administration_id, family, id }: PortalLink,
  { address, now }: { address: string; now: Date },
): Promise<void> {
  return countAttempt(
    db,
    [
      { kind: 'comment_place', of: [placeOf(address)], max: 3 * comments_max },
      { kind: 'comment_record', of: [administration_id, family, id], max: comments_max },
    ],
    now,
  )
}

async function write(change: Change, link: PortalLink, content: string, about: Concern | null): Promise<void> {
  const { db, administration_id, stamp } = change
  const { family, id, debtor_id } = link
  const invoice_id = family === 'invoices' ? id : null
  const credit_case_id = family === 'credit_cases' ? id : null
  const subject = await subjectOf(db, link, about)
  const now = change.now.toISOString()
  const { rows } = await sql<{ id: string }>`
    insert into messages (administration_id, sender_type, subject, content, debtor_id, invoice_id, credit_case_id,
                          received_at, created_at, updated_at)
    select ${administration_id}::bigint, 'debtor', ${subject}::text, ${content}::text, ${debtor_id}::bigint, ${invoice_id}::bigint,
           ${credit_case_id}::bigint, ${now}::timestamptz, ${stamp}::timestamptz, ${stamp}::timestamptz
    where not exists (
      select from messages m
      where m.administration_id = ${administration_id}::bigint and m.debtor_id = ${debtor_id}::bigint
        and m.invoice_id is not distinct from ${invoice_id}::bigint
        and m.credit_case_id is not distinct from ${credit_case_id}::bigint and m.sender_type = 'debtor'
        and m.content = ${content}::text and m.received_at > ${now}::timestamptz - interval '1 hour')
    returning id`.execute(db)
  if (rows.length === 0) return
  const resource_id = event_of[family].resource_type === 'debtor' ? debtor_id : id
  await emitMany(change, [{ ...event_of[family], resource_id }])
}
