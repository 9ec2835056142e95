import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getRollbackPlans } from 'pg-boss'
import { test_server } from '../../test/harness.ts'
import { queues } from '../jobs/index.ts'
import { type Connection, client, connect, withDatabase } from './connect.ts'
import { migrate } from './migrate.ts'

/** An empty database that goes away again. */
async function withEmpty(work: (connection: Connection) => Promise<void>): Promise<void> {
  const name = `dunlin_migrate_${randomUUID().replaceAll('-', '')}`
  const own = client(withDatabase(test_server, 'postgres'))
  await own.connect()
  await own.query(`create database ${name}`)
  try {
    await work(withDatabase(test_server, name))
  } finally {
    await own.query(`drop database if exists ${name} with (force)`)
    await own.end()
  }
}

test('several processes that start at once migrate once', () =>
  withEmpty(async (connection) => {
    const all = await Promise.all(Array.from({ length: 4 }, () => migrate(connection, queues)))
    const busy = all.filter(({ applied }) => applied.length > 0)
    assert.equal(busy.length, 1)
    assert.ok((busy[0]?.applied.length ?? 0) >= 18)
    assert.deepEqual(await migrate(connection, queues), { applied: [], documents: [] })
  }))

test('a migration that was changed after it ran stops the start, and says what to do', () =>
  withEmpty(async (connection) => {
    await migrate(connection, queues)
    const { pool, close } = connect(connection)
    await pool.query(`update migrations set hash = 'other' where name like '0004%'`)
    await assert.rejects(
      migrate(connection, queues),
      /0004_debtors\.sql was changed after it ran here\. Add a new file instead\./,
    )
    await close()
  }))

test('a document whose definition changed is rendered again, for the rows that are there', () =>
  withEmpty(async (connection) => {
    await migrate(connection, queues)
    const { pool, close } = connect(connection)
    await pool.query(`insert into companies (id, name, status, created_at) values (1, 'A', 'active', now())`)
    await pool.query(`insert into administrations (id, company_id, name, internal_name, email_address, street_name,
      house_number, postal_code, city, country_code, commercial_registration_number, created_at, updated_at)
      values (1, 1, 'A', 'A', 'a@example.com', '', '', '', '', 'NL', '', now(), now())`)
    await pool.query(`insert into tasks (administration_id, id, subject, expiry_date, created_at, updated_at)
      values (1, 1, 'Call', '2026-12-01', now(), now())`)
    await pool.query('alter table tasks drop column document')
    await pool.query(`alter table tasks add column document text generated always as ('old') stored`)
    await pool.query(`update migrations set hash = 'older definition' where name = 'document of tasks'`)
    assert.deepEqual(await migrate(connection, queues), { applied: [], documents: ['tasks'] })
    const { rows } = await pool.query('select document from tasks')
    assert.equal(JSON.parse(rows[0].document).subject, 'Call')
    await close()
  }))

test('queues of an older Dunlin are brought up to date, those of a newer one are left alone', () =>
  withEmpty(async (connection) => {
    await migrate(connection, queues)
    const { pool, close } = connect(connection)
    const version = async () => (await pool.query('select version from pgboss.version')).rows[0].version
    const now_version = await version()
    await pool.query(getRollbackPlans('pgboss', now_version))
    assert.equal(await version(), now_version - 1)
    await pool.query('update pgboss.queue set retry_limit = 1')
    await pool.query(`update migrations set hash = 'older' where name = 'queues'`)
    await migrate(connection, queues)
    assert.equal(await version(), now_version)
    const { rows } = await pool.query(`select retry_limit from pgboss.queue where name = 'send_mail'`)
    assert.deepEqual(rows, [{ retry_limit: 20 }])
    await pool.query('update pgboss.version set version = version + 1')
    await pool.query(`update migrations set hash = 'newer' where name = 'queues'`)
    await assert.rejects(migrate(connection, queues), /made by a newer Dunlin/)
    await close()
  }))

test('a migration that fails leaves nothing behind', () =>
  withEmpty(async (connection) => {
    const { pool, close } = connect(connection)
    await pool.query('create table invoices (id bigint)')
    await assert.rejects(migrate(connection, queues), /0007_invoices\.sql failed: relation "invoices" already exists/)
    const { rows } = await pool.query(`select count(*)::integer as count from migrations where name like '0007%'`)
    assert.equal(rows[0].count, 0)
    const { rows: tables } = await pool.query(
      `select to_regclass('invoice_lines') as lines, to_regclass('files') as files`,
    )
    assert.deepEqual(tables, [{ lines: null, files: 'files' }])
    await close()
  }))

test('stamps grow in commit order, also when the clock steps back', () =>
  withEmpty(async (connection) => {
    await migrate(connection, queues)
    const { pool, close } = connect(connection)
    await pool.query(`insert into companies (id, name, status, created_at) values (1, 'A', 'active', now())`)
    await pool.query(`insert into administrations (id, company_id, name, internal_name, email_address, street_name,
      house_number, postal_code, city, country_code, commercial_registration_number, created_at, updated_at)
      values (1, 1, 'A', 'A', 'a@example.com', '', '', '', '', 'NL', '', now(), now())`)
    const stamp = async (): Promise<string> => (await pool.query('select next_stamp(1)::text as stamp')).rows[0].stamp
    const first = await stamp()
    assert.ok((await stamp()) > first)
    await pool.query(`update administration_stamps set stamp = '2099-01-01T00:00:00Z'`)
    assert.equal(await stamp(), '2099-01-01 00:00:00.000001+00')
    assert.equal(await stamp(), '2099-01-01 00:00:00.000002+00')
    await close()
  }))
