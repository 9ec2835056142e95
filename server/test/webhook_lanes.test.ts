import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { type Child, startChild } from '../faults/child.ts'
import { addressOf, startService } from './harness.ts'
import { pause } from './pause.ts'
import { givenWebhook, happen, startReceiver } from './receiver.ts'
import { until } from './until.ts'

// Several processes share the lanes of webhooks.

const service = await startService({ webhooks: { poll_ms: 60_000 } })
const { given, database, data_dir } = service
const { db } = database

const start = async (): Promise<Child> => {
  const child = await startChild({
    ...{ DATABASE_URL: addressOf(database.connection), DATA_DIR: data_dir, RATE_LIMIT: '0', LOG_LEVEL: 'error' },
    WEBHOOK_NETWORKS: '127.0.0.1',
  })
  after(child.stop)
  return child
}

/** An administration with a webhook, and a receiver that takes its time and notes how much comes at once. */
async function ground(answer_ms: number) {
  const tenant = await given.tenant()
  const { administration_id } = tenant
  const debtor_id = await given.debtor(tenant)
  const invoices: string[] = []
  while (invoices.length < 20) invoices.push(await given.invoice(tenant, debtor_id))
  const seen = new Map<string, number>()
  const heard = { open: 0, most: 0, seen }
  const receiver = await startReceiver(({ event: { id } }, response) => {
    heard.most = Math.max(heard.most, ++heard.open)
    seen.set(id, (seen.get(id) ?? 0) + 1)
    response.on('close', () => heard.open--)
    void pause(answer_ms, 'a receiver that takes its time').then(() => response.end())
  })
  const made = await givenWebhook(service, await given.token(tenant), administration_id, { url: receiver.url })
  const paused = (count: number, of = invoices.length) =>
    happen(
      service,
      administration_id,
      Array.from({ length: count }, (_, place) => ({
        ...{ event_name: 'invoice_paused', resource_type: 'invoice' },
        resource_id: invoices[place % of] ?? '',
      })) as Parameters<typeof happen>[2],
    )
  return { heard, paused, webhook_id: made.id, receiver }
}

/** Made while the service runs here; the last test is about others. */
const late = await ground(100)

test('what happens is sent at once, without looking for it', async () => {
  const { heard, paused } = await ground(0)
  for (let round = 1; round <= 3; round++) {
    await paused(1)
    await until('it is there', () => heard.seen.size === round, 10_000)
  }
})

test('an attempt that is due is made then, without looking for it', async () => {
  const { heard, paused, webhook_id, receiver } = await ground(0)
  await paused(1)
  await until('it is there', () => heard.seen.size === 1)
  receiver.answer((_, response) => void response.writeHead(500).end())
  const failures = async (): Promise<number> =>
    (
      await sql<{ failures: number }>`
        select failures from webhook_lanes where webhook_id = ${webhook_id}::bigint`.execute(db)
    ).rows[0]?.failures ?? 0
  // One after the other, because they are of one record. After three failures the receiver has a second, then two:
  // nothing signals when they are over.
  await paused(5, 1)
  await until('it rests', async () => (await failures()) === 3)
  await until('it was tried twice more', async () => (await failures()) === 5, 10_000)
})

test('when a process is killed, another goes on some seconds later', async () => {
  const { heard, paused } = await ground(100)
  await service.app.stop()
  const first = await start()
  const second = await start()
  // Otherwise all might be sent before it is killed, or by the other one.
  second.signal('SIGSTOP')
  await paused(300)
  await until('the first sends', () => heard.seen.size > 5)
  first.signal('SIGKILL')
  await first.ended
  second.signal('SIGCONT')
  const before = heard.seen.size
  assert.ok(before < 250, `${before} were sent`)
  await until('another sends', () => heard.seen.size > before + 8, 10_000)
  await until('all are there', () => heard.seen.size === 300, 30_000)
  assert.ok(heard.most <= 8, `${heard.most} at once`)
  await second.stop()
})

test('a process that was held up does not send beside the one that took over', async () => {
  const both = [await start(), await start()]
  await late.paused(600)
  await until('somebody sends', () => late.heard.seen.size > 20)
  // Whoever has the lane: one of the two is held up, and then the other.
  for (const held_up of both) {
    held_up.signal('SIGSTOP')
    const before = late.heard.seen.size
    await until('it goes on', () => late.heard.seen.size > before + 40, 60_000)
    held_up.signal('SIGCONT')
    const then = late.heard.seen.size
    await until('it still goes on', () => late.heard.seen.size > then + 40, 60_000)
  }
  assert.ok(late.heard.most <= 8, `${late.heard.most} at once`)
  await until('all are there', () => late.heard.seen.size === 600, 60_000)
  const twice = [...late.heard.seen.values()].filter((times) => times > 1).length
  assert.ok(twice <= 200, `${twice} events came twice, and a portion has 100`)
})
