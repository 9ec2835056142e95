import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { data, startService } from '../../test/harness.ts'
import { mailTo } from '../../test/mailbox.ts'
import { answering, givenWebhook, happen, startReceiver, taken } from '../../test/receiver.ts'
import { until } from '../../test/until.ts'
import { givenPerson } from '../../test/visitor.ts'
import { pauses_ms } from './retries.ts'

let ahead_ms = 0
const service = await startService({ now: () => new Date(Date.now() + ahead_ms) })
const { call, given, database } = service

/** A company with an administrator, and an administration with a webhook. */
async function ground() {
  const tenant = await given.tenant()
  const { administration_id } = tenant
  const person = await givenPerson(service, tenant.company_id)
  const token = await given.token(tenant)
  const invoice_id = await given.invoice(tenant, await given.debtor(tenant))
  const receiver = await startReceiver()
  const webhook = await givenWebhook(service, token, administration_id, { url: receiver.url })
  const paused = { event_name: 'invoice_paused', resource_type: 'invoice', resource_id: invoice_id } as const
  const deliveries = async (query = '') =>
    data(await call(`GET /v1/webhook_deliveries?administration_id=${administration_id}${query}`, { token }))
  const verb = async (name: string, json: object = {}, of = `webhooks/${webhook.id}`) => {
    const method = /^(pause|activate)$/.test(name) ? 'PATCH' : 'POST'
    const answer = await call(`${method} /v1/${of}/${name}`, { token, json: { administration_id, ...json } })
    assert.equal(answer.status, 200, answer.text)
    return answer.body as Record<string, unknown>
  }
  const show = async () =>
    (await call(`GET /v1/webhooks/${webhook.id}?administration_id=${administration_id}`, { token })).body as Record<
      string,
      unknown
    >
  return {
    ...{ tenant, administration_id, person, token, receiver, webhook, deliveries, verb, show },
    happen: (step: string) => happen(service, administration_id, [{ ...paused, step }]),
    steps: () => receiver.received.map(({ event }) => event.step),
  }
}

type Ground = Awaited<ReturnType<typeof ground>>

/** Lets a delivery fail until the webhook is given up. */
async function giveUp({ receiver, deliveries, show }: Ground): Promise<void> {
  receiver.answer(answering(500))
  for (const [place, pause_ms] of [...pauses_ms, 0].entries()) {
    await until(`attempt ${place + 1}`, async () =>
      (await deliveries()).some(({ attempts_count }) => Number(attempts_count) > place),
    )
    ahead_ms += pause_ms
  }
  await until('it is given up', async () => (await show()).status === 'deactivated')
}

test('after ten attempts a webhook is deactivated, with a mail and a notification, and goes on where it stopped', async () => {
  const one = await ground()
  const { receiver, administration_id, token, person, deliveries, steps, verb, webhook } = one
  receiver.answer(answering(500))
  await one.happen('first')
  await giveUp(one)
  const [failed] = await deliveries('&statuses=failed')
  assert.equal(failed?.attempts_count, 10)
  const letter = await mailTo(service, person.email_address, 'webhook_deactivated')
  assert.match(letter.text, new RegExp(`administrations/${administration_id}/webhooks/${webhook.id}`))
  const [notification] = data(await call(`GET /v1/notifications?administration_id=${administration_id}`, { token }))
  assert.equal(notification?.notification_type, 'webhook_deactivated')
  assert.deepEqual(notification?.details, { host: `127.0.0.1:${receiver.port}` })

  const before = receiver.received.length
  await one.happen('second')
  await one.happen('third')
  receiver.answer(taken)
  await verb('activate')
  await until('all are there', () => receiver.received.length === before + 3)
  assert.deepEqual(steps().slice(before), ['first', 'second', 'third'])
  await until('none failed', async () => (await deliveries('&statuses=failed')).length === 0)
})

test('what was sent again by hand in vain still begins anew with its webhook, and what arrived does not', async () => {
  const one = await ground()
  const { receiver, deliveries, verb, steps } = one
  const inVain = (attempts: number) =>
    until('it was tried by hand', async () => (await deliveries('&statuses=failed'))[0]?.attempts_count === attempts)
  await one.happen('first')
  await giveUp(one)
  await verb('resend_failed')
  await inVain(11)
  await verb('activate')
  await until('it begins anew', async () => (await deliveries('&statuses=waiting'))[0]?.attempts_count === 1)

  await verb('pause')
  const [{ id } = assert.fail()] = await deliveries()
  await verb('resend', {}, `webhook_deliveries/${id}`)
  await inVain(2)
  receiver.answer(taken)
  await verb('activate')
  await until('it is there', async () => (await deliveries())[0]?.status === 'delivered')

  await verb('pause')
  receiver.answer(answering(500))
  await verb('resend', {}, `webhook_deliveries/${id}`)
  await inVain(2)
  const before = receiver.received.length
  receiver.answer(taken)
  await verb('activate')
  await one.happen('second')
  await until('the next is there', async () => (await deliveries('&statuses=delivered')).length === 1)
  assert.deepEqual(steps().slice(before), ['second'])
})

