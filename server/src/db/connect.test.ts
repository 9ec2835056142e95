import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, testDatabase } from '../../test/harness.ts'
import { client, connect } from './connect.ts'

const { connection } = await testDatabase()

test('options of DATABASE_URL are kept, and what Dunlin needs of a session stays as it is', async () => {
  const url = new URL(addressOf(connection))
  url.searchParams.set('options', '-c work_mem=5MB -c timezone=Asia/Tokyo -c statement_timeout=1s')
  url.searchParams.set('application_name', 'other')
  const settings = `select current_setting('work_mem') as work_mem, current_setting('timezone') as timezone,
    current_setting('statement_timeout') as statement_timeout, current_setting('application_name') as name`
  const { pool, close } = connect(url.toString(), { connections: 1 })
  const { rows } = await pool.query(settings)
  await close()
  assert.deepEqual(rows, [{ work_mem: '5MB', timezone: 'UTC', statement_timeout: '110s', name: 'dunlin' }])
  const own = client(url.toString(), 'dunlin backup')
  await own.connect()
  const { rows: apart } = await own.query(settings)
  await own.end()
  assert.deepEqual(apart, [{ work_mem: '5MB', timezone: 'Asia/Tokyo', statement_timeout: '1s', name: 'dunlin backup' }])
})
