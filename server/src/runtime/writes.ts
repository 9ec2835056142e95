import { CompiledQuery, type Transaction } from 'kysely'
import type {
  Action,
  Batch,
  CallAction,
  CreateAction,
  CreateManyAction,
  ManyAction,
  OneAction,
} from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { readCursor } from '../api/cursor.ts'
import type { Resource } from '../api/define.ts'
import { refuseParameters } from '../api/errors.ts'
import type { Fields } from '../api/field.ts'
import { parseFields, type Selection } from '../api/fields.ts'
import { type ReadObject, readItems, readObject } from '../api/input.ts'
import type { Module } from '../api/modules.ts'
import type { Principal } from '../api/principal.ts'
import { ownedBy, selectOne, selectPage } from '../api/select.ts'
import type { Statement } from '../api/statement.ts'
import { isId, list_length_max } from '../api/types.ts'
import type { Tables } from '../db/schema.ts'
import { isObject } from '../domain/is_object.ts'
import { batchResult, batchText, checkItems, runItems } from './batches.ts'
import { asking, no_modules, type Owner, ownerIn, ownerOf, type Reading, refuseUnknown } from './reads.ts'
import { slipsIn } from './slips.ts'
import { type Calling, transact } from './transact.ts'

type Body = Record<string, unknown>

/** Runs a verb, whatever its shape. The id is that of the record, for a verb on one. */
export function write(reading: Reading, action: Action, calling: Calling, id: string, body: unknown): Promise<string> {
  switch (action.shape) {
    case 'one':
      return writeOne(reading, action, calling, id, body)
    case 'many':
      return writeMany(reading, action, calling, body)
    case 'create':
      return writeNew(reading, action, calling, body)
    case 'create_many':
      return writeManyNew(reading, action, calling, body)
    case 'call':
      return answerCall(reading, action, calling, body)
  }
}

