import { sql } from 'kysely'
import { type Actions, onMany } from '../../api/actions.ts'
import { boolean, id } from '../../api/field.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { userOf } from '../../domain/actor.ts'
import { create_message } from './create.ts'
import { messages } from './messages.ts'

export const message_actions: Actions = {
  create: create_message,

  update: onMany(messages, {
    method: 'PATCH',
    summary: 'Mark messages as read or unread',
    example: { messages: [{ id: '1', read: true }] },
    description: 'Marks messages as read or unread. A message that is in the wanted state already stays as it is.',
    items: 'messages',
    key: 'id',
    item: {
      id: id('Message.').required(),
      read: boolean('Whether it has been read.').required(),
    },
    run: async (context, items) => {
      const { administration_id, stamp, now } = context
      const reader = userOf(context.actor)
      const { rows } = await sql<{ id: string }>`
        with wanted as materialized (
          select id, read from ${asTable('item', items, { id: 'bigint', read: 'boolean' })}
        ), found as materialized (
          select m.id, (m.read_at is not null) as was, wanted.read
          from wanted join messages m on m.administration_id = ${administration_id}::bigint and m.id = wanted.id
        ), changed as (
          update messages m set
            read_at = case when found.read then ${now.toISOString()}::timestamptz end,
            read_by_user_id = case when found.read then ${reader.id}::bigint end,
            read_by_user_name = case when found.read then ${reader.name}::text end,
            read_by_user_email_address = case when found.read then ${reader.email_address}::text end,
            updated_at = ${stamp}::timestamptz
          from found
          where m.administration_id = ${administration_id}::bigint and m.id = found.id and found.was <> found.read
        )
        select id::text from found`.execute(context.db)
      const found = new Set(rows.map((row) => row.id))
      const unknown = items.filter((item) => !found.has(item.id))
      return { errors: new Map(unknown.map((item) => [item.id, ['There is no such message in this administration.']])) }
    },
  }),
}
