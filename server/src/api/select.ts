import type { Asking } from './asking.ts'
import { type Cursor, momentDigits } from './cursor.ts'
import type { Resource, Within } from './define.ts'
import type { Given } from './field.ts'
import { defaultSelection, type Selection } from './fields.ts'
import { condition, type Filter } from './filters.ts'
import { bindGiven } from './given_values.ts'
import { type Column, printColumns, printRow, type RowScope } from './print.ts'
import { parameters, prepared, preparedLater, type Statement } from './statement.ts'

export type PageRequest = {
  filters: ReadonlyMap<string, unknown>
  cursor: Cursor
  per_page: number
  /** A column of days, instead of the id. */
  order?: { name: string; column: string; downwards: boolean } | null
  /** On a copy that may be behind: nothing at all, unless every change that this pass may show has arrived there. */
  guarded?: true
  /** Each record as one JSON text, also where its members are chosen. */
  whole?: true
}

/** A page to read: the columns of each row between its id and what the cursor needs, or null for one JSON text. */
export type PageStatement = Statement & { columns: readonly Column[] | null }

/**
 * The statement of one page. Each row is the record's id and its JSON as ready text, or the members that were chosen;
 * on the first page of a client that follows changes one more column says until when the pass looks. One row more than
 * the page is asked for, which shows whether there is a next one.
 */
export function selectPage(
  resource: Resource,
  selection: Selection | null,
  asking: Asking,
  request: PageRequest,
): PageStatement {
  if (request.order) return selectOrdered(resource, selection, asking, request, request.order)
  const build = begin(resource, selection, asking, request.whole)
  const after = build.bind(request.cursor.id, 'bigint')
  const limit = build.bind(request.per_page + 1, 'integer')
  const driving = drivingFilter(resource, request)
  const conditions = conditionsOf(resource, request, asking, driving?.name ?? null, build)
  const pass = passOf(resource, request, build)
  const shown = pass === null ? build.shown : `${build.shown}, ${pass} as until`
  const parts: Parts = { build, shown, conditions, after, limit }
  return finish(parts, pageText(resource, request, parts, driving))
}

function pageText(resource: Resource, request: PageRequest, parts: Parts, driving: Driving | null): string {
  const { build, shown, conditions, after, limit } = parts
  if (driving?.filter.column === 'id') return pageOfIds(parts, idsAfter(driving.wanted, request.cursor))
  if (driving) return pageOfAny(parts, driving)
  const { follows } = resource
  if (follows && request.filters.has(follows.filter)) return pageOfChanges(parts, follows.column)
  if (resource.newest_first) return pageOfNewest(parts, request.cursor)
  const where = [build.owned('r'), `r.id > ${after}`, ...conditions.map((one) => one('r'))].join(' and ')
  return `select ${shown} from ${resource.table} r where ${where} order by r.id limit ${limit}`
}

/** From the last record back to the first. */
function pageOfNewest({ build, shown, conditions, after, limit }: Parts, cursor: Cursor): string {
  const begin = cursor.id === '0' ? `r.id > ${after}` : `r.id < ${after}`
  const where = [build.owned('r'), begin, ...conditions.map((one) => one('r'))].join(' and ')
  return `select ${shown} from ${build.resource.table} r where ${where} order by r.id desc limit ${limit}`
}

/** A page in the order of a day, and of the id within a day; the last column is the day, for the cursor. */
function selectOrdered(
  resource: Resource,
  selection: Selection | null,
  asking: Asking,
  request: PageRequest,
  { column, downwards }: NonNullable<PageRequest['order']>,
): PageStatement {
  const build = begin(resource, selection, asking, request.whole)
  const conditions = conditionsOf(resource, request, asking, null, build)
  const { id, place: here } = request.cursor
  if (here !== null) {
    const place = `(${build.bind(here.day, 'date')}, ${build.bind(id, 'bigint')})`
    conditions.push((row) => `(${row}.${column}, ${row}.id) ${downwards ? '<' : '>'} ${place}`)
  }
  const where = [build.owned('r'), ...conditions.map((one) => one('r'))].join(' and ')
  const pass = passOf(resource, request, build) ?? 'null::text'
  const way = downwards ? 'desc' : 'asc'
  return finish(
    { build },
    `select ${build.shown}, ${pass} as until, r.${column}::text as day from ${resource.table} r where ${where} ` +
      `order by r.${column} ${way}, r.id ${way} limit ${build.bind(request.per_page + 1, 'integer')}`,
  )
}

