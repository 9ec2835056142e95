import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { readable, startSmtp } from '../../test/smtp.ts'
import { until } from '../../test/until.ts'
import { mailReports } from './mail_reports.ts'

// A Monday.
let now = new Date('2026-11-16T07:00:00Z')
const smtp = await startSmtp()
const service = await startService({ smtp_url: smtp.url, now: () => now, jobs: { poll_s: 0.5 } })
const { given, database } = service
const base_url = 'https://dunlin.example.com'

async function place(settings: object, more: { sandbox?: boolean; status?: string } = {}) {
  const tenant = await given.tenant()
  const deleted_at = more.status === 'deleted' ? now.toISOString() : null
  await sql`update administrations set settings = ${JSON.stringify(settings)}::jsonb, sandbox = ${more.sandbox ?? false},
    status = coalesce(${more.status ?? null}::text, status), deleted_at = ${deleted_at}::timestamptz
    where id = ${tenant.administration_id}::bigint`.execute(database.db)
  return tenant
}
const owing = (text: string) => ({
  ...{ total_amount: text, open_amount: text, book_total_amount: text, book_open_amount: text },
})

test('whoever wants them gets the figures on Monday, once, and of no other administration', async () => {
  const to = ['boss@example.com', 'desk@example.com']
  const tenant = await place({ report_email_addresses: to, default_language: 'nl' })
  const debtor_id = await given.debtor(tenant)
  const dates = { invoice_date: '2026-07-01' }
  await given.invoice(tenant, debtor_id, { ...dates, due_date: '2026-08-01', ...owing('300.00') })
  await given.invoice(tenant, debtor_id, { ...dates, due_date: '2026-11-10', ...owing('20.50') })
  await given.invoice(tenant, debtor_id, { ...dates, due_date: '2026-12-01', ...owing('1000.00') })
  const silent = await place({ report_email_addresses: [] })
  await given.invoice(silent, await given.debtor(silent), owing('77777.77'))
  await place({ report_email_addresses: to }, { sandbox: true })
  await place({ report_email_addresses: to }, { status: 'deleted' })
  assert.equal(await mailReports(database.db, { now, base_url }), 1)
  assert.equal(await mailReports(database.db, { now, base_url }), 0, 'nobody gets it twice')
  await until('it is sent', async () => smtp.received.length === 1)
  const [mail] = smtp.received.splice(0)
  assert.deepEqual(mail?.to, to)
  const text = mail ? readable(mail) : ''
  assert.match(text, /er staat €\s1\.320,50 open\. Daarvan is €\s320,50 te laat, en €\s300,00 langer dan 90 dagen\./)
  assert.match(text, /Deze week wordt €\s\d/)
  assert.ok(text.includes(`${base_url}/administrations/${tenant.administration_id}/reports`))
  now = new Date('2026-11-23T07:00:00Z')
  assert.equal(await mailReports(database.db, { now, base_url }), 1, 'and again a week later')
})
