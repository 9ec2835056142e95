import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Contexts, ReadContext } from './context.ts'
import type { Reach, Resource, TableName } from './define.ts'
import type { ErrorCode } from './errors.ts'
import type { Fields, Input } from './field.ts'
import type { Principal, Role } from './principal.ts'

/**
 * What came of a bulk write, besides its success. What is reported about an item is under its key, or under the item
 * itself as the function got it, which cannot be mistaken for another. Without a count, each error stands for one
 * record that failed.
 */
export type Batch = {
  errors?: ReadonlyMap<string | object, string[]>
  warnings?: ReadonlyMap<string | object, string[]>
  /** Items with an error because another one led to the same record: it stands under their position. */
  repeated?: ReadonlySet<object>
  count?: number
}

/** What is returned beside a record only this once, such as a secret. */
type Once = { readonly [name: string]: unknown }

/** A body as an integrator would send it; the administration is added where one has to be named. */
export type Example = { readonly [member: string]: unknown }

type ActionDefinition = {
  description: string
  /** A few words for lists of operations, where verb and noun alone do not say it. */
  summary?: string
  /** What comes when it worked, as a sentence; derived where a record or a batch result comes. */
  outcome?: string
  /** Shown in the documentation, and sent to the real service by a test. */
  example?: Example
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The status of success; 200 unless given, and 201 for what is made. */
  status?: 200 | 201
  /** Of verbs for people of some roles: which. */
  roles?: readonly Role[]
}

export type OneAction = ActionDefinition & {
  shape: 'one'
  resource: Resource
  body: Fields
  /** Returned beside the record, only this once. */
  once: Fields
  /** The record itself, a batch result of one, or nothing because the record is gone. */
  answers: 'record' | 'batch' | 'nothing'
  /** Whether it stands on the path of the record, instead of under a name of its own. */
  on_itself: boolean
  /** Its name in the path, where the verb of that name is one on many records; its own name unless given. */
  path_name: string | null
  run: (context: never, record: never, body: never) => Promise<Once | undefined>
}

export type ManyAction = ActionDefinition & {
  shape: 'many'
  resource: Resource
  /** The member of the body that holds the items. */
  items: string
  /** Members by which an item is known: its errors stand under the first that was sent, and no two items share one. */
  keys: readonly string[]
  item: Fields
  run: (context: never, items: never) => Promise<Batch>
  /** Hears of items that could not even be read, by the first of their keys, with what is wrong. */
  refused: ((context: never, problems: Problems) => Promise<void>) | null
}

/** What is wrong with items, by the keys under which they are stored. */
export type Problems = ReadonlyMap<string, readonly string[]>

export type CreateAction = ActionDefinition & {
  shape: 'create'
  resource: Resource
  body: Fields
  once: Fields
  /** Refusals of its own, beside those of every write. */
  refuses: readonly ErrorCode[]
  /** As of a call. */
  prepare: ((body: never) => Promise<unknown>) | null
  run: (context: never, body: never) => Promise<Created>
}

export type Created = { id: string; once?: Once }

export type CreateManyAction = ActionDefinition & {
  shape: 'create_many'
  resource: Resource
  items: string
  item: Fields
  /** Puts what is wrong with an item into the words of the family. */
  word: (problem: string) => string
  run: (context: never, items: never) => Promise<string[]>
}

export type CallAction = ActionDefinition & {
  shape: 'call'
  path: string
  reach: Caller
  permission: string | null
  body: Fields
  answer: Fields | 'batch'
  /** Whether `fields` may come along, which says nothing here. */
  takes_fields: boolean
  /** Whether it answers a list of such members instead of one set of them. */
  list: boolean
  /** What has to be done before the transaction begins: reading a file that came along, and keeping it. */
  prepare: ((body: never, beside: OutsideContext) => Promise<unknown>) | null
  run: (context: never, body: never, ready: never) => Promise<object>
  /** What goes on after the commit, before the answer. A call that dies in it must be taken up by a job. */
  finish: ((beside: OutsideContext, answer: never) => Promise<void>) | null
}

/** What there is to work with outside the transaction; the administration is empty where the call is in none. */
export type OutsideContext = {
  db: Kysely<Tables>
  principal: Principal | null
  administration_id: string
  now: Date
  base_url: string
}

export type Action = OneAction | ManyAction | CreateAction | CreateManyAction | CallAction

/** Actions of a family: each stands under its family's path and its own name, or where it says itself. */
export type Actions = { readonly [name: string]: Action }

/**
 * A verb on one record. The engine finds and locks the record within the caller's reach, runs the function, and answers
 * with the family's own projection; the function only writes and emits.
 */
