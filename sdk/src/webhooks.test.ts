import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { events } from '../../server/src/events/catalogue.ts'
import { startService } from '../../server/test/harness.ts'
import { givenWebhook, startReceiver } from '../../server/test/receiver.ts'
import { until } from '../../server/test/until.ts'
import { signedIn } from '../../server/test/visitor.ts'
import { verifyWebhook, WebhookError } from './client.ts'

const service = await startService()
const { call, given } = service
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const receiver = await startReceiver()
const { id, secret } = await givenWebhook(service, token, administration_id, { url: receiver.url })

/** Every identifier in a payload, with where it stands; that of the event itself is none of a record. */
function idsIn(value: unknown, path: string): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((one, place) => idsIn(one, `${path}[${place}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(/^id$|_id$/.test(name) && name !== 'origin_id' ? [[`${path}.${name}`, member] as [string, unknown]] : []),
    ...idsIn(member, `${path}.${name}`),
  ])
}

test('an example of every event is sent, verified and told apart', async () => {
  const names = Object.keys(events).filter((name) => name !== 'company_updated')
  for (const event_name of names) {
    const answer = await call(`POST /v1/webhooks/${id}/test`, { token, json: { administration_id, event_name } })
    assert.equal(answer.status, 200, answer.text)
  }
  await until('all are there', () => receiver.received.length === names.length)
  const seen = new Set<string>()
  for (const { body, headers } of receiver.received) {
    const event = await verifyWebhook(secret, { body, headers })
    assert.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), { event })
    assert.equal(event.test, true)
    assert.ok(event.context.resource_type, event.event_name)
    for (const [place, value] of idsIn(event.context, event.event_name))
      assert.ok(value === null || Number.isInteger(value), `${place} is ${JSON.stringify(value)}`)
    // The name of an event narrows the type of its context.
    if (event.event_name === 'invoice_paid') assert.match(event.context.invoice_number, /^F/)
    seen.add(event.event_name)
  }
  assert.deepEqual([...seen].sort(), names.sort())
})

test('an event of accounts is sent to applications', async () => {
  const who = await signedIn(service, tenant.company_id)
  const application = await given.application(tenant)
  const own = await startReceiver()
  const made = await who.send('POST /console/application_webhooks', { application_id: application.id, url: own.url })
  const webhook = made.body as { id: string; secret: string }
  const event_name = 'company_updated'
  const sent = await who.send(`POST /console/application_webhooks/${webhook.id}/test`, { event_name })
  assert.equal(sent.status, 200, sent.text)
  await until('it is there', () => own.received.length === 1)
  const [one] = own.received
  assert.ok(one)
  const event = await verifyWebhook(webhook.secret, one)
  assert.equal(event.event_name === event_name && event.context.resource_type, 'company')
})

test('what is not signed, changed, old or from elsewhere is refused', async () => {
  const [one] = receiver.received
  assert.ok(one)
  const { body, headers } = one
  assert.ok(await verifyWebhook(secret, { body, headers: new Headers(headers as Record<string, string>) }))
  const later = { now: () => new Date(Date.now() + 400_000) }
  const earlier = { now: () => new Date(Date.now() - 400_000) }
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  for (const attempt of [
    () => verifyWebhook(secret, { body: `${body} `, headers }),
    () => verifyWebhook(secret, { body, headers: { ...headers, 'webhook-id': 'another' } }),
    () => verifyWebhook(secret, { body, headers: { ...headers, 'webhook-timestamp': 'soon' } }),
    () => verifyWebhook(secret, { body, headers: { ...headers, 'webhook-signature': 'v1,%%%' } }),
    () => verifyWebhook(secret, { body, headers: { ...headers, 'webhook-signature': 'v2,AAAA' } }),
    () => verifyWebhook(secret, { body, headers: {} }),
    () => verifyWebhook(secret, { body, headers }, later),
    () => verifyWebhook(secret, { body, headers }, earlier),
    () => verifyWebhook(other, { body, headers }),
    () => verifyWebhook('short', { body, headers }),
    () => verifyWebhook('', { body, headers }),
  ])
    await assert.rejects(attempt, WebhookError)
})
