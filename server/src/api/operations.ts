import type {
  Action,
  CallAction,
  CreateAction,
  CreateManyAction,
  Example,
  Family,
  ManyAction,
  OneAction,
} from './actions.ts'
import type { Contexts } from './context.ts'
import type { Resource } from './define.ts'
import type { ErrorCode } from './errors.ts'
import { holdFiles, schemaOf, shapeSchema } from './field.ts'
import { bare, fields, idOf, ownedExample, owner, owning, owning_path, type Parameter, query } from './parameters.ts'
import {
  administered,
  batch_schema,
  callAnswer,
  createManyBody,
  fieldsOf,
  manyBody,
  ownedBody,
  pageSchema,
  recordSchema,
  recordsSchema,
  withOnce,
} from './schemas.ts'
import type { JsonSchema } from './types.ts'
import { batch_outcome, outcomes, plural, sentence, withArticle, words } from './wording.ts'

/** What an operation does, for the engine that runs it. */
export type Doing =
  | { do: 'list'; resource: Resource }
  | { do: 'show'; resource: Resource }
  | { do: 'one'; action: OneAction }
  | { do: 'many'; action: ManyAction }
  | { do: 'create'; action: CreateAction }
  | { do: 'create_many'; action: CreateManyAction }
  | { do: 'call'; action: CallAction }

/** Whose records an operation reaches, which also decides who can call it. */
export type Reaching = keyof Contexts

/** One method on one path: who may call it, what it takes, what it answers. */
export type Operation = {
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** `Basic`: an application with its own credential; `Bearer`: a token; `Session`: a person on our own pages; `Link`: a debtor. */
  auth: 'Bearer' | 'Basic' | 'Session' | 'Link'
  reach: Reaching
  permission: string | null
  family: string
  summary: string
  description: string
  parameters: { readonly [name: string]: Parameter }
  body: JsonSchema | null
  /** What to send, for the documentation; null where there is no body. */
  example: Example | null
  /** What comes when it worked. */
  outcome: string
  /** Whether a file travels with it, so that its body is multipart/form-data. */
  takes_files: boolean
  status: 200 | 201
  answer: JsonSchema
  refusals: readonly ErrorCode[]
  doing: Doing
}

export const per_page = { minimum: 1, maximum: 500, default: 100 } as const

/** Every operation of every family. Routes, documentation, SDK and contract tests all walk this list. */
export function operations(families: readonly Family[]): Operation[] {
  return families.flatMap(({ name: family, resource, actions }) => [
    ...(resource?.reads.includes('list') ? [list(resource)] : []),
    ...(resource?.reads.includes('show') ? [show(resource)] : []),
    ...Object.entries(actions).map(([name, action]) => act(family, name, action)),
  ])
}

const auths: Readonly<Record<Reaching, Operation['auth']>> = {
  administration: 'Bearer',
  token: 'Bearer',
  application: 'Basic',
  company: 'Session',
  person: 'Session',
  member: 'Session',
  self: 'Session',
  anybody: 'Session',
  portal: 'Link',
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
    summary: `List ${plural(resource.one)}`,
    parameters: {
      ...owner(resource),
      ...Object.fromEntries(
        Object.entries(resource.filters).map(([name, { description, schema }]) => [name, query(description, schema)]),
      ),
      ...(resource.orders.length > 0
        ? { order: query('Order of the list; by id unless given.', orderSchema(resource)) }
        : {}),
      ...(resource.selectable.includes('list') ? { fields } : {}),
      cursor: query('Start after this record: the `pagination.cursor` of the page before, in the same order.', {
        type: 'string',
      }),
      per_page: query('Most records on a page.', { type: 'integer', ...per_page }),
    },
    answer: pageSchema(resource),
    outcome: `A page of ${plural(resource.one)}, and where the next one begins.`,
    refusals: resource.removed === null ? always : [...always, 'gone'],
    doing: { do: 'list', resource },
  }
}

const orderSchema = (resource: Resource): JsonSchema => ({ type: 'string', enum: orderNames(resource) })

/** The words for every order of a list: each column, upwards and downwards. */
export const orderNames = ({ orders }: Resource): string[] => orders.flatMap((one) => [`${one}_asc`, `${one}_desc`])

function show(resource: Resource): Operation {
  const { identifiers, one, shown_by } = resource
  const name = shown_by?.column ?? 'id'
  return {
    ...common(resource, 'show'),
    path: `${resource.path}/{${name}}`,
    summary: `Show one ${one}`,
    parameters: {
      [name]: idOf(one, shown_by),
      ...owner(resource),
      ...(identifiers.length > 0
        ? {
            identifier_type: query('What `id` holds; the internal identifier unless given.', {
              type: 'string',
              enum: identifiers,
            }),
          }
        : {}),
      ...(resource.selectable.includes('show') ? { fields } : {}),
    },
    answer: recordSchema(resource),
    outcome: `The ${one}.`,
    refusals: [...always, 'not_found'],
    doing: { do: 'show', resource },
  }
}

