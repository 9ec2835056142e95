import { type RawBuilder, sql } from 'kysely'
import { refuseParameters } from '../api/errors.ts'
import { integer, listOf, oneOf, text } from '../api/field.ts'

/** What a list can be narrowed down to, several at once: the condition for each on a row. */
export type MarkConditions<Mark extends string> = Readonly<Record<Mark, RawBuilder<unknown>>>

export const marksField = (noun: string, marks: readonly string[]) =>
  text(`Only ${noun} of which all of these hold, with commas between: ${marks.join(', ')}.`)

/** The marks that a text names; one that is not known is refused. */
export function readMarks<Mark extends string>(marks: readonly Mark[], given: string | null | undefined): Mark[] {
  const named = (given ?? '').split(',').filter((name) => name !== '')
  const unknown = named.find((name) => !marks.some((mark) => mark === name))
  if (unknown !== undefined) refuseParameters([`marks: ${unknown.slice(0, 20)} is none of ${marks.join(', ')}`])
  return marks.filter((mark) => named.includes(mark))
}

/** The condition that all of some marks hold, each part behind an `and`. */
export const holdAll = <Mark extends string>(
  named: readonly Mark[],
  conditions: MarkConditions<Mark>,
): RawBuilder<unknown> => named.reduce((all, mark) => sql`${all} and ${conditions[mark]}`, sql``)

/** Columns that say for each row which marks hold, named after them. */
export const markColumns = <Mark extends string>(conditions: MarkConditions<Mark>): RawBuilder<unknown> =>
  sql.join(
    Object.entries<RawBuilder<unknown>>(conditions).map(([mark, condition]) => sql`(${condition}) as ${sql.ref(mark)}`),
  )

/** Counts over rows with such columns. */
export const markCounts = (marks: readonly string[]): RawBuilder<unknown> =>
  sql`json_build_array(${sql.join(
    marks.map(
      (mark) => sql`json_build_object('mark', ${sql.lit(mark)}, 'count', count(*) filter (where ${sql.ref(mark)}))`,
    ),
  )})`

export type CountedMark<Mark> = { mark: Mark; count: number }

export const countedMarks = <const Mark extends string>(marks: readonly Mark[]) =>
  listOf(
    {
      mark: oneOf(marks, 'What the list can be narrowed down to.').required(),
      count: integer('Rows that would be left.').required(),
    },
    'Counts of what the list can be narrowed down to.',
  ).required()

const text_length_max = 100

/** What is sought, as it can be compared. */
export const readSought = (given: string | null | undefined): string =>
  (given ?? '').replaceAll('\0', '').trim().slice(0, text_length_max)
