import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type pg from 'pg'
import { examineCluster } from '../src/commands/doctor/cluster.ts'
import { type Connection, client, connect, withDatabase } from '../src/db/connect.ts'
import { readPlan } from '../src/db/distribution.ts'
import { migrate } from '../src/db/migrate.ts'
import { isHalfSpread, SpreadProblem } from '../src/db/migrate_cluster.ts'
import { readSpread, readyCluster, spread, spreadSteps } from '../src/db/spread.ts'
import { queues } from '../src/jobs/index.ts'
import { givenIn } from './given.ts'
import { test_server, testDatabase } from './harness.ts'
import { addWorkers, administer, dropDatabase, workers } from './servers.ts'

const skip = workers.length === 0 ? 'needs a Citus cluster: TEST_CITUS_WORKERS names its workers' : false
const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
const coordinator = (): string => new URL(String(test_server)).hostname
const plan = await readPlan()

type Failed = { code: number; stderr: string }

/** Runs a command that is refused: in a sentence, and without a trace of our program. */
async function refused(connection: Connection, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATABASE_URL: String(connection), PORT: '0' }
  const failed = await promisify(execFile)(process.execPath, [bin, ...args], { env }).then(
    () => assert.fail(`${args.join(' ')} was not refused`),
    (error: Failed) => error,
  )
  assert.doesNotMatch(failed.stderr, /^\s+at /m, failed.stderr)
  return failed.stderr
}