test('what was missed can be skipped, or sent from any moment', async () => {
  const one = await ground()
  const { deliveries, steps, verb, receiver, token, administration_id } = one
  await one.happen('1')
  await one.happen('2')
  await until('two are there', () => receiver.received.length === 2)
  await verb('pause')
  await one.happen('3')
  await verb('activate', { skip_missed: true })
  await one.happen('4')
  await until('the next is there', () => receiver.received.length === 3)
  assert.deepEqual(steps(), ['1', '2', '4'])

  const events = data(await call(`GET /v1/events?administration_id=${administration_id}`, { token }))
  const from = String(events.find(({ step }) => step === '2')?.event_time)
  await verb('replay', { replay_from: from })
  await until('they come again', () => receiver.received.length === 6)
  assert.deepEqual(steps().slice(3), ['2', '3', '4'])
  const again = receiver.received.slice(3).map(({ headers }) => headers['webhook-id'])
  assert.deepEqual(
    again,
    events.slice(1).map(({ event_id }) => event_id),
  )

  await verb('pause')
  await verb('activate', { replay_from: String(events[0]?.event_time) })
  await until('from the beginning', () => receiver.received.length === 10)
  assert.deepEqual(steps().slice(6), ['1', '2', '3', '4'])
  await until('all are noted', async () => (await deliveries()).length === 10)
  for (const [body, problem] of [
    [{ replay_from: '2020-01-01T00:00:00Z' }, 'replay_from: must not be longer ago than two years'],
    [{ replay_from: '2090-01-01T00:00:00Z' }, 'replay_from: must not be in the future'],
  ] as const) {
    const refused = await call(`POST /v1/webhooks/${one.webhook.id}/replay`, {
      token,
      json: { administration_id, ...body },
    })
    assert.deepEqual([refused.status, (refused.body as { message: string }).message], [422, problem])
  }
})

test('what is asked for while something is on its way counts', async () => {
  const one = await ground()
  const { receiver, verb, steps, token, administration_id } = one
  const open: (() => void)[] = []
  receiver.answer((_, response) => void open.push(() => response.end()))
  await one.happen('1')
  await until('it is on its way', () => open.length === 1)
  const [event] = data(await call(`GET /v1/events?administration_id=${administration_id}`, { token }))
  await verb('replay', { replay_from: String(event?.event_time) })
  receiver.answer(taken)
  open[0]?.()
  await until('it came again', () => receiver.received.length === 2)
  assert.deepEqual(steps(), ['1', '1'])
})

test('a webhook that is paused gets nothing but tests, and what somebody sends again', async () => {
  const one = await ground()
  const { deliveries, verb, receiver } = one
  await one.happen('1')
  await until('it is noted', async () => (await deliveries('&statuses=delivered')).length === 1)
  await verb('pause')
  await one.happen('2')
  const [first] = await deliveries()
  await verb('resend', {}, `webhook_deliveries/${first?.id}`)
  await until('it came again', () => receiver.received.length === 2)
  const { delivery_id } = await verb('test')
  await until('the test came', () => receiver.received.length === 3)
  const { event } = receiver.received[2] ?? assert.fail()
  assert.equal(event.event_name, 'webhook_test')
  assert.deepEqual(
    receiver.received.map(({ event: { step = 'test' } }) => step),
    ['1', '1', 'test'],
  )
  await until('it is noted', async () => (await deliveries('&statuses=delivered')).some(({ id }) => id === delivery_id))
})

test('what somebody sends again is tried once, and all that failed at once', async () => {
  const one = await ground()
  const { deliveries, verb, receiver } = one
  receiver.answer(answering(503))
  await verb('test')
  await verb('test', { event_name: 'invoice_paid' })
  await until('both failed', async () => (await deliveries('&statuses=failed')).length === 2)
  receiver.answer(taken)
  await verb('resend_failed')
  await until('both are there', async () => (await deliveries('&statuses=delivered')).length === 2)
  assert.equal(receiver.received.length, 4)
  assert.ok((await deliveries()).every(({ attempts_count }) => attempts_count === 2))
})

