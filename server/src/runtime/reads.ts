import { sql } from 'kysely'
import type { Asking } from '../api/asking.ts'
import { readCursor } from '../api/cursor.ts'
import type { Resource } from '../api/define.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { parseFields, type Selection } from '../api/fields.ts'
import type { Filter } from '../api/filters.ts'
import type { Module } from '../api/modules.ts'
import { integerType } from '../api/numbers.ts'
import { orderNames, per_page } from '../api/operations.ts'
import type { Principal, Reach } from '../api/principal.ts'
import { type PageRequest, selectOne, selectPage } from '../api/select.ts'
import { isId, types } from '../api/types.ts'
import { permission_names } from '../auth/permissions.ts'
import type { Database } from '../db/connect.ts'
import type { Nodes } from '../db/nodes.ts'
import { rawRows } from '../db/raw_rows.ts'
import type { Replica } from '../db/replica.ts'
import { type Calendar, todayIn } from '../domain/days.ts'
import type { FileStore } from '../files/store.ts'
import { checkUnsent } from './page_writer.ts'
import { readFromNode, readFromReplica, readPage } from './read_page.ts'
import { slipsAmong } from './slips.ts'

export type Query = { readonly [name: string]: string | string[] | undefined }

/** Lists may have brackets behind their name, as in forms: `ids[]=1&ids[]=2` says the same as `ids=1,2`. */
export function withoutBrackets(query: Query, isList: (name: string) => boolean): Query {
  const bracketed = Object.keys(query).filter((name) => name.endsWith('[]') && isList(name.slice(0, -2)))
  if (bracketed.length === 0) return query
  const plain = new Map(Object.entries(query).filter(([name]) => !bracketed.includes(name)))
  for (const name of bracketed) plain.set(name.slice(0, -2), [query[name.slice(0, -2)] ?? [], query[name] ?? []].flat())
  return Object.fromEntries(plain)
}

/** What reading needs from the running service. */
export type Reading = {
  database: Database
  /** Null: there is no copy to read from. */
  replica: Replica | null
  /** Null or absent: everything is read from the database itself. */
  nodes?: Nodes | null
  base_url: () => string
  now: () => Date
  store: FileStore
  /** Where mail comes in; null or absent: nowhere. */
  mail_address?: string | null
  /** Networks inside that events may be sent to; none unless given. */
  opened_networks?: readonly string[]
}

export const no_modules: ReadonlySet<Module> = new Set()

/** The administration that is meant, within the caller's reach. */
export function ownerOf(principal: Principal, administration_id: unknown): Owner & Reach & { owner_id: string } {
  const read = types.id.read(administration_id)
  if ('problem' in read) return refuseParameters([`administration_id: ${read.problem}`])
  const reach = principal.kind === 'application' ? undefined : principal.administrations.get(read.value)
  if (!reach) return refuse('forbidden', 'Access to administration denied')
  return { ...reach, owner_id: reach.id }
}

/** Whose records of this noun are meant: of one administration, or of whoever asks. */
export function ownerIn({ within }: Resource, principal: Principal, query: Query): Owner {
  const whole = (owner_id: Asking['owner_id']): Owner => ({ owner_id, modules: no_modules, calendar: null })
  if (principal.kind === 'application') return whole(principal.application_id)
  if (principal.kind === 'person') {
    if (within.reach === 'company') return whole(principal.company_id)
    if (within.reach === 'person') return whole(principal.user_id)
  } else if (within.reach === 'token' && principal.kind !== 'service') return whole(principal.shown_administration_ids)
  return ownerOf(principal, single(query, 'administration_id'))
}

/** Whose records are meant, and how their days go; null where they are of several administrations or of none. */
export type Owner = { owner_id: Asking['owner_id']; modules: ReadonlySet<Module>; calendar: Calendar | null }

