import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { boolean, dateTime, id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import { momentText, shownMoment } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import { userOf } from '../domain/actor.ts'
import { colleaguesOf } from '../follow_up/colleagues.ts'
import { anywhere } from '../search/plain.ts'
import { conversation_states } from './conversation_verbs.ts'
import { type PagePosition, pageOf, readPosition, refusePosition } from './places.ts'
import { countUpTo, unreadStrangers, waiting_max } from './waiting.ts'

const page_size = 50
const beginning_length_max = 160
/** So many of each state are searched, the newest first: a search costs the same however much was ever said. */
const searched_max = 1000

export const conversation_tabs = ['open', 'mine', 'unassigned', 'waiting', 'done'] as const
export type ConversationTab = (typeof conversation_tabs)[number]

export type ListedConversation = {
  id: string
  debtor_id: string
  debtor_name: string
  subject: string | null
  state: (typeof conversation_states)[number]
  unread: boolean
  last_at: string
  last_sender: 'creditor' | 'debtor'
  person: string | null
  beginning: string
  assigned_to_user_id: string | null
  assigned_to: string | null
}
type Listed = ListedConversation & { overdue_amount: string; overdue_days: number | null }

export const conversation_fields = {
  id: id('Identifier.').required(),
  debtor_id: id('Debtor.').required(),
  debtor_name: text('Name of the debtor.').required(),
  subject: text('Subject of the last message.'),
  state: oneOf(
    conversation_states,
    'Whether somebody has to answer, the debtor is waited for, or it is done.',
  ).required(),
  unread: boolean('Whether the debtor wrote something that nobody has read.').required(),
  last_at: dateTime('When the last message came, or went.').required(),
  last_sender: oneOf(['creditor', 'debtor'], 'Who wrote last.').required(),
  person: text('Name that the last message came under, when it came by mail.'),
  beginning: text('How the last message begins.').required(),
  assigned_to_user_id: id('Who shall answer.'),
  assigned_to: text('Name of who shall answer.'),
}

/** The inbox: conversations with debtors. What nobody has read stands before the rest, each newest first. */
export const conversation_list_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/conversations',
    reach: 'member',
    description: 'Lists conversations with debtors: those with something unread first, each newest first.',
    body: {
      tab: oneOf(conversation_tabs, 'Which of them.').required(),
      text: text(`Searches debtors, subjects and texts instead, in the newest ${searched_max} of each state.`),
      cursor: text('Goes on after the last conversation of the page before.'),
    },
    answer: {
      counts: listOf(
        {
          tab: oneOf([...conversation_tabs, 'strangers'], 'Which of them; or what came from strangers.').required(),
          conversations: integer(`How many there are, counted up to ${waiting_max}; of what is done, none.`).required(),
        },
        'How long each list is.',
      ).required(),
      currency_code: text('Currency of the books, in which amounts are given, ISO 4217.').required(),
      conversations: listOf(
        {
          ...conversation_fields,
          overdue_amount: money('What is overdue of the debtor.').required(),
          overdue_days: integer('Days since the oldest of it was due.'),
        },
        'Conversations.',
      ).required(),
      colleagues: listOf(
        { id: id('Who.').required(), name: text('Name.').required() },
        'Who can be given a conversation.',
      ).required(),
      cursor: text('Where the next page begins; empty on the last one.'),
    },
    run: async (context, { tab, text: wanted, cursor }) => {
      const { db, administration_id, today } = context
      const inside = { administration_id, user_id: userOf(context.actor).id ?? '0' }
      const after = readPlace(cursor)
      const searched = wanted?.trim() ?? ''
      const page = searched === '' ? tabPage(inside, tab, after) : foundPage(inside, searched, after)
      const { rows } = await sql<Listed & { place: string }>`
        select ${conversation_columns}, o.amount as overdue_amount, o.days as overdue_days,
               case when c.unread then 'unread' else 'read' end || ' ' || ${momentText(sql`c.last_at`)} as place
        from (${page}) c ${conversationJoins(administration_id)}
        cross join lateral (
          select coalesce(sum(i.book_open_amount), 0)::numeric(18,2)::text as amount,
                 (${today}::date - min(i.due_date))::integer as days
          from invoices i
          where i.administration_id = ${administration_id}::bigint and i.debtor_id = c.debtor_id
            and i.book_open_amount > 0
            and i.due_date < ${today}::date) o
        order by c.unread desc, c.last_at desc, c.id desc`.execute(db)
      const { page: conversations, cursor: next } = pageOf(rows, page_size)
      const colleagues = (await colleaguesOf(context)).map(({ id: user_id, name }) => ({ id: user_id, name }))
      return { ...(await countsOf(context, inside)), conversations, colleagues, cursor: next }
    },
  }),
}

