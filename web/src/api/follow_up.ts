import { queryOptions } from '@tanstack/react-query'
import { ask } from './client.ts'
import type { Operations } from './generated.ts'
import type { ReadBy, RecordKey, TimelineFamily } from './records.ts'

export type Outlooks = Operations['outlooks.list']['answers']
export type Outlook = Outlooks['outlooks'][number]

/** A reason as the engine gives it: a code, and the facts that belong to it, all as texts. */
export type Reason = { readonly reason: string; readonly [fact: string]: string | null }

/** The service describes reasons as objects whose members are texts. */
export const reasonsOf = (given: readonly Record<string, unknown>[]): Reason[] => given as unknown as Reason[]

/** What comes next for a record; of a debtor for everything that is open of it. */
export const outlooksQuery = ({ administration_id, id }: RecordKey, family: TimelineFamily) =>
  queryOptions({
    queryKey: ['records', 'outlooks', administration_id, family, id],
    queryFn: () => ask('outlooks.list', { administration_id, family, id }),
  })

export type NextOf = Operations['outlooks.letter']['takes']

/** The letter that comes next for a record, decided anew whenever somebody wants to see it. */
export const nextLetterQuery = (of: NextOf) =>
  queryOptions({
    queryKey: ['records', 'outlooks', of.administration_id, of.family, of.id, 'letter'],
    queryFn: () => ask('outlooks.letter', of),
    gcTime: 0,
  })

export type Step = Operations['done_steps.list']['answers']['steps'][number]

/** What was done for a record, newest first; of a debtor for all of its records. */
export const stepsQuery = ({ administration_id, id }: RecordKey, family: TimelineFamily) =>
  queryOptions({
    queryKey: ['records', 'steps', administration_id, family, id],
    queryFn: () => ask('done_steps.list', { administration_id, family, id }),
  })

const readLetter = ({ administration_id, id }: RecordKey) => ask('letters.show', { administration_id, id })
export type Letter = ReadBy<typeof readLetter>

/** A letter as it went out, or as it will. */
export const letterQuery = (letter_key: RecordKey) =>
  queryOptions({
    queryKey: ['records', 'letters', letter_key.administration_id, letter_key.id],
    queryFn: () => readLetter(letter_key),
  })
