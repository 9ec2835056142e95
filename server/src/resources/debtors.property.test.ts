import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startService } from '../../test/harness.ts'

const { call, given, database } = await startService()

type Item = {
  debtor_number: string
  debtor_identifier: string
  name: string
  remark?: string | null
  labels?: string[]
}
type Known = { number: string; identifier: string; name: string; remark: string | null; labels: string[] }

/** What a batch comes to, told as simply as possible: which items are refused, and what there is afterwards. */
function expect(before: readonly Known[], items: readonly Item[]): { refused: Set<string>; after: Known[] } {
  const refused = new Set<string>()
  const after = [...before]
  const seen = new Set<string>()
  const taken = new Set<Known>()
  for (const item of items) {
    const keys = [`number ${item.debtor_number}`, `identifier ${item.debtor_identifier}`]
    const twice = keys.some((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    const a = before.find((one) => one.number === item.debtor_number)
    const b = before.find((one) => one.identifier === item.debtor_identifier)
    const known = a ?? b
    if (twice || (a && b && a !== b) || (known && taken.has(known))) {
      refused.add(item.debtor_number)
      continue
    }
    if (known) taken.add(known)
    const next: Known = {
      number: item.debtor_number,
      identifier: item.debtor_identifier,
      name: item.name,
      remark: item.remark === undefined ? (known?.remark ?? null) : item.remark,
      labels: item.labels === undefined ? (known?.labels ?? []) : [...new Set(item.labels)].sort(),
    }
    if (known) after[after.indexOf(known)] = next
    else after.push(next)
  }
  return { refused, after }
}

const pick = (prefix: string) => fc.integer({ min: 1, max: 6 }).map((n) => `${prefix}${n}`)
const item: fc.Arbitrary<Item> = fc.record(
  {
    debtor_number: pick('N'),
    debtor_identifier: pick('I'),
    name: pick('Name '),
    remark: fc.option(pick('Remark ')),
    labels: fc.array(pick('label '), { maxLength: 3 }),
  },
  { requiredKeys: ['debtor_number', 'debtor_identifier', 'name'] },
)

test('whatever lists come in a row, debtors are what they say, and a list that was taken changes nothing again', async () => {
  const { company_id } = await given.tenant()
  const token = await given.token({ company_id })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(item, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      async (lists) => {
        const { administration_id } = await given.tenant({ company_id })
        const post = async (debtors: readonly Item[]) => {
          const answer = await call('POST /v1/debtors', { token, json: { administration_id, debtors } })
          assert.equal(answer.status, 201, answer.text)
          return answer.body as { count: number; errors: Record<string, string[]> }
        }
        let there: Known[] = []
        for (const list of lists) {
          const { refused, after } = expect(there, list)
          const answer = await post(list)
          assert.deepEqual(Object.keys(answer.errors).sort(), [...refused].sort())
          there = after
          const stored = await everything(administration_id)
          assert.deepEqual(stored.known, sorted(there))
          if (refused.size > 0) continue
          assert.equal((await post(list)).count, list.length)
          assert.deepEqual(await everything(administration_id), stored)
        }
      },
    ),
    { numRuns: 40 },
  )
})

const sorted = (all: readonly Known[]): Known[] => all.toSorted((one, other) => (one.number < other.number ? -1 : 1))

/** The debtors as the model knows them, and everything else that must not move: stamps and events. */
async function everything(administration_id: string) {
  const { rows } = await database.pool.query<Known & { updated_at: string }>(
    `select d.debtor_number as number, d.debtor_identifier as identifier, d.name, d.remark, d.updated_at,
            array(select l.name from debtor_labels l
                  where l.administration_id = d.administration_id and l.debtor_id = d.id order by l.name) as labels
     from debtors d where d.administration_id = $1::bigint`,
    [administration_id],
  )
  const { rows: events } = await database.pool.query('select id from events where administration_id = $1::bigint', [
    administration_id,
  ])
  const known = sorted(rows.map(({ updated_at: _, ...one }) => one))
  return { known, stamps: rows.map((row) => row.updated_at).sort(), events: events.length }
}
