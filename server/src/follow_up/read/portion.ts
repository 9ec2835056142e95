import { type RawBuilder, sql } from 'kysely'
import { kept_plan } from '../../db/kept_plans.ts'
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
  return sql`(select ${idText(ids)}::bigint[])::bigint[]`
}

function idText(ids: readonly string[]): string {
  const text = written.get(ids) ?? `{${ids.join(',')}}`
  written.set(ids, text)
  return text
}

/** The open records of a portion: what is settled is asked about no more, however much of it there is. */
export type OpenRecords = { invoice_ids: readonly string[]; case_ids: readonly string[] }

const no_records: OpenRecords = { invoice_ids: [], case_ids: [] }

/** Stands before a statement about a portion, so that each list is sent once however often the statement needs it. */
export const withIds = ({ debtor_ids }: Portion, { invoice_ids, case_ids } = no_records): RawBuilder<unknown> =>
  sql`${kept_plan} with ids as materialized (
    select ${idText(debtor_ids)}::bigint[] as debtors, ${idText(invoice_ids)}::bigint[] as invoices,
           ${idText(case_ids)}::bigint[] as cases)`

/** Rows of a table that belong to the debtors of a portion, in a statement that knows their ids. */
export const ofPortion = (row: string, { administration_id }: Portion): RawBuilder<boolean> =>
  sql`${sql.ref(`${row}.administration_id`)} = ${administration_id}::bigint
    and ${sql.ref(`${row}.debtor_id`)} = any((select debtors from ids)::bigint[])`

/** Rows of a table that belong to one of the open records, in a statement that knows their ids. */
export const ofRecords = (
  row: string,
  { administration_id }: Portion,
  column: 'invoice_id' | 'credit_case_id',
): RawBuilder<boolean> =>
  sql`${sql.ref(`${row}.administration_id`)} = ${administration_id}::bigint
    and ${sql.ref(`${row}.${column}`)} = any((select ${column === 'invoice_id' ? sql`invoices` : sql`cases`} from ids)::bigint[])`

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
