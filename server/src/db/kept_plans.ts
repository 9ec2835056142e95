import { sql } from 'kysely'
import type pg from 'pg'
import { nameIn } from './plan_names.ts'

const mark = '/* kept */'
const begins_with_mark = /^\s*\/\* kept \*\//

/**
 * Begins a statement that is written with Kysely and comes again and again in the same words: each connection parses
 * and plans it once. Only for texts of which there are a few.
 */
export const kept_plan = sql.raw(mark)

const names = new Map<string, string>()
const names_max = 100

type Query = (...args: unknown[]) => unknown

/** Lets a connection keep the plans of statements that ask for it. */
export function keepPlans(client: pg.PoolClient): void {
  const send = client.query.bind(client) as Query
  const named: Query = (...args) => {
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !begins_with_mark.test(text)) return send(...args)
    const name = names.get(text) ?? nameIn(names, text, 'dunlin_kept', names_max)
    return name === undefined ? send(...args) : send({ text, values, name }, ...rest)
  }
  // One function for all the forms that the types tell apart.
  client.query = named as unknown as typeof client.query
}
