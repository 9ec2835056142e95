import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { givenIn, type Tenant } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { pause } from '../../test/pause.ts'
import { until } from '../../test/until.ts'
import { beginChange } from '../db/change.ts'
import { connect } from '../db/connect.ts'
import type { Tables } from '../db/schema.ts'
import { serviceActor } from '../domain/actor.ts'
import { purgeAdministrations } from '../jobs/purge_administrations.ts'
import { keptMails } from '../mail/kept.ts'
import { emitCompany } from './emit_company.ts'
import { emitMany } from './emit_many.ts'
import { type Following, type FollowOptions, startFollowing } from './follow.ts'
import { type Follower, follower, type Portion } from './follower.ts'
import { behind, clearNews } from './positions.ts'

const database = await testDatabase()
const { db, connection } = database
const given = givenIn(db)
const actor = serviceActor('engine')
const now = new Date('2026-11-14T09:30:00Z')
// What followers of these tests write: a row for each event, in the transaction that moves the position.
await sql`create table seen (
  place bigint generated always as identity, follower text, owner_id bigint, event_id bigint, by text)`.execute(db)

const running: Following[] = []
const endings: string[] = []
const logged: unknown[] = []

function start(followers: readonly Follower[], options: Partial<FollowOptions> = {}): Following {
  const following = startFollowing({
    database,
    followers,
    areHeld: async () => false,
    poll_ms: 30,
    gather_ms: 1,
    handled: (name, ending) => void endings.push(`${name} ${ending}`),
    log: (error) => void logged.push(error),
    ...options,
  })
  running.push(following)
  return following
}

beforeEach(async () => {
  await stopAll()
  endings.length = 0
  logged.length = 0
  for (const table of ['seen', 'followers', 'follower_positions', 'company_follower_positions'])
    await sql`truncate ${sql.table(table)}`.execute(db)
})

async function stopAll(): Promise<void> {
  await Promise.all(running.splice(0).map((one) => one.stop()))
}
after(stopAll)

const usual = {
  events: 'all',
  touched: false,
  company_events: false,
  begins: 'at the beginning',
  reaches_outside: false,
} as const

async function keep(trx: Kysely<Tables>, name: string, portion: Portion, by = ''): Promise<void> {
  const owner_id = portion.feed === 'companies' ? portion.company_id : portion.administration_id
  for (const { id } of portion.events)
    await sql`insert into seen (follower, owner_id, event_id, by) values (${name}, ${owner_id}, ${id}, ${by})`.execute(
      trx,
    )
}

const keeper = (name: string, overrides: Partial<Follower> = {}): Follower =>
  follower({ ...usual, name, handle: (trx, portion) => keep(trx, name, portion), ...overrides })

/** Something happens, so many times, in one transaction. */
async function happen({ administration_id }: Tenant, task_id: string, times = 1): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const change = await beginChange(trx, { administration_id, actor, real_now: now })
    const one = { event_name: 'todo_list_item_updated', resource_type: 'task', resource_id: task_id } as const
    await emitMany(
      change,
      Array.from({ length: times }, () => one),
    )
  })
}

async function eventsOf({ administration_id }: Tenant): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from events where administration_id = ${administration_id}::bigint order by id`.execute(db)
  return rows.map(({ id }) => id)
}

async function seenOf({ administration_id }: Tenant, name: string): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from seen where owner_id = ${administration_id}::bigint and follower = ${name} order by place`.execute(
    db,
  )
  return rows.map(({ event_id }) => event_id)
}

const sawAll = async (tenant: Tenant, name: string): Promise<boolean> =>
  (await seenOf(tenant, name)).length >= (await eventsOf(tenant)).length

async function withTask(): Promise<Tenant & { task_id: string }> {
  const tenant = await given.tenant()
  return { ...tenant, task_id: await given.task(tenant) }
}

