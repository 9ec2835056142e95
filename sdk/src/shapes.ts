import type { Operations, Page } from './generated.ts'
import type { Listing } from './listing.ts'

export type OperationName = keyof Operations

/** Operations that answer pages. */
export type ListName = {
  [Name in OperationName]: Operations[Name]['answers'] extends Page<unknown> ? Name : never
}[OperationName]

/** Lists that can be followed by `updated_after`. */
export type SyncName = {
  [Name in ListName]: 'updated_after' extends keyof Operations[Name]['takes'] ? Name : never
}[ListName]

/** What an operation takes; `Fields` remembers which fields were asked for. */
export type Takes<Name extends OperationName, Fields = undefined> = Operations[Name]['takes'] &
  ('fields' extends keyof Operations[Name]['takes'] ? { fields?: Fields } : unknown)

/** What an operation answers: the whole record, or exactly the fields that were asked for. */
export type Answer<Name extends OperationName, Fields = undefined> =
  Operations[Name]['answers'] extends Page<infer Item>
    ? Page<Shown<Item, Fields>>
    : Shown<Operations[Name]['answers'], Fields>

/** One record of a list. */
export type RecordOf<Name extends ListName, Fields = undefined> =
  Operations[Name]['answers'] extends Page<infer Item> ? Shown<Item, Fields> : never

/** A record as `fields` shows it. Names that are only known at run time leave everything possible. */
export type Shown<Whole, Fields> = Fields extends { only: readonly (infer Item)[] }
  ? string extends Item
    ? PartOf<Whole>
    : Picked<Whole, Item>
  : Whole

type Picked<Whole, Item> = Whole extends readonly (infer One)[]
  ? Picked<One, Item>[]
  : Whole extends object
    ? { [Key in keyof Whole as Key extends Named<Item> ? Key : never]-?: PickedMember<Whole[Key], Key, Item> }
    : Whole

type Named<Item> = Item extends string ? Item : keyof Item

type PickedMember<Member, Key, Item> = Key extends Item ? Member : Picked<Member, InnerItem<Item, Key>>

type InnerItem<Item, Key> = Item extends object
  ? Key extends keyof Item
    ? Item[Key] extends readonly (infer Inner)[]
      ? Inner
      : never
    : never
  : never

type PartOf<Whole> = Whole extends readonly (infer One)[]
  ? PartOf<One>[]
  : Whole extends object
    ? { [Key in keyof Whole]?: PartOf<Whole[Key]> }
    : Whole

/** What can be given with one call. */
export type CallOptions = { signal?: AbortSignal }

/** A method that lists: awaited it is one page, and iterated over it is the records of all pages. */
export type ListMethod<Name extends ListName> = <const Fields = undefined>(
  takes: Takes<Name, Fields>,
  options?: CallOptions,
) => Listing<RecordOf<Name, Fields>>

/** A method on the record of an id. */
export type RecordMethod<Name extends OperationName> = <const Fields = undefined>(
  id: string,
  takes: Omit<Operations[Name]['takes'], 'id' | 'fields'> & WithFields<Name, Fields>,
  options?: CallOptions,
) => Promise<Answer<Name, Fields>>

export type PlainMethod<Name extends OperationName> = <const Fields = undefined>(
  takes: Takes<Name, Fields>,
  options?: CallOptions,
) => Promise<Answer<Name, Fields>>

type WithFields<Name extends OperationName, Fields> = 'fields' extends keyof Operations[Name]['takes']
  ? { fields?: Fields }
  : unknown
