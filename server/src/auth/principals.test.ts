import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenIn } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { basicPairs, bearerToken } from './credentials.ts'
import { allowList, entryProblem, plainEntry } from './ip_allow_list.ts'
import { makeMemory } from './memory.ts'
import { makePrincipals } from './principals.ts'
import { hashSecret, makeSecret } from './secrets.ts'

const database = await testDatabase()
const given = givenIn(database.db)
let now = new Date('2026-11-14T09:30:00Z')
const log = (): void => {}

test('an access token lives until its moment, with what token, grant and application still have', async () => {
  const tenant = await given.tenant()
  const application = await given.application(tenant, { ip_allow_list: ['192.0.2.1'] })
  const grant_id = await given.grant(application.id, tenant.company_id)
  await database.db
    .insertInto('access_tokens')
    .values({
      token_hash: hashSecret('access'),
      grant_id,
      permissions: ['debtors:read', 'tasks:read'],
      created_at: now.toISOString(),
      expires_at: '2026-11-14T11:30:00Z',
    })
    .execute()
  await database.db
    .updateTable('grants')
    .set({ permissions: ['debtors:read', 'invoices:read'] })
    .where('id', '=', grant_id)
    .execute()
  const memory = await makeMemory(database.connection, log)
  const principals = makePrincipals({ database, memory, now: () => now, log })
  const ask = async (address = '192.0.2.1') => principals.bearer('Bearer access', address)
  const principal = await ask()
  assert.equal(principal.kind, 'access_token')
  assert.deepEqual([...principal.permissions], ['debtors:read'])
  assert.deepEqual([...principal.administrations.keys()], [tenant.administration_id])
  now = new Date('2026-11-14T11:29:59.999Z')
  await ask()
  now = new Date('2026-11-14T11:30:00Z')
  await assert.rejects(ask(), { code: 'unauthorized' })
  now = new Date('2026-11-14T09:30:00Z')
  await assert.rejects(ask('192.0.2.2'), { code: 'forbidden' })
  await assert.rejects(ask(), { code: 'unauthorized' }, 'a token that turned up elsewhere is revoked')
  await memory.close()
})

test('an address that was listed just now is never taken for a thief', async () => {
  const tenant = await given.tenant()
  const application = await given.application(tenant, { ip_allow_list: ['192.0.2.1'] })
  const grant_id = await given.grant(application.id, tenant.company_id)
  const token = { token_hash: hashSecret('listed'), grant_id, permissions: [], created_at: now.toISOString() }
  await database.db.insertInto('access_tokens').values(token).execute()
  const memory = await makeMemory(database.connection, log)
  const principals = makePrincipals({ database, memory, now: () => now, log })
  await principals.bearer('Bearer listed', '192.0.2.1')
  for (let last = 2; last < 60; last++) {
    await principals.bearer('Bearer listed', `192.0.2.${last - 1}`)
    const ip_allow_list = [`192.0.2.${last}`, `192.0.2.${last - 1}`]
    await database.db.updateTable('applications').set({ ip_allow_list }).where('id', '=', application.id).execute()
    await principals.bearer('Bearer listed', `192.0.2.${last}`)
  }
  await memory.close()
})