/** Of conversations `c`, with what was said last. */
export const conversation_columns = sql`
  c.id::text, c.debtor_id::text, d.name as debtor_name, m.subject, c.state, c.unread,
  ${shownMoment('c.last_at')} as last_at,
  coalesce(m.sender_type, 'debtor') as last_sender, came.from_name as person,
  left(coalesce(m.content, ''), ${beginning_length_max}::integer) as beginning,
  c.assigned_to_user_id::text, c.assigned_to_user_name as assigned_to`

export const conversationJoins = (administration_id: string): RawBuilder<unknown> => sql`
  join debtors d on d.administration_id = ${administration_id}::bigint and d.id = c.debtor_id
  left join messages m on m.administration_id = ${administration_id}::bigint and m.id = c.last_message_id
  left join incoming_mails came on came.administration_id = ${administration_id}::bigint and came.message_id = m.id`

type Inside = { administration_id: string; user_id: string }
type Place = PagePosition & { unread: boolean }

function readPlace(cursor: string | null | undefined): Place | null {
  if (!cursor) return null
  const [, state, rest] = /^(unread|read) (.+)$/.exec(cursor) ?? refusePosition()
  const place = readPosition(rest, 'timestamptz') ?? refusePosition()
  return { ...place, unread: state === 'unread' }
}

const whichOf = (tab: ConversationTab, user_id: string): RawBuilder<unknown> =>
  ({
    open: sql`state = 'open'`,
    mine: sql`state = 'open' and assigned_to_user_id = ${user_id}::bigint`,
    unassigned: sql`state = 'open' and assigned_to_user_id is null`,
    waiting: sql`state = 'waiting'`,
    done: sql`state = 'done'`,
  })[tab]

const later = (after: Place | null): RawBuilder<unknown> =>
  after
    ? sql`and (unread, last_at, id)
            < (${after.unread}::boolean, ${after.value}::timestamptz, ${after.id}::bigint)`
    : sql``

/** The rows of a page, and one more. */
export const tabPage = (
  { administration_id, user_id }: Inside,
  tab: ConversationTab,
  after: Place | null,
): RawBuilder<unknown> => sql`
  select * from conversations where administration_id = ${administration_id}::bigint and ${whichOf(tab, user_id)}
    ${later(after)}
  order by unread desc, last_at desc, id desc limit ${page_size + 1}::integer`

function foundPage({ administration_id }: Inside, wanted: string, after: Place | null): RawBuilder<unknown> {
  const like = anywhere(wanted)
  const newest = conversation_states.map(
    (state) => sql`
      (select * from conversations where administration_id = ${administration_id}::bigint and state = ${state}::text
       order by unread desc, last_at desc, id desc limit ${searched_max}::integer)`,
  )
  return sql`
    select s.* from (${sql.join(newest, sql` union all `)}) s
    where (
      s.subject_key ilike ${like}::text
      or exists (select from debtors x where x.administration_id = ${administration_id}::bigint and x.id = s.debtor_id
        and (x.name ilike ${like}::text or x.debtor_number ilike ${like}::text))
      or exists (select from messages x where x.administration_id = ${administration_id}::bigint
        and x.debtor_id = s.debtor_id
        and conversation_subject(x.subject) = s.subject_key and x.content ilike ${like}::text))
      ${later(after)}
    order by unread desc, last_at desc, id desc limit ${page_size + 1}::integer`
}

type Counts = { counts: { tab: ConversationTab | 'strangers'; conversations: number }[]; currency_code: string }

/** How many wait; nobody needs to know how much is done. */
async function countsOf({ db }: { db: Kysely<Tables> }, { administration_id, user_id }: Inside): Promise<Counts> {
  const count = countUpTo(waiting_max)
  const here = sql`administration_id = ${administration_id}::bigint`
  const of = (tab: ConversationTab) => count(sql`conversations where ${here} and ${whichOf(tab, user_id)}`)
  const { rows } = await sql<Record<ConversationTab | 'strangers', number> & { currency_code: string }>`
    select ${of('open')} as open, ${of('mine')} as mine, ${of('unassigned')} as unassigned, ${of('waiting')} as waiting,
           0 as done, ${count(unreadStrangers(administration_id))} as strangers, a.currency_code
    from administrations a where a.id = ${administration_id}::bigint`.execute(db)
  const { currency_code = '', ...found } = rows[0] ?? {}
  const counted: Partial<Record<ConversationTab | 'strangers', number>> = found
  return {
    currency_code,
    counts: [...conversation_tabs, 'strangers' as const].map((tab) => ({ tab, conversations: counted[tab] ?? 0 })),
  }
}
