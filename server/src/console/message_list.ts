import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, dateTime, id, listOf, oneOf, text } from '../api/field.ts'
import { fileUrl, linkUntil } from '../api/file_links.ts'
import { momentText, shownMoment } from '../db/moments.ts'
import { mailAddress } from '../domain/mail_address.ts'
import { type About, about_columns, about_fields, aboutJoins } from './about.ts'
import { type PagePosition, pageOf, readPosition, refusePosition } from './places.ts'

const page_size = 50
const beginning_length_max = 160

type ListedMessage = About & {
  id: string
  subject: string | null
  at: string
  unread: boolean
  read_at: string | null
  read_by: string | null
  from_address: string | null
  automatic: boolean
}
type Listed = ListedMessage & { beginning: string; place: string }
type Shown = ListedMessage & {
  sender_type: 'creditor' | 'debtor'
  content: string
  quoted: string | null
  from_name: string | null
  incoming_id: string | null
  conversation_id: string | null
  attachments: { id: string; filename: string }[]
}

const listed = {
  id: id('Identifier.').required(),
  subject: text('Subject.'),
  at: dateTime('When it was received, or sent.').required(),
  unread: boolean('Whether nobody has read it.').required(),
  read_at: dateTime('When it was read.'),
  read_by: text('Name of who read it.'),
  from_address: text('Address that it came from, when it came by mail.'),
  automatic: boolean('Whether no person wrote it.').required(),
  ...about_fields,
}

/**
 * The inbox: what debtors wrote. What nobody has read stands before the rest, each newest first. `link_key` signs the
 * links to attachments, and the addresses under the one where mail comes in.
 */
export const messageListCalls = (link_key: Buffer, mail_address: string | null): Actions => ({
  inbox: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/inbox',
    reach: 'member',
    description: 'Shows the address at which mail of debtors comes in here.',
    body: {},
    answer: { address: text('Mail to it stands in the inbox; empty while the service takes no mail in.') },
    run: async ({ administration_id }) => ({
      address:
        mail_address === null
          ? null
          : mailAddress(
              { address: mail_address, key: link_key },
              { use: 'inbox', record: 'administration', administration_id, id: '0' },
            ),
    }),
  }),

  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/messages',
    reach: 'member',
    description: 'Lists what debtors wrote with what it is about: unread messages first, each newest first.',
    body: {
      cursor: text('Goes on after the last message of the page before.'),
      unassigned: boolean('Only what came from strangers, and nobody has said yet whose it is.'),
    },
    answer: {
      messages: listOf({ ...listed, beginning: text('How the text begins.').required() }, 'Messages.').required(),
      cursor: text('Where the next page begins; empty on the last one.'),
    },
    run: async ({ db, administration_id }, { cursor, unassigned }) => {
      const { rows } = await sql<Listed>`
        select left(r.content, ${beginning_length_max}::integer) as beginning,
               ${columns},
               case when r.read_at is null then 'unread' else 'read' end || ' ' || ${momentText(moment('r'))} as place
        from (${inboxPage(administration_id, readInboxPlace(cursor), unassigned === true)}) r
          ${aboutJoins(administration_id)} ${mailJoin(administration_id)}
        order by (r.read_at is null) desc, ${moment('r')} desc, r.id desc`.execute(db)
      const { page: messages, cursor: next } = pageOf(rows, page_size)
      return { messages, cursor: next }
    },
  }),

  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/messages/{id}',
    reach: 'member',
    description: 'Shows a message, of a debtor or to one, with what it is about. It is read only when it is marked so.',
    body: { id: id('Message.').required() },
    answer: {
      ...listed,
      sender_type: oneOf(['creditor', 'debtor'], 'Who wrote it.').required(),
      content: text('Text.').required(),
      quoted: text('What it answers, as it repeats it.'),
      from_name: text('Name that it came under, when it came by mail.'),
      conversation_id: id('Conversation that it belongs to; empty for that of a stranger.'),
      original_url: text('The mail as it came, to be saved, for some hours.'),
      attachments: listOf(
        { filename: text('Name.').required(), url: text('Where it is, for some hours.').required() },
        'Files that came along.',
      ).required(),
    },
    run: async ({ db, base_url, real_now, administration_id }, { id: message_id }) => {
      const { rows } = await sql<Shown>`
        select r.sender_type, r.content, came.quoted, came.from_name, came.id::text as incoming_id,
               ${conversationOf(administration_id)} as conversation_id, ${columns}, array(
                 select json_build_object('id', a.id::text, 'filename', a.filename) from message_attachments a
                 where a.administration_id = ${administration_id}::bigint and a.message_id = r.id
                   order by a.id) as attachments
        from messages r ${aboutJoins(administration_id)} ${mailJoin(administration_id)}
        where r.administration_id = ${administration_id}::bigint and r.id = ${message_id}::bigint`.execute(db)
      const { attachments, incoming_id, ...message } = rows[0] ?? refuse('not_found', 'There is no such message.')
      const until = linkUntil(real_now)
      const urlOf = (holder: 'message_attachments' | 'incoming_mails', id: string): string =>
        fileUrl(base_url, link_key, { holder, administration_id, id, until })
      return {
        ...message,
        original_url: incoming_id === null ? null : urlOf('incoming_mails', incoming_id),
        attachments: attachments.map(({ id, filename }) => ({ filename, url: urlOf('message_attachments', id) })),
      }
    },
  }),
})

