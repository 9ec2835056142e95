import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'

export type InboxTab = Operations['conversations.list']['takes']['tab']
export type InboxPage = Operations['conversations.list']['answers']
export type ListedConversation = InboxPage['conversations'][number]
export type Conversation = Operations['conversations.show']['answers']
export type Said = Conversation['said'][number]
export type ConversationState = Conversation['state']

export const conversationsQuery = (administration_id: string, tab: InboxTab, text: string) =>
  infiniteQueryOptions({
    queryKey: ['conversations', administration_id, 'list', tab, text],
    queryFn: ({ pageParam: cursor }) => ask('conversations.list', { administration_id, tab, text, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  })

export const conversationQuery = (administration_id: string, id: string) =>
  queryOptions({
    queryKey: ['conversations', administration_id, 'one', id],
    queryFn: () => ask('conversations.show', { administration_id, id }),
  })

type Marked = {
  administration_id: string
  conversation_id: string
  state: ConversationState
  seen_message_id: string | null
}

/** The last message of a conversation as it was shown. */
export const lastSeen = ({ said }: Pick<Conversation, 'said'>): string | null =>
  said.findLast(({ kind }) => kind === 'message')?.id ?? null

/** Says what a conversation waits for; what this returns takes it back, with what was unread before. */
export async function markConversation(
  { administration_id, conversation_id, state, seen_message_id }: Marked,
  before: ConversationState,
): Promise<() => Promise<unknown>> {
  const { read_message_ids } = await ask('conversation_verbs.mark', {
    ...{ administration_id, conversation_id, state, seen_message_id },
  })
  return async () => {
    await ask('conversation_verbs.mark', { administration_id, conversation_id, state: before })
    if (read_message_ids.length > 0) {
      const messages = read_message_ids.map((id) => ({ id, read: false }))
      await ask('messages.update', { administration_id, messages })
    }
  }
}

export type ReplyTexts = Operations['reply_texts.list']['answers']
type TextLanguage = Operations['reply_texts.list']['takes']['language_code']

export const replyTextsQuery = (administration_id: string, language_code: TextLanguage) =>
  queryOptions({
    queryKey: ['reply_texts', administration_id, 'of', language_code],
    queryFn: () => ask('reply_texts.list', { administration_id, language_code }),
  })

/** What the debtor wrote last, while nobody has answered it; what a machine sent asks for nothing. */
export function askedIn({ said, subject }: Pick<Conversation, 'said' | 'subject'>): string | null {
  const last = said.findLast(({ kind }) => kind !== 'note')
  return last?.kind === 'message' && !last.automatic ? `${subject ?? ''}\n${last.content}` : null
}
