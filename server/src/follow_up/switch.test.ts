import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engineChanges } from '../../test/engine_change.ts'
import { givenIn, type Tenant } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import type { SettingsChange } from '../settings/administration_settings.ts'
import { readStanding } from './read/rules.ts'
import { applySettings } from './switch.ts'

const { db } = await testDatabase()
const given = givenIn(db)
const change = engineChanges(db)
const today = '2026-11-16'
const apply = ({ administration_id }: Tenant, settings: SettingsChange) =>
  change(administration_id, (one) => applySettings(one, settings))
const standing = ({ administration_id }: Tenant) => readStanding(db, administration_id, today)
const agenda = ({ administration_id }: Tenant) =>
  db
    .selectFrom('agenda')
    .select(['debtor_id', 'look_on'])
    .where('administration_id', '=', administration_id)
    .orderBy('debtor_id')
    .execute()
const statusOf = async ({ administration_id, company_id }: Tenant): Promise<string[]> => {
  const { status } = await db
    .selectFrom('administrations')
    .select('status')
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  const company = await db
    .selectFrom('companies')
    .select('status')
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow()
  return [status, company.status]
}
const inImplementation = async ({ administration_id, company_id }: Tenant): Promise<void> => {
  const set = { status: 'implementation' }
  await db.updateTable('administrations').set(set).where('id', '=', administration_id).execute()
  await db.updateTable('companies').set(set).where('id', '=', company_id).execute()
}

test('switching on gives flows, the day, the agenda of everybody who owes something, and ends the setting up', async () => {
  const tenant = await given.tenant()
  await inImplementation(tenant)
  const owing = [await given.debtor(tenant), await given.debtor(tenant)]
  for (const debtor_id of owing) await given.invoice(tenant, debtor_id)
  const paid = await given.debtor(tenant)
  await given.invoice(tenant, paid, { open_amount: '0.00', book_open_amount: '0.00' })
  const before = await standing(tenant)
  assert.deepEqual([before.on, before.common.on_since, before.settings.flows], [false, null, []])
  const changed = await apply(tenant, { engine_enabled: true })
  assert.deepEqual(changed, [{ name: 'engine_enabled', before: false, after: true }])
  const after = await standing(tenant)
  assert.deepEqual([after.on, after.common.on_since, after.settings.flows.length], [true, today, 2])
  assert.ok(Number(after.rules_version) > Number(before.rules_version))
  assert.deepEqual(
    await agenda(tenant),
    owing.map((debtor_id) => ({ debtor_id, look_on: '-infinity' })),
  )
  assert.deepEqual(await statusOf(tenant), ['active', 'active'])
  const events = await db
    .selectFrom('company_events')
    .select('event_name')
    .where('company_id', '=', tenant.company_id)
    .execute()
  assert.deepEqual(events, [{ event_name: 'company_updated' }])
})

test('an administration that was deactivated stays so', async () => {
  const tenant = await given.tenant()
  await db
    .updateTable('administrations')
    .set({ status: 'inactive' })
    .where('id', '=', tenant.administration_id)
    .execute()
  await apply(tenant, { engine_enabled: true })
  assert.deepEqual((await statusOf(tenant))[0], 'inactive')
})

test('switching off forgets the day, and on again everything is looked at anew', async () => {
  const tenant = await given.tenant()
  const debtor_id = await given.debtor(tenant)
  await given.invoice(tenant, debtor_id)
  await apply(tenant, { engine_enabled: true })
  await db
    .updateTable('agenda')
    .set({ look_on: '2027-03-01' })
    .where('administration_id', '=', tenant.administration_id)
    .execute()
  await apply(tenant, { engine_enabled: false })
  assert.equal((await standing(tenant)).common.on_since, null)
  await apply(tenant, { engine_enabled: true })
  assert.equal((await standing(tenant)).common.on_since, today)
  assert.deepEqual(await agenda(tenant), [{ debtor_id, look_on: '-infinity' }])
})

test('every other setting makes the rules newer, and one that stays as it is does not', async () => {
  const tenant = await given.tenant()
  await apply(tenant, { engine_enabled: true })
  const first = await standing(tenant)
  await apply(tenant, { own_holidays: ['2026-12-24'] })
  const second = await standing(tenant)
  assert.ok(Number(second.rules_version) > Number(first.rules_version))
  assert.deepEqual(await apply(tenant, { own_holidays: ['2026-12-24'], engine_enabled: true }), [])
  const third = await standing(tenant)
  assert.deepEqual([third.rules_version, third.common.on_since], [second.rules_version, today])
})
