import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@dunlin/sdk'
import { startService } from '../../server/test/harness.ts'
import { firstSync, inventDebtors, inventInvoices } from './first_sync.ts'

const count = Number(process.env.FIRST_SYNC_DEBTORS ?? 2_500)

const { app, given, database } = await startService()
const tenant = await given.tenant()
const { administration_id } = tenant
const dunlin = createClient({ base_url: app.base_url, token: await given.token(tenant) })

test('the books come in, are read back as they are, and a second run changes nothing', async (t) => {
  const debtors = inventDebtors(count)
  const invoices = inventInvoices(count * 5, debtors)
  const changes = async () =>
    (await database.pool.query('select (select count(*) from events), (select count(*) from ledger_entries)')).rows
  // A few by hand come first, as they do when people try it out: plans made for them must not stay.
  for (const debtor of debtors.slice(0, 3)) {
    await dunlin.debtors.create({ administration_id, debtors: [debtor] })
    await dunlin.invoices.upsert({ administration_id, invoices: inventInvoices(1, [debtor]) })
  }
  const { sent_ms, read_ms, again_ms, ...found } = await firstSync(dunlin, administration_id, { debtors, invoices })
  t.diagnostic([sent_ms, read_ms, again_ms].map((ms) => `${Math.round(ms)} ms`).join(', '))
  assert.deepEqual(found, { differences: [], moved: 0 })
  const before = await changes()
  await dunlin.invoices.upsert({ administration_id, invoices: invoices.slice(0, 500) })
  assert.deepEqual(await changes(), before)
})

test('differences are reported, and a refusal ends it', async () => {
  const other = await given.tenant({ company_id: tenant.company_id })
  await given.debtor(other)
  const debtors = inventDebtors(3)
  const invoices = inventInvoices(3, debtors)
  // The interface leaves a member alone that it does not know, so this one cannot come back.
  const odd = debtors.map((debtor) => ({ ...debtor, shoe_size: 43 }))
  const { differences } = await firstSync(dunlin, other.administration_id, { debtors: odd, invoices })
  assert.deepEqual(differences, [
    'D100000: shoe_size is undefined, not 43',
    'D100001: shoe_size is undefined, not 43',
    'D100002: shoe_size is undefined, not 43',
    'There are 1 debtors and 0 invoices more than were sent.',
  ])
  const wrong = { debtors, invoices: invoices.map((invoice) => ({ ...invoice, debtor_number: 'D9' })) }
  await assert.rejects(firstSync(dunlin, other.administration_id, wrong), /Not everything was taken.*no debtor D9/)
})
