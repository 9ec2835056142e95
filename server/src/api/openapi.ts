import { type Family, nouns } from './actions.ts'
import { withCurl } from './curl.ts'
import { errors } from './errors.ts'
import { answerExample } from './examples.ts'
import { shapeSchema } from './field.ts'
import { type Operation, operations } from './operations.ts'
import type { Parameter } from './parameters.ts'
import { requestBody } from './request_bodies.ts'
import { recordSchema } from './schemas.ts'
import type { JsonSchema } from './types.ts'

/** What is not described as families, but belongs to the interface. */
export type OtherPaths = {
  tags: readonly { name: string; description: string }[]
  paths: { readonly [path: string]: object }
  schemas: { readonly [name: string]: JsonSchema }
}

/** The description of the whole interface, OpenAPI 3.1, derived from the definitions alone. */
export function openapi(families: readonly Family[], options: { base_url: string; beside?: OtherPaths }) {
  const all = operations(families)
  const { tags: more_tags, paths: more_paths, schemas: more_schemas } = options.beside ?? nothing
  const schemas = { ...records(families), ...shared }
  const paths: Record<string, object> = {}
  for (const operation of all) {
    const family = all.filter((one) => one.family === operation.family)
    const example = answerExample(operation, family, schemas)
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation, example) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dunlin',
      version: '1.0.0',
      summary: 'Receivables and debtor management.',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.base_url }],
    tags: [...tags(families), ...more_tags],
    paths: withCurl({ ...paths, ...more_paths }, options.base_url),
    components: {
      securitySchemes: {
        Bearer: { type: 'http', scheme: 'bearer', description: 'An OAuth 2.0 access token, or a static API token.' },
        Basic: { type: 'http', scheme: 'basic', description: basic_sentence },
      },
      schemas: { ...schemas, ...more_schemas },
      responses: refusals(all),
    },
  }
}

const basic_sentence =
  'The credential of an application: `Authorization: Basic` and then base64 of `client_id:client_secret`, which curl ' +
  'makes of `--user client_id:client_secret`.'

const nothing: OtherPaths = { tags: [], paths: {}, schemas: {} }

const introduction = `
Data is grouped into administrations; a company owns one or more. Send a token as \`Authorization: Bearer …\`.

**Connecting.** A static token is made on the page Connections. How other software is let in, with consent or on its
own, is explained command by command in [the guide to connecting](/docs/guides/connecting), and by endpoint under oauth.

**Samples** send what one would really send, to the administration 1. In a body, \`null\` or an empty text empties a
field; what is left out stays as it is. Amounts are texts with two decimals, identifiers are texts, moments are in UTC.

**Batches.** A bulk write is done with 200 or 201 although some of its records may not be: they stand in \`errors\`, each
with its reasons, and \`count\` says how many were done. A record that is in a request twice counts once.

**Paging.** Lists come in pages: repeat the same request with \`cursor\` set to \`pagination.cursor\` until
\`pagination\` is absent.

**Keeping in step.** Ask with \`updated_after\`, keep the highest \`updated_at\` you saw, and ask with that next time;
start with \`updated_after=1970-01-01T00:00:00Z\`. Nothing is missed, also while others write. Removals are in the
deleted lists.

**Fields.** \`fields={"only":["id","name"]}\` shows exactly what is named, including fields that are on request.

**Errors.** Every refusal is \`{"code","message"}\` and carries an \`x-request-id\`. Whoever asks too often gets 429, and
\`Retry-After\` says when to go on.
`.trim()

function tags(families: readonly Family[]) {
  const seen = new Map<string, string>()
  for (const { name: whole, description } of families) {
    const name = whole.split('.')[0] ?? whole
    if (!seen.has(name)) seen.set(name, description)
  }
  return [...seen].map(([name, description]) => ({ name, description }))
}

/** Whether any operation answers with records of it. */
const isShown = ({ resource, actions }: Family): boolean =>
  (resource?.reads.length ?? 0) > 0 ||
  Object.values(actions).some(({ shape }) => shape === 'one' || shape === 'create' || shape === 'create_many')

function records(families: readonly Family[]): Record<string, JsonSchema> {
  const schemas: Record<string, JsonSchema> = {}
  for (const resource of nouns(families.filter(isShown))) {
    const name = String(recordSchema(resource).$ref).split('/').at(-1) ?? resource.name
    schemas[name] = { ...shapeSchema(resource.fields, 'answer'), description: resource.description }
  }
  return schemas
}

function describe(operation: Operation, example: unknown) {
  const { parameters, body, answer, status } = operation
  return {
    operationId: operation.name.replaceAll('.', '_'),
    tags: [operation.family],
    summary: operation.summary,
    description: `${operation.description}${permissionSentence(operation)}`,
    security: [{ [operation.auth]: [] }],
    ...(Object.keys(parameters).length > 0
      ? {
          parameters: Object.entries(parameters).map(([name, parameter]) => ({
            name,
            ...parameter,
            ...leftOut(parameter),
          })),
        }
      : {}),
    ...(body ? { requestBody: requestBody(body, operation) } : {}),
    responses: {
      [status]: {
        description: operation.outcome,
        content: { 'application/json': { schema: answer, example } },
      },
      ...Object.fromEntries(
        operation.refusals.map((code) => [errors[code].status, { $ref: `#/components/responses/${code}` }]),
      ),
    },
  }
}

/** Tools that make samples take the first word of a list for an example; this says that samples go without. */
const leftOut = ({ required, example, schema }: Parameter): object =>
  required || example !== undefined || !Array.isArray(schema.enum)
    ? {}
    : { examples: { one: { value: schema.enum[0], 'x-disabled': true } } }

const permissionSentence = ({ permission }: Operation): string =>
  permission === null ? '' : `\n\nNeeds the permission \`${permission}\`.`

const shared: Record<string, JsonSchema> = {
  pagination: {
    type: 'object',
    description: 'Present while there is a next page.',
    properties: { cursor: { type: 'string', description: 'Cursor for fetching the next page.' } },
    required: ['cursor'],
  },
  batch_result: {
    type: 'object',
    properties: {
      success: { type: 'boolean', description: 'The request was handled.' },
      count: { type: 'integer', description: 'Number of records processed without errors.' },
      errors: texts(
        'Records that could not be processed, each with its reasons, under the key that was sent. What has no key, or ' +
          'says something else about a key that is in the request already, stands under its position: `#0`, `#1` and ' +
          'so on. Under `not_found` stand keys that lead to no record, where the operation says so.',
      ),
      warnings: texts('Records processed in part, each with its reasons; present only when there are any.'),
    },
    required: ['success', 'count', 'errors'],
  },
  error: {
    type: 'object',
    properties: {
      code: { type: 'string', enum: Object.keys(errors) },
      message: { type: 'string', description: 'What is wrong, and what to do.' },
    },
    required: ['code', 'message'],
  },
}

function texts(description: string): JsonSchema {
  return { type: 'object', description, additionalProperties: { type: 'array', items: { type: 'string' } } }
}

/** The refusals that operations name. */
function refusals(all: readonly Operation[]): Record<string, unknown> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/error' } } }
  const named = new Set(all.flatMap((operation) => operation.refusals))
  return Object.fromEntries([...named].map((code) => [code, { description: errors[code].meaning, content }]))
}