/** A database of the same name on every node, which nobody has spread yet. */
async function onEveryNode(work: (connection: Connection) => Promise<void>): Promise<void> {
  const name = `dunlin_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await administer(test_server, `create database ${name}`)
  try {
    await work(withDatabase(test_server, name))
  } finally {
    await dropDatabase(test_server, name)
  }
}

test('a database that is spread has every table in its place, and doctor says so', { skip }, async () => {
  const { pool } = await testDatabase()
  const own = await pool.connect()
  try {
    assert.deepEqual(spreadSteps(plan, await readSpread(own)), [])
    assert.equal(await isHalfSpread(own), false)
    const [found, ...others] = await examineCluster(own)
    assert.deepEqual(others, [])
    assert.match(found?.says ?? '', /^Citus 1\d\..*, 3 nodes, every table in its place\.$/)
  } finally {
    own.release()
  }
})

test('every trigger works on every node that has rows of its table', { skip }, async () => {
  const { pool } = await testDatabase()
  // Apart from those about emptying a table, which nobody does.
  const of = (table: string): string =>
    `select count(*) from pg_trigger where tgrelid = '${table}'::regclass and not tgisinternal and tgtype & 32 = 0`
  for (const { name } of [...plan.reference, ...plan.distributed]) {
    const { rows: wanted } = await pool.query<{ count: string }>(of(name))
    const { rows } = await pool.query<{ result: string }>('select result from run_command_on_placements($1, $2)', [
      ...[name, of('%s')],
    ])
    assert.ok(rows.length > 0, name)
    assert.deepEqual([...new Set(rows.map(({ result }) => result))], [wanted[0]?.count], name)
  }
})

test('documents that are rendered anew stay in their rows, on every node', { skip }, async () => {
  const { pool, db, connection } = await testDatabase()
  const given = givenIn(db)
  const [tenant, subject] = [await given.tenant(), randomBytes(1_200).toString('base64')]
  await given.task(tenant, { subject })
  const { rows: before } = await pool.query('select document from tasks')
  await pool.query(`update migrations set hash = 'older definition' where name = 'document of tasks'`)
  assert.deepEqual((await migrate(connection, queues)).documents, ['tasks'])
  assert.deepEqual((await pool.query('select document from tasks')).rows, before)
  const { rows } = await pool.query('select distinct result from run_command_on_placements($1, $2)', [
    'tasks',
    `select attstorage::text || ' ' || pg_relation_size(reltoastrelid) from pg_attribute join pg_class c on c.oid = attrelid
     where c.oid = '%s'::regclass and attname = 'document'`,
  ])
  assert.deepEqual(rows, [{ result: 'm 0' }], 'what is written later stays there as well, and nothing lies beside')
})

test('distribute refuses a cluster without workers, and a database that is served', { skip }, async () => {
  await onEveryNode(async (connection) => {
    const run = ['distribute', '--run', '--coordinator', coordinator()]
    assert.match(await refused(connection, ...run), /The cluster has no workers yet: .*citus_add_node/)
    const serving = client(connection)
    await serving.connect()
    assert.match(await refused(connection, ...run), /Dunlin is running on this database: stop it first/)
    await serving.end()
  })
})

test('a spread that is broken off after any statement goes on, and nobody serves it meanwhile', { skip }, async () => {
  await onEveryNode(async (connection) => {
    await migrate(connection, queues)
    const before = await fill(connection)
    await addWorkers(connection)
    const first = client(connection)
    await first.connect()
    await readyCluster(first, coordinator())
    await first.end()
    let rounds = 0
    while (await doOne(connection)) {
      rounds++
      if (rounds % 20 === 1) await assert.rejects(migrate(connection, queues), /are half spread over the nodes/)
      if (rounds === 3) assert.match(await refused(connection, 'serve'), /half spread over the nodes/)
    }
    assert.ok(rounds > 200, `it was broken off ${rounds} times`)
    await migrate(connection, queues)
    assert.deepEqual(await sums(connection), before)
    await assertGuarded(connection)
  })
})

/** Does one statement of what is left, on a connection that is cut then; false when nothing is left after it. */
async function doOne(connection: Connection): Promise<boolean> {
  const own = client(connection, 'dunlin distribute')
  await own.connect()
  try {
    await spread(cutAfterOne(own), plan, () => {})
  } catch (error) {
    assert.ok(error instanceof SpreadProblem, String(error))
    assert.match(error.message, /^Stopped at «.*it goes on from here\.$/s)
  } finally {
    await own.end().catch(() => {})
  }
  return stillHalf(connection)
}

/** What is left is read first, and then done statement by statement. */
function cutAfterOne(own: pg.Client): pg.Client {
  let asked = 0
  const query = async (text: string): Promise<pg.QueryResult> => {
    if (++asked > 2) await own.end()
    return own.query(text)
  }
  return new Proxy(own, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) })
}

async function stillHalf(connection: Connection): Promise<boolean> {
  const own = client(connection)
  await own.connect()
  return isHalfSpread(own).finally(() => own.end())
}

async function fill(connection: Connection): Promise<unknown> {
  const database = connect(connection, { connections: 2 })
  const given = givenIn(database.db)
  for (let n = 0; n < 3; n++) {
    const tenant = await given.tenant()
    const debtor_id = await given.debtor(tenant, {})
    await given.invoice(tenant, debtor_id, { total_amount: `${100 + n}.00`, open_amount: `${100 + n}.00` })
  }
  await database.close()
  return sums(connection)
}

async function sums(connection: Connection): Promise<unknown> {
  const own = client(connection)
  await own.connect()
  const { rows } = await own.query(`
    select (select count(*) from administrations) as administrations, (select count(*) from debtors) as debtors,
           (select sum(open_amount) from invoices) as open, (select sum(amount) from ledger_entries) as entered,
           (select sum(book_open_amount) from debtor_totals) as owed`)
  await own.end()
  return rows
}

/** What triggers hold on one server they hold on the nodes. */
async function assertGuarded(connection: Connection): Promise<void> {
  const own = client(connection)
  await own.connect()
  const { rows } = await own.query('select administration_id as id from invoices order by 1 limit 1')
  const changed = own.query('update invoices set open_amount = open_amount - 1 where administration_id = $1', [
    rows[0]?.id,
  ])
  await assert.rejects(changed, /are not the sums of its entries/)
  const rewritten = own.query('update ledger_entries set amount = 1 where administration_id = $1', [rows[0]?.id])
  await assert.rejects(rewritten, /never changed/)
  await own.end()
}
