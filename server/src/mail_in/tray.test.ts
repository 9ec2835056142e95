import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Tenant } from '../../test/given.ts'
import { startService } from '../../test/harness.ts'
import { mailTo } from '../../test/mail_client.ts'
import { signedIn } from '../../test/visitor.ts'

const receiver = { host: '127.0.0.1', port: 0, tls: null }
const service = await startService({ mail_in: { address: 'replies@in.example.com', receiver, imap_url: null } })
const { given, database } = service
const { db } = database
const port = service.app.mail_in_port() ?? assert.fail('no port')
const tenant = await given.tenant()
const other = await given.tenant()
const boss = await signedIn(service, tenant.company_id)
const outsider = await signedIn(service, other.company_id)
const debtor_id = await given.debtor(tenant, { primary_email_address: 'one@example.org; known@example.org' })
const invoice_id = await given.invoice(tenant, debtor_id)

type Listed = { id: string; from_address: string; debtor_id: string | null; subject: string }
const inboxOf = async ({ administration_id }: Tenant): Promise<string> =>
  ((await boss.get(`/console/administrations/${administration_id}/inbox`)).body as { address: string }).address
const tray = async (): Promise<Listed[]> => {
  const path = `/console/administrations/${tenant.administration_id}/messages?unassigned=true`
  return ((await boss.get(path)).body as { messages: Listed[] }).messages
}
const verb = (who: typeof boss, id: string, name: 'assign' | 'discard', json: object = {}) =>
  who.send(`PATCH /console/messages/${id}/${name}`, { administration_id: tenant.administration_id, ...json })
const comments = async (): Promise<unknown[]> =>
  (
    await sql`select event_name, resource_id::text from events
      where administration_id = ${tenant.administration_id}::bigint and event_name like '%comment'`.execute(db)
  ).rows

test('a stranger waits in the tray until somebody says whose the message is', async () => {
  const to = await inboxOf(tenant)
  const attachments = [{ filename: 'proof.txt', content: 'paid' }]
  assert.match(
    await mailTo(port, { from: 'x@stranger.example', to, subject: 'Hi', text: 'Paid.', attachments }),
    /^250/,
  )
  const [message] = await tray()
  assert.deepEqual([message?.from_address, message?.debtor_id, message?.subject], ['x@stranger.example', null, 'Hi'])
  assert.deepEqual(await comments(), [])
  const id = message?.id ?? ''
  assert.equal((await verb(outsider, id, 'assign', { invoice_id })).status, 403)
  const assigned = await verb(boss, id, 'assign', { invoice_id })
  assert.equal(assigned.status, 200, assigned.text)
  assert.deepEqual(await tray(), [])
  assert.deepEqual(await comments(), [{ event_name: 'invoice_new_comment', resource_id: invoice_id }])
  assert.equal((await verb(boss, id, 'assign', { debtor_id })).status, 422, 'it belongs to somebody now')
  assert.equal((await verb(boss, id, 'discard')).status, 422)
  const shown = await boss.get(`/console/administrations/${tenant.administration_id}/messages/${id}`)
  const { attachments: files, original_url } = shown.body as { attachments: object[]; original_url: string }
  assert.equal(files.length, 1)
  const original = await fetch(original_url)
  assert.match(original.headers.get('content-disposition') ?? '', /^attachment; filename="Hi\.eml"/)
  assert.match(await original.text(), /From: x@stranger\.example/)
})

test('a sender whose address one debtor has is known', async () => {
  const from = 'Known@example.org'
  assert.match(await mailTo(port, { from, to: await inboxOf(tenant), subject: 'Known', text: 'Hello.' }), /^250/)
  assert.deepEqual(await tray(), [])
  const { rows } = await sql<{ debtor_id: string }>`
    select debtor_id::text from messages where subject = 'Known'`.execute(db)
  assert.deepEqual(rows, [{ debtor_id }])
})

test('what is not wanted is thrown away', async () => {
  await mailTo(port, { from: 'spam@stranger.example', to: await inboxOf(tenant), subject: 'Win', text: 'Click.' })
  const [message] = await tray()
  assert.ok([200, 204].includes((await verb(boss, message?.id ?? '', 'discard')).status))
  assert.deepEqual(await tray(), [])
  assert.equal((await verb(boss, message?.id ?? '', 'discard')).status, 404)
})
