import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Connection } from '../src/db/connect.ts'
import { givenIn } from '../test/given.ts'
import { testDatabase } from '../test/harness.ts'
import { compare } from './compare.ts'
import { writeDocs } from './docs.ts'
import { makeEnding } from './ending.ts'
import { runEngine } from './engine_run.ts'
import type { Outcome } from './outcome.ts'
import { left } from './progress.ts'
import { tableOf } from './report.ts'
import { readAnswer, requestsOf } from './requests.ts'
import { runBench } from './run.ts'
import { checkWritten } from './write_check.ts'

// The machinery of the benchmark on tiny data: that it runs, not how fast anything is.

const on = JSON.parse(process.env.DUNLIN_TEST_SERVER ?? '""') as Connection
const size = { debtors: 2000, administrations: 3, batch: 20, batches: 2 }
const plan = { repeats: 1, run_ms: 20, warm_ms: 10, first_warm_ms: 10, rest_ms: 0, connections: 4 }

async function given_run(): Promise<Outcome> {
  const ending = makeEnding()
  const shares: number[] = []
  const outcome = await runBench({ size, plan, on }, ending, () => (share) => void shares.push(share)).finally(
    ending.run,
  )
  assert.ok(shares.every((share) => share >= 0 && share <= 1))
  return outcome
}

test('a whole run measures every case, keeps what it says about itself, and writes its page', async () => {
  const outcome = await given_run()
  for (const { name, contestants } of outcome.results) {
    for (const one of contestants) assert.ok(one.median.requests_per_second > 0, `${name} by ${one.name}`)
  }
  const kinds = new Set(outcome.results.map(({ kind }) => kind))
  assert.deepEqual([...kinds], ['read', 'write', 'token'])
  // Processor time is counted in ticks, and only on Linux: runs as short as these may have had none.
  const by_ticks = /^cost |^token check|^resident memory/
  const unknown = outcome.targets.filter(({ met }) => met === null).map(({ what }) => what)
  const allowed = outcome.about.pgbench ? [] : ['page of 100 debtors against pgbench']
  assert.deepEqual(
    unknown.filter((what) => !by_ticks.test(what)),
    allowed,
  )
  assert.match(tableOf(outcome.results), /page of 100 +service +\d+/)
  // As it comes back from a file.
  const kept = JSON.parse(JSON.stringify(outcome)) as Outcome
  assert.match(compare(kept, outcome), /page of 100 +\d+ +\d+ +1\.00/)

  const folder = await mkdtemp(join(tmpdir(), 'dunlin-bench-docs-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const files = await writeDocs(kept, folder)
  const page = await readFile(join(folder, 'benchmark.md'), 'utf8')
  for (const { what } of outcome.targets) assert.ok(page.includes(what), what)
  for (const file of files.filter((one) => one.endsWith('.svg'))) {
    assert.ok(page.includes(`(${file.slice(folder.length + 1)})`), file)
    const svg = await readFile(file, 'utf8')
    assert.match(svg, /^<svg [^>]*role="img"[^>]*>\n<title id="title">[^<]+<\/title>\n<desc id="desc">[^<]+<\/desc>/)
    assert.doesNotMatch(svg, /NaN|Infinity|undefined/)
  }
})

test('what was said to be written, and is not there, fails a run', async () => {
  const database = await testDatabase()
  const { administration_id } = await givenIn(database.db).tenant()
  const place = { administration_id, schema: 'public' as const, message_ids: ['1', '2'] }
  const nothing = { debtors: 0, changed: 0, invoices: 0, paid: 0, read: false }
  await checkWritten(database.connection, { place, tally: nothing })
  for (const more of [{ debtors: 1 }, { changed: 1 }, { invoices: 1 }, { paid: 1 }, { read: true }]) {
    const tally = { ...nothing, ...more }
    await assert.rejects(checkWritten(database.connection, { place, tally }), /is not there/, JSON.stringify(more))
  }
})

test('a page cannot be written from a part of a run', async () => {
  const about = {
    ...size,
    ...plan,
    day: '',
    machine: '',
    server: '',
    embedded: true,
    pgbench: false,
    peer: false,
    seconds: 1,
    load_before: 0,
  }
  await assert.rejects(writeDocs({ about, targets: [], results: [] }), /need the case «page»/)
})

test('an answer of another status or length is a problem, and so is one in pieces', () => {
  const load = { url: 'http://127.0.0.1:1/v1/debtors', headers: {}, connections: 1, run_ms: 1 }
  const [strict] = requestsOf({ ...load, body_bytes: 2 })
  const [any] = requestsOf({ ...load, body_bytes: null })
  const answer = (status: number, body: string): Buffer =>
    Buffer.from(`HTTP/1.1 ${status} X\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  assert.equal(readAnswer(answer(200, '{}'), strict?.expected, false).problem, undefined)
  assert.match(readAnswer(answer(500, '{}'), strict?.expected, false).problem ?? '', /^status 500 with 2 bytes/)
  assert.match(readAnswer(answer(200, '{ }'), strict?.expected, false).problem ?? '', /^status 200 with 3 bytes/)
  assert.equal(readAnswer(answer(503, '{ }'), any?.expected, false).problem, undefined)
  assert.match(readAnswer(Buffer.from('HTTP/1.1 200'), strict?.expected, false).problem ?? '', /in pieces/)
  assert.match(readAnswer(answer(200, '{}').subarray(0, -1), strict?.expected, true).problem ?? '', /in pieces/)
})

test('a request has its body, and says how long it is in bytes', () => {
  const [request] = requestsOf({
    url: 'http://127.0.0.1:1/v1/debtors',
    method: 'POST',
    headers: { authorization: 'Bearer x' },
    connections: 1,
    run_ms: 1,
    asks: [{ body: '{"name":"é"}' }],
    body_bytes: null,
    status: 201,
  })
  assert.match(
    request?.bytes.toString() ?? '',
    /^POST \/v1\/debtors HTTP\/1\.1\r\n.*content-length: 13\r\n\r\n\{"name":"é"\}$/s,
  )
  assert.deepEqual(request?.expected, { status: 201, body_bytes: null })
})

test('the time that is left follows from what was needed so far', () => {
  assert.equal(left(30_000, 0.25), '1:30 left')
  assert.equal(left(30_000, 0.001), 'time left unknown')
  assert.equal(left(30_400, 1), '30 s')
})

test('the engine is measured on what it looks at, what it performs, and what it costs those who write', async () => {
  const ending = makeEnding()
  const size = { looked_at: 300, reminded: 120, paid: 1 }
  const { targets } = await runEngine({ size, on }, ending, () => () => {}).finally(ending.run)
  assert.deepEqual(
    targets.map(({ what, measured }) => [what.replaceAll(/\d+/g, 'N'), Number.isFinite(measured)]),
    [
      ['seconds to look at N debtors of whom nothing is due', true],
      ['seconds to look at N debtors for the first time', true],
      ['seconds to perform N reminders', true],
      ['% more that a change of N,N invoices takes with the engine on', true],
      ['MB that memory grew by while it looked', true],
      ['MB that memory grew by while it performed', true],
    ],
  )
})
