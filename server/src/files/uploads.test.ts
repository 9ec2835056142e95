import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { startService } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

const { call, given, database } = await startService()
const { pool } = database
const tenant = await given.tenant()
const token = await given.token(tenant)
const { administration_id } = tenant
const rows_before = 20_000

/** Announces files that nobody announced before. */
let announced = 0
async function announce(count: number): Promise<void> {
  const files = Array.from({ length: count }, () => ({
    byte_size: 6,
    checksum: createHash('sha3-512').update(`file ${++announced}`).digest('base64'),
    content_type: 'text/plain',
  }))
  const answer = await call('POST /v1/files', { token, json: { administration_id, files } })
  assert.equal(answer.status, 201, answer.text)
}

/** How often files were announced in transactions that PostgreSQL has counted, and how many rows they have read. */
async function counted(): Promise<{ made: number; read: number }> {
  const { rows } = await pool.query<{ made: string; read: string }>(
    `select n_tup_ins as made,
            (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'files') + seq_tup_read as read
     from pg_stat_user_tables where relname = 'files'`,
  )
  return { made: Number(rows[0]?.made), read: Number(rows[0]?.read) }
}

const settled = (made: number) => until('all are counted', async () => (await counted()).made >= made)

test('announcing a file reads that one, also while PostgreSQL knows nothing of the others', async () => {
  await pool.query('alter table files set (autovacuum_enabled = false)')
  await pool.query(
    `insert into files (administration_id, checksum, byte_size, content_type, created_at, updated_at)
     select $1, repeat('x', 80) || (10000000 + n), 6, 'text/plain', now(), now() from generate_series(1, $2::integer) n`,
    [administration_id, rows_before],
  )
  await settled(rows_before)
  const before = await counted()
  const posts = 10
  for (let n = 0; n < posts; n++) await announce(1)
  await settled(rows_before + posts)
  const read = (await counted()).read - before.read
  assert.ok(read < 20 * posts, `${read} rows were read for ${posts} files`)
})

test('records that come one by one make PostgreSQL look at a young table again, as those of a batch do', async () => {
  const known = async (): Promise<number> =>
    (await pool.query(`select reltuples from pg_class where relname = 'file_uploads'`)).rows[0]?.reltuples
  await pool.query('alter table file_uploads set (autovacuum_enabled = false)')
  await until('it was looked at', async () => {
    await announce(1)
    return (await known()) >= 200
  })
})