test('two processes, many writers, and some who change their mind: each event is seen once, in order', async () => {
  const tenants = await Promise.all([1, 2, 3].map(withTask))
  const other = connect(connection, { connections: 6, application: 'test' })
  after(() => other.close())
  const few = { at_once: { events: 7, touched: 7 } }
  start([keeper('one', few), keeper('two', few)])
  start([keeper('one', few), keeper('two', few)], { database: other })
  const write = async (tenant: Tenant & { task_id: string }): Promise<void> => {
    for (let n = 0; n < 40; n++) {
      await happen(tenant, tenant.task_id, 1 + (n % 12))
      if (n % 5 === 0) {
        const undone = db.transaction().execute(async (trx) => {
          const change = await beginChange(trx, { administration_id: tenant.administration_id, actor, real_now: now })
          const about = { resource_type: 'task', resource_id: tenant.task_id } as const
          await emitMany(change, [{ event_name: 'todo_list_item_updated', ...about }])
          throw new Error('changed its mind')
        })
        await assert.rejects(undone, /changed its mind/)
      }
    }
  }
  await Promise.all([...tenants, ...tenants].map(write))
  for (const tenant of tenants) {
    for (const name of ['one', 'two']) {
      await until(`${name} sees all`, () => sawAll(tenant, name))
      assert.deepEqual(await seenOf(tenant, name), await eventsOf(tenant))
    }
  }
  assert.deepEqual(logged, [])
})

test('a change that takes long comes when it is committed, and holds up nobody else', async () => {
  const [slow, quick] = [await withTask(), await withTask()]
  start([keeper('one')])
  let finish = (): void => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const long = db.transaction().execute(async (trx) => {
    const change = await beginChange(trx, { administration_id: slow.administration_id, actor, real_now: now })
    const about = { resource_type: 'task', resource_id: slow.task_id } as const
    await emitMany(change, [{ event_name: 'todo_list_item_updated', ...about }])
    await finished
  })
  await happen(quick, quick.task_id)
  await until('the quick one is seen', async () => (await seenOf(quick, 'one')).length === 1)
  assert.deepEqual(await seenOf(slow, 'one'), [])
  finish()
  await long
  await until('the slow one is seen', async () => (await seenOf(slow, 'one')).length === 1)
})

test('a follower that fails is tried again with growing pauses, is counted and logged, and stops no other', async () => {
  const [bad, good] = [await withTask(), await withTask()]
  let broken = true
  const handle: Follower['handle'] = async (trx, portion) => {
    await keep(trx, 'fails', portion)
    if (broken && portion.feed === 'administrations' && portion.administration_id === bad.administration_id)
      throw new Error('no room left')
  }
  const following = start([keeper('fails', { handle }), keeper('works')])
  await Promise.all([happen(bad, bad.task_id, 2), happen(good, good.task_id, 2)])
  const state = async () => {
    const { rows } = await sql<{ failures: number; pause_s: number; last_error: string | null }>`
      select failures, last_error, extract(epoch from retry_at - clock_timestamp())::float8 as pause_s
      from follower_positions where follower = 'fails' and administration_id = ${bad.administration_id}`.execute(db)
    return rows[0] ?? { failures: 0, pause_s: 0, last_error: null }
  }
  const again = sql`update follower_positions set retry_at = now() where follower = 'fails' and failures > 0`
  const pauses: number[] = []
  for (const failures of [1, 2, 3]) {
    await until('it failed', async () => (await state()).failures === failures)
    pauses.push((await state()).pause_s)
    if (failures < 3) await again.execute(db)
  }
  const [first = 0, second = 0, third = 0] = pauses
  assert.ok(first > 0.5 && first <= 1 && second > 1.5 && second <= 2 && third > 3.5 && third <= 4, `${pauses}`)
  assert.equal((await state()).last_error, 'no room left')
  await until('the others are seen', async () => (await sawAll(good, 'fails')) && sawAll(bad, 'works'))
  const [lag] = (await following.lag()).filter((one) => one.follower === 'fails')
  assert.ok(lag && lag.seconds > 0 && lag.behind === 1 && lag.failing === 1, JSON.stringify(lag))
  assert.equal(endings.filter((one) => one === 'fails again').length, 3)
  assert.equal(logged.length, 3)
  broken = false
  await again.execute(db)
  await until('it goes on', () => sawAll(bad, 'fails'))
  assert.deepEqual(await seenOf(bad, 'fails'), await eventsOf(bad), 'what failed left nothing behind')
  await until('it is behind nowhere', async () => (await following.lag()).every(({ behind }) => behind === 0))
})

