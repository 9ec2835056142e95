import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { givenIn } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { createSystemUser } from '../auth/people.ts'
import { keptMails } from '../mail/kept.ts'
import { purgeExpired } from './expiry.ts'

const { db } = await testDatabase()
const given = givenIn(db)
const now = new Date('2026-11-14T09:30:00Z')
const day_ms = 86_400_000
const days = (count: number): string => new Date(now.getTime() + count * day_ms).toISOString()
const folder = await mkdtemp(join(tmpdir(), 'dunlin-expiry-'))
after(() => rm(folder, { recursive: true, force: true }))
const kept = keptMails(folder)
const tenant = await given.tenant()
const application = await given.application(tenant)
const grant_id = await given.grant(application.id, tenant.company_id)
const user_id = await createSystemUser(db, tenant.company_id, 'Robin', now)
const created_at = days(-200)

async function refreshToken(token: { expires_at: string; used?: boolean; parent_id?: string }): Promise<string> {
  const { expires_at, used, parent_id = null } = token
  const used_at = used ? days(-30) : null
  const { id } = await db
    .insertInto('refresh_tokens')
    .values({ token_hash: randomBytes(32), grant_id, parent_id, created_at, expires_at, used_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function accessToken(expires_at: string | null, refresh_token_id: string | null = null): Promise<string> {
  const { id } = await db
    .insertInto('access_tokens')
    .values({ token_hash: randomBytes(32), grant_id, refresh_token_id, permissions: [], created_at, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ids = async (table: 'access_tokens' | 'refresh_tokens' | 'authorization_codes' | 'mails'): Promise<string[]> =>
  (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)

test('tokens past their life go; those that live, and used refresh tokens until they expire, stay', async () => {
  const old = await refreshToken({ expires_at: days(-5), used: true })
  const used = await refreshToken({ expires_at: days(5), used: true, parent_id: old })
  const living = await refreshToken({ expires_at: days(60), parent_id: used })
  await refreshToken({ expires_at: days(-2) })
  await accessToken(days(-5), old)
  const with_expired_refresh = await accessToken(days(1))
  const current = await accessToken(days(0.05), living)
  const yesterday = await accessToken(days(-0.5))
  const endless = await accessToken(null)
  const { access_tokens, refresh_tokens } = await purgeExpired(db, { kept, now })
  assert.deepEqual({ access_tokens, refresh_tokens }, { access_tokens: 1, refresh_tokens: 2 })
  assert.deepEqual(await ids('refresh_tokens'), [used, living])
  assert.deepEqual(await ids('access_tokens'), [with_expired_refresh, current, yesterday, endless])
})

test('a token without an end goes a day after it was revoked', async () => {
  const [old, young, living] = [await accessToken(null), await accessToken(null), await accessToken(null)]
  const revoke = (id: string, at: string) =>
    db.updateTable('access_tokens').set({ revoked_at: at }).where('id', '=', id).execute()
  await revoke(old, days(-1.1))
  await revoke(young, days(-0.9))
  const { access_tokens } = await purgeExpired(db, { kept, now })
  assert.equal(access_tokens, 1)
  assert.deepEqual((await ids('access_tokens')).slice(-2), [young, living])
})

test('a grant whose tokens are all gone stays as history', async () => {
  await purgeExpired(db, { kept, now: new Date(now.getTime() + 400 * day_ms) })
  assert.deepEqual(await ids('refresh_tokens'), [])
  const grant = await db.selectFrom('grants').select('id').where('id', '=', grant_id).executeTakeFirst()
  assert.equal(grant?.id, grant_id)
})

test('codes, links, sessions, counted failures and forgotten browsers past their life go', async () => {
  const code = (expires_at: string) => ({
    code_hash: randomBytes(32),
    grant_id,
    redirect_uri: 'https://app.example.com/callback',
    created_at,
    expires_at,
  })
  await db
    .insertInto('authorization_codes')
    .values([code(days(-2)), code(days(0.01)), code(days(-0.1))])
    .execute()
  const session = (expires_at: string) => ({
    session_id_hash: randomBytes(32),
    user_id,
    created_at,
    last_seen_at: created_at,
    expires_at,
  })
  await db
    .insertInto('sessions')
    .values([session(days(-2)), session(days(1))])
    .execute()
  const link = (expires_at: string) => ({
    token_hash: randomBytes(32),
    purpose: 'invitation',
    user_id,
    created_at,
    expires_at,
  })
  await db
    .insertInto('one_time_links')
    .values([link(days(-31)), link(days(-29)), link(days(1))])
    .execute()
  const failure = (since: string) => ({ key_hash: randomBytes(32), since, count: 3 })
  await db
    .insertInto('failed_attempts')
    .values([failure(days(-2)), failure(days(-0.01))])
    .execute()
  const device = (last_seen_at: string) => ({ device_hash: randomBytes(32), user_id, created_at, last_seen_at })
  await db
    .insertInto('known_devices')
    .values([device(days(-401)), device(days(-399))])
    .execute()
  const { authorization_codes, sessions, one_time_links, ...rest } = await purgeExpired(db, { kept, now })
  assert.deepEqual([authorization_codes, sessions, one_time_links], [1, 1, 1])
  assert.deepEqual([rest.failed_attempts, rest.known_devices], [1, 1])
  assert.equal((await db.selectFrom('one_time_links').select('id').execute()).length, 2)
  assert.equal((await db.selectFrom('known_devices').select('user_id').execute()).length, 1)
  assert.equal((await db.selectFrom('failed_attempts').select('since').execute()).length, 1)
  assert.equal((await ids('authorization_codes')).length, 2, 'reuse of one that expired just now can still be reported')
  assert.equal((await db.selectFrom('sessions').select('expires_at').execute()).length, 1)
})

async function mail(status: string, times: { created_at: string }): Promise<string> {
  const message_id_header = `<${randomUUID()}@example.com>`
  const out = status === 'sent' || status === 'kept'
  const { id } = await db
    .insertInto('mails')
    .values({
      kind: 'password_changed',
      to_addresses: ['robin@example.com'],
      locale: 'nl',
      subject: 'Uw wachtwoord is gewijzigd',
      status,
      message_id_header,
      created_at: times.created_at,
      sent_at: out ? times.created_at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const content = {
    message_id_header,
    from: '',
    to: [],
    cc: [],
    attachments: [],
    subject: '',
    text: '',
    html: '',
    kept_at: '',
  }
  if (status === 'kept') await kept.keep(id, content)
  return id
}

test('finished mails go after 90 days, with what was kept of them; one that lost its job is given up', async () => {
  for (const status of ['sent', 'kept', 'failed']) await mail(status, { created_at: days(-91) })
  const stay = [
    await mail('sent', { created_at: days(-89) }),
    await mail('kept', { created_at: days(-89) }),
    await mail('queued', { created_at: days(-4) }),
    await mail('queued', { created_at: days(-1) }),
  ]
  const { mails } = await purgeExpired(db, { kept, now })
  assert.equal(mails, 3)
  assert.deepEqual(await ids('mails'), stay)
  assert.deepEqual(await readdir(join(folder, 'mails')), [`${stay[1]}.json`])
  const { rows } = await sql`select status, last_error from mails order by id`.execute(db)
  assert.deepEqual(rows.slice(2), [
    { status: 'failed', last_error: 'It was not sent in time.' },
    { status: 'queued', last_error: null },
  ])
})

test('more rows than fit in a batch go too, and a second time finds nothing', async () => {
  await sql`insert into sessions (session_id_hash, user_id, created_at, expires_at, last_seen_at)
            select sha256(n::text::bytea), ${user_id}::bigint, ${created_at}::timestamptz, ${days(-3)}::timestamptz,
                   ${created_at}::timestamptz from generate_series(1, 12000) n`.execute(db)
  assert.equal((await purgeExpired(db, { kept, now })).sessions, 12_000)
  const again = await purgeExpired(db, { kept, now })
  assert.deepEqual(Object.values(again), [0, 0, 0, 0, 0, 0, 0, 0])
})
