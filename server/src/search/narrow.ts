import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { amountIn, anywhere, digitsOf, plain } from './plain.ts'

const words_max = 6

/** How an entry contains a word. */
export const contains = (word: string): RawBuilder<unknown> => sql`text like ${anywhere(word)}::text`

/** The words of what is sought, as entries hold them. */
export const wordsOf = (wanted: string): string[] => plain(wanted).split(' ').slice(0, words_max)

/** Records of a kind that were found, remembered for a whole list, so that each row costs a look. */
const found = (
  administration_id: string,
  { kind, column = 'record_id' }: { kind: 'debtor' | 'invoice'; column?: 'record_id' | 'debtor_id' },
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  (select ${sql.ref(column)} from search_entries
   where administration_id = ${administration_id}::bigint and kind = ${sql.lit(kind)} and ${condition})`

/** The digits of a phone number that was typed with anything between them; null where there is none. */
function phoneIn(wanted: string): string | null {
  const digits = digitsOf(plain(wanted))
  return /^\+?\d{6,}$/.test(digits) && digits !== plain(wanted) ? digits : null
}

/** Each of the words, or a phone number. */
function waysOf(wanted: string, has: (word: string) => RawBuilder<unknown>): RawBuilder<unknown>[] {
  const phone = phoneIn(wanted)
  const words = sql.join(wordsOf(wanted).map(has), sql` and `)
  return phone === null ? [words] : [words, has(phone)]
}

/**
 * The condition that an invoice `i` has what is sought: the amount, or each of the words, be it in a number of its own
 * or in what its debtor is found by.
 */
export function invoiceHas(administration_id: string, wanted: string): RawBuilder<unknown> {
  const ways = waysOf(
    wanted,
    (word) => sql`(i.id in ${found(administration_id, { kind: 'invoice' }, contains(word))}
      or i.debtor_id in ${found(administration_id, { kind: 'debtor' }, contains(word))})`,
  )
  const amount = amountIn(wanted)
  if (amount !== null) ways.push(sql`i.total_amount = ${amount}::numeric`, sql`i.open_amount = ${amount}::numeric`)
  return sql`(${sql.join(ways, sql` or `)})`
}

/** Invoices, and debtors with all of theirs, among which everything is that can be found. */
export type Few = { invoice_ids: string[]; debtor_ids: string[] }

/** Up to so many, reading what was found is quicker than walking through a list until a page is full. */
const few_max = 500
/** Shorter words have no three letters by which an index finds them. */
const length_min = 3

/** Where alone invoices can be that have what is sought; null when that are many, or nothing is sought. */
export async function findFew(db: Kysely<Tables>, administration_id: string, wanted: string): Promise<Few | null> {
  const [longest = ''] = wordsOf(wanted).toSorted((one, other) => other.length - one.length)
  if (longest.length < length_min) return null
  const phone = phoneIn(wanted)
  const ways = phone === null ? [contains(longest)] : [contains(longest), contains(phone)]
  const amount = amountIn(wanted)
  if (amount !== null) ways.push(sql`total_amount = ${amount}::numeric`, sql`open_amount = ${amount}::numeric`)
  const { rows } = await sql<{ kind: 'debtor' | 'invoice'; id: string }>`
    select kind, record_id::text as id from search_entries
    where administration_id = ${administration_id}::bigint and (${sql.join(ways, sql` or `)})
    limit ${few_max + 1}::integer`.execute(db)
  if (rows.length > few_max) return null
  const of = (kind: string): string[] => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return { invoice_ids: of('invoice'), debtor_ids: of('debtor') }
}

/** The condition that an invoice `i` is one of these. */
export const isAmong = ({ invoice_ids, debtor_ids }: Few): RawBuilder<unknown> =>
  sql`(i.id = any(${invoice_ids}::bigint[]) or i.debtor_id = any(${debtor_ids}::bigint[]))`

/**
 * The condition that the debtor with this id has what is sought: each of the words in what it is found by, or in a
 * number of one of its invoices.
 */
export function debtorHas(
  administration_id: string,
  debtor_id: RawBuilder<unknown>,
  wanted: string,
): RawBuilder<unknown> {
  const ways = waysOf(
    wanted,
    (word) => sql`(${debtor_id} in ${found(administration_id, { kind: 'debtor' }, contains(word))}
      or ${debtor_id} in ${found(administration_id, { kind: 'invoice', column: 'debtor_id' }, contains(word))})`,
  )
  return sql`(${sql.join(ways, sql` or `)})`
}