test('for a day after it was renewed both secrets count, and then the new one alone', async () => {
  const one = await ground()
  const { webhook, receiver, verb } = one
  const { secret } = (await verb('renew_secret')) as { secret: string }
  assert.notEqual(secret, webhook.secret)
  await one.happen('1')
  await until('it is there', () => receiver.received.length === 1)
  ahead_ms += 86_400_000
  await one.happen('2')
  await until('the next is there', () => receiver.received.length === 2)
  const [during, after] = receiver.received
  assert.ok(during && after)
  // Their moments lie ahead, as the clock of this test does, so the package would refuse them for that alone.
  const right = (key: string, { body, headers }: typeof during): boolean => {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const wanted = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64')).update(signed)
    return String(headers['webhook-signature'])
      .split(' ')
      .includes(`v1,${wanted.digest('base64')}`)
  }
  const plain = (key: string, body: string): string => createHmac('sha256', key).update(body).digest('hex')
  assert.deepEqual([right(secret, during), right(webhook.secret, during)], [true, true])
  assert.equal(during.headers['x-dunlin-signature'], plain(secret, during.body))
  assert.equal(during.headers['x-dunlin-signature-previous'], plain(webhook.secret, during.body))
  assert.deepEqual([right(secret, after), right(webhook.secret, after)], [true, false])
  assert.equal(after.headers['x-dunlin-signature'], plain(secret, after.body))
  assert.equal(after.headers['x-dunlin-signature-previous'], undefined)
})

test('without the key of the installation nothing is sent, and a new secret mends that', async () => {
  const one = await ground()
  const { webhook, receiver, verb, deliveries } = one
  await sql`update webhooks set secret_hash = ${Buffer.alloc(32)}::bytea where id = ${webhook.id}::bigint`.execute(
    database.db,
  )
  await verb('test')
  await until('it failed', async () => (await deliveries())[0]?.problem === 'secret_lost')
  assert.equal(receiver.received.length, 0)
  await verb('renew_secret')
  await verb('resend_failed')
  await until('it is there', () => receiver.received.length === 1)
})

test('what is wrong with a webhook is said', async () => {
  const { token, administration_id } = await ground()
  const make = (json: object) => call('POST /v1/webhooks', { token, json: { administration_id, ...json } })
  for (const [json, message] of [
    [{}, 'url: is missing'],
    [{ url: 'example.com' }, 'url: must be an address that begins with https://'],
    [
      { url: 'http://example.com:80@10.0.0.1/' },
      'url: must not hold a user name or password; requests are signed instead',
    ],
    [
      { url: 'https://10.0.0.1/' },
      'url: must be reachable from outside: addresses of this machine and of private networks get no events',
    ],
    [{ url: 'https://example.com', events: ['invoice_pad'] }, 'events: invoice_pad is no event'],
    [
      { url: 'https://example.com', events: ['company_updated'] },
      'events: company_updated is only sent to webhooks of applications',
    ],
  ] as const) {
    const { status, body } = await make(json)
    assert.deepEqual([status, (body as { message: string }).message], [422, message])
  }
  for (let made = 1; made < 25; made++) assert.equal((await make({ url: 'https://example.com/' })).status, 201)
  const { status, body } = await make({ url: 'https://example.com/' })
  const full = 'url: there are 25 webhooks already; remove one first'
  assert.deepEqual([status, (body as { message: string }).message], [422, full])
})

test('a webhook that was removed gets nothing any more, and its deliveries are gone', async () => {
  const one = await ground()
  const { verb, deliveries, receiver, token, administration_id, webhook } = one
  await verb('test')
  await until('it is noted', async () => (await deliveries('&statuses=delivered')).length === 1)
  await verb('remove')
  await one.happen('1')
  assert.equal((await deliveries()).length, 0)
  const path = `/v1/webhooks/${webhook.id}?administration_id=${administration_id}`
  assert.equal((await call(`GET ${path}`, { token })).status, 404)
  const other = await ground()
  await other.happen('2')
  await until('another one has its own', () => other.receiver.received.length === 1)
  assert.equal(receiver.received.length, 1)
})

test('a secret is shown once, also to whoever asks for no member of the webhook', async () => {
  const { verb } = await ground()
  const renewed = await verb('renew_secret', { fields: '{"only":[]}' })
  assert.deepEqual(Object.keys(renewed), ['secret'])
})
