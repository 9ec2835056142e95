import type { Action, Family, ManyAction, OneAction } from './actions.ts'
import type { Resource } from './define.ts'
import type { ErrorCode } from './errors.ts'
import { shapeSchema } from './field.ts'
import type { JsonSchema } from './types.ts'

export type Parameter = { in: 'query' | 'path'; required: boolean; description: string; schema: JsonSchema }

/** What an operation does, for the engine that runs it. */
export type Doing =
  | { do: 'list'; resource: Resource }
  | { do: 'show'; resource: Resource }
  | { do: 'one'; action: OneAction }
  | { do: 'many'; action: ManyAction }

/** One method on one path: who may call it, what it takes, what it answers. */
export type Operation = {
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** `Basic`: an application with its own credential; `Bearer`: a token. */
  auth: 'Bearer' | 'Basic'
  permission: string | null
  family: string
  summary: string
  description: string
  parameters: { readonly [name: string]: Parameter }
  body: JsonSchema | null
  status: 200 | 201
  answer: JsonSchema
  refusals: readonly ErrorCode[]
  doing: Doing
}

export const per_page = { minimum: 1, maximum: 500, default: 100 } as const

/** Every operation of every family. Routes, documentation, SDK and contract tests all walk this list. */
export function operations(families: readonly Family[]): Operation[] {
  return families.flatMap(({ resource, actions }) => [
    ...(resource.reads.includes('list') ? [list(resource)] : []),
    ...(resource.reads.includes('show') ? [show(resource)] : []),
    ...Object.entries(actions).map(([name, action]) => act(resource, name, action)),
  ])
}

const always: readonly ErrorCode[] = [
  'unauthorized',
  'forbidden',
  'unprocessable_entity',
  'too_many_requests',
  'internal_server_error',
  'service_unavailable',
]
const on_writes: readonly ErrorCode[] = [...always, 'content_too_large', 'unsupported_media_type']

function list(resource: Resource): Operation {
  return {
    ...common(resource, 'list'),
    path: resource.path,
    summary: `List ${words(resource.name)}`,
    parameters: {
      ...owner(resource),
      ...Object.fromEntries(
        Object.entries(resource.filters).map(([name, { description, schema }]) => [
          name,
          { in: 'query', required: false, description, schema },
        ]),
      ),
      ...(resource.orders.length > 0
        ? { order: query('Order of the list; by id unless told.', orderSchema(resource)) }
        : {}),
      ...(resource.selectable.includes('list') ? { fields } : {}),
      cursor: query('Start after this record: the `pagination.cursor` of the page before.', { type: 'string' }),
      per_page: query('Records on a page.', { type: 'integer', ...per_page }),
    },
    answer: pageSchema(resource),
    refusals: always,
    doing: { do: 'list', resource },
  }
}

const orderSchema = (resource: Resource): JsonSchema => ({ type: 'string', enum: orderNames(resource) })

/** The words for every order of a list: each column, upwards and downwards. */
export const orderNames = ({ orders }: Resource): string[] => orders.flatMap((one) => [`${one}_asc`, `${one}_desc`])

function show(resource: Resource): Operation {
  const { identifiers, one } = resource
  return {
    ...common(resource, 'show'),
    path: `${resource.path}/{id}`,
    summary: `Show one ${one}`,
    parameters: {
      id: { in: 'path', required: true, description: `Identifier of the ${one}.`, schema: { type: 'string' } },
      ...owner(resource),
      ...(identifiers.length > 0
        ? {
            identifier_type: query('What `id` holds; the internal identifier unless told.', {
              type: 'string',
              enum: identifiers,
            }),
          }
        : {}),
      ...(resource.selectable.includes('show') ? { fields } : {}),
    },
    answer: recordSchema(resource),
    refusals: [...always, 'not_found'],
    doing: { do: 'show', resource },
  }
}

