import { sql } from 'kysely'
import type { Context } from '../api/context.ts'
import { userOf } from '../domain/actor.ts'

/** What is said with a debtor about a subject, as conversations are told apart. */
export type ConversationKey = { debtor_id: string; subject_key: string }

/** The messages `m` of a conversation. */
export const messagesOf = (administration_id: string, { debtor_id, subject_key }: ConversationKey) => sql`
  m.administration_id = ${administration_id}::bigint and m.debtor_id = ${debtor_id}::bigint
  and conversation_subject(m.subject) = ${subject_key}::text`

/**
 * Marks what the debtor wrote in a conversation as read, as far as somebody saw it, and returns the messages that were
 * unread. Without the last message that was seen, all of it was.
 */
export async function readConversation(
  context: Context,
  conversation: ConversationKey,
  seen_message_id: string | null,
): Promise<string[]> {
  const { db, administration_id, actor, now, stamp } = context
  const reader = userOf(actor)
  const { rows } = await sql<{ id: string }>`
    update messages m set read_at = ${now.toISOString()}::timestamptz, read_by_user_id = ${reader.id}::bigint,
      read_by_user_name = ${reader.name}::text, read_by_user_email_address = ${reader.email_address}::text,
      updated_at = ${stamp}::timestamptz
    where ${messagesOf(administration_id, conversation)} and m.sender_type = 'debtor' and m.read_at is null
      and (${seen_message_id}::bigint is null or m.id <= ${seen_message_id}::bigint)
    returning m.id::text`.execute(db)
  return rows.map(({ id }) => id)
}
