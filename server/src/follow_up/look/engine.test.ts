import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenIn } from '../../../test/given.ts'
import { engineFree, engineOn, sendAlways } from '../../../test/given_engine.ts'
import { testDatabase } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { type EngineOptions, startEngine } from './engine.ts'
import { engineLag } from './lag.ts'
import { wake } from './schedule.ts'

/** A Monday. */
const now = new Date('2026-11-16T10:00:00Z')
const database = await testDatabase()
const { db, pool } = database
const given = givenIn(db)

const idle_count = 20_000

function started(own: Partial<EngineOptions> = {}) {
  const complaints: unknown[] = []
  const engine = startEngine({
    ...{ database, now: () => now, areHeld: async () => false, poll_ms: 10, performed: () => {} },
    log: (error) => complaints.push(error),
    ...own,
  })
  return { engine, complaints }
}

type Scans = { seq_scan: number; idx_scan: number; fetched: number }

async function scans(table: string): Promise<Scans> {
  const { rows } = await pool.query<Scans>(
    `select seq_scan::integer, idx_scan::integer, idx_tup_fetch::integer as fetched
     from pg_stat_user_tables where relname = $1`,
    [table],
  )
  return rows[0] ?? { seq_scan: 0, idx_scan: 0, fetched: 0 }
}

test('administrations with nothing to do cost nothing, however many there are', async () => {
  const { company_id } = await given.tenant()
  await pool.query(
    `with made as (insert into administrations (company_id, name, internal_name, status, email_address, country_code,
       commercial_registration_number, street_name, house_number, postal_code, city, settings, created_at, updated_at)
     select $1, 'Idle ' || n, 'Idle ' || n, 'active', 'office@example.com', 'NL', '', '', '', '', '',
       '{"engine_enabled": true}', $2, $2 from generate_series(1, $3::integer) n returning id)
     insert into engine_states (administration_id, on_since, next_look_at, updated_at)
     select id, '2026-01-01', case when id % 2 = 0 then $2::timestamptz + interval '1 day' end, $2 from made`,
    [company_id, now.toISOString(), idle_count],
  )
  await pool.query('analyze engine_states')
  const before = await scans('engine_states')
  const { engine, complaints } = started()
  await until('it looked many times', async () => (await scans('engine_states')).idx_scan >= before.idx_scan + 20)
  await engine.stop()
  const after = await scans('engine_states')
  assert.equal(after.seq_scan, before.seq_scan, 'nobody walks through all of them')
  assert.equal(after.fetched, before.fetched, 'and no row is even read')
  assert.deepEqual(complaints, [])
  await pool.query('update engine_states set next_look_at = null')
})

test('one administration in which something is wrong, and twenty that others work in, keep nobody waiting', async () => {
  for (let count = 0; count < 20; count++) {
    const tenant = await given.tenant()
    await engineOn(db, tenant, now)
    await pool.query(`update engine_states set next_look_at = '-infinity' where administration_id = $1`, [
      tenant.administration_id,
    ])
  }
  const broken = await given.tenant()
  await engineOn(db, broken, now)
  await pool.query(`update flows set definition = '{}' where administration_id = $1`, [broken.administration_id])
  const tenant = await given.tenant()
  await engineOn(db, tenant, now)
  for (const one of [broken, tenant]) {
    const debtor_id = await given.debtor(one, { is_company: true, primary_email_address: 'books@example.com' })
    await given.invoice(one, debtor_id, { due_date: '2026-11-02', sent_at: '2026-09-01T09:00:00Z' })
    await sendAlways(db, one, '2026-11-16')
  }
  let asked = 0
  const { engine, complaints } = started({
    now: () => {
      asked++
      return now
    },
  })
  const steps = async (): Promise<number> =>
    (await pool.query('select from steps where administration_id = $1', [tenant.administration_id])).rows.length
  await until('the one that can be worked in has its steps', async () => (await steps()) === 2)
  await until('the other was tried', () => complaints.length > 0)
  const before = asked
  await until('it looked again, for which it asks the time', () => asked >= before + 20)
  await engine.stop()
  assert.equal(complaints.length, 1, 'and is put off for a while')
})

test('how long an administration waits is known, whether it was woken, is due by plan, or fails', async () => {
  await pool.query('update engine_states set next_look_at = null, due_since = null, taken_by = null')
  const tenant = await given.tenant()
  await engineOn(db, tenant, now)
  await engineFree(db, tenant)
  const place = { db, administration_id: tenant.administration_id }
  const since = (interval: string, column: string) =>
    pool.query(`update engine_states set ${column} = now() - $2::interval where administration_id = $1`, [
      ...[tenant.administration_id, interval],
    ])
  await wake(place)
  await since('1 hour', 'due_since')
  await wake(place)
  const lag = await engineLag(db)
  assert.ok(lag >= 3_600 && lag < 3_700, `woken again it waits no shorter: ${lag}`)
  const { engine } = started({ now: () => new Date() })
  await until('it was looked at', async () => (await engineLag(db)) === 0)
  await engine.stop()
  await since('2 hours', 'next_look_at')
  assert.ok((await engineLag(db)) >= 7_200)
})

test('administrations in which something changes all the time keep nobody waiting', async () => {
  await pool.query('update engine_states set next_look_at = null, taken_by = null, taken_until = null')
  const busy: string[] = []
  for (let count = 0; count < 40; count++) {
    const tenant = await given.tenant()
    await engineOn(db, tenant, now)
    await engineFree(db, tenant)
    busy.push(tenant.administration_id)
  }
  const tenant = await given.tenant()
  await engineOn(db, tenant, now)
  const debtor_id = await given.debtor(tenant, { is_company: true, primary_email_address: 'books@example.com' })
  await given.invoice(tenant, debtor_id, { due_date: '2026-11-02', sent_at: '2026-09-01T09:00:00Z' })
  await sendAlways(db, tenant, '2026-11-16')
  await pool.query('update engine_states set next_look_at = $2 where administration_id = $1', [
    ...[tenant.administration_id, new Date('2026-11-16T08:00:00Z').toISOString()],
  ])
  const change = () =>
    pool.query(`update engine_states set next_look_at = '-infinity' where administration_id = any($1)`, [busy])
  await change()
  const { engine, complaints } = started()
  await until('the one that waits since the morning has its steps', async () => {
    await change()
    const { rows } = await pool.query('select from steps where administration_id = $1', [tenant.administration_id])
    return rows.length === 2
  })
  await engine.stop()
  assert.deepEqual(complaints, [])
})
