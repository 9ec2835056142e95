import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'
import { type RecordKey, rows_of_file } from './records.ts'

export type OutboxState = Operations['outbox.state']['answers']
export type OutboxReason = OutboxState['waiting'][number]['reason']
export type WaitingDebtor = Operations['outbox.list']['answers']['debtors'][number]
export type WaitingOf = Operations['outbox.show']['answers']
export type WaitingLetter = WaitingOf['letters'][number]
export type ComingStep = Operations['outbox.coming']['answers']['steps'][number]
export type StepName = WaitingLetter['step']
export type LetterShow = Operations['letter_list.list']['takes']['show']
/** A step that sends something, or what somebody sent by hand. */
export type LetterStep = ListedLetter['step']
export type ListedLetter = Operations['letter_list.list']['answers']['letters'][number]
export type ShownLetter = Operations['letter_list.show']['answers']
export type Batch = Operations['letter_batches.list']['answers']['batches'][number]
export type LetterText = Operations['letter_texts.show']['answers']
export type LetterTextKey = Operations['letter_texts.show']['takes'] extends infer Takes
  ? Pick<Takes, keyof Takes & ('step' | 'language_code')>
  : never
export type TextPreview = Operations['letter_texts.preview']['answers']

export const outboxStateQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['outbox', administration_id, 'state'],
    queryFn: () => ask('outbox.state', { administration_id }),
  })

export const outboxQuery = (administration_id: string) =>
  infiniteQueryOptions({
    queryKey: ['outbox', administration_id, 'list'],
    queryFn: ({ pageParam: cursor }) => ask('outbox.list', { administration_id, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

export const waitingOfQuery = (administration_id: string, debtor_id: string) =>
  queryOptions({
    queryKey: ['outbox', administration_id, 'debtor', debtor_id],
    queryFn: () => ask('outbox.show', { administration_id, debtor_id }),
  })

/** What waits, as paper that a page draws. */
export const paperOfQuery = (of: { administration_id: string; debtor_id: string; letter_key: string }) =>
  queryOptions({
    queryKey: ['outbox', of.administration_id, 'paper', of.debtor_id, of.letter_key],
    queryFn: () => ask('outbox.document', of),
  })

export const comingQuery = (administration_id: string) =>
  infiniteQueryOptions({
    queryKey: ['outbox', administration_id, 'coming'],
    queryFn: ({ pageParam: cursor }) => ask('outbox.coming', { administration_id, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

type LetterTakes = Operations['letter_list.list']['takes']
export type LetterFilter = { show: LetterShow; debtor_id?: string; step?: LetterStep; text?: string }
export type LetterOrder = NonNullable<LetterTakes['order']>
export type LetterChoice = LetterFilter & { order?: LetterOrder }

export const letterListQuery = (administration_id: string, choice: LetterChoice) =>
  infiniteQueryOptions({
    queryKey: ['letters', administration_id, choice],
    queryFn: ({ pageParam: cursor }) => ask('letter_list.list', { administration_id, ...choice, cursor }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

export async function readLetters(administration_id: string, choice: LetterChoice, cursor: string) {
  const page = await ask('letter_list.list', { administration_id, ...choice, cursor, per_page: rows_of_file })
  return { rows: page.letters, cursor: page.cursor }
}

export const letterTotalsQuery = (administration_id: string, { order: _, ...filter }: LetterChoice) =>
  queryOptions({
    queryKey: ['letters', administration_id, 'totals', filter],
    queryFn: () => ask('letter_list.totals', { administration_id, ...filter }),
  })

export const letterQuery = ({ administration_id, id }: RecordKey) =>
  queryOptions({
    queryKey: ['letters', administration_id, id],
    queryFn: () => ask('letter_list.show', { administration_id, id }),
  })

/** Letters that were printed together, and how many lie ready for another batch. */
export const batchesQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['letters', administration_id, 'batches'],
    queryFn: () => ask('letter_batches.list', { administration_id }),
  })

export const letterTextsQuery = (administration_id: string) =>
  queryOptions({
    queryKey: ['letter_texts', administration_id],
    queryFn: () => ask('letter_texts.list', { administration_id }),
  })

export const letterTextQuery = (administration_id: string, key: LetterTextKey) =>
  queryOptions({
    queryKey: ['letter_texts', administration_id, key.step, key.language_code],
    queryFn: () => ask('letter_texts.show', { administration_id, ...key }),
  })

const touched = new Set<unknown>(['outbox', 'letters', 'parts', 'records', 'timeline', 'settings'])

/** What was read of the outbox is old after something was let go or refused, and so are the counts. */
export const outboxChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => touched.has(queryKey[0]) })