function act(family: string, name: string, action: Action): Operation {
  const common = {
    name: `${family}.${name}`,
    method: action.method,
    family: family.split('.')[0] ?? family,
    description: action.description,
    status: action.status ?? (200 as const),
    takes_files: 'body' in action && holdFiles(action.body),
    example: null,
  }
  if (action.shape === 'call') return { ...common, ...callOf(name, action) }
  const { resource } = action
  const { reach } = resource.within
  const written = {
    ...common,
    auth: auths[reach],
    reach,
    permission: resource.permission?.replace(/:read$/, ':write') ?? null,
    summary:
      action.summary ??
      sentence(`${words(name)} ${action.shape.endsWith('many') ? plural(resource.one) : withArticle(resource.one)}`),
    example: ownedExample(reach, action.example),
  }
  switch (action.shape) {
    case 'many':
      return { ...written, ...manyOf(action), path: resource.path, parameters: {} }
    case 'create':
      return { ...written, ...createOf(action), path: resource.path, parameters: {} }
    case 'create_many':
      return { ...written, ...createManyOf(action), path: resource.path, parameters: {} }
    case 'one':
      return { ...written, ...oneOf(name, action) }
  }
}

const manyOf = (action: ManyAction) => ({
  outcome: action.outcome ?? batch_outcome,
  body: manyBody(action),
  answer: batch_schema,
  refusals: on_writes,
  doing: { do: 'many' as const, action },
})

const createOf = (action: CreateAction) => ({
  outcome: action.outcome ?? `The new ${action.resource.one}.`,
  body: ownedBody(action.resource, action.body),
  answer: withOnce(recordSchema(action.resource), action.once),
  refusals: [...on_writes, ...action.refuses],
  doing: { do: 'create' as const, action },
})

const createManyOf = (action: CreateManyAction) => ({
  outcome: action.outcome ?? `The new ${action.resource.one}, or a list of them when several were sent.`,
  body: createManyBody(action),
  answer: recordsSchema(action.resource),
  refusals: on_writes,
  doing: { do: 'create_many' as const, action },
})

function oneOf(name: string, action: OneAction) {
  const { resource, answers, body } = action
  const answer = {
    batch: batch_schema,
    record: withOnce(recordSchema(resource), action.once),
    nothing: { type: 'object' },
  }[answers]
  return {
    path: `${resource.path}/{id}${action.on_itself ? '' : `/${action.path_name ?? name}`}`,
    parameters: { id: idOf(resource.one) } as { [name: string]: Parameter },
    body: action.method === 'DELETE' ? null : ownedBody(resource, body, answers === 'record'),
    answer,
    outcome: action.outcome ?? outcomes(resource)[answers],
    refusals: [...on_writes, 'not_found' as const],
    doing: { do: 'one' as const, action },
  }
}

/** Whether a method carries no body, so that everything that a call gives stands in its path or query. */
export const isBodiless = (method: string): boolean => method === 'GET' || method === 'DELETE'

/** Members that stand in the path, or of a GET or DELETE in the query, are parameters; the others are the body. */
function callOf(name: string, action: CallAction) {
  const { path, reach, permission, body } = action
  const inPath = (member: string): boolean => path.includes(`{${member}}`)
  const isParameter = (member: string): boolean => inPath(member) || isBodiless(action.method)
  const placed = reach === 'member' || inPath('administration_id')
  const inside = reach === 'administration' && !placed
  const parameters: { [name: string]: Parameter } = placed
    ? { ...owning_path }
    : inside && isBodiless(action.method)
      ? { ...owning }
      : {}
  for (const [member, field] of Object.entries(body).filter(([member]) => isParameter(member))) {
    const { description, required } = field.definition
    // Nothing in an address is null: what is not given is not there.
    const schema = bare(schemaOf(field.required(), 'body'))
    const value = action.example?.[member]
    parameters[member] = {
      in: inPath(member) ? 'path' : 'query',
      required,
      description,
      schema,
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      ...(value === undefined ? {} : { example: value }),
    }
  }
  const own = Object.fromEntries(Object.entries(body).filter(([member]) => !isParameter(member)))
  return {
    path,
    auth: auths[reach],
    reach,
    permission,
    summary: action.summary ?? sentence(words(name)),
    parameters,
    body: isBodiless(action.method) ? null : inside ? administered(own, fieldsOf(action)) : shapeSchema(own, 'body'),
    example: isBodiless(action.method) ? null : ownedExample(placed ? 'path' : reach, action.example),
    answer: callAnswer(action),
    outcome: action.outcome ?? (action.answer === 'batch' ? batch_outcome : 'What was asked for.'),
    refusals: [...(isBodiless(action.method) ? always : on_writes), ...(inPath('id') ? ['not_found' as const] : [])],
    doing: { do: 'call' as const, action },
  }
}

function common(resource: Resource, verb: string) {
  return {
    name: `${resource.name}.${verb}`,
    method: 'GET' as const,
    auth: auths[resource.within.reach],
    reach: resource.within.reach,
    permission: resource.permission,
    family: resource.name.split('.')[0] ?? resource.name,
    description: resource.description,
    body: null,
    example: null,
    takes_files: false,
    status: 200 as const,
  }
}
