import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { memoryOf } from '../bench/processes.ts'
import { startChild } from '../faults/child.ts'
import { changeIn } from '../src/db/change.ts'
import { serviceActor } from '../src/domain/actor.ts'
import { emitMany } from '../src/events/emit_many.ts'
import { givenIn } from './given.ts'
import { addressOf, testDatabase } from './harness.ts'
import { startReceiver } from './receiver.ts'
import { until } from './until.ts'

/** How many events come at once; the suite takes some, `BURST=50000` what was promised. */
const count = Number(process.env.BURST ?? 5_000)
const at_once = 1_000

const database = await testDatabase()
const given = givenIn(database.db)
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const debtor_id = await given.debtor(tenant)
const invoices: string[] = []
while (invoices.length < 50) invoices.push(await given.invoice(tenant, debtor_id))
const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-burst-'))
after(() => rm(data_dir, { recursive: true, force: true }))
const child = await startChild({
  ...{ DATABASE_URL: addressOf(database.connection), DATA_DIR: data_dir, RATE_LIMIT: '0', LOG_LEVEL: 'error' },
  WEBHOOK_NETWORKS: '127.0.0.1',
})
after(child.stop)

test(`${count} events at once arrive, each once and in the order of its record, with flat memory`, async () => {
  const ids = new Set<string>()
  const last = new Map<unknown, number>()
  let disorder = 0
  const receiver = await startReceiver(({ event: { id, step, context } }, response) => {
    if (!ids.has(id) && Number(step) < (last.get(context.id) ?? -1)) disorder++
    last.set(context.id, Number(step))
    ids.add(id)
    receiver.received.length = 0
    response.end()
  })
  const answer = await fetch(`${child.base_url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ administration_id, url: receiver.url }),
  })
  assert.equal(answer.status, 201, await answer.text())
  const changing = { administration_id, actor: serviceActor('upkeep'), real_now: new Date() }
  for (let from = 0; from < count; from += at_once)
    await changeIn(database.db, changing, (change) =>
      emitMany(
        change,
        Array.from({ length: at_once }, (_, place) => ({
          ...{ event_name: 'invoice_paused', resource_type: 'invoice', step: String(from + place) },
          resource_id: invoices[(from + place) % invoices.length] ?? '',
        })),
      ),
    )
  // The most in each tenth of the way; zero where the system does not say, as on macOS.
  const peaks: number[] = []
  const began = performance.now()
  await until(
    'all are there',
    () => {
      const tenth = Math.min(9, Math.floor((ids.size * 10) / count))
      peaks[tenth] = Math.max(peaks[tenth] ?? 0, memoryOf(child.pid) ?? 0)
      return ids.size === count
    },
    300_000,
  )
  const per_second = Math.round(count / ((performance.now() - began) / 1_000))
  console.log(`${per_second} events a second; MB at the most in each tenth: ${peaks.join(' ')}`)
  assert.equal(disorder, 0)
  const [first, second] = [Math.max(...peaks.slice(0, 5)), Math.max(...peaks.slice(5))]
  if (process.platform === 'linux') assert.ok(first > 20, `${first} MB`)
  // A process takes what it needs while it warms up, and gives it back when it likes; what grows with the number of
  // events would go on growing.
  assert.ok(second <= 1.5 * first, `${first} MB in the first half, ${second} MB in the second`)
})
