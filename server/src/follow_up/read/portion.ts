import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../../domain/days.ts'

/** The debtors that are looked at together, where their days begin, and which day it is. */
export type Portion = { administration_id: string; debtor_ids: readonly string[]; timezone: string; today: Day }

/** What happened longer ago than this holds nothing any more. */
export const past_days = 60

const written = new WeakMap<readonly string[], string>()

/**
 * Ids as PostgreSQL writes a list of them: the same list is written once, and sent with many statements. It is a query
 * of its own, so that statements are planned without it: for each id of a known list the planner works out how many
 * rows there may be, which takes longer than reading them, and for many ids it reads whole tables beside it.
 */
export function idList(ids: readonly string[]): RawBuilder<readonly string[]> {
  const text = written.get(ids) ?? `{${ids.join(',')}}`
  written.set(ids, text)
  return sql`(select ${text}::bigint[])::bigint[]`
}

/** Rows of a table that belong to the debtors of a portion. */
export const ofPortion = (row: string, { administration_id, debtor_ids }: Portion): RawBuilder<boolean> =>
  sql`${sql.ref(`${row}.administration_id`)} = ${administration_id}::bigint
    and ${sql.ref(`${row}.debtor_id`)} = any(${idList(debtor_ids)})`

/** The open records of a portion: what is settled is asked about no more, however much of it there is. */
export type OpenRecords = { invoice_ids: readonly string[]; case_ids: readonly string[] }

/** Rows of a table that belong to one of these records. */
export const ofRecords = (
  row: string,
  { administration_id }: Portion,
  column: 'invoice_id' | 'credit_case_id',
  { invoice_ids, case_ids }: OpenRecords,
): RawBuilder<boolean> =>
  sql`${sql.ref(`${row}.administration_id`)} = ${administration_id}::bigint
    and ${sql.ref(`${row}.${column}`)} = any(${idList(column === 'invoice_id' ? invoice_ids : case_ids)})`

/** The day of the administration on which a moment falls, as text. */
export const dayOf = (moment: string, { timezone }: Portion): RawBuilder<string> =>
  sql`(${sql.ref(moment)} at time zone ${timezone}::text)::date::text`

/** Rows by one of their columns. */
export function grouped<Row extends { [column in Key]: string }, Key extends keyof Row>(
  rows: readonly Row[],
  key: Key,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row[key])
    if (group) group.push(row)
    else groups.set(row[key], [row])
  }
  return groups
}