/** The statement of one record, by its id or by another identifier of the family, which may lead to a second one. */
export function selectOne(
  resource: Resource,
  selection: Selection | null,
  asking: Asking,
  wanted: { column: string; value: string },
): Statement {
  const build = begin(resource, selection, asking, true)
  const value = build.bind(wanted.value, wanted.column === 'id' ? 'bigint' : 'text')
  const where = `${build.owned('r')} and r.${wanted.column} = ${value}`
  const limit = wanted.column === 'id' ? 1 : 2
  return finish({ build }, `select ${build.shown} from ${resource.table} r where ${where} limit ${limit}`)
}
/** The statement of some records by their ids, each as one JSON text; what the caller may not see is left out. */
export function selectIds(resource: Resource, asking: Asking, ids: string[]): Statement {
  const build = begin(resource, null, asking, true)
  const parts = { build, shown: build.shown, conditions: [], after: '0', limit: String(ids.length) }
  return finish({ build }, pageOfIds(parts, ids))
}

type Build = ReturnType<typeof begin>
type Condition = (row: string) => string
type Parts = { build: Build; shown: string; conditions: Condition[]; after: string; limit: string }

/** The condition that binds a row to whoever asks; its only parameter is the owner. */
export function ownedBy({ within }: Resource, owner_id: Asking['owner_id'], row: string): Statement {
  const { values, bind } = parameters()
  return { text: tie(within, bind(owner_id, ownerType(within)))(row), values }
}

const ownerType = ({ reach }: Within): string => (reach === 'token' ? 'bigint[]' : 'bigint')

const tie =
  (within: Within, owner: string) =>
  (row: string): string => {
    if (within.reach === 'administration') return `${row}.administration_id = ${owner}`
    return within.reach === 'token' ? `${row}.id = any(${owner})` : within.where(row, owner)
  }

function begin(resource: Resource, selection: Selection | null, asking: Asking, whole = false) {
  const { values, bind } = parameters()
  const owner = bind(asking.owner_id, ownerType(resource.within))
  const given: Given = (name) => (name === 'administration_id' ? owner : bindGiven(name, asking, bind))
  const tied = tie(resource.within, owner)
  const owned = visibly(resource, tied, given)
  const place: RowScope = { row: 'r', column: (name) => `r."${name}"`, given }
  const columns = selection === null || whole ? null : printColumns(selection, place)
  // Named after no column: on a cluster what a page is ordered by would be taken for the member of that name.
  const shown = columns?.map(({ name, sql }) => `, ${sql} as "its ${name}"`).join('') ?? `, ${json()} as document`
  return { resource, values, bind, given, tied, owned, columns, chosen: selection !== null, shown: `r.id${shown}` }

  function json(): string {
    if (selection === null && resource.document) return 'r.document'
    return printRow(selection ?? defaultSelection(resource.fields), place)
  }
}

/** Adds to the tie what hides rows from a caller. */
function visibly({ visible }: Resource, owned: Condition, given: Given): Condition {
  return visible === null ? owned : (row) => `${owned(row)} and ${visible(row, given)}`
}

function finish({ build }: { build: Build }, text: string): PageStatement {
  const { values, chosen, columns } = build
  return { ...(chosen ? preparedLater : prepared)({ text, values }), columns }
}

function conditionsOf(
  resource: Resource,
  request: PageRequest,
  asking: Asking,
  driving: string | null,
  { bind, given, tied }: Build,
): Condition[] {
  const conditions: Condition[] = []
  // In the order of the definition, so that the same filters make the same statement.
  for (const [name, filter] of request.filters.size === 0 ? [] : Object.entries(resource.filters)) {
    if (!request.filters.has(name) || name === driving) continue
    const parameter = bind(request.filters.get(name), filter.sql)
    conditions.push((row) => condition(filter, row, parameter, given))
  }
  if (resource.shown_days) {
    const { column, days } = resource.shown_days
    const oldest = bind(new Date(asking.now.getTime() - days * 86_400_000).toISOString(), 'timestamptz')
    conditions.push((row) => `${row}.${column} > ${oldest}`)
  }
  if (resource.follows && request.cursor.until !== null) {
    const { column } = resource.follows
    const until = bind(request.cursor.until, 'timestamptz')
    conditions.push((row) => `${row}.${column} <= ${until}`)
    if (request.guarded) {
      // A later page must not come from before the first: what changed in between would be on neither. The stamp of an
      // administration is written with each change, so it shows how far a copy is.
      conditions.push(() => `exists (select from administration_stamps s where ${tied('s')} and s.stamp >= ${until})`)
    }
  }
  return conditions
}