/** Answers a list: one page of ready documents, or of what `fields` asks for. */
export async function readList(
  reading: Reading,
  resource: Resource,
  principal: Principal,
  given: Query,
): Promise<Buffer> {
  checkUnsent()
  const query = withoutBrackets(given, (name) => isListFilter(filterOf(resource, name)))
  const request = readPageRequest(resource, query)
  const owner = ownerIn(resource, principal, query)
  const selection = readSelection(resource, 'list', query, owner.modules)
  const asked = asking(reading, owner, principal)
  const { replica, nodes } = reading
  const copied = replica && (await readFromReplica(replica, resource, selection, asked, request))
  if (copied) return copied
  const near = nodes && (await readFromNode(nodes, resource, selection, asked, request))
  if (near) return near
  const page = await readPage(reading.database.pool, request, selectPage(resource, selection, asked, request))
  if (resource.removed === null || !query.cursor) return page.finish()
  await checkKept(reading, resource.removed, owner.owner_id, request.cursor.id).catch((error: unknown) => {
    page.abandon()
    throw error
  })
  return page.finish()
}

/**
 * Refuses to go on after a record that was followed by others which are not kept any more. It is looked at after the
 * page was read: whatever was removed before that is noted by now.
 */
async function checkKept(
  { database: { db } }: Reading,
  table: NonNullable<Resource['removed']>,
  owner_id: Asking['owner_id'],
  cursor: string,
): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(table)}
    where administration_id = ${String(owner_id)}::bigint and last_id > ${cursor}::bigint`.execute(db)
  if (rows.length > 0) refuse('gone', 'cursor: what followed it is not kept any more; sync again, and begin anew')
}

/** Answers one record. */
export async function readOne(
  reading: Reading,
  resource: Resource,
  principal: Principal,
  query: Query,
  id: string,
): Promise<Buffer> {
  const words = ['administration_id', 'fields', ...(resource.identifiers.length > 0 ? ['identifier_type'] : [])]
  const problems = slipsAmong(
    Object.keys(query).filter((name) => !words.includes(name)),
    words,
  )
  if (resource.within.reach === 'administration') requireAdministration(query, problems)
  else if (problems.length > 0) refuseParameters(problems)
  const owner = ownerIn(resource, principal, query)
  const wanted = readIdentifier(resource, query, id)
  const selection = readSelection(resource, 'show', query, owner.modules)
  if (wanted === null) return refuseUnknown(resource)
  let found: Buffer | null = null
  let count = 0
  const statement = selectOne(resource, selection, asking(reading, owner, principal), wanted)
  await rawRows(reading.database.pool, statement, (row) => {
    found = Buffer.from(row.bytes.subarray(row.starts[1], row.ends[1]))
    count++
  })
  if (count > 1) refuseAmbiguous(resource, wanted.column)
  return found ?? refuseUnknown(resource)
}

/** Nobody can say which one is meant. */
const refuseAmbiguous = ({ one, identifiers }: Resource, column: string): never => {
  const ways = [...identifiers.filter((name) => name !== column), 'id'].join(' or ')
  return refuseParameters([`${column}: belongs to more than one ${one}; ask for one by ${ways}`])
}

export const refuseUnknown = (resource: Resource): never => refuse('not_found', `There is no such ${resource.one}.`)

export function asking(reading: Reading, { owner_id, calendar }: Owner, principal: Principal | null): Asking {
  const now = reading.now()
  return {
    owner_id,
    base_url: reading.base_url(),
    now,
    today: () => todayIn(calendar ?? everywhere, now),
    link_key: reading.store.link_key,
    mail_address: reading.mail_address ?? null,
    permissions: permissionsOf(principal),
  }
}

const everywhere: Calendar = { timezone: 'UTC', days_ahead: 0 }

const every_permission: ReadonlySet<string> = new Set(permission_names)
const no_permission: ReadonlySet<string> = new Set()

/** What a caller may do; a person with a role in an administration, and the service itself, see all that is in it. */
function permissionsOf(principal: Principal | null): ReadonlySet<string> {
  if (principal?.kind === 'person' || principal?.kind === 'service') return every_permission
  return principal !== null && 'permissions' in principal ? principal.permissions : no_permission
}

/** The one value of a parameter; empty counts as absent, because generated clients send it so. */
function single(query: Query, name: string): string | undefined {
  const value = query[name]
  if (Array.isArray(value)) return refuseParameters([`${name}: is given more than once`])
  return value === '' ? undefined : value
}

function requireAdministration(query: Query, problems: string[]): void {
  if (single(query, 'administration_id') === undefined) problems.unshift('administration_id: is missing')
  if (problems.length > 0) refuseParameters(problems)
}

const filterOf = ({ filters }: Resource, name: string): Filter | undefined =>
  Object.hasOwn(filters, name) ? filters[name] : undefined

const isListFilter = (filter: Filter | undefined): boolean => filter?.sql.endsWith('[]') ?? false

const per_page_type = integerType(per_page.minimum, per_page.maximum)

/** Reads filters, cursor and page size, and reports every problem at once. */
function readPageRequest(resource: Resource, query: Query): PageRequest {
  const problems: string[] = []
  const filters = new Map<string, unknown>()
  const unknown: string[] = []
  for (const [name, given] of Object.entries(query)) {
    const filter = filterOf(resource, name)
    if (filter === undefined) {
      if (!general.has(name)) unknown.push(name)
      continue
    }
    const value = Array.isArray(given) && isListFilter(filter) ? given.join(',') : single(query, name)
    if (value === undefined) continue
    const read = filter.read(value)
    if ('problem' in read) problems.push(`${name}: ${read.problem}`)
    else if (Array.isArray(read.value) && read.value.length === 0) problems.push(`${name}: names nothing; leave it out`)
    else filters.set(name, read.value)
  }
  problems.push(...slipsAmong(unknown, [...Object.keys(resource.filters), ...general]))
  const size = single(query, 'per_page')
  const read = size === undefined ? { value: per_page.default } : per_page_type.read(size)
  if ('problem' in read) problems.push(`per_page: ${read.problem}`)
  if (resource.within.reach === 'administration') requireAdministration(query, problems)
  const wanted = single(query, 'order')
  const order = wanted === undefined ? null : readOrder(resource, wanted)
  if (order === undefined) problems.push(`order: must be one of ${orderNames(resource).join(', ')}`)
  if ('problem' in read || order === undefined || problems.length > 0) return refuseParameters(problems)
  return { filters, cursor: readCursor(single(query, 'cursor'), order?.name), per_page: read.value, order }
}

const general = new Set(['administration_id', 'fields', 'cursor', 'per_page', 'order'])

/** Undefined: there is no such order. Families without orders take no notice. */
function readOrder(resource: Resource, wanted: string): PageRequest['order'] | undefined {
  if (resource.orders.length === 0) return null
  const column = resource.orders.find((one) => wanted === `${one}_asc` || wanted === `${one}_desc`)
  return column === undefined ? undefined : { name: wanted, column, downwards: wanted.endsWith('_desc') }
}

function readSelection(
  resource: Resource,
  read: 'list' | 'show',
  query: Query,
  modules: ReadonlySet<Module>,
): Selection | null {
  const given = resource.selectable.includes(read) ? single(query, 'fields') : undefined
  return given === undefined ? null : parseFields(given, resource.fields, modules)
}

function readIdentifier(resource: Resource, query: Query, id: string): { column: string; value: string } | null {
  const { shown_by, identifiers } = resource
  const type = shown_by?.column ?? (identifiers.length > 0 ? single(query, 'identifier_type') : undefined)
  if (type === undefined) return isId(id) ? { column: 'id', value: id } : null
  if (!shown_by && !identifiers.includes(type)) {
    return refuseParameters([`identifier_type: must be one of ${identifiers.join(', ')}, or left out`])
  }
  const read = types.key.read(id)
  return 'problem' in read ? null : { column: type, value: read.value }
}
