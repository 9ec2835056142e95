import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { data, startService } from '../../test/harness.ts'
import { answering, givenWebhook, happen, startReceiver, taken } from '../../test/receiver.ts'
import { until } from '../../test/until.ts'
import { pauses_ms } from './retries.ts'

let ahead_ms = 0
const service = await startService({ now: () => new Date(Date.now() + ahead_ms) })
const { call, given } = service

const with_attempts = `&fields=${encodeURIComponent('{"only":["attempts"]}')}`

/** An administration of its own, with a debtor, an invoice and a webhook. */
async function ground(options: { events?: string[] } = {}) {
  const tenant = await given.tenant()
  const { administration_id } = tenant
  const token = await given.token(tenant)
  const debtor_id = await given.debtor(tenant)
  const invoice_id = await given.invoice(tenant, debtor_id)
  const receiver = await startReceiver()
  const webhook = await givenWebhook(service, token, administration_id, { url: receiver.url, ...options })
  const paused = { event_name: 'invoice_paused', resource_type: 'invoice', resource_id: invoice_id } as const
  return {
    ...{ tenant, administration_id, token, debtor_id, invoice_id, receiver, webhook, paused },
    happen: (...all: Parameters<typeof happen>[2][number][]) => happen(service, administration_id, all),
    deliveries: async (query = '') =>
      data(await call(`GET /v1/webhook_deliveries?administration_id=${administration_id}${query}`, { token })),
    show: async () =>
      (await call(`GET /v1/webhooks/${webhook.id}?administration_id=${administration_id}`, { token })).body as Record<
        string,
        unknown
      >,
    verb: (line: string, json: object = {}) => call(line, { token, json: { administration_id, ...json } }),
  }
}

