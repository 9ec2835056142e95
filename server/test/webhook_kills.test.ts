import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { type Child, startChild } from '../faults/child.ts'
import { addDays, type Day, dayIn } from '../src/domain/days.ts'
import { wakeLanes } from '../src/webhooks/feeds.ts'
import { chanceFrom } from './chance.ts'
import { givenIn } from './given.ts'
import { engineFree, engineOn, sendAlways } from './given_engine.ts'
import { addressOf, testDatabase } from './harness.ts'
import { until } from './until.ts'

/** How often the service and the receiver are killed; the suite takes a few, `KILLS=100` more. */
const kills = Number(process.env.KILLS ?? 3)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
const chance = chanceFrom(seed)
const debtors_count = 40

const database = await testDatabase()
const { db } = database
const given = givenIn(db)
const tenant = await given.tenant()
const { administration_id } = tenant
const token = await given.token(tenant)
const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-webhooks-'))
after(() => rm(data_dir, { recursive: true, force: true }))

const start = (): Promise<Child> =>
  startChild({
    ...{ DATABASE_URL: addressOf(database.connection), DATA_DIR: data_dir, RATE_LIMIT: '0', LOG_LEVEL: 'error' },
    ...{ WEBHOOK_NETWORKS: '127.0.0.1', BASE_URL: 'https://dunlin.example.com' },
  })
let child = await start()
after(() => child.stop())

async function send(line: string, body: object): Promise<Record<string, unknown>> {
  const [method = '', path = ''] = line.split(' ')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = new URL(path, `http://127.0.0.1:${new URL(child.base_url).port}`)
  const answer = await fetch(url, { method, headers, body: JSON.stringify({ administration_id, ...body }) })
  const text = await answer.text()
  assert.ok(answer.ok, text)
  return JSON.parse(text)
}

/** A receiver made of Node's HTTP and the package alone, that takes an event when it has kept it. */
const kept = new Map<string, object>()
let wrong = 0
let secret = ''
let webhook_id = ''
let port = 0
let receiver: Server | null = null
async function openReceiver(): Promise<void> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      try {
        const { event } = new Webhook(secret).verify(body, request.headers as Record<string, string>) as {
          event: { id: string }
        }
        kept.set(event.id, event)
        response.end()
      } catch {
        wrong++
        response.writeHead(401).end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  receiver = server
}

async function killReceiver(): Promise<void> {
  const server = receiver
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
}
after(killReceiver)

async function killService(): Promise<void> {
  child.signal('SIGKILL')
  await child.ended
  child = await start()
}

/** Nobody waits for a minute here: what is tried again is tried now. */
const hurry = async (): Promise<void> => {
  await sql`update webhook_deliveries set next_attempt_at = now() where next_attempt_at > now()`.execute(db)
  await sql`update webhook_lanes set rest_until = null where rest_until is not null`.execute(db)
  await wakeLanes(db, [webhook_id])
}

/** The books of a year: some pay late, some never. */
async function fillBooks(today: Day): Promise<void> {
  const numbers = Array.from({ length: debtors_count }, (_, index) => `D${index + 1}`)
  const contacts = numbers.map((contact_identifier) => ({
    ...{ contact_identifier, lastname: contact_identifier, default_email_address: `${contact_identifier}@example.com` },
  }))
  const debtors = numbers.map((number) => ({
    ...{ debtor_number: number, debtor_identifier: number, name: number, contact_identifier: number, is_company: true },
  }))
  await send('POST /v1/contacts', { contacts })
  await send('POST /v1/debtors', { debtors })
  const invoices = numbers.flatMap((debtor_number, place) =>
    [0, 30, 60].map((later) => ({
      ...{ invoice_number: `${debtor_number}-${later}`, debtor_number, currency_code: 'EUR' },
      ...{ payment_method: 'bank_transfer', invoice_date: addDays(today, later - 60 - (place % 20)) },
      ...{ due_date: addDays(today, later - 30 - (place % 20)), amount_total: '150.00', amount_open: '150.00' },
      ...{ book_amount_total: '150.00', book_amount_open: '150.00' },
      sent_at: `${addDays(today, -61)}T10:00:00Z`,
    })),
  )
  await send('POST /v1/invoices', { invoices })
}

async function emitted(): Promise<Map<string, object>> {
  const all = new Map<string, object>()
  for (let cursor = ''; ; ) {
    const query = `administration_id=${administration_id}&per_page=100${cursor}`
    const url = `http://127.0.0.1:${new URL(child.base_url).port}/v1/events?${query}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const page = (await answer.json()) as {
      data: { event_id: string; event_name: string; event_time: string; step: string | null; context: object }[]
      pagination?: { cursor: string | null }
    }
    for (const { event_id: id, event_name, event_time, step, context } of page.data)
      all.set(id, { id, event_name, event_time, ...(step === null ? {} : { step }), context })
    if (!page.pagination?.cursor) return all
    cursor = `&cursor=${page.pagination.cursor}`
  }
}

/** The engine may be at work there just then. */
const turn = (date: string): Promise<void> =>
  until('the clock can be turned', async () => {
    const turned = await send(`PATCH /v1/administrations/${administration_id}/clock`, { date }).catch(
      (error: Error) => {
        if (/being turned already/.test(error.message)) return null
        throw error
      },
    )
    return turned !== null
  })

test(`a receiver gets a year of events, whoever is killed (SEED=${seed})`, async () => {
  const now = new Date()
  const today = dayIn(now, 'Europe/Amsterdam')
  await openReceiver()
  const made = await send('POST /v1/webhooks', { url: `http://127.0.0.1:${port}/` })
  secret = String(made.secret)
  webhook_id = String(made.id)
  await engineOn(db, tenant, now)
  await sendAlways(db, tenant, today)
  await db.updateTable('administrations').set({ sandbox: true }).where('id', '=', administration_id).execute()
  await engineFree(db, tenant)
  await fillBooks(today)
  for (let month = 1; month <= 12; month++) {
    const turning = turn(addDays(today, month * 30))
    if (month % 4 === 1 && month / 4 < kills) {
      const before = kept.size
      await turning
      await until('something is on its way', () => kept.size > before || month > 1, 20_000)
      if (chance.percent(50)) await killReceiver().then(openReceiver)
      await killService()
    } else await turning
  }
  const expected = await emitted()
  assert.ok(expected.size > 200, `${expected.size} events`)
  await until(
    'all are there',
    async () => {
      await hurry()
      return kept.size >= expected.size
    },
    120_000,
  )
  for (const [id, event] of expected) assert.deepEqual(kept.get(id), event)
  assert.equal(kept.size, expected.size)
  assert.equal(wrong, 0)
})
