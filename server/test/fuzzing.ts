import assert from 'node:assert/strict'
import type { Operation } from '../src/api/operations.ts'
import { broken, type Sent, whole } from './broken.ts'
import { chanceFrom } from './chance.ts'
import type { Change } from './changes.ts'
import type { Answer, Service } from './harness.ts'
import { fitting, type Lane, remember } from './lanes.ts'
import { sampleOf } from './samples.ts'

// Every run with the same seed asks each lane the same questions in the same order.
export const seed = Number(process.env.FUZZ_SEED ?? 1)
export const per_operation = Number(process.env.FUZZ_REQUESTS ?? 1_000)
const seconds = Number(process.env.FUZZ_SECONDS ?? 0)
/** A machine that is too busy gets less far in its time; it has to get this far. */
const often_min = 60

export type Fuzz = {
  call: Service['call']
  changed: () => Promise<Change[]>
  operations: readonly Operation[]
  lanes: readonly Lane[]
  obeys: (operation: Operation, answer: Answer) => void
  /** A company in which nobody asks anything. */
  bystander: string
}

/** How it went: how many were asked, how often each operation did what it is for, and what was not right. */
export type Course = { count: number; glad: Map<string, number>; wrong: string[] }

/**
 * Asks until each operation was asked so often or time is up, and somewhat longer for those that did not yet do what
 * they are for; or for as long as the environment says. Of those in `hopeless` nobody expects that they do.
 */
export async function fuzz(
  given: Fuzz,
  { often, seconds_max, hopeless = [] }: { often: number; seconds_max: number; hopeless?: readonly string[] },
): Promise<Course> {
  const began = Date.now()
  const [until, at_the_latest] = [began + seconds * 1000, began + seconds_max * 1000]
  const waves = (each: number): number => Math.ceil((each * given.operations.length) / given.lanes.length)
  const [wanted, needed] = [waves(often), waves(Math.min(often, often_min))]
  const course: Course = { count: 0, glad: new Map(), wrong: [] }
  const unlucky = (): Operation[] =>
    given.operations.filter(({ name }) => !course.glad.has(name) && !hopeless.includes(name))
  const isOrdinary = (wave: number): boolean =>
    wave < needed || (wave < wanted && Date.now() < at_the_latest) || Date.now() < until
  for (let wave = 0; course.wrong.length < 20; wave++) {
    const ordinary = isOrdinary(wave)
    const late = ordinary ? [] : unlucky()
    if (!ordinary && (late.length === 0 || Date.now() > began + 3 * seconds_max * 1000)) break
    // Those that had no luck yet are asked three times out of four; all are in between, to make what they need.
    const operations = ordinary || wave % 4 === 0 ? given.operations : late
    const { asked, wrong } = await askAll({ ...given, operations }, wave)
    course.count += given.lanes.length
    course.wrong.push(...wrong)
    for (const { operation, status } of asked) {
      if (status === operation.status) course.glad.set(operation.name, (course.glad.get(operation.name) ?? 0) + 1)
    }
  }
  return course
}

type Asked = { lane: Lane; operation: Operation; status: number; idle: boolean; about: () => string }

/** All lanes ask once. What changed is then in the company of one of them, or in one that was just made. */
async function askAll(given: Fuzz, wave: number): Promise<{ asked: Asked[]; wrong: string[] }> {
  const { operations, lanes, bystander } = given
  const asking = lanes.map((lane, index) => {
    // Each walks through all operations, and none at the same place.
    const operation = operations[(wave + index) % operations.length]
    assert.ok(operation)
    return ask(given, lane, operation, wave * lanes.length + index)
  })
  const settled = await Promise.allSettled(asking)
  const wrong = settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
  const asked = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const { what, company_id } of await given.changed()) {
    // When a session was last used is noted once a minute, whatever is asked.
    if (what === 'UPDATE sessions') continue
    const by = asked.find(({ lane }) => lane.tenant.company_id === company_id)
    const known = lanes.some(({ tenant }) => tenant.company_id === company_id)
    if (by?.idle) wrong.push(`${what}, although nothing was done: ${by.about()}`)
    else if (company_id === bystander) wrong.push(`${what} in a company in which nobody asked, in wave ${wave}`)
    else if (!known && asked.every(({ idle }) => idle)) wrong.push(`${what}, and nobody did it, in wave ${wave}`)
  }
  return { asked, wrong: [...new Set(wrong)] }
}

async function ask(given: Fuzz, lane: Lane, operation: Operation, number: number): Promise<Asked> {
  const chance = chanceFrom(seed * 1_000_003 + number)
  const fits = chance.percent(60) ? fitting(operation, lane.keys, chance, number) : null
  const sample = fits ?? sampleOf(operation, lane.keys, chance)
  const sent = chance.percent(35) ? whole(sample) : broken(sample, chance)
  const caller = lane.caller(operation)
  const headers = { ...caller.headers, ...sent.options.headers }
  const answer = await given.call(`${operation.method} ${sent.path}`, { ...caller, ...sent.options, headers })
  const { status, text } = answer
  const about = (): string =>
    `FUZZ_SEED=${seed}, request ${number}: ${operation.name}: ${describe(sent)} → ${status} ${text.slice(0, 300)}`
  // Whoever is invited again and again gets only so many mails in an hour.
  const too_many = status === 429 && operation.family !== 'users'
  if (status >= 500 || too_many || status === 401) assert.fail(about())
  // A path that was broken may lead to another operation, whose answer is its own.
  const elsewhere = sent.path.split('?')[0] !== sample.path
  const selected = 'fields' in sample.query || 'fields' in (sample.body ?? {})
  try {
    if (status >= 400 || !(elsewhere || selected)) given.obeys(operation, answer)
  } catch (error) {
    assert.fail(`${about()}: ${(error as Error).message}`)
  }
  if (!elsewhere) remember(lane, operation, answer)
  return { lane, operation, status, idle: nothingDone(operation, answer), about }
}

const isBatch = ({ doing }: Operation): boolean =>
  doing.do === 'many' || (doing.do === 'call' && doing.action.answer === 'batch')

/** Whether nothing was done: it was refused, or every record in it was. */
function nothingDone(operation: Operation, answer: Answer): boolean {
  if (answer.status >= 400 || operation.method === 'GET') return true
  return isBatch(operation) && (answer.body as { count: number }).count === 0
}

function describe({ path, options }: Sent): string {
  const { multipart, body, ...rest } = options
  const shown = multipart
    ? [...multipart.keys()]
    : body instanceof Uint8Array
      ? Buffer.from(body).toString('hex')
      : body
  return `${path.slice(0, 300)} ${JSON.stringify({ ...rest, body: shown }).slice(0, 1500)}`
}
