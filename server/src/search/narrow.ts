import { type RawBuilder, sql } from 'kysely'
import { amountIn, anywhere, digitsOf, plain } from './plain.ts'

const words_max = 6

/** How an entry contains a word. */
export const contains = (word: string): RawBuilder<unknown> => sql`text like ${anywhere(word)}::text`

/** The words of what is sought, as entries hold them. */
export const wordsOf = (wanted: string): string[] => plain(wanted).split(' ').slice(0, words_max)

/**
 * The condition that an invoice `i` has what is sought: the amount, or each of the words, be it in a number of its own
 * or in what its debtor is found by. What was found is remembered for the whole list, so that each row costs a look.
 */
export function invoiceHas(administration_id: string, wanted: string): RawBuilder<unknown> {
  const found = (kind: 'debtor' | 'invoice', condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    (select record_id from search_entries
     where administration_id = ${administration_id}::bigint and kind = ${sql.lit(kind)} and ${condition})`
  const has = (word: string): RawBuilder<unknown> =>
    sql`(i.id in ${found('invoice', contains(word))} or i.debtor_id in ${found('debtor', contains(word))})`
  const digits = digitsOf(plain(wanted))
  const ways = [sql.join(wordsOf(wanted).map(has), sql` and `)]
  // A phone number may be typed with anything between its digits.
  if (/^\+?\d{6,}$/.test(digits) && digits !== plain(wanted)) ways.push(has(digits))
  const amount = amountIn(wanted)
  if (amount !== null) ways.push(sql`i.total_amount = ${amount}::numeric`, sql`i.open_amount = ${amount}::numeric`)
  return sql`(${sql.join(ways, sql` or `)})`
}
