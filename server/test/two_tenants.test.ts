import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, operations } from '../src/api/operations.ts'
import { families } from '../src/resources/index.ts'
import { whole } from './broken.ts'
import { chanceFrom } from './chance.ts'
import { fillEveryFamily } from './every_family.ts'
import { type Answer, startService } from './harness.ts'
import { type Keys, sampleOf } from './samples.ts'

// Each request goes out twice, from two companies that have nothing yet: once with keys of a third company's records,
// once with keys that nobody has. The caller must not be able to tell the two answers apart.

const { call, given, database } = await startService()
const victim = await given.tenant()
const records = await fillEveryFamily(given, victim)
const { debtor_identifier } = await given.debtorKeys(victim, records.debtors ?? '')
const checksum = `${'C'.repeat(85)}A==`
await given.row('files', victim, {
  checksum,
  byte_size: 3,
  content_type: 'text/plain',
  uploaded_at: 'stamp',
  created_at: 'stamp',
  updated_at: 'stamp',
})
await database.pool.query(`update invoices set public_token = 'invoice-token' where id = $1`, [records.invoices])

const variants = 6
const absent_id = (id: string): string => (/^\d+$/.test(id) ? String(9_000_000_000 + Number(id)) : `no-${id}`)

/** Every key of the third company, and beside it one of the same kind that nobody has. */
const pairs: [string, string][] = [
  ...[...new Set(Object.values(records))].map((id): [string, string] => [id, absent_id(id)]),
  ['D-every', 'D-nobody'],
  [debtor_identifier, 'debtor-of-nobody'],
  ['F-every', 'F-nobody'],
  ['invoice-every', 'invoice-of-nobody'],
  ['123456789', '987654321'],
  [checksum, `${'D'.repeat(85)}A==`],
]

function keysOf(side: 0 | 1, administration_id: string): Keys {
  const one = (key: string): string => pairs.find((pair) => pair[0] === key)?.[side] ?? assert.fail(key)
  const ids = Object.fromEntries(Object.entries(records).map(([family, id]) => [family, [one(id)]]))
  return {
    ...ids,
    administration_id: [administration_id],
    id: ids.contacts ?? [],
    debtor_id: ids.debtors ?? [],
    invoice_id: ids.invoices ?? [],
    credit_case_id: ids.credit_cases ?? [],
    psp_mandate_id: ids.psp_mandates ?? [],
    debtor_number: [one('D-every')],
    debtor_identifier: [one(debtor_identifier)],
    invoice_number: [one('F-every')],
    invoice_identifier: [one('invoice-every')],
    credit_case_number: [one('123456789')],
    checksum: [one(checksum)],
    cursor: Object.values(ids).flat(),
  }
}

/** What the caller learns: the status, and all of the answer that is not of a record the caller just made. */
function learned(operation: Operation, answer: Answer, side: 0 | 1): string {
  const { doing } = operation
  const makes_own = doing.do === 'create' || (doing.do === 'call' && doing.action.answer !== 'batch')
  const shown = answer.status < 400 && makes_own ? shapeOf(answer.body) : answer.text
  const longest = [...pairs].sort((a, b) => b[side].length - a[side].length)
  // Only keys that are long enough not to be a part of something else are taken out of the text.
  return longest
    .filter((pair) => pair[side].length > 4 || /\D/.test(pair[side]))
    .reduce((text, pair) => text.replaceAll(pair[side], '<key>'), `${answer.status} ${shown}`)
    .replaceAll(/"\d{1,4}"/g, '"<key>"')
    .replaceAll(/_ids: \d{1,4}\b/g, '_ids: <key>')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
}

const shapeOf = (body: unknown): string =>
  Array.isArray(body) ? `list of ${body.length}` : Object.keys(body as object).join()

async function ask(operation: Operation, side: 0 | 1, seed: number): Promise<string> {
  const company = await given.tenant()
  const caller =
    operation.auth === 'Basic'
      ? { basic: await given.application(company) }
      : { token: await given.token(company, { name: 'Token' }) }
  const sample = sampleOf(operation, keysOf(side, company.administration_id), chanceFrom(seed))
  const { path, options } = whole(sample)
  const answer = await call(`${operation.method} ${path}`, { ...caller, ...options })
  assert.ok(answer.status < 500, answer.text)
  if (answer.status === 200 && operation.doing.do === 'list' && operation.reach === 'administration') {
    assert.deepEqual(answer.body, { data: [] }, operation.name)
  }
  return learned(operation, answer, side).replaceAll(`"${company.administration_id}"`, '"<own>"')
}

for (const operation of operations(families)) {
  // The one shows what is the caller's own; the others name no record, and make a person or a secret that is new each
  // time.
  if (['administrations.list', 'sign_up.create', 'webhooks.create'].includes(operation.name)) continue
  test(`${operation.name}: the keys of another company say no more than keys of nobody`, async () => {
    for (let variant = 0; variant < variants; variant++) {
      const seed = 977 * variant + operation.name.length
      const [theirs, nobodys] = [await ask(operation, 0, seed), await ask(operation, 1, seed)]
      assert.equal(theirs, nobodys, `variant ${variant}`)
    }
  })
}
