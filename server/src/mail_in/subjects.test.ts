import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenIn } from '../../test/given.ts'
import { testDatabase } from '../../test/harness.ts'
import { debtorsWith } from './subjects.ts'

const { db } = await testDatabase()
const given = givenIn(db)
const tenant = await given.tenant()
const { administration_id } = tenant
const found = async (address: string): Promise<string[]> =>
  (await debtorsWith(administration_id, address).execute(db)).rows.map(({ id }) => id)

test('a sender is found in every field with addresses, in any spelling, among several, and only as a whole', async () => {
  const fields = [
    ...['primary_email_address', 'reminder_email_address', 'invoice_email_address'],
    'debtor_provided_email_address',
  ]
  for (const field of fields) {
    const own = field.replaceAll('_', '.')
    const id = await given.debtor(tenant, {
      [field]: `First.${own}@Example.org; second.${own}@example.org,third@x.org`,
    })
    assert.deepEqual(await found(`first.${own}@example.org`), [id], field)
    assert.deepEqual(await found(`second.${own}@example.org`), [id], field)
    assert.deepEqual(await found(`${own}@example.org`), [], 'a part of an address is another one')
  }
  assert.equal((await found('third@x.org')).length, 2, 'of many, no more than two are returned')
  const other = await given.tenant()
  await given.debtor(other, { primary_email_address: 'elsewhere@example.org' })
  assert.deepEqual(await found('elsewhere@example.org'), [])
})

test('among many debtors a sender is found by an index', async () => {
  await sql`
    insert into debtors (administration_id, debtor_number, debtor_identifier, name, country_code,
                         primary_email_address, reminder_email_address, created_at, updated_at)
    select ${administration_id}::bigint, 'many' || n, 'many' || n, 'Many', 'NL', 'many' || n || '@example.org',
           case when n % 3 = 0 then 'shared' || n % 50 || '@example.org' end, now(), now()
    from generate_series(1, 20000) n`.execute(db)
  await sql`analyze debtors`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, buffers) ${debtorsWith(administration_id, 'many777@example.org')}`.execute(db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Bitmap Index Scan on debtors_addresses/, plan)
  assert.doesNotMatch(plan, /Seq Scan/, plan)
  assert.equal((await found('many777@example.org')).length, 1)
  assert.equal((await found('shared3@example.org')).length, 2)
})
