import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { givenIn, type Tenant } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { givenPerson } from '../../test/visitor.ts'
import { createGrant } from '../auth/oauth/family.ts'
import { endDeadConnections } from './dead_connections.ts'

const database = await testDatabase()
const { db } = database
const given = givenIn(db)
const now = new Date('2026-11-14T09:30:00Z')
const hours = (count: number): string => new Date(now.getTime() + count * 3_600_000).toISOString()
const created_at = hours(-9_000)

type Connected = { grant_id: string; tenant: Tenant; application_id: string; user_id: string; partner: Tenant }

/** What a company administrator let in, without any token so far. */
async function connected(): Promise<Connected> {
  const [tenant, partner] = [await given.tenant(), await given.tenant()]
  const { id: application_id } = await given.application(partner)
  const { id: user_id } = await givenPerson({ database }, tenant.company_id)
  const grant = { application_id, company_id: tenant.company_id, user_id, permissions: ['debtors:read'], now }
  const administration_ids = [tenant.administration_id]
  const grant_id = await createGrant(db, { ...grant, administration_ids, address: null })
  return { grant_id, tenant, application_id, user_id, partner }
}

type Ends = { expires_at?: string; used_at?: string; revoked_at?: string }
const usual = () => ({ token_hash: randomBytes(32), created_at })
const refreshToken = ({ grant_id }: Connected, ends: Ends = {}) =>
  db
    .insertInto('refresh_tokens')
    .values({ ...usual(), grant_id, expires_at: hours(1), ...ends })
    .execute()
const accessToken = ({ grant_id }: Connected, { expires_at, revoked_at }: Ends = {}) =>
  db
    .insertInto('access_tokens')
    .values({
      ...usual(),
      grant_id,
      permissions: [],
      expires_at: expires_at ?? hours(1),
      revoked_at: revoked_at ?? null,
    })
    .execute()
const code = ({ grant_id }: Connected, { expires_at, used_at }: Ends = {}) =>
  db
    .insertInto('authorization_codes')
    .values({
      ...{ code_hash: randomBytes(32), redirect_uri: 'https://app.example.com/callback', created_at, grant_id },
      ...{ expires_at: expires_at ?? hours(1), used_at: used_at ?? null },
    })
    .execute()
const setUser = ({ user_id }: Connected, values: { company_role?: string; deleted_at?: string }) =>
  db.updateTable('users').set(values).where('id', '=', user_id).execute()
const setCompany = (id: string, status: string) =>
  db.updateTable('companies').set({ status }).where('id', '=', id).execute()

/** Why a connection ends that this was done to; null: it lives on. */
async function ending(...done: ((one: Connected) => Promise<unknown>)[]): Promise<string | null> {
  const one = await connected()
  for (const work of done) await work(one)
  await endDeadConnections(db, now)
  const { revoked_at, revoked_reason } = await db
    .selectFrom('grants')
    .select(['revoked_at', 'revoked_reason'])
    .where('id', '=', one.grant_id)
    .executeTakeFirstOrThrow()
  assert.equal(revoked_at === null, revoked_reason === null)
  return revoked_reason
}

test('a connection lives as long as a token or a code of it does', async () => {
  for (const alive of [refreshToken, accessToken, code]) assert.equal(await ending((one) => alive(one)), null)
  const over = await ending(
    (one) => refreshToken(one, { expires_at: hours(0) }),
    (one) => refreshToken(one, { used_at: hours(-1) }),
    (one) => refreshToken(one, { revoked_at: hours(-1) }),
    (one) => accessToken(one, { expires_at: hours(0) }),
    (one) => accessToken(one, { revoked_at: hours(-1) }),
    (one) => code(one, { expires_at: hours(0) }),
    (one) => code(one, { used_at: hours(-1) }),
  )
  assert.equal(over, 'no_token_left')
})

test('a connection ends when nothing is left that its tokens could do or reach', async () => {
  const none = ({ application_id }: Connected) =>
    db.updateTable('applications').set({ permissions: [] }).where('id', '=', application_id).execute()
  const lost = (one: Connected) => setUser(one, { company_role: 'standard' })
  const there = ({ user_id, tenant: { administration_id } }: Connected) =>
    db.insertInto('user_administrations').values({ user_id, administration_id, role: 'administrator' }).execute()
  const all = ({ grant_id }: Connected) =>
    db.updateTable('grants').set({ all_administrations: true }).where('id', '=', grant_id).execute()
  const empty = ({ tenant }: Connected) =>
    db.deleteFrom('administrations').where('id', '=', tenant.administration_id).execute()
  const token = (one: Connected) => refreshToken(one)
  assert.equal(await ending(token, none), 'no_permission_left')
  assert.equal(await ending(token, lost), 'nothing_in_reach')
  assert.equal(await ending(token, all, lost), 'nothing_in_reach')
  assert.equal(await ending(token, lost, there), null)
  assert.equal(await ending(token, empty), 'nothing_in_reach')
  assert.equal(await ending(token, all, empty), null, 'it may begin one')
})

test('a connection ends with the person, and with either company unless that may come back', async () => {
  const token = (one: Connected) => refreshToken(one)
  assert.equal(await ending(token, (one) => setUser(one, { deleted_at: hours(-1) })), 'user_removed')
  for (const side of ['tenant', 'partner'] as const) {
    assert.equal(await ending(token, (one) => setCompany(one[side].company_id, 'deleted')), 'company_deleted')
    assert.equal(await ending(token, (one) => setCompany(one[side].company_id, 'inactive')), null)
  }
})

test('what signed up a company that nobody has confirmed stays connected until somebody does', async () => {
  assert.equal(await ending(({ tenant }) => setCompany(tenant.company_id, 'unconfirmed')), null)
})

test('an application that works by itself needs no token to stay connected', async () => {
  const tenant = await given.tenant()
  const { id } = await given.machine(tenant)
  const grant_id = await given.grant(id, tenant.company_id)
  await endDeadConnections(db, now)
  const { revoked_at } = await db
    .selectFrom('grants')
    .select('revoked_at')
    .where('id', '=', grant_id)
    .executeTakeFirstOrThrow()
  assert.equal(revoked_at, null)
})

test('the end is recorded once, as done by the service, with its reason', async () => {
  const { grant_id, application_id, tenant } = await connected()
  assert.equal(await endDeadConnections(db, now), 1)
  assert.equal(await endDeadConnections(db, now), 0)
  const entries = await db
    .selectFrom('audit_entries')
    .select(['company_id', 'user_id', 'actor_service', 'application_id', 'details'])
    .where('grant_id', '=', grant_id)
    .where('action', '=', 'grant_revoked')
    .execute()
  const by = { user_id: null, actor_service: 'upkeep' }
  const { company_id } = tenant
  assert.deepEqual(entries, [{ company_id, ...by, application_id, details: { reason: 'no_token_left' } }])
})
