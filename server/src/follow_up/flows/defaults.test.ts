import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engineChanges } from '../../../test/engine_change.ts'
import { givenIn } from '../../../test/given.ts'
import { testDatabase } from '../../../test/harness.ts'
import { defaultFlows } from '../../flows/defaults.ts'
import { readStanding } from '../read/rules.ts'
import { raiseRules } from '../rules_version.ts'
import { ensureDefaultFlows } from './defaults.ts'

const { db } = await testDatabase()
const given = givenIn(db)
const change = engineChanges(db)
const versionOf = async (administration_id: string): Promise<number> =>
  Number((await readStanding(db, administration_id, '2026-11-16')).rules_version)

test('an administration without flows gets those of its country, published, and the rules are newer', async () => {
  const { administration_id } = await given.tenant()
  await db.updateTable('administrations').set({ country_code: 'BE' }).where('id', '=', administration_id).execute()
  const before = await versionOf(administration_id)
  assert.equal(await change(administration_id, ensureDefaultFlows), true)
  const rows = await db
    .selectFrom('flows')
    .innerJoin('flow_versions', (join) =>
      join
        .onRef('flow_versions.flow_id', '=', 'flows.id')
        .onRef('flow_versions.administration_id', '=', 'flows.administration_id'),
    )
    .select(['flows.code', 'flows.version', 'flows.definition', 'flow_versions.definition as kept'])
    .where('flows.administration_id', '=', administration_id)
    .orderBy('flows.id')
    .execute()
  const { business, consumer } = defaultFlows('BE')
  assert.deepEqual(rows, [
    { code: 'business', version: 1, definition: business, kept: business },
    { code: 'consumer', version: 1, definition: consumer, kept: consumer },
  ])
  assert.ok((await versionOf(administration_id)) > before)
})

test('an administration that has a flow keeps what it has', async () => {
  const tenant = await given.tenant()
  const other = await given.tenant()
  await change(other.administration_id, ensureDefaultFlows)
  await given.row('flows', tenant, { code: 'own', name: 'Own', created_at: 'stamp', updated_at: 'stamp' })
  const before = await versionOf(tenant.administration_id)
  for (const { administration_id } of [tenant, other]) {
    assert.equal(await change(administration_id, ensureDefaultFlows), false)
  }
  const { count } = await db
    .selectFrom('flows')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('administration_id', 'in', [tenant.administration_id, other.administration_id])
    .executeTakeFirstOrThrow()
  assert.equal(Number(count), 3)
  assert.equal(await versionOf(tenant.administration_id), before)
})

test('each change of the rules is seen, also the first of an administration', async () => {
  const { administration_id } = await given.tenant()
  const seen = [await versionOf(administration_id)]
  for (let count = 0; count < 3; count++) {
    await change(administration_id, raiseRules)
    seen.push(await versionOf(administration_id))
  }
  assert.deepEqual(seen, [1, 2, 3, 4])
})
