import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Resource, TableName } from './define.ts'
import type { Fields, Input } from './field.ts'
import type { Bearer } from './principal.ts'

/** What an action works with. `db` is the transaction; there is no other handle, so nothing can leak out of it. */
export type Context = {
  db: Transaction<Tables>
  administration_id: string
  /** The moment of this change; grows in commit order inside the administration. */
  stamp: string
  principal: Bearer
}

/** The members of a body that every action of a family takes, besides its own. */
export type Batch = { errors?: ReadonlyMap<string, string[]>; warnings?: ReadonlyMap<string, string[]> }

type Telling = {
  description: string
  method: 'POST' | 'PATCH' | 'DELETE'
  /** The status of success; 200 unless told. */
  status?: 200 | 201
}

export type OneAction = Telling & {
  shape: 'one'
  resource: Resource
  body: Fields
  /** The record itself, or a batch result of one. */
  answers: 'record' | 'batch'
  run: (context: Context, record: never, body: never) => Promise<void>
}

export type ManyAction = Telling & {
  shape: 'many'
  resource: Resource
  /** The member of the body that holds the items, and the member of an item under which its errors are told. */
  items: string
  key: string
  item: Fields
  run: (context: Context, items: never) => Promise<Batch>
}

export type Action = OneAction | ManyAction

/** Actions of a family: each stands under its family's path and its own name, or under the path itself. */
export type Actions = { readonly [name: string]: Action }

/**
 * A verb on one record. The engine finds and locks the record inside its administration, runs the function, and answers
 * with the family's own projection; the function only writes and emits.
 */
export function onOne<Table extends TableName, const Body extends Fields>(
  resource: Resource<Table>,
  telling: Telling & {
    body: Body
    answers?: 'record' | 'batch'
    run: (context: Context, record: Selectable<Tables[Table]>, body: Input<Body>) => Promise<void>
  },
): OneAction {
  return { ...telling, shape: 'one', resource, answers: telling.answers ?? 'record' }
}

/**
 * A verb on many records. Each item is checked apart; bad ones become errors under their key, good ones reach the
 * function as one array, so that many rows are one statement.
 */
export function onMany<Table extends TableName, const Item extends Fields>(
  resource: Resource<Table>,
  telling: Telling & {
    items: string
    key: keyof Item & string
    item: Item
    run: (context: Context, items: Input<Item>[]) => Promise<Batch>
  },
): ManyAction {
  return { ...telling, shape: 'many', resource }
}

/** A family of the interface: its noun and its verbs, in the order in which the documentation shows them. */
export type Family = { resource: Resource; actions: Actions }

/** Puts a noun and its verbs together. */
export function family(resource: Resource, actions: Actions = {}): Family {
  return { resource, actions }
}
