import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import { id, idList, oneOf } from '../api/field.ts'
import { colleagueOf } from '../follow_up/colleagues.ts'
import { type ConversationKey, messagesOf, readConversation } from './read_conversation.ts'

export const conversation_states = ['open', 'waiting', 'done'] as const

const conversation_id = id('The conversation.').required()

/** What people do with conversations beside answering. */
export const conversation_verbs: Actions = {
  assign: call({
    method: 'POST',
    path: '/console/conversations/assign',
    reach: 'administration',
    description: 'Gives a conversation to a colleague, or to nobody.',
    body: { conversation_id, user_id: id('Who shall answer; nobody unless given.') },
    answer: {},
    run: async (context, body) => {
      await findConversation(context, body.conversation_id)
      const found = body.user_id ? await colleagueOf(context, body.user_id, 'user_id') : null
      await sql`
        update conversations set assigned_to_user_id = ${found?.id ?? null}::bigint,
          assigned_to_user_name = ${found?.name ?? null}::text, updated_at = ${context.stamp}::timestamptz
        where administration_id = ${context.administration_id}::bigint
          and id = ${body.conversation_id}::bigint
          and assigned_to_user_id is distinct from ${found?.id ?? null}::bigint`.execute(context.db)
      return {}
    },
  }),

  mark: call({
    method: 'POST',
    path: '/console/conversations/mark',
    reach: 'administration',
    description:
      'Says what a conversation waits for. What is done, or waits for the debtor, is read; when the debtor writes ' +
      'again, it is open again.',
    body: {
      conversation_id,
      state: oneOf(conversation_states, 'What it waits for.').required(),
      seen_message_id: id('The last message that was seen; refused when the debtor wrote again after it.'),
    },
    answer: { read_message_ids: idList('Messages that nobody had read before.').required() },
    run: async (context, body) => {
      const found = await findConversation(context, body.conversation_id)
      const seen = body.seen_message_id ?? null
      if (body.state !== 'open' && seen !== null) await refuseUnseen(context, found, seen)
      const read_message_ids = body.state === 'open' ? [] : await readConversation(context, found, seen)
      await sql`
        update conversations set state = ${body.state}::text, updated_at = ${context.stamp}::timestamptz
        where administration_id = ${context.administration_id}::bigint and id = ${body.conversation_id}::bigint
          and state <> ${body.state}::text`.execute(context.db)
      return { read_message_ids }
    },
  }),
}

/** Nobody is done with what they have not seen. */
async function refuseUnseen(
  { db, administration_id }: Context,
  conversation: ConversationKey,
  seen: string,
): Promise<void> {
  const { rows } = await sql`
    select from messages m
    where ${messagesOf(administration_id, conversation)} and m.sender_type = 'debtor' and m.read_at is null
      and m.id > ${seen}::bigint limit 1`.execute(db)
  if (rows.length > 0) refuse('conflict', 'The debtor wrote again meanwhile. Look at it first.')
}

async function findConversation({ db, administration_id }: Context, wanted: string): Promise<ConversationKey> {
  const { rows } = await sql<ConversationKey>`
    select debtor_id::text, subject_key from conversations
    where administration_id = ${administration_id}::bigint and id = ${wanted}::bigint for update`.execute(db)
  return rows[0] ?? refuse('not_found', 'There is no such conversation.')
}
