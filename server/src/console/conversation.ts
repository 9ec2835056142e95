import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, date, dateTime, id, listOf, money, oneOf, text } from '../api/field.ts'
import { fileUrl, linkUntil } from '../api/file_links.ts'
import { shownMoment } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import { promise_statuses } from '../domain/promise.ts'
import {
  conversation_columns,
  conversation_fields,
  conversationJoins,
  type ListedConversation,
} from './conversation_list.ts'
import { messagesOf } from './read_conversation.ts'

/** More of one conversation nobody reads at once; the newest are shown. */
const said_max = 100
const notes_max = 50

type Holder = 'message_attachments' | 'incoming_mails'
type Said = {
  id: string
  kind: 'message' | 'answer' | 'note'
  at: string
  content: string
  quoted: string | null
  person: string | null
  address: string | null
  automatic: boolean
  unread: boolean
  incoming_id: string | null
  attachments: { id: string; filename: string }[]
}
type About = {
  invoice_id: string | null
  invoice_number: string | null
  credit_case_id: string | null
  credit_case_number: string | null
}
type Promised = {
  promised_on: string
  amount: string
  currency_code: string
  status: (typeof promise_statuses)[number]
}

/** One conversation, with what colleagues noted meanwhile. `link_key` signs the links to files. */
export const conversationCalls = (link_key: Buffer): Actions => ({
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/conversations/{id}',
    reach: 'member',
    description: 'Shows what was said in a conversation, oldest first. It is read only when it is marked so.',
    body: { id: id('Conversation.').required() },
    answer: {
      ...conversation_fields,
      reply_to: text('Address that the debtor last wrote from.'),
      invoice_id: id('Invoice it is about.'),
      invoice_number: text('Number of that invoice.'),
      credit_case_id: id('Credit case it is about.'),
      credit_case_number: text('Number of that case.'),
      promised_on: date('Day of the last promise of the debtor.'),
      promised_amount: money('What was promised.'),
      promised_currency_code: text('Currency of the promise, ISO 4217.'),
      promise_status: oneOf(promise_statuses, 'What became of the promise.'),
      said: listOf(
        {
          id: id('The message or the note.').required(),
          kind: oneOf(
            ['message', 'answer', 'note'],
            'Whether the debtor wrote it, we did, or it is for us alone.',
          ).required(),
          at: dateTime('When.').required(),
          content: text('Text.').required(),
          quoted: text('What it answers, as it repeats it.'),
          person: text('Who wrote it, as far as that is known.'),
          address: text('Address that it came from, or went to.'),
          automatic: boolean('Whether no person wrote it.').required(),
          unread: boolean('Whether the debtor wrote it, and nobody has read it.').required(),
          original_url: text('The mail as it came, to be saved, for some hours.'),
          attachments: listOf(
            { filename: text('Name.').required(), url: text('Where it is, for some hours.').required() },
            'Files that came along.',
          ).required(),
        },
        `What was said, oldest first: the newest ${said_max}, and ${notes_max} notes.`,
      ).required(),
    },
    run: async ({ db, base_url, real_now, administration_id }, { id: conversation_id }) => {
      const { rows } = await sql<ListedConversation & { subject_key: string }>`
        select ${conversation_columns}, c.subject_key from conversations c ${conversationJoins(administration_id)}
        where c.administration_id = ${administration_id}::bigint and c.id = ${conversation_id}::bigint`.execute(db)
      const { subject_key, ...found } = rows[0] ?? refuse('not_found', 'There is no such conversation.')
      const of = { administration_id, debtor_id: found.debtor_id, subject_key }
      const said = await readSaid(db, of)
      const promise = await lastPromise(db, of)
      const until = linkUntil(real_now)
      const urlOf = (holder: Holder, file_id: string): string =>
        fileUrl(base_url, link_key, { holder, administration_id, id: file_id, until })
      return {
        ...found,
        reply_to: said.findLast(({ kind, address }) => kind === 'message' && address !== null)?.address ?? null,
        ...(await readAbout(db, of)),
        ...{ promised_on: promise?.promised_on ?? null, promised_amount: promise?.amount ?? null },
        ...{ promised_currency_code: promise?.currency_code ?? null, promise_status: promise?.status ?? null },
        said: said.map(({ attachments, incoming_id, ...one }) => ({
          ...one,
          original_url: incoming_id === null ? null : urlOf('incoming_mails', incoming_id),
          attachments: attachments.map((file) => ({
            filename: file.filename,
            url: urlOf('message_attachments', file.id),
          })),
        })),
      }
    },
  }),
})

type Of = { administration_id: string; debtor_id: string; subject_key: string }

/** Messages, and the notes about the debtor since the first of them that is shown. */
async function readSaid(db: Kysely<Tables>, of: Of): Promise<Said[]> {
  const { rows } = await sql<Said>`
    with shown as (
      select m.*, coalesce(m.received_at, m.sent_at, m.created_at) as at from messages m
      where ${messagesOf(of.administration_id, of)}
      order by at desc, m.id desc limit ${said_max}::integer
    )
    select one.id::text, one.kind, ${shownMoment('one.at')} as at, one.content, one.quoted, one.person, one.address,
           one.automatic, one.unread, one.incoming_id::text, one.attachments
    from (
      select s.id, case s.sender_type when 'debtor' then 'message' else 'answer' end as kind, s.at, s.content,
             came.quoted, came.from_name as person, coalesce(came.from_address, s.email) as address,
             coalesce(came.automatic, false) as automatic, s.sender_type = 'debtor' and s.read_at is null as unread,
             came.id as incoming_id,
             array(select json_build_object('id', a.id::text, 'filename', a.filename) from message_attachments a
                   where a.administration_id = ${of.administration_id}::bigint and a.message_id = s.id
                     order by a.id) as attachments
      from shown s
      left join incoming_mails came on came.administration_id = ${of.administration_id}::bigint
        and came.message_id = s.id
      union all
      (select n.id, 'note', n.created_at, n.content, null, coalesce(n.user_name, n.from_email_address), null, false,
              false, null, array[]::json[]
       from notes n
       where n.administration_id = ${of.administration_id}::bigint and n.debtor_id = ${of.debtor_id}::bigint
         and n.created_at >= (select min(at) from shown)
       order by n.created_at desc, n.id desc limit ${notes_max}::integer)
    ) one
    order by one.at, one.id`.execute(db)
  return rows
}

/** The invoice or the case that the last message was about which was about any. */
async function readAbout(db: Kysely<Tables>, of: Of): Promise<About> {
  const { rows } = await sql<About>`
    select i.id::text as invoice_id, i.invoice_number, c.id::text as credit_case_id, c.credit_case_number
    from messages m
    left join invoices i on i.administration_id = ${of.administration_id}::bigint and i.id = m.invoice_id
    left join credit_cases c on c.administration_id = ${of.administration_id}::bigint and c.id = m.credit_case_id
    where ${messagesOf(of.administration_id, of)} and (m.invoice_id is not null or m.credit_case_id is not null)
    order by m.id desc limit 1`.execute(db)
  return rows[0] ?? { invoice_id: null, invoice_number: null, credit_case_id: null, credit_case_number: null }
}

async function lastPromise(db: Kysely<Tables>, of: Of): Promise<Promised | undefined> {
  const { rows } = await sql<Promised>`
    select promised_on::text, amount::text, currency_code, status from promises
    where administration_id = ${of.administration_id}::bigint and debtor_id = ${of.debtor_id}::bigint
      and status <> 'withdrawn'
    order by id desc limit 1`.execute(db)
  return rows[0]
}
