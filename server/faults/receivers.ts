import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ending } from '../bench/ending.ts'
import { wakeLanes } from '../src/webhooks/feeds.ts'
import type { Asker } from './ask.ts'
import type { Ground } from './ground.ts'

type Kind = 'healthy' | 'slow' | 'dead'

/** Somebody who gets events: what came, how often, and how late the first time. */
type Receiver = {
  kind: Kind
  webhook_id: string
  times: Map<string, number>
  late_ms: number[]
  revive: () => Promise<void>
}

/** Receivers of all events of an administration, of which one is healthy, one slow, and one is not there. */
export type Receivers = {
  /** Lets all of them be healthy, waits until everything has arrived, and returns what did not. */
  compare: () => Promise<{ problems: string[]; said: string[] }>
}

/** A slow receiver takes longer than it takes to be counted among the slow. */
const slow_ms = 3_000
const drain_ms_max = 180_000

export async function startReceivers(ground: Ground, asker: Asker, ending: Ending): Promise<Receivers> {
  const all: Receiver[] = []
  for (const kind of ['healthy', 'slow', 'dead'] as const) all.push(await startOne(kind, ground, asker, ending))
  return { compare: () => compare(ground, all) }
}

async function startOne(
  kind: Kind,
  { administration_id, token }: Ground,
  asker: Asker,
  ending: Ending,
): Promise<Receiver> {
  const ill = { now: kind !== 'healthy' }
  const known = { kind, times: new Map<string, number>(), late_ms: [] as number[] }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.on('end', () => void take(known, body, response, kind === 'slow' && ill.now ? slow_ms : 0))
  })
  const port = await open(server, 0)
  ending.add(() => close(server))
  if (kind === 'dead') await close(server)
  const body = { administration_id, url: `http://127.0.0.1:${port}/${kind}` }
  const made = await asker.ask('/v1/webhooks', { method: 'POST', token, body })
  if (made.status !== 201) throw new Error(`There is no webhook: ${made.text}`)
  const revive = async (): Promise<void> => {
    ill.now = false
    if (kind === 'dead') await open(server, port)
  }
  return { ...known, webhook_id: String(JSON.parse(made.text).id), revive }
}

async function take(
  { times, late_ms }: Pick<Receiver, 'times' | 'late_ms'>,
  body: string,
  response: ServerResponse,
  wait_ms: number,
): Promise<void> {
  const { event } = JSON.parse(body) as { event: { id: string; event_time: string } }
  if (!times.has(event.id)) late_ms.push(Date.now() - Date.parse(event.event_time))
  times.set(event.id, (times.get(event.id) ?? 0) + 1)
  await pause(wait_ms)
  response.end()
}

async function compare({ database: { db }, administration_id }: Ground, all: readonly Receiver[]) {
  // How late events came while it lasted; what comes after this is late because it was held back.
  const said = all.map(({ kind, times, late_ms }) => {
    const sorted = late_ms.toSorted((one, other) => one - other)
    const at = (share: number): string => ((sorted[Math.floor(sorted.length * share)] ?? 0) / 1000).toFixed(1)
    return `${kind} ${times.size} events in that time, ${at(0.5)} s late in the middle, ${at(0.99)} s at 99 %`
  })
  for (const { revive } of all) await revive()
  const { rows } = await sql<{ id: string }>`
    select event_id::text as id from events where administration_id = ${administration_id}::bigint`.execute(db)
  const missing = ({ times }: Receiver): number => rows.filter(({ id }) => !times.has(id)).length
  for (const end = performance.now() + drain_ms_max; performance.now() < end && all.some((one) => missing(one) > 0); ) {
    await hurry(db, all)
    await pause(1_000)
  }
  const lost = all.filter((one) => missing(one) > 0)
  const twice = ({ times }: Receiver): number => [...times.values()].filter((count) => count > 1).length
  return {
    problems: lost.map((one) => `${missing(one)} of ${rows.length} events did not reach the ${one.kind} receiver`),
    said: [
      ...said,
      `${rows.length} events in the end at each; twice: ${all.map((one) => `${one.kind} ${twice(one)}`).join(', ')}`,
    ],
  }
}

/** Nobody waits for hours here: what is tried again is tried now. */
async function hurry(db: Ground['database']['db'], all: readonly Receiver[]): Promise<void> {
  const ids = all.map(({ webhook_id }) => webhook_id)
  await sql`
    update webhook_deliveries set next_attempt_at = now()
    where webhook_id = any(${ids}::bigint[]) and next_attempt_at > now()`.execute(db)
  await sql`update webhook_lanes set rest_until = null where webhook_id = any(${ids}::bigint[])`.execute(db)
  await wakeLanes(db, ids)
}

async function open(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
