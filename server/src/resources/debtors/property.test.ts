import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { startService } from '../../../test/harness.ts'

const { call, given, database } = await startService()

type Item = {
  debtor_number: string
  debtor_identifier: string
  name: string
  remark?: string | null
  labels?: string[]
}
type Known = { number: string; identifier: string; name: string; remark: string | null; labels: string[] }

type Expected = { refused: string[]; ignored: number; after: Known[] }

/**
 * What a batch comes to, described as simply as possible: under which keys items are refused, how many are left out
 * because they say the same again, and what there is afterwards.
 */
function expect(before: readonly Known[], items: readonly Item[]): Expected {
  const refused: string[] = []
  let ignored = 0
  const after = [...before]
  const seen = new Map<string, Item>()
  const taken = new Set<Known>()
  for (const [index, given] of items.entries()) {
    const item = { ...given, ...(given.labels ? { labels: [...new Set(given.labels)] } : {}) }
    const keys = [`number ${item.debtor_number}`, `identifier ${item.debtor_identifier}`]
    const again = keys.find((key) => seen.has(key))
    if (again !== undefined && isDeepStrictEqual(seen.get(again), item)) {
      ignored++
      continue
    }
    const twice = again !== undefined
    for (const key of keys) if (!seen.has(key)) seen.set(key, item)
    const a = before.find((one) => one.number === item.debtor_number)
    const b = before.find((one) => one.identifier === item.debtor_identifier)
    const known = a ?? b
    if (twice || (a && b && a !== b) || (known && taken.has(known))) {
      refused.push(twice || (known && taken.has(known)) ? `#${index}` : item.debtor_number)
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
  return { refused, ignored, after }
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
          const { refused, ignored, after } = expect(there, list)
          const answer = await post(list)
          assert.deepEqual(Object.keys(answer.errors).sort(), refused.sort())
          there = after
          const stored = await everything(administration_id)
          assert.deepEqual(stored.known, sorted(there))
          if (refused.length > 0) continue
          assert.equal((await post(list)).count, list.length - ignored)
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