test('a follower begins with what is kept or with what comes, and sees all of what is new', async () => {
  const old = await withTask()
  await happen(old, old.task_id, 3)
  await stopAll()
  start([keeper('all'), keeper('later', { begins: 'now' })])
  await until('both are known', async () => {
    const { rows } = await sql`select from followers where registered_at is not null`.execute(db)
    return rows.length === 2
  })
  const young = await withTask()
  await happen(young, young.task_id, 2)
  await happen(old, old.task_id, 1)
  await until('all are seen', async () => (await sawAll(old, 'all')) && (await sawAll(young, 'all')))
  await until('what came is seen', async () => sawAll(young, 'later'))
  await until('what came to the old one is seen', async () => (await seenOf(old, 'later')).length > 0)
  assert.deepEqual(await seenOf(old, 'later'), (await eventsOf(old)).slice(3))
})

test('only the events that are wanted come, and the position passes over the others', async () => {
  const tenant = await withTask()
  start([keeper('invoices', { events: ['invoice_created'] })])
  await happen(tenant, tenant.task_id, 5)
  const ids = await eventsOf(tenant)
  await until('it passed them', async () => {
    const { rows } = await sql<{ event_id: string }>`
      select event_id from follower_positions where administration_id = ${tenant.administration_id}`.execute(db)
    return rows[0]?.event_id === ids.at(-1)
  })
  assert.deepEqual(await seenOf(tenant, 'invoices'), [])
})

test('events of accounts come too, in the order of their commits', async () => {
  const tenant = await given.tenant()
  start([keeper('accounts', { events: 'none', company_events: true, at_once: { events: 3, touched: 1 } })])
  const { company_id } = tenant
  await Promise.all(
    Array.from({ length: 10 }, () =>
      db.transaction().execute((trx) => emitCompany(trx, 'company_updated', { company_id, actor, now })),
    ),
  )
  const seen = () => seenOf({ ...tenant, administration_id: company_id }, 'accounts')
  await until('all are seen', async () => (await seen()).length >= 10)
  const { rows } = await sql<{ id: string }>`
    select id from company_events where company_id = ${company_id} order by id`.execute(db)
  assert.deepEqual(
    await seen(),
    rows.map(({ id }) => id),
  )
})