/** When a message came; as the index of the inbox has it. */
const moment = (row: string): RawBuilder<unknown> =>
  sql`coalesce(${sql.ref(`${row}.received_at`)}, ${sql.ref(`${row}.sent_at`)}, ${sql.ref(`${row}.created_at`)})`

const columns = sql`
  r.id::text, r.subject, ${shownMoment(moment('r'))} as at, r.read_at is null as unread,
  ${shownMoment('r.read_at')} as read_at, r.read_by_user_name as read_by, came.from_address,
  coalesce(came.automatic, false) as automatic, ${about_columns}`

const conversationOf = (administration_id: string): RawBuilder<unknown> => sql`
  (select v.id::text from conversations v
   where v.administration_id = ${administration_id}::bigint and v.debtor_id = r.debtor_id
     and v.subject_key = conversation_subject(r.subject))`

const mailJoin = (administration_id: string): RawBuilder<unknown> => sql`
  left join incoming_mails came on came.administration_id = ${administration_id}::bigint and came.message_id = r.id`

type InboxPlace = PagePosition & { unread: boolean }

function readInboxPlace(cursor: string | null | undefined): InboxPlace | null {
  if (!cursor) return null
  const [, state, rest] = /^(unread|read) (.+)$/.exec(cursor) ?? refusePosition()
  const place = readPosition(rest, 'timestamptz') ?? refusePosition()
  return { ...place, unread: state === 'unread' }
}

/** Messages `m` that came by mail, and nobody knows whose they are. */
export const fromStranger = (administration_id: string): RawBuilder<unknown> => sql`
  m.debtor_id is null and exists (
    select from incoming_mails came where came.administration_id = ${administration_id}::bigint
      and came.message_id = m.id)`

/** The rows of a page, and one more. */
export const inboxPage = (
  administration_id: string,
  after: InboxPlace | null,
  unassigned = false,
): RawBuilder<unknown> => sql`
  select * from messages m
  where m.administration_id = ${administration_id}::bigint and m.sender_type = 'debtor'
    ${unassigned ? sql`and ${fromStranger(administration_id)}` : sql``}
    ${
      after
        ? sql`and ((m.read_at is null), ${moment('m')}, m.id)
                < (${after.unread}::boolean, ${after.value}::timestamptz, ${after.id}::bigint)`
        : sql``
    }
  order by (m.read_at is null) desc, ${moment('m')} desc, m.id desc limit ${page_size + 1}::integer`
