import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startService } from '../../test/harness.ts'
import { mailTo } from '../../test/mailbox.ts'
import { answering, happen, startReceiver } from '../../test/receiver.ts'
import { until } from '../../test/until.ts'
import { signedIn } from '../../test/visitor.ts'
import { permission_names } from '../auth/permissions.ts'
import { serviceActor } from '../domain/actor.ts'
import { emitCompany } from '../events/emit_company.ts'

const service = await startService()
const { given, database } = service
const { db } = database

/** An application with a webhook, and a customer with two administrations. */
async function ground(options: { events?: string[]; permissions?: string[] } = {}) {
  const maker = await given.tenant()
  const who = await signedIn(service, maker.company_id)
  const application = await given.application(maker, { permissions: options.permissions ?? permission_names })
  const receiver = await startReceiver()
  const body = { application_id: application.id, url: receiver.url, events: options.events ?? [] }
  const answer = await who.send('POST /console/application_webhooks', body)
  assert.equal(answer.status, 201, answer.text)
  const webhook = answer.body as { id: string; secret: string }
  const customer = await given.tenant()
  const second = await given.tenant({ company_id: customer.company_id })
  const record = async (tenant: typeof customer) => given.invoice(tenant, await given.debtor(tenant))
  const invoices = new Map([
    [customer.administration_id, await record(customer)],
    [second.administration_id, await record(second)],
  ])
  const connect = async (permissions = permission_names, administration_ids: string[] | null = null) => {
    const id = await given.grant(application.id, customer.company_id)
    const created_at = new Date().toISOString()
    const all_administrations = administration_ids === null
    await db.updateTable('grants').set({ permissions, created_at, all_administrations }).where('id', '=', id).execute()
    for (const administration_id of administration_ids ?? [])
      await db.insertInto('grant_administrations').values({ grant_id: id, administration_id }).execute()
    return id
  }
  const pause = (administration_id: string, step: string) => {
    const resource_id = invoices.get(administration_id) ?? ''
    const one = { event_name: 'invoice_paused', resource_type: 'invoice', resource_id, step } as const
    return happen(service, administration_id, [one])
  }
  const first_id = customer.administration_id
  const second_id = second.administration_id
  return { maker, who, application, receiver, webhook, customer, first_id, second_id, connect, pause }
}

const steps = ({ received }: Awaited<ReturnType<typeof startReceiver>>) => received.map(({ event }) => event.step)

test('an application gets events of everybody who connects, from then on, and of nobody else', async () => {
  const { receiver, connect, pause, first_id, second_id } = await ground()
  await pause(first_id, 'before')
  await connect()
  await pause(first_id, 'first')
  await pause(second_id, 'second')
  await until('both are there', () => receiver.received.length === 2)
  assert.deepEqual(steps(receiver).sort(), ['first', 'second'])
  const ids = receiver.received.map(({ headers }) => headers['x-dunlin-administration-identifier']).sort()
  assert.deepEqual(ids, [first_id, second_id].sort())
})

test('a connection to some administrations gets events of those alone, and ends with the connection', async () => {
  const { receiver, connect, pause, first_id, second_id } = await ground()
  const grant_id = await connect(permission_names, [second_id])
  await pause(first_id, 'not chosen')
  await pause(second_id, 'chosen')
  await until('it is there', () => receiver.received.length === 1)
  const revoked_at = new Date().toISOString()
  await db.updateTable('grants').set({ revoked_at }).where('id', '=', grant_id).execute()
  await pause(second_id, 'after the end')
  const [last] = await db.selectFrom('events').select('event_time').orderBy('id', 'desc').limit(1).execute()
  await until('it was seen', async () => {
    const { rows } = await sql`
      select from follower_positions where follower = 'webhooks' and administration_id = ${second_id}::bigint
        and stamp >= ${last?.event_time}::timestamptz`.execute(db)
    return rows.length > 0
  })
  await connect()
  await pause(second_id, 'connected again')
  await until('the next is there', () => receiver.received.length === 2)
  assert.deepEqual(steps(receiver), ['chosen', 'connected again'])
})

test('a payload holds what the connection may read', async () => {
  const { receiver, connect, pause, first_id, second_id } = await ground()
  await connect(['events:read', 'invoices:read'], [first_id])
  await pause(first_id, '1')
  await until('it is there', () => receiver.received.length === 1)
  const [{ event }] = receiver.received as [(typeof receiver.received)[number]]
  assert.deepEqual(Object.keys(event.context.debtor as object), ['id'])
  assert.ok(event.context.invoice_number)
  const other = await ground()
  await other.connect(['events:read', 'debtors:read'])
  await other.pause(other.first_id, 'an invoice')
  const debtor_id = await given.debtor(other.customer)
  const happened = { event_name: 'debtor_new_comment', resource_type: 'debtor', resource_id: debtor_id } as const
  await happen(service, other.first_id, [happened])
  await until('it is there', () => other.receiver.received.length === 1)
  assert.equal(other.receiver.received[0]?.event.event_name, 'debtor_new_comment')
  assert.ok(second_id)
})