test('an administration that is purged meanwhile is forgotten, and nothing fails', async () => {
  const [gone, stays] = [await withTask(), await withTask()]
  let removed: Promise<unknown> | null = null
  const no_kept_mails = keptMails(join(tmpdir(), 'dunlin-no-mails'))
  const purge = async (): Promise<void> => {
    await db
      .updateTable('administrations')
      .set({ status: 'deleted', deleted_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', gone.administration_id)
      .execute()
    removed = purgeAdministrations(db, { kept: no_kept_mails, now })
  }
  const handle: Follower['handle'] = async (trx, portion) => {
    const own = portion.feed === 'administrations' && portion.administration_id === gone.administration_id
    if (own && removed === null) await purge()
    await keep(trx, 'one', portion)
  }
  start([keeper('one', { handle, at_once: { events: 1, touched: 1 } })])
  await happen(gone, gone.task_id, 20)
  await until('it is being removed', () => removed !== null)
  await removed
  await happen(stays, stays.task_id)
  await until('the other one is seen', () => sawAll(stays, 'one'))
  const { rows } = await sql`
    select from follower_positions where administration_id = ${gone.administration_id}`.execute(db)
  assert.equal(rows.length, 0)
  assert.deepEqual(logged, [])
})

/** A follower in a process of its own, that is killed while it works. */
function spawnFollower(prepares: boolean): ChildProcess {
  const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)
  const program = `
    const { startFollowing } = await import(${at('./follow.ts')})
    const { connect } = await import(${at('../db/connect.ts')})
    const { sql } = await import('kysely')
    const { pause } = await import(${at('../../test/pause.ts')})
    const wait = () => pause(Math.random() * 8, 'it is killed at any moment of its work')
    startFollowing({
      database: connect(${JSON.stringify(connection)}), poll_ms: 20, gather_ms: 1, taken_s: 0.3,
      areHeld: async () => false, handled() {}, log(error) { console.error(error) },
      followers: [{
        ...${JSON.stringify(usual)}, name: 'killed', at_once: { events: 3, touched: 1 },
        ${prepares ? 'prepare: wait,' : ''}
        handle: async (trx, { administration_id, events }) => {
          for (const { id } of events) {
            await sql\`insert into seen (follower, owner_id, event_id) values ('killed', \${administration_id}, \${id})\`.execute(trx)
            await wait()
          }
        },
      }],
    })
    console.log('began')
    setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
}

for (const prepares of [false, true]) {
  const how = prepares ? 'that prepares outside a transaction' : 'within a transaction'
  test(`processes that are killed lose nothing and do nothing twice, with a follower ${how}`, async () => {
    const tenants = await Promise.all([1, 2].map(withTask))
    for (const tenant of tenants) for (let n = 0; n < 20; n++) await happen(tenant, tenant.task_id, 3)
    const count = async (): Promise<number> =>
      (await Promise.all(tenants.map((tenant) => seenOf(tenant, 'killed')))).flat().length
    let kills = 0
    while (kills < 6 && (await count()) < 120) {
      const children = [spawnFollower(prepares), spawnFollower(prepares)]
      const before = await count()
      await until('they work', async () => (await count()) > before + 2)
      const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(ended)
      kills++
    }
    const last = spawnFollower(prepares)
    await until('all are seen', async () => (await count()) >= 120)
    last.kill('SIGKILL')
    assert.ok(kills >= 3, `${kills} kills`)
    for (const tenant of tenants) assert.deepEqual(await seenOf(tenant, 'killed'), await eventsOf(tenant))
  })
}

test('work outside a transaction keeps others away while it lasts, and is taken over when it dies', async () => {
  const tenant = await withTask()
  let at_work = 0
  let most = 0
  const prepare = async (portion: Portion): Promise<void> => {
    if (portion.feed !== 'administrations' || portion.administration_id !== tenant.administration_id) return
    most = Math.max(most, ++at_work)
    await pause(2_000, 'twice as long as it may take')
    at_work--
  }
  const slow = keeper('slow', { prepare })
  start([slow], { taken_s: 1 })
  start([slow], { taken_s: 1 })
  await happen(tenant, tenant.task_id, 2)
  await until('it is seen', () => sawAll(tenant, 'slow'))
  assert.equal(most, 1, 'it took twice as long as it may, and nobody else began')
  await stopAll()
  await happen(tenant, tenant.task_id, 1)
  // As a process leaves it that was killed a moment ago.
  await sql`update follower_positions set taken_by = ${randomUUID()}::uuid, taken_until = now() + interval '1 s'
            where administration_id = ${tenant.administration_id}`.execute(db)
  start([slow], { taken_s: 1 })
  await until('it is taken over', () => sawAll(tenant, 'slow'))
  assert.deepEqual(await seenOf(tenant, 'slow'), await eventsOf(tenant))
})

test('what reaches outside rests in a restored copy until it is let go; what stays inside does not', async () => {
  const tenant = await withTask()
  let held = true
  let asked = 0
  const areHeld = async (): Promise<boolean> => {
    asked++
    return held
  }
  start([keeper('inside'), keeper('outside', { reaches_outside: true })], { areHeld })
  await happen(tenant, tenant.task_id)
  await until('inside is seen', async () => asked > 0 && (await sawAll(tenant, 'inside')))
  assert.deepEqual(await seenOf(tenant, 'outside'), [])
  held = false
  await until('outside is seen', () => sawAll(tenant, 'outside'))
})

test('whoever has news all the time keeps nobody else waiting', async () => {
  const [busy, busier, last] = [await withTask(), await withTask(), await withTask()]
  for (const one of [busy, busier, last]) await happen(one, one.task_id)
  const handle = async (trx: Kysely<Tables>, portion: Portion): Promise<void> => {
    await keep(trx, 'one', portion)
    for (const one of [busy, busier]) {
      // While its own news are handled, there are others already.
      if (portion.feed !== 'companies' && portion.administration_id === one.administration_id)
        await happen(one, one.task_id)
    }
  }
  start([keeper('one', { handle })], { owners_at_once: 2 })
  await until('the last one is seen', () => sawAll(last, 'one'))
})

test('whoever changes something here wakes followers, who would look again much later', async () => {
  const tenant = await withTask()
  await happen(tenant, tenant.task_id)
  const following = start([keeper('one')], { poll_ms: 3_600_000 })
  await until('it has seen all', async () => (await sawAll(tenant, 'one')) && (await following.lag())[0]?.behind === 0)
  await happen(tenant, tenant.task_id)
  database.changed()
  await until('it is seen', () => sawAll(tenant, 'one'))
})

test('marks of news are taken away when everybody has seen them, and stay while somebody has not', async () => {
  const tenant = await withTask()
  const following = start([keeper('one')], { quiet_s: 3_600 })
  await happen(tenant, tenant.task_id)
  await until('all have seen all', async () => (await following.lag()).every(({ behind }) => behind === 0))
  await clearNews(db, 'administrations', 0)
  const { rows } = await sql`select from administration_stamps where news_since is not null`.execute(db)
  assert.equal(rows.length, 0, 'marks are taken away when everybody has seen the news')
  await stopAll()
  await happen(tenant, tenant.task_id)
  await clearNews(db, 'administrations', 0)
  const { rows: marked } = await sql<{ id: string }>`
    select administration_id as id from administration_stamps where news_since is not null`.execute(db)
  assert.deepEqual(marked, [{ id: tenant.administration_id }], 'and stay while somebody has not')
})

test('looking for news costs the same however many administrations have none', async () => {
  const tenant = await withTask()
  await sql`
    insert into administrations (company_id, name, internal_name, status, email_address, contact_name,
      commercial_registration_number, street_name, house_number, postal_code, city, country_code, timezone,
      currency_code, created_at, updated_at)
    select company_id, name, internal_name, status, email_address, contact_name, commercial_registration_number,
      street_name, house_number, postal_code, city, country_code, timezone, currency_code, created_at, updated_at
    from administrations cross join generate_series(1, 20000) where id = ${tenant.administration_id}`.execute(db)
  await sql`
    insert into administration_stamps (administration_id, stamp) select id, now() from administrations
    on conflict do nothing`.execute(db)
  await sql`
    insert into follower_positions (administration_id, follower, stamp, event_id)
    select administration_id, 'one', stamp, 0 from administration_stamps`.execute(db)
  await sql`analyze administration_stamps, follower_positions`.execute(db)
  await happen(tenant, tenant.task_id)
  const looking = { feed: 'administrations', after: '0', limit: 100 } as const
  type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, buffers, format json) ${behind({ ...looking, follower: 'one' })}`.execute(db)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  const buffers = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
  assert.ok(buffers > 0 && buffers < 300, `${buffers} buffers: ${JSON.stringify(plan)}`)
})
