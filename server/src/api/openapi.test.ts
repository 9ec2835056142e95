import assert from 'node:assert/strict'
import { test } from 'node:test'
import { families } from '../resources/index.ts'
import { openapi } from './openapi.ts'
import { operations } from './operations.ts'
import { list_length_max } from './types.ts'

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  default?: unknown
  maxItems?: number
  maxLength?: number
}
type Described = {
  parameters?: { name: string; in: string; schema: Schema; style?: string; explode?: boolean }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, object>
}

// What the definitions made has this shape.
const { paths, components } = openapi(families, { base_url: 'http://127.0.0.1' }) as unknown as {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}
const operation = (method: string, path: string): Described => paths[path]?.[method] ?? assert.fail(`${method} ${path}`)
const body = (method: string, path: string): Schema =>
  operation(method, path).requestBody?.content['application/json']?.schema ?? assert.fail(`${method} ${path}`)

/** Every schema inside a schema, with the way to it. */
function* inside(schema: Schema, path = ''): Generator<[string, Schema]> {
  yield [path, schema]
  for (const [name, one] of Object.entries(schema.properties ?? {})) yield* inside(one, `${path}.${name}`)
  for (const one of [schema.items ?? [], schema.anyOf ?? [], schema.allOf ?? []].flat()) yield* inside(one, `${path}[]`)
}

test('what counts without being sent is declared', () => {
  const defaults: [method: string, path: string, member: string, value: unknown][] = [
    ['post', '/v1/administrations', '.administration.currency_code', 'EUR'],
    ['post', '/v1/administrations', '.administration.timezone', 'Europe/Amsterdam'],
    ['post', '/v1/sign_up', '.administration.currency_code', 'EUR'],
    ['post', '/v1/sign_up', '.administration.timezone', 'Europe/Amsterdam'],
    ['post', '/v1/sign_up', '.user.locale', 'en-GB'],
    ['patch', '/v1/tasks/{id}/mark_completed', '.completed_status', 'succeeded'],
    ['post', '/v1/invoices', '.invoices[].payments[].cost_type', 'principal'],
    ['post', '/v1/invoices', '.invoices[].invoice_lines[].product_unit', 'piece'],
    ['post', '/v1/invoices', '.invoices[].invoice_lines[].product_quantity', '1'],
  ]
  for (const [method, path, member, value] of defaults) {
    assert.equal(new Map(inside(body(method, path))).get(member)?.default, value, `${path} ${member}`)
  }
})

test('every list in a body says how many items it takes', () => {
  for (const { method, path } of operations(families).filter((one) => one.body !== null)) {
    const { content } = operation(method.toLowerCase(), path).requestBody ?? assert.fail(path)
    for (const [type, { schema }] of Object.entries(content)) {
      for (const [member, { maxItems, ...one }] of inside(schema)) {
        if (![one.type].flat().includes('array') || member.includes('.fields')) continue
        assert.ok(maxItems !== undefined && maxItems <= list_length_max, `${path} ${type} ${member}`)
      }
    }
  }
  const parts = operation('post', '/v1/messages').requestBody?.content['multipart/form-data']?.schema.properties
  assert.equal(parts?.['message[attachments][]']?.maxItems, 10)
})

test('lists in answers are lists, and never null', () => {
  for (const [name, schema] of Object.entries(components.schemas)) {
    for (const [path, one] of inside(schema)) {
      if ([one.type].flat().includes('array')) assert.equal(one.type, 'array', `${name}${path}`)
    }
  }
})

test('nothing in an address is null', () => {
  for (const { method, path } of operations(families)) {
    for (const { name, schema } of operation(method.toLowerCase(), path).parameters ?? []) {
      assert.equal(typeof schema.type, 'string', `${method} ${path} ${name}`)
    }
  }
})

test('lists say which mandates are meant, and nothing is refused because of a body, as there is none', () => {
  const { parameters, responses } = operation('delete', '/v1/psp_mandates')
  for (const name of ['psp_mandate_ids', 'mandate_identifiers', 'mandate_references', 'debtor_numbers']) {
    const one = parameters?.find((parameter) => parameter.name === name)
    assert.deepEqual([one?.schema.type, one?.style, one?.explode, one?.schema.maxItems], ['array', 'form', false, 1000])
  }
  assert.deepEqual(
    Object.keys(responses).filter((status) => ['413', '415'].includes(status)),
    [],
  )
})

test('fields can be sent where other software sends them', () => {
  const paths_with_fields = [
    '/v1/invoices/block',
    '/v1/invoices/resume',
    '/v1/tasks/{id}/mark_completed',
    '/v1/tasks/{id}/unmark_completed',
    '/v1/payment_plans/{id}/approve',
    '/v1/payment_plans/{id}/reject',
    '/v1/payment_plans/{id}/deactivate',
  ]
  for (const path of paths_with_fields) assert.ok(body('patch', path).properties?.fields, path)
  assert.ok(body('post', '/v1/psp_mandates').properties?.fields)
})

test('amounts to compare with are numbers, and details say what can be in them', () => {
  const amounts =
    operation('get', '/v1/invoices').parameters?.filter(({ name }) => name.startsWith('book_amount')) ?? []
  assert.deepEqual(
    amounts.map(({ schema }) => schema.type),
    ['number', 'number'],
  )
  const { notification, contact } = components.schemas
  assert.equal(notification?.properties?.details?.properties?.bounce_reason?.type, 'string')
  assert.ok('additionalProperties' in (contact?.properties?.validation_errors ?? {}))
})
