import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Family } from '../src/api/actions.ts'
import { openapi } from '../src/api/openapi.ts'
import type { Operation } from '../src/api/operations.ts'
import { families } from '../src/resources/index.ts'
import type { Answer } from './harness.ts'

/** Holds answers against the schemas that the description of these families gives for them. */
export function obeysIn(described: readonly Family[]): (operation: Operation, answer: Answer) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(openapi(described, { base_url: 'http://127.0.0.1' }), 'description')
  return (operation, answer) => {
    const reference =
      answer.status === operation.status ? pointer(operation, answer.status) : 'description#/components/schemas/error'
    const validate = ajv.getSchema(reference)
    assert.ok(validate, `${operation.name}: there is no schema for ${answer.status}`)
    assert.ok(
      validate(answer.body),
      `${operation.name}: ${ajv.errorsText(validate.errors)} in ${answer.text.slice(0, 500)}`,
    )
  }
}

const pointer = (operation: Operation, status: number): string => {
  const path = operation.path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
  const place = `${path}/${operation.method.toLowerCase()}/responses/${status}`
  return `description#/paths/${place}/content/application~1json/schema`
}

/** The same for the interface. */
export const obeys = obeysIn(families)
