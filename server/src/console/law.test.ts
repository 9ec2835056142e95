import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { signedIn, visitor } from '../../test/visitor.ts'

const service = await startService()
const tenant = await service.given.tenant()
const boss = await signedIn(service, tenant.company_id)

type Calculated = { costs: string | null; interest: string; fixed_sum: string; open: { principal: string } }
type Answer = { calculations: { calculation: Calculated }[]; problems: { debt: number; place: string }[] }

const business = { country: 'NL', party: 'business', currency: 'EUR', principal: '250.00', due_date: '2026-08-31' }
const debt = (own: object = {}) => ({
  ...business,
  until: '2026-11-16',
  facts: { costs_charged_on: '2026-11-16' },
  ...own,
})
const ask = (debts: object[], by: Pick<typeof boss, 'send'> = boss) => by.send('POST /console/law/claim', { debts })
const costsOf = async (debts: object[]): Promise<(string | null)[]> => {
  const answer = await ask(debts)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as Answer).calculations.map(({ calculation }) => calculation.costs)
}

test('debts that are claimed together share one scale, on the oldest', async () => {
  assert.deepEqual(await costsOf([debt()]), ['40.00'], 'the least that the scale has')
  assert.deepEqual(await costsOf([debt({ due_date: '2026-10-01' }), debt()]), ['0.00', '75.00'])
  const letter = { sent: '2026-10-01', channel: 'email', term_days: 14, states_amount: true }
  const consumer = (due_date: string) => debt({ party: 'consumer', due_date, facts: { letter } })
  assert.deepEqual(await costsOf([consumer('2026-08-31'), consumer('2026-09-10')]), ['75.00', '0.00'])
})

test('where each debt brings a sum of its own, together is the same as apart', async () => {
  const belgian = debt({ country: 'BE' })
  const [one, two] = ((await ask([belgian, belgian])).body as Answer).calculations
  const [alone] = ((await ask([belgian])).body as Answer).calculations
  assert.deepEqual([one, two], [alone, alone])
  assert.equal(alone?.calculation.fixed_sum, '40.00')
})

test('a problem is reported for the debt that it is about, and nothing is calculated', async () => {
  const { calculations, problems } = (await ask([debt(), debt({ principal: 'many' })])).body as Answer
  assert.deepEqual([calculations, problems.map(({ debt: of, place }) => [of, place])], [[], [[1, 'principal']]])
  for (const debts of [
    [],
    Array(101).fill(debt()),
    [debt(), debt({ party: 'consumer' })],
    [debt(), debt({ country: 'BE' })],
  ])
    assert.equal((await ask(debts)).status, 422)
  assert.equal((await ask([debt()], visitor(service))).status, 401)
})
