import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { readMigrations } from './migrate.ts'

const { call, given, database } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)

test('debtors of before show their country, events of before have numbers as ids, and a second run changes nothing', async () => {
  const told = { postal_address_country_code: '', country_code: 'BE' }
  const id = await given.debtor(tenant, told)
  const other_id = await given.debtor(tenant, { postal_address_country_code: 'NL', country_code: 'BE' })
  const contexts = {
    payment_plan: {
      resource_type: 'payment_plan',
      id: 7,
      payment_terms: [
        { id: '12', total_amount: '60.00' },
        { id: '9', total_amount: '40.00' },
      ],
      rejected_by_user: { id: '3', name: 'Robin' },
    },
    task: { resource_type: 'task', id: 8, invoice_id: '4', credit_case_id: null, assigned_to_user: null },
    debtor: {
      resource_type: 'debtor',
      id: Number(id),
      revoked_psp_mandates: [{ id: 5, administration_id, provider: 'twikey' }],
    },
  }
  for (const [resource_type, context] of Object.entries(contexts)) {
    const event_name = resource_type === 'debtor' ? 'psp_mandate_revoked' : 'payment_plan_updated'
    await database.db
      .insertInto('events')
      .values({
        administration_id,
        event_name,
        event_time: '2026-11-01T00:00:00Z',
        resource_type,
        resource_id: '7',
        context: JSON.stringify(context),
      })
      .execute()
  }
  const shown = async (one: string) => {
    const answer = await call(`GET /v1/debtors/${one}?administration_id=${administration_id}`, { token })
    return answer.body as { postal_address: { country_code: string }; updated_at: string }
  }
  const [before, other_before] = [await shown(id), await shown(other_id)]
  const migration = (await readMigrations()).find(({ name }) => name.startsWith('0087_'))
  assert.ok(migration)
  await database.pool.query(migration.text)
  const after = await shown(id)
  assert.equal(after.postal_address.country_code, 'BE')
  assert.ok(after.updated_at > before.updated_at)
  assert.deepEqual(await shown(other_id), other_before)
  const stored = async () =>
    (await database.db.selectFrom('events').select('context').orderBy('id').execute()).map((row) => row.context)
  const events = await stored()
  assert.deepEqual(events, [
    {
      ...contexts.payment_plan,
      payment_terms: [
        { id: 12, total_amount: '60.00' },
        { id: 9, total_amount: '40.00' },
      ],
      rejected_by_user: { id: 3, name: 'Robin' },
    },
    { ...contexts.task, invoice_id: 4 },
    { ...contexts.debtor, revoked_psp_mandates: [{ id: 5, provider: 'twikey' }] },
  ])
  await database.pool.query(migration.text)
  assert.deepEqual(await shown(id), after)
  assert.deepEqual(await stored(), events)
})