function act(resource: Resource, name: string, action: Action): Operation {
  const told = {
    name: `${resource.name}.${name}`,
    method: action.method,
    auth: 'Bearer' as const,
    permission: resource.permission?.replace(/:read$/, ':write') ?? null,
    family: resource.name,
    summary: `${words(name)} ${action.shape === 'one' ? `a ${resource.one}` : words(resource.name)}`.replace(
      /^./,
      upper,
    ),
    description: action.description,
    status: action.status ?? (200 as const),
  }
  if (action.shape === 'many') {
    return {
      ...told,
      path: resource.path,
      parameters: {},
      body: manyBody(action),
      answer: batch_schema,
      refusals: on_writes,
      doing: { do: 'many', action },
    }
  }
  return {
    ...told,
    path: `${resource.path}/{id}/${name}`,
    parameters: {
      id: { in: 'path', required: true, description: `Identifier of the ${resource.one}.`, schema: { type: 'string' } },
    },
    body: oneBody(action),
    answer: action.answers === 'batch' ? batch_schema : recordSchema(resource),
    refusals: [...on_writes, 'not_found'],
    doing: { do: 'one', action },
  }
}

function common(resource: Resource, verb: string) {
  return {
    name: `${resource.name}.${verb}`,
    method: 'GET' as const,
    auth: resource.within.reach === 'application' ? ('Basic' as const) : ('Bearer' as const),
    permission: resource.permission,
    family: resource.name.split('.')[0] ?? resource.name,
    description: resource.description,
    body: null,
    status: 200 as const,
  }
}

const query = (description: string, schema: JsonSchema): Parameter => ({
  in: 'query',
  required: false,
  description,
  schema,
})

const administration_schema = { type: 'string', description: 'Administration whose records are meant.' }
const owner = (resource: Resource): { [name: string]: Parameter } =>
  resource.within.reach === 'administration'
    ? { administration_id: { ...query(administration_schema.description, { type: 'string' }), required: true } }
    : {}

const fields_sentence =
  'Which fields the answer carries, as a JSON object like `{"only":["id",{"postal_address":["city"]}]}`. ' +
  'Exactly these are shown.'
const fields = query(fields_sentence, { type: 'string' })
const fields_member = {
  description: fields_sentence,
  anyOf: [{ type: 'string' }, { type: 'object', properties: { only: { type: 'array' } }, required: ['only'] }],
}

function oneBody(action: OneAction): JsonSchema {
  const own = shapeSchema(action.body, 'body') as { properties: object; required?: string[] }
  return {
    type: 'object',
    properties: {
      administration_id: administration_schema,
      ...own.properties,
      ...(action.answers === 'record' ? { fields: fields_member } : {}),
    },
    required: ['administration_id', ...(own.required ?? [])],
  }
}

function manyBody(action: ManyAction): JsonSchema {
  return {
    type: 'object',
    properties: {
      administration_id: administration_schema,
      [action.items]: {
        type: 'array',
        description: 'The records, at most 1,000. Each is checked apart.',
        maxItems: 1000,
        items: shapeSchema(action.item, 'body'),
      },
    },
    required: ['administration_id', action.items],
  }
}

/** Where the schema of a noun stands in the description. */
export const recordSchema = (resource: Resource): JsonSchema => ({
  $ref: `#/components/schemas/${resource.one.replaceAll(' ', '_')}`,
})

function pageSchema(resource: Resource): JsonSchema {
  return {
    type: 'object',
    properties: {
      data: { type: 'array', items: recordSchema(resource) },
      pagination: { $ref: '#/components/schemas/pagination' },
    },
    required: ['data'],
  }
}

const batch_schema: JsonSchema = { $ref: '#/components/schemas/batch_result' }
const words = (name: string): string => name.replaceAll('_', ' ').replace(/(.*)\.deleted$/, 'deleted $1')
const upper = (letter: string): string => letter.toUpperCase()
