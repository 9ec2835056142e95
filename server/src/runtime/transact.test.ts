import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { openStore } from '../files/store.ts'
import { no_modules, type Reading } from './reads.ts'
import { transact } from './transact.ts'

const now = new Date('2026-11-14T09:30:00Z')
const { database, app, data_dir } = await startService({ now: () => now })
const reading: Reading = {
  database,
  replica: null,
  base_url: () => app.base_url,
  now: () => now,
  store: await openStore({ data_dir, files_url: null, now }),
}
const calling = { principal: null, address: '127.0.0.1', browser: null }
const owner = { owner_id: '1', modules: no_modules, calendar: null }

type Limit = { statement_timeout: string }

test('a statement of whoever only looks may take 20 seconds, and any other less than we listen for', async () => {
  const show = sql<Limit>`show statement_timeout`
  const { rows } = await transact(reading, 'reading', calling, owner, ({ db }) => show.execute(db))
  assert.deepEqual(rows, [{ statement_timeout: '20s' }])
  // It was for that transaction alone.
  assert.deepEqual((await show.execute(database.db)).rows, [{ statement_timeout: '110s' }])
})
