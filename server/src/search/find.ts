import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { contains, wordsOf } from './narrow.ts'
import { amountIn, digitsOf, plain } from './plain.ts'

/** A record that was found, and the line by which, unless that is its name or number. */
export type Hit = { id: string; found_in: string | null }

type Kind = 'debtor' | 'invoice'
type Sought = { db: Kysely<Tables>; administration_id: string; wanted: string; limit: number }
type Row = { record_id: string; name: string; number: string; text: string }

const text_length_max = 100
/** So many are compared with one another; those that begin with what is sought are among them in any case. */
const candidates_max = 500
/** Fewer than so many, and names that are spelt a little differently are looked for as well. */
const enough = 5
/** Shorter texts have no three letters by which an index finds them. */
const contained_length_min = 3

/**
 * Finds debtors and invoices, the best first, by any part of a name, number, order number, mail address, phone number
 * or amount. Words may come in any order, and a name may be spelt a little differently. After invoices that are found
 * by themselves follow the open ones of debtors that were.
 */
export async function find(
  db: Kysely<Tables>,
  administration_id: string,
  given: string,
  limit: number,
): Promise<{ debtors: Hit[]; invoices: Hit[] }> {
  const wanted = plain(given.slice(0, text_length_max))
  if (wanted === '') return { debtors: [], invoices: [] }
  const sought: Sought = { db, administration_id, wanted, limit }
  const debtors = await containing(sought, 'debtor')
  const invoices = [...(await withAmount(sought, amountIn(given))), ...(await containing(sought, 'invoice'))]
  const spelt = debtors.length + invoices.length < enough ? await alike(sought) : []
  const of_debtors = invoices.length < limit ? await openOf(sought, debtors) : []
  return {
    debtors: hits([...debtors, ...spelt], sought),
    invoices: hits([...invoices, ...of_debtors], sought),
  }
}

/** Records that begin with the text, and records that contain all its words. */
async function containing(sought: Sought, kind: Kind): Promise<Row[]> {
  const { db, wanted, limit } = sought
  const columns = ['name', 'number'] as const
  const beginning = columns.map(
    (column) => sql`
      (select record_id, name, number, text from ${entries(sought, kind)}
         and ${sql.ref(column)} ~>=~ ${wanted}::text and ${sql.ref(column)} ~<~ ${`${wanted}\u{10ffff}`}::text
       order by ${sql.ref(column)} using ~<~ limit ${limit}::integer)`,
  )
  const { rows } = await sql<Row>`
    select record_id::text, name, number, text
    from (${sql.join([...beginning, ...within(sought, kind)], sql` union `)}) found
    order by case when number = ${wanted}::text then 0
                  when starts_with(number, ${wanted}::text) then 1
                  when starts_with(name, ${wanted}::text) then 2
                  when strpos(name, ${` ${wanted}`}::text) > 0 then 3
                  when strpos(name, ${wanted}::text) > 0 then 4 else 5 end,
             name, number, record_id
    limit ${limit}::integer`.execute(db)
  return rows
}

function within(sought: Sought, kind: Kind): RawBuilder<unknown>[] {
  const { wanted } = sought
  const words = wordsOf(wanted)
  const digits = digitsOf(wanted)
  const ways = [words, ...(/^\+?\d+$/.test(digits) && digits !== wanted ? [[digits]] : [])]
  return ways
    .filter((way) => way.some((word) => word.length >= contained_length_min))
    .map((way) => {
      const all = sql.join(way.map(contains), sql` and `)
      return sql`(select record_id, name, number, text from ${entries(sought, kind)} and ${all}
                  limit ${candidates_max}::integer)`
    })
}

/** Debtors whose names have most of the letters in a row, as when one is missing or wrong. */
async function alike({ db, administration_id, wanted, limit }: Sought): Promise<Row[]> {
  if (wanted.length < contained_length_min) return []
  const { rows } = await sql<Row>`
    select record_id::text, name, number, text
    from search_alike(${administration_id}::bigint, ${wanted}::text, ${limit}::integer)`.execute(db)
  return rows
}

/** Invoices over an amount, or of which it is open; those that are open first. */
async function withAmount({ limit, ...sought }: Sought, amount: string | null): Promise<Row[]> {
  if (amount === null) return []
  const having = (column: 'total_amount' | 'open_amount') => sql`
    (select record_id, name, number, text, open_amount from ${entries(sought, 'invoice')}
       and ${sql.ref(column)} = ${amount}::numeric limit ${candidates_max}::integer)`
  const { rows } = await sql<Row>`
    select record_id::text, name, number, text from (${having('total_amount')} union ${having('open_amount')}) found
    order by open_amount = 0, record_id::bigint desc limit ${limit}::integer`.execute(sought.db)
  return rows
}

/** What the first few of the debtors owe, the oldest first. */
async function openOf({ db, administration_id, limit }: Sought, debtors: readonly Row[]): Promise<Row[]> {
  const ids = debtors.slice(0, enough).map(({ record_id }) => record_id)
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select id::text as record_id, '' as name, invoice_number as number, '' as text from invoices
    where administration_id = ${administration_id}::bigint and debtor_id = any(${ids}::bigint[])
      and book_open_amount <> 0
    order by due_date, id limit ${limit}::integer`.execute(db)
  return rows
}

const entries = ({ administration_id }: Pick<Sought, 'administration_id'>, kind: Kind): RawBuilder<unknown> => sql`
  search_entries where administration_id = ${administration_id}::bigint and kind = ${sql.lit(kind)}`

/** Each record once, and no more than were asked for. */
function hits(rows: readonly Row[], { wanted, limit }: Sought): Hit[] {
  const once = new Map(rows.map((row) => [row.record_id, row]))
  return [...once.values()].slice(0, limit).map((row) => ({ id: row.record_id, found_in: foundIn(row, wanted) }))
}

function foundIn({ name, number, text }: Row, wanted: string): string | null {
  const ways = [wanted, digitsOf(wanted), ...wanted.split(' ')]
  const line = ways.flatMap((way) => text.split('\n').filter((one) => one.includes(way)))[0]
  return line === undefined || line === name || line === number ? null : line
}
