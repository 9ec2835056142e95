import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { givenWebhook } from '../../test/receiver.ts'
import { signedIn } from '../../test/visitor.ts'

const service = await startService()
const { call, given, database } = service
const tenant = await given.tenant()
const { administration_id, company_id } = tenant
const token = await given.token(tenant)
const url = 'http://127.0.0.1:9/hook'

type Entry = { action: string; url: string; by_person: boolean; by_token: boolean }
const entries = async (): Promise<Entry[]> =>
  (
    await sql<Entry>`
      select action, details->>'url' as url, user_id is not null as by_person, api_token_id is not null as by_token
      from audit_entries where administration_id = ${administration_id}::bigint and action like 'webhook%'
      order by id`.execute(database.db)
  ).rows

test('who made, changed, renewed and removed a webhook of an administration is kept', async () => {
  const { id } = await givenWebhook(service, token, administration_id, { url })
  const verb = (line: string, json: object = {}) => call(line, { token, json: { administration_id, ...json } })
  const moved = 'http://127.0.0.1:9/moved'
  assert.equal((await verb(`PATCH /v1/webhooks/${id}`, { url: moved, events: ['invoice_paid'] })).status, 200)
  assert.equal((await verb(`PATCH /v1/webhooks/${id}`, { url: moved, events: ['invoice_paid'] })).status, 200)
  assert.equal((await verb(`POST /v1/webhooks/${id}/renew_secret`)).status, 200)
  assert.ok((await verb(`POST /v1/webhooks/${id}/remove`)).status < 300)
  assert.deepEqual(
    (await entries()).map((one) => [one.action, one.url, one.by_token]),
    [
      ['webhook_created', url, true],
      ['webhook_updated', moved, true],
      ['webhook_secret_renewed', moved, true],
      ['webhook_removed', moved, true],
    ],
    'what changes nothing is not recorded',
  )
  const text = JSON.stringify((await sql`select * from audit_entries`.execute(database.db)).rows)
  assert.doesNotMatch(text, /whsec_/)
})

test('what a person does on the page is kept with the person, and what is refused is not', async () => {
  const before = (await entries()).length
  const boss = await signedIn(service, company_id, { company_role: 'administrator' })
  await boss.send('POST /console/webhooks', { administration_id, url })
  await boss.send('POST /console/webhooks', { administration_id, url: 'ftp://example.com/' })
  const [one, ...more] = (await entries()).slice(before)
  assert.deepEqual([one?.action, one?.by_person, one?.by_token, more.length], ['webhook_created', true, false, 0])
})
