import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Ending } from '../bench/ending.ts'
import { type Asker, makeAsker } from './ask.ts'
import type { Attacked } from './attacker.ts'
import { type Child, memoryIn, startChild } from './child.ts'
import { type Ground, prepareGround } from './ground.ts'
import type { Target } from './hand.ts'
import { load, progress } from './load.ts'
import { makeTally, type Tally } from './tally.ts'
import { makeWork, type Work } from './work.ts'

export type HostilePlan = { seconds: number; workers: number; seed: number }

/** Requests of ordinary clients in a second: far below what can be done, so that they wait for attackers alone. */
const rate = 20
const wait_ms_max = 1_000
/** So many in a thousand ordinary requests may be asked to come again. */
const refused_max = 10
const rest_ms_max = 60_000
/** What may be in use above what it was: caches that are full by now, and code that is compiled. */
const used_mb_max = 60
/** The most that a process may have of the system at any time, most of which the allocator keeps for the next peak. */
const memory_mb_max = 700

/** What the log contained: lines of which requests, and what should not be in it. */
type Heard = { lines: Map<string, number>; faults: string[] }

/** Sends what attackers send, beside ordinary traffic, and looks what came of it. Returns the exit code. */
export async function hostile(plan: HostilePlan, ending: Ending): Promise<number> {
  progress('making a database')
  const ground = await prepareGround(ending)
  const heard: Heard = { lines: new Map(), faults: [] }
  const child = await start(plan, ground, ending, heard)
  const asker = makeAsker(child.base_url, { connections: 16 })
  ending.add(() => asker.close())
  const work = makeWork(asker, ground)
  progress('warming up')
  await load(work, makeTally(), { seconds: Math.min(15, plan.seconds), rate: rate * 2, now_happening: () => 'nothing' })
  const serving = child.serving()
  const memory = { before: memoryIn(child), most: 0, used_before: await usedIn(asker), used_after: 0 }
  const watching = setInterval(() => {
    memory.most = Math.max(memory.most, memoryIn(child))
  }, 200)
  const tally = makeTally()
  const attacking = attack(plan, child, ground)
  await load(work, tally, { seconds: plan.seconds, rate, now_happening: () => `attacks with the seed ${plan.seed}` })
  const attacked = await attacking
  clearInterval(watching)
  progress('resting')
  memory.used_after = await rest(asker, work, memory.used_before)
  progress('')
  const problems = [
    ...judgeProcesses(child, serving),
    ...judgeOrdinary(tally),
    ...judgeMemory(memory, plan),
    ...judgeLog(attacked, heard),
  ]
  console.log(
    [
      `${plan.seconds} s, ${plan.workers} workers, seed ${plan.seed}`,
      '',
      tableOf(attacked),
      '',
      tally.table(),
      '',
      `slowest     ${Math.round(tally.slowest())} ms for an ordinary request`,
      `memory      ${memory.used_before} MB in use before and ${memory.used_after} MB after a rest; ` +
        `${memory.before} MB of the system before, ${memory.most} MB at the most`,
      `log         ${heard.lines.size} lines for ${attacked.must.length} requests that were read for certain and ` +
        `${attacked.may.length} that perhaps were`,
      `found       ${problems.join('; ') || 'nothing: it goes on, nobody waits, memory comes back, each has its line'}`,
    ].join('\n'),
  )
  return problems.length === 0 ? 0 : 1
}

async function start({ workers }: HostilePlan, ground: Ground, ending: Ending, heard: Heard): Promise<Child> {
  const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-hostile-'))
  ending.add(() => rm(data_dir, { recursive: true, force: true }))
  const env = {
    DATABASE_URL: ground.proxy.url,
    DATA_DIR: data_dir,
    WORKERS: String(workers),
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
  }
  const child = await startChild(env, { heard: (line) => note(line, heard) })
  ending.add(() => child.stop())
  return child
}

function note(line: string, heard: Heard): void {
  if (!line.startsWith('{')) return
  const { level, reqId = '', status } = JSON.parse(line)
  if (status !== undefined && reqId.startsWith('hostile-')) heard.lines.set(reqId, (heard.lines.get(reqId) ?? 0) + 1)
  if (level >= 50 || (status >= 500 && status !== 503)) heard.faults.push(line.slice(0, 500))
}

async function attack({ seconds, seed }: HostilePlan, child: Child, { other }: Ground): Promise<Attacked> {
  const target: Target = { ...other, port: Number(new URL(child.base_url).port), seconds, seed }
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: target })
  const [attacked] = await once(worker, 'message')
  await worker.terminate()
  return attacked as Attacked
}

/** What the programs hold in memory, as they report it themselves. */
async function usedIn(asker: Asker): Promise<number> {
  const { text } = await asker.ask('/metrics')
  const bytes = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  return Math.round((bytes('nodejs_heap_size_used_bytes') + bytes('nodejs_external_memory_bytes')) / 1e6)
}

/** Goes on with ordinary traffic until memory is back, or for a minute. */
async function rest(asker: Asker, work: Work, used_before: number): Promise<number> {
  const end = performance.now() + rest_ms_max
  while (performance.now() < end && (await usedIn(asker)) > used_before + used_mb_max) {
    await load(work, makeTally(), { seconds: 2, rate: rate * 2, now_happening: () => 'resting' })
  }
  // The last lines are on their way.
  await pause(1_500)
  return usedIn(asker)
}

function judgeProcesses(child: Child, serving: readonly number[]): string[] {
  if (!child.alive()) return ['the service ended']
  const gone = serving.filter((pid) => !child.serving().includes(pid))
  return gone.length > 0 ? [`${gone.length} workers ended`] : []
}

function judgeOrdinary(tally: Tally): string[] {
  const { done, refused, broke, wrong } = tally.sum()
  const problems: string[] = []
  if (tally.slowest() > wait_ms_max) problems.push(`an ordinary request took ${Math.round(tally.slowest())} ms`)
  if (broke + wrong > 0) problems.push(`${broke + wrong} ordinary requests failed`)
  if (refused * 1000 > (done + refused) * refused_max) problems.push(`${refused} ordinary requests were refused`)
  return problems
}

type Memory = { most: number; used_before: number; used_after: number }

function judgeMemory({ most, used_before, used_after }: Memory, { workers }: HostilePlan): string[] {
  const problems: string[] = []
  if (used_after > used_before + used_mb_max)
    problems.push(`memory went from ${used_before} to ${used_after} MB in use`)
  if (most > memory_mb_max * workers) problems.push(`it had ${most} MB of memory at the most`)
  return problems
}

function judgeLog({ must, may }: Attacked, { lines, faults }: Heard): string[] {
  const problems: string[] = []
  const missing = must.filter((id) => !lines.has(id)).length
  if (missing > 0) problems.push(`${missing} requests have no line in the log`)
  const doubled = [...must, ...may].filter((id) => (lines.get(id) ?? 0) > 1).length
  if (doubled > 0) problems.push(`${doubled} requests have more than one line`)
  if (faults.length > 0) problems.push(`${faults.length} faults in the log, such as ${faults[0]}`)
  return problems
}

function tableOf({ kinds }: Attacked): string {
  const rows = Object.entries(kinds).map(([name, ends]) => {
    const sorted = Object.entries(ends).toSorted(([one], [other]) => one.localeCompare(other))
    return `${name.padEnd(28)}${sorted.map(([end, count]) => `${end}: ${count}`).join(', ')}`
  })
  return rows.toSorted().join('\n')
}