/** Runs a verb on one record: finds and locks it, lets the action work, and shows the record as it is then. */
async function writeOne(
  reading: Reading,
  action: OneAction,
  calling: Calling,
  id: string,
  given: unknown,
): Promise<string> {
  const { resource, answers } = action
  const body = readBody(given)
  const read = readObject(body, action.body)
  const owner = ownerFor(resource, calling, body, problemsOf(read))
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
async function writeNew(reading: Reading, action: CreateAction, calling: Calling, given: unknown): Promise<string> {
  const { resource } = action
  const body = readBody(given)
  const read = readObject(body, action.body)
  const owner = ownerFor(resource, calling, body, problemsOf(read))
  // The body was read against the action's own fields, here and below.
  await action.prepare?.(read.values as never)
  return transact(reading, resource.within.reach, calling, owner, async (context) => {
    const { id, once } = await action.run(context as never, read.values as never)
    const seen = resource.within.reach === 'token' ? { ...owner, owner_id: [id] } : owner
    return withOnce(await show(reading, context, resource, seen, null, id), once)
  })
}

/** Makes several records, all or none, and shows them. */
async function writeManyNew(
  reading: Reading,
  action: CreateManyAction,
  calling: Calling,
  given: unknown,
): Promise<string> {
  const { resource, word } = action
  const body = readBody(given)
  const { items, problems } = itemsOf(body, action.items)
  const read = items.map((item, index) => readObject(item, action.item, `${action.items}[${index}]`))
  if (problems.length === 0 && items.length === 0) problems.push(word(`${action.items}: is missing`))
  for (const problem of read.flatMap((one) => one.problems)) problems.push(word(problem))
  problems.push(...slipsIn(read.flatMap((one) => one.unknown)))
  const owner = ownerFor(resource, calling, body, [...new Set(problems)])
  const selection = chosen(resource, body, owner.modules)
  return transact(reading, resource.within.reach, calling, owner, async (context) => {
    // The items were read against the action's own fields.
    const ids = await action.run(context as never, read.map((one) => one.values) as never)
    if (ids[0] !== undefined && ids.length === 1) return show(reading, context, resource, owner, selection, ids[0])
    const filters = new Map([['ids', ids]])
    const request = { filters, cursor: readCursor(undefined), per_page: ids.length, whole: true as const }
    const statement = selectPage(resource, selection, asking(reading, owner, calling.principal), request)
    return `[${(await documents(context, statement)).join(',')}]`
  })
}

/** Runs a verb on many records: each is checked apart, the good ones are written together. */
async function writeMany(reading: Reading, action: ManyAction, calling: Calling, given: unknown): Promise<string> {
  const body = readBody(given)
  const { items, problems } = itemsOf(body, action.items)
  const { resource } = action
  const owner = ownerFor(resource, calling, body, problems)
  const checked = checkItems(action, items)
  const refused = checked.refused.size > 0 ? action.refused : null
  if (checked.good.length === 0 && refused === null) return batchResult(checked, {})
  const work = (context: Context): Promise<Batch> => runItems(context, action, checked)
  const found = await transact(reading, resource.within.reach, calling, owner, work)
  reading.database.grown(checked.good.length)
  return batchResult(checked, found)
}

/** The items of a body, or what is wrong with them as a whole. */
function itemsOf(body: Body, name: string): { items: unknown[]; problems: string[] } {
  const given = body[name]
  if (given === undefined || given === null) return { items: [], problems: [`${name}: is missing`] }
  const read = readItems(given, name)
  return 'problem' in read ? { items: [], problems: [read.problem] } : { items: read.items, problems: [] }
}

/** Runs what is no verb on a record. */
async function answerCall(reading: Reading, action: CallAction, calling: Calling, given: unknown): Promise<string> {
  const body = readBody(given)
  const read = readObject(body, action.body)
  const inside = action.reach === 'administration' || action.reach === 'member'
  const problems = problemsOf(read)
  if (!inside && problems.length > 0) return refuseParameters(problems)
  const owner = inside ? administrationOf(known(calling), body, problems) : of_nobody
  // The body was read against the action's own fields.
  const values = read.values as never
  const administration_id = typeof owner.owner_id === 'string' ? owner.owner_id : ''
  const beside = {
    ...{ db: reading.database.db, principal: calling.principal, administration_id },
    ...{ now: reading.now(), base_url: reading.base_url() },
  }
  const ready = await action.prepare?.(values, beside)
  const work = (context: Context): Promise<object> => action.run(context as never, values, ready as never)
  // Who only reads waits for nobody who writes, and takes no place in the order of changes.
  const reach = action.reach === 'administration' && action.method === 'GET' ? 'reading' : action.reach
  const answer = await transact(reading, reach, calling, owner, work)
  // It is what the action itself returned.
  await action.finish?.(beside, answer as never)
  // How many records it wrote is its own matter; a file of orders can hold thousands.
  if (inside && action.method !== 'GET') reading.database.grown(list_length_max)
  if (action.answer !== 'batch') return JSON.stringify(answer)
  // A call that answers a batch result returns one.
  return batchText(answer as Batch & { count: number })
}

const of_nobody: Owner = { owner_id: '', modules: no_modules, calendar: null }

/** What is wrong with what was read, and the members that are almost known: what they say would be lost. */
const problemsOf = ({ problems, unknown }: ReadObject<Fields>): string[] => [...problems, ...slipsIn(unknown)]

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

async function lock(context: Context, resource: Resource, owner_id: Owner['owner_id'], id: string): Promise<unknown> {
  const { text, values } = ownedBy(resource, owner_id, 'r')
  // Ids never change, so whoever only refers to the record, as the engine does while it looks, need not be waited for.
  const statement = `select r.* from ${resource.table} r where ${text} and r.id = $2::bigint for no key update of r`
  const { rows } = await context.db.executeQuery<unknown>(CompiledQuery.raw(statement, [...values, id]))
  return rows[0] ?? refuseUnknown(resource)
}

async function show(
  reading: Reading,
  { db, principal }: { db: Transaction<Tables>; principal: Principal | null },
  resource: Resource,
  owner: Owner,
  selection: Selection | null,
  id: string,
): Promise<string> {
  const statement = selectOne(resource, selection, asking(reading, owner, principal), { column: 'id', value: id })
  const [document] = await documents({ db }, statement)
  return document ?? refuseUnknown(resource)
}

async function documents({ db }: { db: Transaction<Tables> }, { text, values }: Statement): Promise<string[]> {
  const { rows } = await db.executeQuery<{ document: string }>(CompiledQuery.raw(text, values))
  return rows.map((row) => row.document)
}

/** Puts what is returned only this once behind the members of the record. */
function withOnce(record: string, once: object | undefined): string {
  if (once === undefined) return record
  // A record of which nothing was asked for has no member that a comma could follow.
  const members = record.slice(1, -1).trim()
  return `{${members === '' ? '' : `${members},`}${JSON.stringify(once).slice(1)}`
}
