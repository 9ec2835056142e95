import { CompiledQuery, type Transaction } from 'kysely'
import type { Batch, CallAction, CreateAction, ManyAction, OneAction } from '../api/actions.ts'
import type { Browser, Context } from '../api/context.ts'
import type { Resource } from '../api/define.ts'
import { refuseParameters } from '../api/errors.ts'
import { parseFields, type Selection } from '../api/fields.ts'
import { isObject, readItems, readObject } from '../api/input.ts'
import type { Module } from '../api/modules.ts'
import type { Reaching } from '../api/operations.ts'
import type { Principal } from '../api/principal.ts'
import { ownedBy, selectOne } from '../api/select.ts'
import { isId } from '../api/types.ts'
import type { Tables } from '../db/schema.ts'
import { nextStamp } from '../db/stamp.ts'
import { asking, no_modules, ownerIn, ownerOf, type Reading, refuseUnknown } from './reads.ts'

/** Who calls, and from where. */
export type Calling = { principal: Principal | null; address: string; browser: Browser | null }

type Owner = { owner_id: string | readonly string[]; modules: ReadonlySet<Module> }
type Body = Record<string, unknown>

/** Runs a verb on one record: finds and locks it, lets the action work, and shows the record as it is then. */
export async function writeOne(
  reading: Reading,
  action: OneAction,
  calling: Calling,
  id: string,
  given: unknown,
): Promise<string> {
  const { resource, answers } = action
  const body = readBody(given)
  const read = readObject(body, action.body)
  const owner = ownerFor(resource, calling, body, read.problems)
  const selection = answers === 'record' ? chosen(resource, body, owner.modules) : null
  if (!isId(id)) return refuseUnknown(resource)
  return transact(reading, resource.within.reach, calling, owner, async (context) => {
    const record = await lock(context, resource, owner.owner_id, id)
    // The record is a row of the action's own table, and the body was read against the action's own fields.
    const once = await action.run(context as never, record as never, read.values as never)
    if (answers === 'batch') return JSON.stringify({ success: true, count: 1, errors: {} })
    return answers === 'nothing' ? '{}' : withOnce(await show(reading, context, resource, owner, selection, id), once)
  })
}

/** Makes one record, and shows it. */
export async function writeNew(
  reading: Reading,
  action: CreateAction,
  calling: Calling,
  given: unknown,
): Promise<string> {
  const { resource } = action
  const body = readBody(given)
  const read = readObject(body, action.body)
  const owner = ownerFor(resource, calling, body, read.problems)
  return transact(reading, resource.within.reach, calling, owner, async (context) => {
    // The body was read against the action's own fields.
    const { id, once } = await action.run(context as never, read.values as never)
    const seen = resource.within.reach === 'token' ? { ...owner, owner_id: [id] } : owner
    return withOnce(await show(reading, context, resource, seen, null, id), once)
  })
}

/** Runs a verb on many records: each is checked apart, the good ones are written together. */
export async function writeMany(
  reading: Reading,
  action: ManyAction,
  calling: Calling,
  given: unknown,
): Promise<string> {
  const body = readBody(given)
  const items =
    body[action.items] === undefined || body[action.items] === null ? null : readItems(body[action.items], action.items)
  const problems = items === null ? [`${action.items}: is missing`] : 'problem' in items ? [items.problem] : []
  const { resource } = action
  const owner = ownerFor(resource, calling, body, problems)
  const checked = checkItems(action, items !== null && 'items' in items ? items.items : [])
  if (checked.good.length === 0) return batchResult(0, checked.errors, {})
  const outcome = await transact(reading, resource.within.reach, calling, owner, (context) =>
    // The items were read against the action's own fields.
    action.run(context as never, checked.good as never),
  )
  for (const [key, texts] of outcome.errors ?? []) checked.errors.set(checked.keys.get(key) ?? key, texts)
  return batchResult(outcome.count ?? checked.good.length - (outcome.errors?.size ?? 0), checked.errors, outcome)
}

