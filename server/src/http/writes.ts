import { CompiledQuery, sql, type Transaction } from 'kysely'
import type { Batch, Context, ManyAction, OneAction } from '../api/actions.ts'
import { refuseParameters } from '../api/errors.ts'
import { parseFields, type Selection } from '../api/fields.ts'
import { isObject, readItems, readObject } from '../api/input.ts'
import type { Module } from '../api/modules.ts'
import type { Bearer } from '../api/principal.ts'
import { selectOne } from '../api/select.ts'
import { isId } from '../api/types.ts'
import type { Tables } from '../db/schema.ts'
import { nextStamp } from '../db/stamp.ts'
import { asking, ownerOf, type Reading, refuseUnknown } from './reads.ts'

/** Runs a verb on one record: finds and locks it, lets the action work, and shows the record as it is then. */
export async function writeOne(
  reading: Reading,
  action: OneAction,
  principal: Bearer,
  id: string,
  given: unknown,
): Promise<string> {
  const body = readBody(given)
  const read = readObject(body, action.body)
  const { owner_id, modules } = owner(principal, body, read.problems)
  const selection = action.answers === 'record' ? chosen(action, body, modules) : null
  if (!isId(id)) return refuseUnknown(action.resource)
  return transact(reading, principal, owner_id, async (context) => {
    const record = await lock(context, action, id)
    // The record is a row of the action's own table, and the body was read against the action's own fields.
    await action.run(context, record as never, read.values as never)
    if (action.answers === 'batch') return JSON.stringify({ success: true, count: 1, errors: {} })
    return show(reading, context, action, selection, id)
  })
}

/** Runs a verb on many records: each is checked apart, the good ones are written together. */
export async function writeMany(
  reading: Reading,
  action: ManyAction,
  principal: Bearer,
  given: unknown,
): Promise<string> {
  const body = readBody(given)
  const items =
    body[action.items] === undefined || body[action.items] === null ? null : readItems(body[action.items], action.items)
  const problems = items === null ? [`${action.items}: is missing`] : 'problem' in items ? [items.problem] : []
  const { owner_id } = owner(principal, body, problems)
  const checked = checkItems(action, items !== null && 'items' in items ? items.items : [])
  if (checked.good.length === 0) return batchResult(0, checked.errors, {})
  const outcome = await transact(reading, principal, owner_id, (context) => action.run(context, checked.good as never))
  for (const [key, texts] of outcome.errors ?? []) checked.errors.set(checked.keys.get(key) ?? key, texts)
  return batchResult(checked.good.length - (outcome.errors?.size ?? 0), checked.errors, outcome)
}

function readBody(given: unknown): Record<string, unknown> {
  if (given === undefined || given === null) return {}
  return isObject(given) ? given : refuseParameters(['body: must be an object'])
}

function owner(principal: Bearer, body: Record<string, unknown>, problems: readonly string[]) {
  const missing =
    body.administration_id === undefined || body.administration_id === null || body.administration_id === ''
  if (missing) refuseParameters(['administration_id: is missing', ...problems])
  if (problems.length > 0) refuseParameters(problems)
  return ownerOf(principal, body.administration_id)
}

function chosen(action: OneAction, body: Record<string, unknown>, modules: ReadonlySet<Module>): Selection | null {
  const given = body.fields
  if (given === undefined || given === null || given === '') return null
  return parseFields(given, action.resource.fields, modules)
}

/** One transaction, which begins with the stamp: the lock that it takes keeps changes in the order of their stamps. */
function transact<T>(
  reading: Reading,
  principal: Bearer,
  administration_id: string,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return reading.database.db.transaction().execute(async (db) => {
    const stamp = await nextStamp(db, administration_id)
    return work({ db, administration_id, stamp, principal })
  })
}

async function lock(context: Context, action: OneAction, id: string): Promise<unknown> {
  const table = sql.table(action.resource.table)
  const { rows } = await sql`
    select * from ${table} where administration_id = ${context.administration_id}::bigint and id = ${id}::bigint
    for update`.execute(context.db)
  return rows[0] ?? refuseUnknown(action.resource)
}

async function show(
  reading: Reading,
  context: Context,
  action: OneAction,
  selection: Selection | null,
  id: string,
): Promise<string> {
  const statement = selectOne(action.resource, selection, asking(reading, context.administration_id), {
    column: 'id',
    value: id,
  })
  const { rows } = await (context.db as Transaction<Tables>).executeQuery<{ document: string }>(
    CompiledQuery.raw(statement.text, statement.values),
  )
  return rows[0]?.document ?? refuseUnknown(action.resource)
}

type Checked = { good: unknown[]; errors: Map<string, string[]>; keys: Map<string, string> }

/** Checks each item apart. Errors stand under the key as the client sent it, or under the position without one. */
function checkItems(action: ManyAction, items: readonly unknown[]): Checked {
  const checked: Checked = { good: [], errors: new Map(), keys: new Map() }
  for (const [index, item] of items.entries()) {
    const sent = isObject(item) ? item[action.key] : undefined
    const key = typeof sent === 'string' || typeof sent === 'number' ? String(sent).slice(0, 200) : String(index)
    const read = readObject(item, action.item)
    const told = read.problems.map((problem) => problem.replace(/^body: /, ''))
    const value = (read.values as Record<string, unknown>)[action.key]
    if (value !== undefined) {
      if (checked.keys.has(String(value))) told.push(`${action.key}: is in this request more than once`)
      else checked.keys.set(String(value), key)
    }
    if (told.length > 0) checked.errors.set(key, [...(checked.errors.get(key) ?? []), ...told])
    else checked.good.push(read.values)
  }
  return checked
}

function batchResult(count: number, errors: ReadonlyMap<string, string[]>, { warnings }: Batch): string {
  return JSON.stringify({
    success: true,
    count,
    errors: Object.fromEntries(errors),
    ...(warnings && warnings.size > 0 ? { warnings: Object.fromEntries(warnings) } : {}),
  })
}
