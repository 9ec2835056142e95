import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenIn } from '../../../test/given.ts'
import { testDatabase } from '../../../test/harness.ts'
import { createSystemUser } from '../people.ts'
import { createGrant, endGrant } from './family.ts'

const { db } = await testDatabase()
const given = givenIn(db)
const now = new Date('2026-11-14T09:30:00Z')

test('a grant reaches administrations of its own company, and at least one', async () => {
  const [tenant, stranger] = [await given.tenant(), await given.tenant()]
  const application = await given.application(stranger)
  const user_id = await createSystemUser(db, tenant.company_id, 'Consenting user', now)
  const grant = (administration_ids: string[] | null) =>
    db.transaction().execute((trx) =>
      createGrant(trx, {
        application_id: application.id,
        company_id: tenant.company_id,
        user_id,
        permissions: ['tasks:read', 'debtors:read'],
        administration_ids,
        address: null,
        now,
      }),
    )
  const { administration_id } = tenant
  for (const ids of [[], [stranger.administration_id], [administration_id, stranger.administration_id], ['0']])
    await assert.rejects(grant(ids), /must be administrations of the company/, ids.join())
  const ids = [await grant([administration_id, administration_id]), await grant(null)]
  const grants = await db.selectFrom('grants').selectAll().orderBy('id').execute()
  assert.deepEqual(
    grants.map(({ id, all_administrations, permissions }) => ({ id, all_administrations, permissions })),
    ids.map((id, index) => ({ id, all_administrations: index === 1, permissions: ['debtors:read', 'tasks:read'] })),
  )
})

test('a grant ends once: a second end changes neither the reason nor the moment, and is not recorded', async () => {
  const tenant = await given.tenant()
  const application = await given.application(tenant)
  const grant_id = await given.grant(application.id, tenant.company_id)
  await endGrant(db, { grant_id, reason: 'revoked_by_user', address: '192.0.2.1', now })
  await endGrant(db, { grant_id, reason: 'code_reused', address: 'nonsense', now: new Date('2027-01-01T00:00:00Z') })
  const grant = await db.selectFrom('grants').selectAll().where('id', '=', grant_id).executeTakeFirstOrThrow()
  assert.equal(grant.revoked_reason, 'revoked_by_user')
  assert.equal(grant.revoked_at, '2026-11-14 09:30:00+00')
  const entries = await db.selectFrom('audit_entries').selectAll().where('grant_id', '=', grant_id).execute()
  assert.deepEqual(
    entries.map(({ action, ip, details, application_id }) => ({ action, ip, details, application_id })),
    [
      {
        action: 'grant_revoked',
        ip: '192.0.2.1',
        details: { reason: 'revoked_by_user' },
        application_id: application.id,
      },
    ],
  )
})

test('what a proxy calls an address is kept only when it is one', async () => {
  const addresses = {
    '192.0.2.1': '192.0.2.1',
    'fe80::1%eth0': 'fe80::1',
    '::ffff:192.0.2.1': '::ffff:192.0.2.1',
    unknown: null,
  }
  for (const [address, expected] of Object.entries(addresses)) {
    const tenant = await given.tenant()
    const application = await given.application(tenant)
    const grant_id = await given.grant(application.id, tenant.company_id)
    await endGrant(db, { grant_id, reason: 'revoked_by_user', address, now })
    const entry = await db.selectFrom('audit_entries').select('ip').where('grant_id', '=', grant_id).executeTakeFirst()
    assert.equal(entry?.ip, expected)
  }
})
