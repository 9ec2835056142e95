import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from './harness.ts'
import { until } from './until.ts'

const { given, call, database } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)

// PostgreSQL refuses a row whose entry in an index takes more than 2.7 kB, and shortens it first if it can: so these
// are texts that cannot be shortened.
const long = (): string => randomBytes(37_500).toString('base64')

test('whatever may be long is taken, though something is found by it', async () => {
  const debtor = {
    debtor_number: 'L-1',
    debtor_identifier: 'long-1',
    ...{ name: long(), relation_manager: long(), remark: long(), category: long(), bank_account_name: long() },
  }
  const debtors = await call('POST /v1/debtors', { token, json: { administration_id, debtors: [debtor] } })
  assert.deepEqual(debtors.body, { success: true, count: 1, errors: {} })
  await until('search has followed', async () => {
    const { rows } = await sql`
      select from search_entries where administration_id = ${administration_id}::bigint`.execute(database.db)
    return rows.length === 1
  })
  const changed = { ...debtor, name: long(), relation_manager: long() }
  const again = await call('POST /v1/debtors', { token, json: { administration_id, debtors: [changed] } })
  assert.deepEqual(again.body, { success: true, count: 1, errors: {} })
})
