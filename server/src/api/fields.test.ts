import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { families } from '../resources/index.ts'
import { nouns } from './actions.ts'
import { Refusal } from './errors.ts'
import type { Fields } from './field.ts'
import { defaultSelection, parseFields, type Selection } from './fields.ts'
import { type Module, modules } from './modules.ts'
import { nearest } from './nearest.ts'

const all = new Set(Object.keys(modules) as Module[])
const none = new Set<Module>()

type Named = (string | { [name: string]: Named })[]

/** Any valid `only` for these fields, as deep as they go. */
function only(fields: Fields): fc.Arbitrary<Named> {
  const items = Object.entries(fields).map(([name, field]) => {
    const { value } = field.definition
    return value.is === 'value'
      ? fc.constant(name)
      : fc.oneof(
          fc.constant(name),
          only(value.shape).map((inner) => ({ [name]: inner })),
        )
  })
  return fc.subarray(items).chain((chosen) => (chosen.length === 0 ? fc.constant([]) : fc.tuple(...chosen)))
}

/** What a selection says, in the form in which it was asked for. */
const written = (selection: Selection): Named =>
  selection.map(({ name, nested }) => (nested === null ? name : { [name]: written(nested) }))

test('whatever is named is selected: nothing added, nothing lost, in its order', () => {
  for (const resource of nouns(families)) {
    fc.assert(
      fc.property(only(resource.fields), (named) => {
        assert.deepEqual(written(parseFields(JSON.stringify({ only: named }), resource.fields, all)), named)
        assert.deepEqual(written(parseFields({ only: named }, resource.fields, all)), named)
      }),
      { numRuns: 50 },
    )
  }
})

test('without its module a field is left out, also when it is named', () => {
  for (const resource of nouns(families)) {
    const names = Object.keys(resource.fields)
    const shown = parseFields({ only: names }, resource.fields, none).map((one) => one.name)
    assert.deepEqual(
      shown,
      names.filter((name) => resource.fields[name]?.definition.module === null),
    )
  }
})

test('nothing that anybody sends is answered with anything but a selection or a refusal', () => {
  const resource = nouns(families).find(({ name }) => name === 'debtors') ?? assert.fail()
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.anything(), fc.record({ only: fc.anything() })), (given) => {
      try {
        parseFields(given, resource.fields, all)
      } catch (error) {
        assert.ok(error instanceof Refusal && error.status === 422, String(error))
      }
    }),
  )
})

test('a refusal names what is wrong, and where', () => {
  const resource = nouns(families).find(({ name }) => name === 'debtors') ?? assert.fail()
  const refusal = (given: unknown) => {
    try {
      parseFields(given, resource.fields, all)
    } catch (error) {
      return error instanceof Refusal ? error.message : String(error)
    }
    return 'nothing was refused'
  }
  const form = 'fields: must be a JSON object with a list under "only", like {"only":["id","name"]}'
  for (const given of ['', '{', '[]', '{}', '{"only":"id"}', 'null', 5]) assert.equal(refusal(given), form)
  assert.equal(refusal({ only: ['nmae'] }), 'fields: there is no field nmae; did you mean name?')
  assert.equal(refusal({ only: ['qqqqqqqqqqqq'] }), 'fields: there is no field qqqqqqqqqqqq')
  assert.equal(
    refusal({ only: [{ postal_address: ['cty'] }] }),
    'fields: there is no field postal_address.cty; did you mean postal_address.city?',
  )
  assert.equal(refusal({ only: [{ name: ['x'] }] }), 'fields: name has no fields inside it')
  assert.match(refusal({ only: [{ a: [], b: [] }] }), /must be a name, or one name with a list/)
  assert.match(refusal({ only: ['__proto__'] }), /there is no field __proto__/)
})

test('the default selection has no field that is on request', () => {
  for (const resource of nouns(families)) {
    assert.ok(defaultSelection(resource.fields).every(({ field }) => !field.definition.on_request))
  }
})

test('the nearest word is the one with the fewest keystrokes', () => {
  const words = ['name', 'id', 'remark', 'debtor_number']
  const cases = [
    ['nmae', 'name'],
    ['debtornumber', 'debtor_number'],
    ['remarks', 'remark'],
    ['NAME', 'name'],
    ['zzz', null],
    ['x'.repeat(500), null],
  ]
  for (const [typed, expected] of cases) assert.equal(nearest(String(typed), words), expected)
})