/**
 * On the first page of a pass: the newest change there is, beyond which the later pages shall not look. Within an
 * administration that is its stamp, which is written with each change.
 */
function passOf({ follows, within, table }: Resource, request: PageRequest, { tied, owned }: Build): string | null {
  if (!follows || !request.filters.has(follows.filter) || request.cursor.until !== null) return null
  if (within.reach !== 'administration') {
    return momentDigits(`(select max(n.${follows.column}) from ${table} n where ${owned('n')})`)
  }
  return momentDigits(`(select n.stamp from administration_stamps n where ${tied('n')})`)
}

type Driving = { name: string; filter: Filter; wanted: string[] }

/** A list of keys decides where PostgreSQL looks: ids first, because they stand in the order of the page. */
function drivingFilter(resource: Resource, request: PageRequest): Driving | null {
  // Looking up key by key would find the oldest first.
  if (resource.newest_first || request.filters.size === 0) return null
  const lists = Object.entries(resource.filters).filter(
    ([name, one]) => one.compare === 'any' && request.filters.has(name),
  )
  const [name, filter] = lists.find(([, one]) => one.column === 'id') ?? lists[0] ?? []
  // Every list was read into an array of texts by its own filter.
  return name && filter ? { name, filter, wanted: request.filters.get(name) as string[] } : null
}

/** Sorted and without those before the cursor, so that PostgreSQL can stop as soon as the page is full. */
function idsAfter(ids: string[], cursor: Cursor): string[] {
  const after = BigInt(cursor.id)
  const wanted = ids.map(BigInt).filter((one) => one > after)
  return wanted.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0)).map(String)
}

function pageOfIds({ build, shown, conditions, after, limit }: Parts, ids: string[]): string {
  const where = [build.owned('r'), 'r.id = wanted.id', `r.id > ${after}`, ...conditions.map((one) => one('r'))].join(
    ' and ',
  )
  return (
    `select ${shown} from unnest(${build.bind(ids, 'bigint[]')}) with ordinality as wanted (id, place) ` +
    `cross join lateral (select * from ${build.resource.table} r where ${where} offset 0) r ` +
    `order by wanted.place limit ${limit}`
  )
}

/** One look into the index for each value; `= any()` would make older servers walk the whole key instead. */
function pageOfAny(parts: Parts, { filter, wanted }: Driving): string {
  const { build, conditions, after, limit } = parts
  const { column, from } = filter
  const origin = from
    ? ` cross join lateral (select o.id from ${from.table} o where ${build.tied('o')} and o.${column} = wanted.value ` +
      'offset 0) origin'
    : ''
  const where = [
    build.owned('k'),
    from ? `k.${from.by} = origin.id` : `k.${column} = wanted.value`,
    `k.id > ${after}`,
    ...conditions.map((one) => one('k')),
  ].join(' and ')
  return showKeys(
    parts,
    `select found.id from unnest(${build.bind(wanted, filter.sql)}) as wanted (value)${origin} cross join lateral ` +
      `(select k.id from ${build.resource.table} k where ${where} order by k.id limit ${limit}) found ` +
      `order by found.id limit ${limit}`,
  )
}

/**
 * A page of what changed, by id. One index holds owner, id and moment side by side and can be walked outwards from an
 * id, so the cost is that of the page, however many records changed and wherever they stand. That index is partial, so
 * that nothing else is ever looked up through it: the second condition on the moment is what names it.
 */
function pageOfChanges({ build, shown, conditions, after, limit }: Parts, column: string): string {
  const where = [build.owned('r'), `r.id > ${after}`, ...conditions.map((one) => one('r'))].join(' and ')
  return (
    `select ${shown} from ${build.resource.table} r where ${where} and r.${column} > '-infinity' ` +
    `order by r.id <-> ${after} limit ${limit}`
  )
}

/** Shows the records whose keys a sub-select found, so that no wider row is read than the page needs. */
function showKeys({ build, shown }: Parts, keys: string): string {
  return (
    `select ${shown} from (${keys}) page cross join lateral ` +
    `(select * from ${build.resource.table} r where ${build.owned('r')} and r.id = page.id offset 0) r order by page.id`
  )
}