test('a change on another connection is heard, and when nothing can be heard nothing is remembered', async () => {
  const tenant = await given.tenant()
  const token = await given.token(tenant, { name: 'heard' })
  const memory = await makeMemory(database.connection, log)
  const principals = makePrincipals({ database, memory, now: () => now, log })
  const header = `Bearer ${token}`
  await principals.bearer(header, '127.0.0.1')
  assert.ok(!(principals.bearer(header, '127.0.0.1') instanceof Promise), 'it is remembered')
  // The listening connection breaks: from then on every request asks the database.
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'dunlin listener' and datname = current_database()`)
  await until('it is noticed', async () => {
    const answer = principals.bearer(header, '127.0.0.1')
    await answer
    return answer instanceof Promise
  })
  await database.db
    .updateTable('api_tokens')
    .set({ revoked_at: now.toISOString() })
    .where('name', '=', 'heard')
    .execute()
  await assert.rejects(async () => principals.bearer(header, '127.0.0.1'), { code: 'unauthorized' })
  await memory.close()
})

test('a token that is used is noted, at most once a minute', async () => {
  const tenant = await given.tenant()
  const token = await given.token(tenant, { name: 'noted' })
  const memory = await makeMemory(database.connection, log)
  const principals = makePrincipals({ database, memory, now: () => now, log })
  const noted = async () =>
    (await database.db.selectFrom('api_tokens').select('last_used_at').where('name', '=', 'noted').executeTakeFirst())
      ?.last_used_at
  const isNoted = (expected: string) => until(`it is noted at ${expected}`, async () => (await noted()) === expected)
  now = new Date('2026-11-14T10:00:00Z')
  await principals.bearer(`Bearer ${token}`, '127.0.0.1')
  await isNoted('2026-11-14 10:00:00+00')
  now = new Date('2026-11-14T10:00:59Z')
  await principals.bearer(`Bearer ${token}`, '127.0.0.1')
  now = new Date('2026-11-14T10:01:00Z')
  await principals.bearer(`Bearer ${token}`, '127.0.0.1')
  await isNoted('2026-11-14 10:01:00+00')
  await memory.close()
})

test('a caller is remembered once, however the header is written', async () => {
  const tenant = await given.tenant()
  const token = await given.token(tenant)
  const { client_id, client_secret } = await given.machine(tenant)
  const memory = await makeMemory(database.connection, log)
  const principals = makePrincipals({ database, memory, now: () => now, log })
  await principals.bearer(`Bearer ${token}`, '127.0.0.1')
  for (const header of [`Bearer  ${token}`, `bEARER     ${token}`]) {
    assert.ok(!(principals.bearer(header, '127.0.0.1') instanceof Promise), 'it is remembered')
  }
  const long = ' '.repeat(100_000)
  await assert.rejects(async () => principals.bearer(`Bearer${long}${token}`, '127.0.0.1'), { code: 'unauthorized' })
  const pair = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  await principals.basic(`Basic ${pair}`, '127.0.0.1')
  await assert.rejects(principals.basic(`Basic${long}${pair}`, '127.0.0.1'), { code: 'unauthorized' })
  const encoded = [...client_secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  const other = Buffer.from(`${client_id}:${encoded}`).toString('base64')
  let questions = 0
  const count = (): void => void questions++
  database.pool.on('acquire', count)
  for (const header of [`Basic   ${pair}`, `Basic ${pair}==`, `basic ${other}`]) {
    await principals.basic(header, '127.0.0.1')
  }
  database.pool.off('acquire', count)
  assert.equal(questions, 0)
  await memory.close()
})

test('secrets are letters and digits behind a word of their own, and never the same', () => {
  const all = Array.from({ length: 100 }, () => makeSecret('client_secret'))
  assert.equal(new Set(all).size, 100)
  for (const one of all) assert.match(one, /^dunlinsecret[A-Za-z0-9]{40}$/)
})

test('headers are read as clients write them', () => {
  const basic = (text: string) => basicPairs(`Basic ${Buffer.from(text).toString('base64')}`)
  assert.equal(bearerToken('bEaReR  abc'), 'abc')
  for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'abc'])
    assert.equal(bearerToken(header), null)
  assert.deepEqual(basic('id:a:b'), [{ client_id: 'id', client_secret: 'a:b' }])
  assert.deepEqual(basic('id:a%2Bb'), [
    { client_id: 'id', client_secret: 'a+b' },
    { client_id: 'id', client_secret: 'a%2Bb' },
  ])
  assert.deepEqual(basic('id:%zz'), [{ client_id: 'id', client_secret: '%zz' }])
  for (const header of [undefined, 'Basic', 'Basic !!!', 'Basic aWQ=', 'Bearer abc'])
    assert.deepEqual(basicPairs(header), [])
})

test('a network of IPv4 that is written as IPv6 is that network, and no other lets in IPv4', () => {
  const table: [entry: string, plain: string, inside: string[], outside: string[]][] = [
    ['::ffff:192.0.2.0/120', '192.0.2.0/24', ['192.0.2.7', '::ffff:192.0.2.7'], ['192.0.3.1', '::c000:207']],
    ['::FFFF:C000:200/120', '192.0.2.0/24', ['192.0.2.7', '::ffff:c000:207%eth0'], ['192.0.3.1']],
    ['::ffff:192.0.2.1/128', '192.0.2.1/32', ['192.0.2.1'], ['192.0.2.2']],
    ['::ffff:192.0.2.1', '192.0.2.1', ['192.0.2.1'], ['192.0.2.2', '2001:db8::1']],
    ['::ffff:0:0/96', '0.0.0.0/0', ['192.0.2.1', '::ffff:192.0.2.1'], ['2001:db8::1']],
    ['0.0.0.0/0', '0.0.0.0/0', ['192.0.2.1', '::ffff:192.0.2.1'], ['2001:db8::1']],
    ['::/0', '::/0', ['2001:db8::1', '::1'], ['192.0.2.1', '::ffff:192.0.2.1']],
    ['::/80', '::/80', ['::1'], ['192.0.2.1', '::ffff:192.0.2.1']],
    ['2001:db8::/32', '2001:db8::/32', ['2001:db8::1'], ['192.0.2.1']],
  ]
  for (const [entry, plain, inside, outside] of table) {
    assert.equal(entryProblem(entry), null, entry)
    assert.equal(plainEntry(entry), plain)
    for (const address of inside) assert.equal(allowList([entry])(address), true, `${address} in ${entry}`)
    for (const address of outside) assert.equal(allowList([entry])(address), false, `${address} not in ${entry}`)
  }
  for (const entry of ['::ffff:0:0/95', '::ffff:192.0.2.0/24', '0:0:0:0:0:ffff:192.0.2.0/0'])
    assert.match(entryProblem(entry) ?? '', /: must be an IPv4 network like \d+\.0\.\d\.0\/24$/)
})

test('an allow list takes addresses and networks of both families', () => {
  const allows = allowList(['192.0.2.1', '198.51.100.0/24', '2001:db8::/32'])
  const inside = ['192.0.2.1', '198.51.100.200', '2001:db8:1::5', '::ffff:192.0.2.1']
  const outside = ['192.0.2.2', '198.51.101.1', '2001:db9::1', '', 'nonsense']
  for (const address of inside) assert.equal(allows(address), true, address)
  for (const address of outside) assert.equal(allows(address), false, address)
  assert.equal(allowList([])('203.0.113.9'), true)
  for (const entry of ['192.0.2.1', '192.0.2.0/0', '::1', '2001:db8::/128']) assert.equal(entryProblem(entry), null)
  for (const entry of ['', '192.0.2', '192.0.2.1/33', '::1/129', '192.0.2.1/x', '192.0.2.1/8/8', 'example.com']) {
    assert.match(entryProblem(entry) ?? '', /must be/, entry)
  }
})
