import type { CallAction, CreateManyAction, ManyAction } from './actions.ts'
import type { Resource } from './define.ts'
import { type Fields, shapeSchema } from './field.ts'
import { type JsonSchema, list_length_max } from './types.ts'

export const administration_schema = { type: 'string', description: 'Administration whose records are meant.' }
export const fields_sentence =
  'Which fields the answer carries, as a JSON object like `{"only":["id",{"postal_address":["city"]}]}`. ' +
  'Exactly these are shown.'
const only = { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'object' }] } }
const fields_member = {
  description: fields_sentence,
  anyOf: [{ type: 'string' }, { type: 'object', properties: { only }, required: ['only'] }],
}

/** What a call takes that is sent `fields` as well, although a batch result has none to choose. */
export const fieldsOf = ({ takes_fields }: CallAction): { [name: string]: JsonSchema } =>
  takes_fields ? { fields: { ...fields_member, description: 'Taken, and without effect on a batch result.' } } : {}

/** The body of a verb: its own members, and the administration where there is one to name. */
export function ownedBody(resource: Resource, body: Fields, selectable = false): JsonSchema {
  if (resource.within.reach !== 'administration') return shapeSchema(body, 'body')
  return administered(body, selectable ? { fields: fields_member } : {})
}

export function administered(body: Fields, more: { [name: string]: JsonSchema }): JsonSchema {
  const own = shapeSchema(body, 'body') as { properties: object; required?: string[] }
  return {
    type: 'object',
    properties: { administration_id: administration_schema, ...own.properties, ...more },
    required: ['administration_id', ...(own.required ?? [])],
  }
}

/** A record, and beside it what is returned only this once. */
export function withOnce(record: JsonSchema, once: Fields): JsonSchema {
  return Object.keys(once).length === 0 ? record : { allOf: [record, shapeSchema(once, 'answer')] }
}

export function manyBody(action: ManyAction | CreateManyAction, checked = 'Each is checked apart.'): JsonSchema {
  return {
    type: 'object',
    properties: {
      administration_id: administration_schema,
      [action.items]: {
        type: 'array',
        description: `The records, at most 1,000. ${checked}`,
        maxItems: list_length_max,
        items: shapeSchema(action.item, 'body'),
      },
    },
    required: ['administration_id', action.items],
  }
}

/** As `manyBody`, for records that are made together and shown. */
export function createManyBody(action: CreateManyAction): JsonSchema {
  // A body that `manyBody` made has properties.
  const body = manyBody(action, 'All of them are made, or none.') as { properties: object }
  return { ...body, properties: { ...body.properties, fields: fields_member } }
}

/** One record, or several. */
export const recordsSchema = (resource: Resource): JsonSchema => ({
  anyOf: [recordSchema(resource), { type: 'array', items: recordSchema(resource) }],
})

/** Where the schema of a noun stands in the description. */
export const recordSchema = (resource: Resource): JsonSchema => ({
  $ref: `#/components/schemas/${resource.one.toLowerCase().replaceAll(' ', '_')}`,
})

export function pageSchema(resource: Resource): JsonSchema {
  return {
    type: 'object',
    properties: {
      data: { type: 'array', items: recordSchema(resource) },
      pagination: { $ref: '#/components/schemas/pagination' },
    },
    required: ['data'],
  }
}

export const batch_schema: JsonSchema = { $ref: '#/components/schemas/batch_result' }

/** What a call answers: a batch result, or its own members, once or as a list. */
export function callAnswer({ answer, list }: CallAction): JsonSchema {
  if (answer === 'batch') return batch_schema
  return list ? { type: 'array', items: shapeSchema(answer, 'answer') } : shapeSchema(answer, 'answer')
}
