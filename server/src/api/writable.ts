import assert from 'node:assert/strict'
import { type Field, type Fields, field, type Writing } from './field.ts'

/** The member of a body that a field is sent as. */
type Member<F> =
  F extends Field<infer T, infer Null, infer Written>
    ? Written extends 'as_shown' | 'never_shown'
      ? Field<T, Null, null>
      : Written extends (description: string) => Field<infer As, infer AsNull>
        ? Field<As, Null extends false ? false : AsNull, null>
        : Written extends Field
          ? Written
          : never
    : never

/** The members of a body that these fields are sent as; those that nobody sends are left out. */
export type InputOf<F extends Fields> = {
  [Name in keyof F as F[Name] extends Field<unknown, boolean, null> ? never : Name]: Member<F[Name]>
}

/** What clients may send of these fields, in their order. */
export function inputOf<const F extends Fields>(fields: F): InputOf<F> {
  const members = Object.entries(fields).flatMap(([name, one]) => {
    // Only `writable` and `writeOnly` say how a field is sent.
    const written = one.written as Writing | null
    return written === null ? [] : [[name, memberOf(name, one, written)]]
  })
  // Each member is made as its type says.
  return Object.fromEntries(members) as InputOf<F>
}

function memberOf(name: string, { definition, may_be_empty }: Field, written: Writing): Field {
  assert(definition.source === null, `${name}: what clients write has a column of its own name`)
  if (typeof written === 'function') {
    const member = written(definition.description)
    return definition.required ? member.required() : member
  }
  if (typeof written === 'object') return written
  assert(definition.value.is === 'value', `${name}: an object or a list is sent as a member of its own`)
  return field({ ...definition, on_request: false, module: null }, may_be_empty, null)
}

/** The fields that are shown. */
export const shownOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { written }]) => written !== 'never_shown'))

/** The same members with some in front, as the documentation shows them; the others follow in their own order. */
export function leading<const F extends Fields>(fields: F, first: readonly (keyof F & string)[]): F {
  const front = Object.fromEntries(first.map((name) => [name, fields[name]]))
  return { ...front, ...fields }
}

/** The same members, none of which has to be given, as an update takes them. */
export function optional<const F extends Fields>(
  fields: F,
): { [Name in keyof F]: F[Name] extends Field<infer T> ? Field<T, true, null> : never } {
  const members = Object.entries(fields).map(([name, { definition }]) => [
    name,
    field({ ...definition, required: false }, true, null),
  ])
  // Each member is the one of its name, and only whether it is needed has changed.
  return Object.fromEntries(members)
}
