import assert from 'node:assert/strict'
import { test } from 'node:test'
import { families } from '../resources/index.ts'
import { type Action, nouns } from './actions.ts'
import { date, type Fields, integer, key, listOf, schemaOf, text } from './field.ts'
import { inputOf, leading, optional, shownOf } from './writable.ts'

const fields = {
  number: text('Number.').required().writable(key),
  name: text('Name.').writable().required(),
  remark: text('Remark.').onRequest().writable(),
  due_date: date('Last day to pay.').required().writable(date('Last day to pay; today unless given.')),
  subject: text('Subject.').writable((says) => text(says).required()),
  secret: text('Never shown.').writeOnly(),
  total: integer('Total.').required(),
}

test('what is sent of a noun follows from its fields, in their order', () => {
  const input = inputOf(fields)
  assert.deepEqual(Object.keys(input), ['number', 'name', 'remark', 'due_date', 'subject', 'secret'])
  assert.deepEqual(schemaOf(input.number, 'body'), schemaOf(key('Number.').required(), 'body'))
  assert.deepEqual(schemaOf(input.name, 'body'), schemaOf(text('Name.').required(), 'body'))
  assert.deepEqual(schemaOf(input.remark, 'body'), schemaOf(text('Remark.'), 'body'))
  assert.deepEqual(schemaOf(input.due_date, 'body'), schemaOf(date('Last day to pay; today unless given.'), 'body'))
  assert.deepEqual(schemaOf(input.subject, 'body'), schemaOf(text('Subject.').required(), 'body'))
})

test('what is only sent is never shown, and the rest is shown as before', () => {
  assert.deepEqual(Object.keys(shownOf(fields)), ['number', 'name', 'remark', 'due_date', 'subject', 'total'])
  assert.deepEqual(schemaOf(fields.number, 'answer'), schemaOf(text('Number.').required(), 'answer'))
})

test('an update needs none of its members, and some can stand in front', () => {
  const members = leading(optional(inputOf(fields)), ['subject'])
  assert.deepEqual(Object.keys(members), ['subject', 'number', 'name', 'remark', 'due_date', 'secret'])
  assert.ok(Object.values(members).every(({ definition, may_be_empty }) => !definition.required && may_be_empty))
})

test('what has no column of its own, or is no plain value, cannot be sent as it is shown', () => {
  const computed = { total: text('Total.').from({ from: 'column', column: 'sum' }).writable() }
  assert.throws(() => inputOf(computed), /total: what clients write has a column of its own name/)
  const nested = { lines: listOf({ name: text('Name.') }, 'Lines.').writable() }
  assert.throws(() => inputOf(nested), /lines: an object or a list is sent as a member of its own/)
})

const bodyOf = (action: Action): Fields => ('item' in action ? action.item : action.body)

/** The names of members at any depth. */
const namesIn = (body: Fields): string[] =>
  Object.entries(body).flatMap(([name, { definition }]) => [
    name,
    ...(definition.value.is === 'value' ? [] : namesIn(definition.value.shape)),
  ])

test('a verb takes every field that is writable', () => {
  // Payments are sent with their invoice.
  const taken = (noun: string) =>
    families
      .filter(({ name }) => name === (noun === 'payments' ? 'invoices' : noun))
      .flatMap(({ actions }) => Object.values(actions).flatMap((action) => namesIn(bodyOf(action))))
  const lost = nouns(families).flatMap(({ name, input }) =>
    Object.keys(input)
      .filter((field) => !taken(name).includes(field))
      .map((field) => `${name}.${field}`),
  )
  assert.deepEqual(lost, [])
})