test('what happens is sent as the list of events shows it, signed in both ways', async () => {
  const { receiver, webhook, token, administration_id, invoice_id, debtor_id, verb } = await ground()
  const paused = await verb(`PATCH /v1/invoices/${invoice_id}/pause`, { type: 'all' })
  assert.equal(paused.status, 200, paused.text)
  await until('it arrives', () => receiver.received.length > 0)
  const [one] = receiver.received
  assert.ok(one)
  const { headers, body, event } = one
  const [listed] = data(await call(`GET /v1/events?administration_id=${administration_id}`, { token }))
  assert.deepEqual(event, {
    id: listed?.event_id,
    event_name: listed?.event_name,
    event_time: listed?.event_time,
    context: listed?.context,
  })
  assert.match(event.event_time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  const { context } = event
  assert.equal(event.event_name, 'invoice_paused')
  assert.equal(context.id, Number(invoice_id))
  assert.equal((context.debtor as { id: number }).id, Number(debtor_id))
  assert.equal((context.administration as { id: number }).id, Number(administration_id))
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['x-dunlin-administration-identifier'], administration_id)
  assert.match(String(headers['x-dunlin-delivery']), /^[0-9a-f-]{36}$/)
  assert.equal(headers['x-dunlin-signature'], createHmac('sha256', webhook.secret).update(body).digest('hex'))
  assert.equal(headers['webhook-id'], listed?.event_id)
  assert.deepEqual(new Webhook(webhook.secret).verify(body, headers as Record<string, string>), { event })
  const other = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`)
  assert.throws(() => other.verify(body, headers as Record<string, string>))
})

test('only chosen events are sent, and nothing from before the webhook was there', async () => {
  const { receiver, administration_id, happen, paused, webhook, verb, tenant, debtor_id } = await ground({
    events: ['invoice_resumed'],
  })
  await happen(paused, { ...paused, event_name: 'invoice_resumed' })
  await until('it arrives', () => receiver.received.length > 0)
  const later = await given.invoice(tenant, debtor_id)
  const all = await verb(`PATCH /v1/webhooks/${webhook.id}`, { events: [] })
  assert.equal(all.status, 200, all.text)
  await happen({ ...paused, resource_id: later })
  await until('the next arrives', () => receiver.received.length > 1)
  assert.deepEqual(
    receiver.received.map(({ event }) => event.event_name),
    ['invoice_resumed', 'invoice_paused'],
  )
  assert.equal(receiver.received[1]?.headers['x-dunlin-administration-identifier'], administration_id)
})

test('what fails is tried again with growing pauses, under the same id and another delivery', async () => {
  const { receiver, happen, paused, deliveries, show } = await ground()
  receiver.answer(answering(500, '<b>broken</b>'))
  await happen(paused)
  for (const [place, pause_ms] of pauses_ms.slice(0, 3).entries()) {
    await until(`attempt ${place + 1} is noted`, async () => (await deliveries())[0]?.attempts_count === place + 1)
    const [one] = await deliveries()
    const waits_ms = Date.parse(String(one?.next_attempt_at)) - Date.parse(String(one?.last_attempt_at))
    assert.ok(Math.abs(waits_ms - pause_ms) < 5_000, `${waits_ms} after attempt ${place + 1}`)
    assert.deepEqual([one?.status, one?.problem, one?.answer_status], ['waiting', 'answer', 500])
    if (place === 2) receiver.answer(taken)
    ahead_ms += pause_ms
  }
  await until('it is delivered', async () => (await deliveries())[0]?.status === 'delivered')
  assert.equal(receiver.received.length, 4)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-dunlin-delivery'])).size, 4)
  const [one] = await deliveries(with_attempts)
  const attempts = one?.attempts as Record<string, unknown>[]
  assert.deepEqual(
    attempts.map(({ answer_status, answer_body, problem }) => [answer_status, answer_body, problem]),
    [...Array(3).fill([500, '<b>broken</b>', 'answer']), [200, 'thanks', null]],
  )
  assert.deepEqual(
    attempts.map(({ id }) => id),
    receiver.received.map(({ headers }) => headers['x-dunlin-delivery']),
  )
  assert.equal((await show()).failing_since, null)
})

test('any 2xx takes an event, and nothing else does', async () => {
  const { receiver, happen, paused, deliveries } = await ground()
  const statuses = [200, 201, 202, 204, 299, 304, 400, 404, 410, 503]
  for (const status of statuses) {
    receiver.answer(answering(status))
    const before = (await deliveries()).length
    await happen(paused)
    await until(`${status} is noted`, async () => (await deliveries()).length > before)
    // A receiver that failed is left alone for a while.
    ahead_ms += 60_000
    receiver.answer(taken)
    await until('all are delivered', async () => (await deliveries('&statuses=waiting')).length === 0)
  }
  const answered = (await deliveries(with_attempts)).map(({ attempts }) => {
    return (attempts as { answer_status: number; problem: string | null }[]).map((one) => one.answer_status)
  })
  assert.deepEqual(
    answered.reverse(),
    statuses.map((status) => (status < 300 ? [status] : [status, 200])),
  )
})

test('of one record events arrive in their order, of others side by side', async () => {
  const { receiver, happen, paused, tenant, debtor_id } = await ground()
  const records = [paused.resource_id]
  while (records.length < 6) records.push(await given.invoice(tenant, debtor_id))
  let open = 0
  let most = 0
  receiver.answer((_, response) => {
    most = Math.max(most, ++open)
    setImmediate(() => {
      open--
      response.end()
    })
  })
  const rounds = 20
  for (let round = 0; round < rounds; round++)
    await happen(...records.map((resource_id) => ({ ...paused, resource_id, step: String(round) })))
  await until('all arrive', () => receiver.received.length === rounds * records.length)
  for (const record of records) {
    const steps = receiver.received.filter(({ event }) => event.context.id === Number(record))
    assert.deepEqual(
      steps.map(({ event }) => event.step),
      Array.from({ length: rounds }, (_, round) => String(round)),
    )
  }
  assert.ok(most > 1, 'several at once')
})

test('a receiver that never answers keeps no other one waiting', async () => {
  const slow = await ground()
  slow.receiver.answer(() => {})
  const quick = await ground()
  await slow.happen(slow.paused)
  await until('the slow one has it', () => slow.receiver.received.length > 0)
  const began = performance.now()
  await quick.happen(quick.paused)
  await until('the quick one has it', () => quick.receiver.received.length > 0)
  assert.ok(performance.now() - began < 5_000)
  await until('it timed out', async () => (await slow.deliveries())[0]?.problem === 'timeout')
  const { duration_ms } = (await slow.deliveries())[0] ?? {}
  assert.ok(Number(duration_ms) >= 9_900 && Number(duration_ms) < 12_000, `${duration_ms} ms`)
})