test('without the permission for events an application gets none, and is told so', async () => {
  const { who, maker } = await ground()
  const without = await given.application(maker, { permissions: ['invoices:read'] })
  const body = { application_id: without.id, url: 'https://example.com/' }
  const answer = await who.send('POST /console/application_webhooks', body)
  assert.equal(answer.status, 422)
  assert.match(answer.text, /events:read/)
  const { receiver, connect, pause, first_id, second_id } = await ground()
  await connect(['invoices:read'], [first_id])
  await connect(['invoices:read', 'events:read'], [second_id])
  await pause(first_id, 'unseen')
  await pause(second_id, 'seen')
  await until('it is there', () => receiver.received.length === 1)
  assert.deepEqual(steps(receiver), ['seen'])
})

test('applications hear of the account too', async () => {
  const { receiver, connect, customer } = await ground({ events: ['company_updated'] })
  await connect()
  const { company_id } = customer
  await db
    .transaction()
    .execute((trx) =>
      emitCompany(trx, 'company_updated', { company_id, actor: serviceActor('upkeep'), now: new Date() }),
    )
  await until('it is there', () => receiver.received.length === 1)
  const { event, headers } = receiver.received[0] ?? assert.fail()
  assert.equal(event.event_name, 'company_updated')
  assert.equal(headers['x-dunlin-administration-identifier'], undefined)
  assert.deepEqual([event.context.resource_type, event.context.id], ['company', Number(company_id)])
})

test('another company sees and changes nothing of it, and neither does the customer', async () => {
  const { webhook, customer, receiver, who, connect, pause, first_id } = await ground()
  await connect()
  await pause(first_id, '1')
  await until('it is there', () => receiver.received.length === 1)
  let delivery_id = ''
  await until('it is noted', async () => {
    const { body } = await who.get(`/console/application_deliveries?webhook_id=${webhook.id}`)
    delivery_id = (body as { data: { id: string }[] }).data[0]?.id ?? ''
    return delivery_id !== ''
  })
  const stranger = await signedIn(service, customer.company_id)
  for (const path of [`application_webhooks/${webhook.id}`, `application_deliveries/${delivery_id}`])
    assert.equal((await stranger.get(`/console/${path}`)).status, 404, path)
  for (const verb of ['renew_secret', 'test', 'resend_failed'])
    assert.equal((await stranger.send(`POST /console/application_webhooks/${webhook.id}/${verb}`)).status, 404, verb)
  assert.equal((await stranger.send(`POST /console/application_deliveries/${delivery_id}/resend`)).status, 404)
  const token = await given.token(customer)
  const { body } = await service.call(`GET /v1/webhook_deliveries?administration_id=${first_id}`, { token })
  assert.deepEqual((body as { data: unknown[] }).data, [])
  const shown = await service.call(`GET /v1/webhook_deliveries/${delivery_id}?administration_id=${first_id}`, { token })
  assert.equal(shown.status, 404)
  const json = { administration_id: first_id }
  const resent = await service.call(`POST /v1/webhook_deliveries/${delivery_id}/resend`, { token, json })
  assert.equal(resent.status, 404)
})

test('when an application is given up, its company gets the mail', async () => {
  const { webhook, receiver, connect, pause, first_id, who } = await ground()
  receiver.answer(answering(500))
  await connect()
  await pause(first_id, '1')
  await until('it failed', async () => {
    const { rows } = await sql`
      select from webhook_deliveries where webhook_id = ${webhook.id}::bigint and attempts = 1`.execute(db)
    return rows.length > 0
  })
  await sql`update webhook_deliveries set attempts = 9, next_attempt_at = now()
            where webhook_id = ${webhook.id}::bigint`.execute(db)
  await sql`update webhook_lanes set work_at = now() where webhook_id = ${webhook.id}::bigint`.execute(db)
  const { text } = await mailTo(service, who.email_address, 'webhook_deactivated')
  assert.match(text, /connections\/applications\//)
  const { body } = await who.get(`/console/application_webhooks/${webhook.id}`)
  assert.equal((body as { status: string }).status, 'deactivated')
})
