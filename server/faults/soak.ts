import { setTimeout as pause } from 'node:timers/promises'
import type { Ending } from '../bench/ending.ts'
import { type Asker, makeAsker } from './ask.ts'
import { type Child, kill, memoryIn, startChild } from './child.ts'
import { type Ground, prepareGround } from './ground.ts'
import { chosen, load, progress } from './load.ts'
import { startReceivers } from './receivers.ts'
import { makeTally } from './tally.ts'
import { makeWork, type Work } from './work.ts'

export type Plan = { seconds: number; load: number; workers: number; webhooks: boolean }

/** How long the capacity is measured, and how many ask at once for that. */
const measured_ms = 5_000
const clients = 24

/** Runs the service for long under load and faults, and compares in the end. Returns the exit code. */
export async function soak(plan: Plan, ending: Ending): Promise<number> {
  progress('making a database')
  const ground = await prepareGround(ending)
  const child = await startChild({
    DATABASE_URL: ground.proxy.url,
    WORKERS: String(plan.workers),
    RATE_LIMIT: '0',
    LOG_LEVEL: 'info',
    WEBHOOK_NETWORKS: '127.0.0.1',
  })
  ending.add(() => child.stop())
  const asker = makeAsker(child.base_url, { connections: 64 })
  ending.add(() => asker.close())
  const receivers = plan.webhooks ? await startReceivers(ground, asker, ending) : null
  const work = makeWork(asker, ground)
  progress('measuring the capacity')
  const capacity = await measureCapacity(work)
  const rate = Math.max(1, Math.round(capacity * plan.load))
  const memory_start = memoryIn(child)
  const tally = makeTally()
  const faults = injectFaults(plan, { child, ground })
  await load(work, tally, { seconds: plan.seconds, rate, now_happening: faults.last })
  const injected = await faults.end()
  progress('')
  const memory_end = memoryIn(child)
  const broken = await compare(ground, { work, asker, child })
  const heard = (await receivers?.compare()) ?? { problems: [], said: [] }
  const problems = [...broken.problems, ...heard.problems]
  console.log(
    [
      `${plan.seconds} s at ${rate} requests a second, ${Math.round(plan.load * 100)} % of ${Math.round(capacity)}; ` +
        `${plan.workers} workers`,
      '',
      tally.table(),
      '',
      `faults      ${
        Object.entries(injected)
          .map(([name, count]) => `${name} ${count}`)
          .join(', ') || 'none'
      }`,
      `memory      ${memory_start} MB at the start, ${memory_end} MB at the end, all processes together`,
      `compared    ${broken.said}`,
      ...heard.said.map((line, place) => `${place === 0 ? 'webhooks' : ''}`.padEnd(12) + line),
      `found       ${problems.join('; ') || 'nothing lost, half done, done twice or missed'}`,
    ].join('\n'),
  )
  return problems.length + tally.wrong() === 0 ? 0 : 1
}

/** As many as can be done when each client asks again as soon as it has its answer. */
async function measureCapacity({ kinds }: Work): Promise<number> {
  const began = performance.now()
  let done = 0
  const ask = async (until_ms: number, count: boolean): Promise<void> => {
    while (performance.now() < until_ms) {
      await chosen(kinds).run()
      if (count) done++
    }
  }
  // A program has to be compiled while it runs; what it does at first says nothing.
  await Promise.all(Array.from({ length: clients }, () => ask(began + measured_ms / 2, false)))
  const measured = performance.now()
  await Promise.all(Array.from({ length: clients }, () => ask(measured + measured_ms, true)))
  return (done * 1000) / (performance.now() - measured)
}

type Scene = { child: Child; ground: Ground }

/** One fault after the other, at steady intervals; the last one early enough to see what came of it. */
function injectFaults({ seconds, workers }: Plan, { child, ground }: Scene) {
  const all: { name: string; inject: () => Promise<void> | void }[] = [
    { name: 'connections cut', inject: () => void ground.proxy.cut() },
    { name: 'database restarted', inject: async () => void kill(await ground.postmaster(), 'SIGINT') },
    { name: 'answers truncated', inject: () => ground.proxy.truncate(Math.floor(Math.random() * 50_000)) },
    { name: 'database killed', inject: async () => void kill(await ground.postmaster(), 'SIGKILL') },
  ]
  if (workers > 1) {
    all.push({ name: 'worker killed', inject: () => void kill(child.serving()[0], 'SIGKILL') })
    all.push({ name: 'workers restarted', inject: () => child.signal('SIGUSR2') })
  }
  const every_ms = Math.max(4_000, (seconds * 1000) / 40)
  const injected: Record<string, number> = {}
  const ended = new AbortController()
  let last = 'nothing yet'
  const run = async (): Promise<void> => {
    const stop = performance.now() + seconds * 1000 - Math.min(8_000, seconds * 200)
    for (let count = 0; ; count++) {
      await pause(every_ms, undefined, { signal: ended.signal })
      const one = all[count % all.length]
      if (!one || performance.now() > stop) return
      last = one.name
      injected[one.name] = (injected[one.name] ?? 0) + 1
      await one.inject()
    }
  }
  const problems: unknown[] = []
  const running = run().catch((error) => void problems.push(error))
  return {
    last: () => last,
    end: async (): Promise<Record<string, number>> => {
      ended.abort()
      await running
      const [problem] = problems.filter((one) => !(one instanceof Error && one.name === 'AbortError'))
      if (problem) throw problem
      return injected
    },
  }
}

/** Looks whether everything that was acknowledged is there, and everything that is there was seen. */
async function compare(
  { database, grants, administration_id }: Ground,
  { work, asker, child }: { work: Work; asker: Asker; child: Child },
) {
  const problems: string[] = []
  for (let tries = 0; (await work.follow()).status !== 200; tries++) {
    if (tries > 100) problems.push('it does not serve any more')
    if (tries > 100) break
    await pause(100)
  }
  const { lost, half_done, doubled, written } = await work.ledger.compare(database.db)
  if (lost > 0) problems.push(`${lost} acknowledged comments are lost`)
  if (half_done > 0) problems.push(`${half_done} comments without their event, or events without their comment`)
  if (doubled > 0) problems.push(`${doubled} comments are there twice`)
  const tasks = await database.db
    .selectFrom('tasks')
    .select(['id', 'updated_at'])
    .where('administration_id', '=', administration_id)
    .execute()
  const moment = (text: string): number => Date.parse(text)
  const missed = tasks.filter(({ id, updated_at }) => moment(work.copy.get(id) ?? '') !== moment(String(updated_at)))
  if (missed.length > 0) problems.push(`${missed.length} changes were missed by the client that follows them`)
  if (work.ended_grants() > 0) problems.push(`${work.ended_grants()} refreshes were refused`)
  let living = 0
  for (const { access_token } of grants) {
    const { status } = await asker.ask('/v1/administrations', { token: access_token })
    if (status === 200) living++
  }
  if (living < grants.length) problems.push(`${grants.length - living} connections of applications ended`)
  if (!child.alive()) problems.push('the service ended')
  const said =
    `${work.ledger.acknowledged()} acknowledged comments with ${written} in the database, ${tasks.length} tasks ` +
    `with the copy of a client, ${living} of ${grants.length} grants live`
  return { problems, said }
}
