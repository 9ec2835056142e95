import { type Connection, connect, type Database } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'
import { queues } from '../src/jobs/index.ts'
import { debtors_sql, invoices_sql, labels_sql, vat_rate_sql } from './data.sql.ts'
import type { Size } from './size.ts'
import { made_at, makeTenant } from './tenants.ts'
import { makeTokens, type Tokens } from './token_data.ts'
import { makeWriting, type Writing } from './write_data.ts'

/** What the cases have to know of the data. */
export type Facts = {
  administration_id: string
  token: string
  small_ids: string[]
  deep_page: number
  deep_cursor: string
  half_cursor: string
  /** A cursor for as many pages as there are small administrations. */
  places: string[]
  ten_changed_after: string
  some: number
  some_changed_after: string
  half: number
  half_changed_after: string
  newest: number
  newest_after: string
  ids: string[]
  debtor_numbers: string[]
  writing: Writing
  tokens: Tokens
}

const rows_a_statement = 5_000
const invoices_a_debtor = 2
const list_length = 500
const debtors_of_small = 120

/** Fills an empty database: one large administration, many small ones, and what is needed to write and for tokens. */
export async function buildData(
  connection: Connection,
  size: Size,
  progress: (share: number, line: string) => void,
): Promise<Facts> {
  await migrate(connection, queues)
  const database = connect(connection, { connections: 2, application: 'dunlin bench' })
  try {
    const { token, administration_ids } = await makeTenant(database, 'Bench', 1 + size.administrations)
    const [administration_id = '', ...small_ids] = administration_ids
    const newest = Math.min(5000, Math.floor(size.debtors / 4))
    const all = size.debtors + small_ids.length * debtors_of_small
    let made = 0
    const report = (more: number): void => {
      made += more
      progress(made / all, `${made} of ${all} debtors`)
    }
    await Promise.all([
      fillLarge(database, administration_id, size.debtors, newest, report),
      fillSmall(database, small_ids, size.debtors, report),
    ])
    const writing = await makeWriting(database, size, administration_id)
    const tokens = await makeTokens(database)
    await database.pool.query('vacuum (analyze)')
    await database.pool.query('checkpoint').catch(() => {})
    const read = await readFacts(database, administration_id, size, newest)
    return { administration_id, token, small_ids, newest, writing, tokens, ...read }
  } finally {
    await database.close()
  }
}

async function fillLarge(
  { pool }: Database,
  administration_id: string,
  count: number,
  newest: number,
  report: (more: number) => void,
): Promise<void> {
  await pool.query(vat_rate_sql, [[administration_id], made_at])
  for (let from = 1; from <= count; from += rows_a_statement) {
    const to = Math.min(count, from + rows_a_statement - 1)
    await pool.query(debtors_sql, [[administration_id], from, to, count - newest])
    await pool.query(invoices_sql, [administration_id, from, to, invoices_a_debtor])
    await pool.query(labels_sql, [administration_id, from, to])
    report(to - from + 1)
  }
}

async function fillSmall({ pool }: Database, ids: string[], changed_until: number, report: (more: number) => void) {
  const at_once = Math.floor(rows_a_statement / debtors_of_small)
  for (let from = 0; from < ids.length; from += at_once) {
    const here = ids.slice(from, from + at_once)
    await pool.query(debtors_sql, [here, 1, debtors_of_small, changed_until])
    report(here.length * debtors_of_small)
  }
}

type Read = Omit<Facts, 'administration_id' | 'token' | 'small_ids' | 'newest' | 'writing' | 'tokens'>

async function readFacts({ pool }: Database, id: string, size: Size, newest: number): Promise<Read> {
  const { debtors: count } = size
  const one = async (text: string, values: unknown[]): Promise<string> =>
    (await pool.query<{ value: string }>(text, values)).rows[0]?.value ?? ''
  const nth = `select id::text as value from debtors where administration_id = $1 order by id offset $2 limit 1`
  const changed = `select to_json(updated_at)#>>'{}' as value from debtors where administration_id = $1
    order by updated_at desc offset $2 limit 1`
  const half = Math.floor(count / 2)
  const some = Math.floor(count / 50)
  const deep_page = Math.floor(count / 100) - 2
  const { rows } = await pool.query<{ id: string; debtor_number: string }>(
    `select id, debtor_number from debtors where administration_id = $1 and id % $2 = 0 order by md5(id::text)
     limit $3`,
    [id, Math.max(1, Math.floor(count / list_length / 4)), list_length],
  )
  return {
    deep_page,
    deep_cursor: await one(nth, [id, deep_page * 100 - 1]),
    places: await placesOf(pool, id, size),
    half_cursor: await one(nth, [id, Math.floor(deep_page / 2) * 100 - 1]),
    ten_changed_after: await one(changed, [id, 10]),
    some,
    some_changed_after: await one(changed, [id, some]),
    half,
    half_changed_after: await one(changed, [id, half]),
    newest_after: await one(changed, [id, newest]),
    ids: rows.map((row) => row.id),
    debtor_numbers: rows.map((row) => row.debtor_number),
  }
}

/** Where every hundredth debtor stands, from the first on. */
async function placesOf(pool: Database['pool'], id: string, { debtors, administrations }: Size): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from (
       select id, row_number() over (order by id) as n from debtors where administration_id = $1::bigint
     ) debtor where n % 100 = 0 order by id limit $2::integer`,
    [id, Math.min(administrations, Math.floor(debtors / 100) - 1)],
  )
  return rows.map((row) => row.id)
}
