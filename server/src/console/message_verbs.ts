import { sql } from 'kysely'
import { type Actions, onOne } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import { id } from '../api/field.ts'
import { emitMany } from '../events/emit_many.ts'
import { newMessageEvent } from '../mail_in/subjects.ts'
import { create_message } from '../resources/messages/create.ts'
import { messages } from '../resources/messages/messages.ts'
import { type ConversationKey, readConversation } from './read_conversation.ts'
import { findSubject, subject_fields } from './work_subject.ts'

/** Marks what the debtor wrote in the conversation of an answer as read, as far as it was seen. */
async function readAnswered(context: Context, message_id: string, seen: string): Promise<void> {
  const { rows } = await sql<ConversationKey>`
    select debtor_id::text, conversation_subject(subject) as subject_key from messages
    where administration_id = ${context.administration_id}::bigint and id = ${message_id}::bigint`.execute(context.db)
  if (rows[0]) await readConversation(context, rows[0], seen)
}

type Unassigned = { debtor_id: string | null; sender_type: string }

/** What people do with messages: they answer, say whose those of strangers are, or throw them away. */
export const message_verbs: Actions = {
  // As software sends one, and what it answers is read then.
  create: {
    ...create_message,
    body: {
      ...create_message.body,
      seen_message_id: id('The last message that was seen; it is read then, with what came before it.'),
    },
    run: async (context: Context, given: never) => {
      const made = await create_message.run(context as never, given)
      const { seen_message_id: seen } = given as { seen_message_id?: string | null }
      if (seen) await readAnswered(context, made.id, seen)
      return made
    },
  },

  assign: onOne(messages, {
    method: 'PATCH',
    description: 'Says to which dossier a message of a stranger belongs. One that belongs to somebody stays there.',
    body: subject_fields,
    run: async (context, message, about) => {
      refuseAssigned(message)
      const { debtor_id, invoice_id, credit_case_id } = await findSubject(context, about)
      await context.db
        .updateTable('messages')
        .set({ debtor_id, invoice_id, credit_case_id, updated_at: context.stamp })
        .where('administration_id', '=', context.administration_id)
        .where('id', '=', message.id)
        .execute()
      const subject = { ...(invoice_id ? { invoice_id } : {}), ...(credit_case_id ? { credit_case_id } : {}) }
      await emitMany(context, [newMessageEvent({ debtor_id, ...subject })])
    },
  }),

  discard: onOne(messages, {
    method: 'PATCH',
    description: 'Throws away a message of a stranger, with its files. One that belongs to somebody stays.',
    body: {},
    answers: 'nothing',
    run: async ({ db, administration_id, stamp }, message) => {
      refuseAssigned(message)
      const { id } = message
      await db.deleteFrom('messages').where('administration_id', '=', administration_id).where('id', '=', id).execute()
      await db.insertInto('deleted_messages').values({ administration_id, id, deleted_at: stamp }).execute()
    },
  }),
}

function refuseAssigned({ debtor_id, sender_type }: Unassigned): void {
  if (debtor_id !== null || sender_type !== 'debtor')
    refuse('unprocessable_entity', 'This message belongs to a debtor already, and stays there.')
}