/** Runs what is no verb on a record. */
export async function answerCall(
  reading: Reading,
  action: CallAction,
  calling: Calling,
  given: unknown,
): Promise<string> {
  const body = readBody(given)
  const read = readObject(body, action.body)
  const inside = action.reach === 'administration'
  if (!inside && read.problems.length > 0) return refuseParameters(read.problems)
  const owner = inside ? administrationOf(known(calling), body, read.problems) : { owner_id: '', modules: no_modules }
  // The body was read against the action's own fields.
  const values = read.values as never
  const ready = await action.prepare?.(values)
  const work = (context: Context): Promise<object> => action.run(context as never, values, ready as never)
  const answer = await transact(reading, action.reach, calling, owner, work)
  if (action.answer !== 'batch') return JSON.stringify(answer)
  // A call that answers a batch result returns one.
  const { count, errors, warnings } = answer as Batch & { count: number }
  return batchResult(count, errors ?? new Map(), { warnings: warnings ?? new Map() })
}

function readBody(given: unknown): Body {
  if (given === undefined || given === null) return {}
  return isObject(given) ? given : refuseParameters(['body: must be an object'])
}

function ownerFor(resource: Resource, calling: Calling, body: Body, problems: readonly string[]): Owner {
  const principal = known(calling)
  if (resource.within.reach === 'administration') return administrationOf(principal, body, problems)
  if (problems.length > 0) refuseParameters(problems)
  return ownerIn(resource, principal, {})
}

function administrationOf(principal: Principal, body: Body, problems: readonly string[]): Owner {
  const { administration_id } = body
  const missing = administration_id === undefined || administration_id === null || administration_id === ''
  if (missing) refuseParameters(['administration_id: is missing', ...problems])
  if (problems.length > 0) refuseParameters(problems)
  return ownerOf(principal, administration_id)
}

function known({ principal }: Calling): Principal {
  if (principal === null) throw new Error('A request reached its handler without a caller.')
  return principal
}

function chosen(resource: Resource, body: Body, modules: ReadonlySet<Module>): Selection | null {
  const given = body.fields
  if (given === undefined || given === null || given === '') return null
  return parseFields(given, resource.fields, modules)
}

/**
 * One transaction, with what a verb of this reach works with. Inside an administration it begins with the stamp: the
 * lock that it takes keeps changes in the order of their stamps.
 */
function transact<T>(
  reading: Reading,
  reach: Reaching,
  calling: Calling,
  { owner_id }: Owner,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const told = { ...calling, now: reading.now(), base_url: reading.base_url() }
  // The doorkeeper let in only who this reach is for, so the context has what its verbs expect.
  if (reach === 'anybody' || reach === 'self') return work({ ...told, db: reading.database.db } as unknown as Context)
  return reading.database.db.transaction().execute(async (db) => {
    const inside = reach === 'administration' && typeof owner_id === 'string'
    const place = inside ? { administration_id: owner_id, stamp: await nextStamp(db, owner_id) } : {}
    return work({ ...told, db, ...place } as Context)
  })
}

async function lock(context: Context, resource: Resource, owner_id: Owner['owner_id'], id: string): Promise<unknown> {
  const { text, values } = ownedBy(resource, owner_id, 'r')
  const statement = `select r.* from ${resource.table} r where ${text} and r.id = $2::bigint for update of r`
  const { rows } = await context.db.executeQuery<unknown>(CompiledQuery.raw(statement, [...values, id]))
  return rows[0] ?? refuseUnknown(resource)
}

async function show(
  reading: Reading,
  { db, principal }: { db: Transaction<Tables>; principal: Principal | null },
  resource: Resource,
  { owner_id }: Owner,
  selection: Selection | null,
  id: string,
): Promise<string> {
  const statement = selectOne(resource, selection, asking(reading, owner_id, principal), { column: 'id', value: id })
  const { rows } = await db.executeQuery<{ document: string }>(CompiledQuery.raw(statement.text, statement.values))
  return rows[0]?.document ?? refuseUnknown(resource)
}

/** Puts what is told this once behind the members of the record. */
function withOnce(record: string, once: object | undefined): string {
  return once === undefined ? record : `${record.slice(0, -1)},${JSON.stringify(once).slice(1)}`
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
    const value = (read.values as Body)[action.key]
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