export function onOne<Table extends TableName, R extends Reach, const Body extends Fields>(
  resource: Resource<Table, R>,
  definition: ActionDefinition & {
    body: Body
    once?: Fields
    answers?: OneAction['answers']
    on_itself?: boolean
    path_name?: string
    run: (
      context: Contexts[R],
      record: Selectable<Tables[Table]>,
      body: Input<Body>,
      // biome-ignore lint/suspicious/noConfusingVoidType: a function that adds nothing returns nothing.
    ) => Promise<Once | undefined | void>
  },
): OneAction {
  const { run } = definition
  return {
    ...definition,
    shape: 'one',
    resource,
    once: definition.once ?? {},
    answers: definition.answers ?? 'record',
    on_itself: definition.on_itself ?? false,
    path_name: definition.path_name ?? null,
    run: async (context, record, body) => (await run(context, record, body)) ?? undefined,
  }
}

/**
 * A verb on many records. Each item is checked apart; bad ones become errors under their key, good ones reach the
 * function as one array, so that many rows are one statement.
 */
export function onMany<Table extends TableName, R extends Reach, const Item extends Fields>(
  resource: Resource<Table, R>,
  definition: ActionDefinition & {
    items: string
    key: (keyof Item & string) | readonly (keyof Item & string)[]
    item: Item
    run: (context: Contexts[R], items: Input<Item>[]) => Promise<Batch>
    refused?: (context: Contexts[R], problems: Problems) => Promise<void>
  },
): ManyAction {
  const { key, refused = null, ...rest } = definition
  return { ...rest, shape: 'many', resource, keys: typeof key === 'string' ? [key] : key, refused }
}

/** Makes one record. The function returns its id; the engine answers with the family's own projection. */
export function create<Table extends TableName, R extends Reach, const Body extends Fields>(
  resource: Resource<Table, R>,
  definition: Omit<ActionDefinition, 'method'> & {
    body: Body
    once?: Fields
    refuses?: readonly ErrorCode[]
    prepare?: (body: Input<Body>) => Promise<void>
    run: (context: Contexts[R], body: Input<Body>) => Promise<Created>
  },
): CreateAction {
  const { once = {}, refuses = [], prepare = null } = definition
  return { status: 201, ...definition, method: 'POST', shape: 'create', resource, once, refuses, prepare }
}

/**
 * Makes several records, all or none, and shows them: the record itself when one was sent, otherwise a list by id. The
 * function returns their ids. The family needs the filter `ids`.
 */
export function createMany<Table extends TableName, R extends Reach, const Item extends Fields>(
  resource: Resource<Table, R>,
  definition: Omit<ActionDefinition, 'method'> & {
    items: string
    item: Item
    word?: (problem: string) => string
    run: (context: Contexts[R], items: Input<Item>[]) => Promise<string[]>
  },
): CreateManyAction {
  return { word: (problem) => problem, ...definition, method: 'POST', shape: 'create_many', resource }
}

/** Who a call is open to: a token inside one administration or above them, an application, a person, or anybody. */
export type Caller = keyof Contexts

/** What a call returns: what came of a batch, or its own members, once or as a list. */
export type Answering<Answer, List> = Answer extends Fields
  ? List extends true
    ? Input<Answer>[]
    : Input<Answer>
  : Batch & { count: number }

/**
 * What is no verb on a record: it takes a body and answers members of its own, or a batch result. Names in braces in
 * its path are members of the body; of a GET or a DELETE all others stand in the query.
 */
export function call<
  const R extends Caller,
  const Body extends Fields,
  const Answer extends Fields | 'batch',
  Ready,
  const List extends boolean = false,
>(
  definition: ActionDefinition & {
    path: string
    reach: R
    permission?: string
    body: Body
    answer: Answer
    takes_fields?: true
    list?: List
    prepare?: (body: Input<Body>, beside: OutsideContext) => Promise<Ready>
    run: (context: Contexts[R], body: Input<Body>, ready: Ready) => Promise<Answering<Answer, List>>
    finish?: (beside: OutsideContext, answer: Answering<Answer, List>) => Promise<void>
  },
): CallAction {
  const { permission = null, takes_fields = false, list = false, prepare = null, finish = null } = definition
  return { ...definition, shape: 'call', permission, takes_fields, list, prepare, finish }
}

/** A call that only reads inside an administration. It answers members of its own, and takes no lock. */
export function readCall<const Body extends Fields, const Answer extends Fields>(
  definition: Omit<ActionDefinition, 'method'> & {
    path: string
    permission: string
    body: Body
    answer: Answer
    run: (context: ReadContext, body: Input<Body>) => Promise<Input<Answer>>
  },
): CallAction {
  const rest = { takes_fields: false, list: false, prepare: null, finish: null }
  return { ...definition, ...rest, method: 'GET', shape: 'call', reach: 'administration' }
}

/** A family of the interface: its noun, if it has one, and its verbs, in the order that the documentation has. */
export type Family = { name: string; description: string; resource: Resource | null; actions: Actions }

/** Puts a noun and its verbs together. */
export function family(resource: Resource, actions: Actions = {}): Family {
  return { name: resource.name, description: resource.description, resource, actions }
}

/** Verbs without a noun. */
export function calls(name: string, description: string, actions: Actions): Family {
  return { name, description, resource: null, actions }
}

/** The nouns of families, those without one left out. */
export const nouns = (families: readonly Family[]): Resource[] => families.flatMap(({ resource }) => resource ?? [])
