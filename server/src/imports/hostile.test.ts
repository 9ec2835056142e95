import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { bringing } from '../../test/bring.ts'
import { startService } from '../../test/harness.ts'
import { until } from '../../test/until.ts'
import { signedIn } from '../../test/visitor.ts'
import { bookParts } from '../../test/workbook.ts'
import type { Reading } from '../runtime/reads.ts'
import { performRun } from './run.ts'
import { beginRun, readImport, resumeRun } from './store.ts'

const now = new Date('2026-11-16T09:00:00Z')
const service = await startService({ now: () => now, jobs: { retries: { times: 0, first_s: 0, longest_s: 0 } } })
const { given, database } = service
const { db } = database
const tenant = await given.tenant()
const { administration_id } = tenant
const boss = await signedIn(service, tenant.company_id)
const { path, send, read, check, start, show, rows, bring } = bringing(service, administration_id, boss)

const head = 'Debiteurnummer;Naam;Taal;Factuurnummer;Factuurdatum;Vervaldatum;Bedrag\n'
const line = (invoice: string, { debtor = 'D', language = '' } = {}): string =>
  `${debtor};Example;${language};${invoice};05-10-2026;30-11-2026;50,00\n`

test('a workbook whose lines have numbers that are none is read, and its lines are counted', async () => {
  const cell = (words: string): string => `<c t="inlineStr"><is><t>${words}</t></is></c>`
  const row = (number: string, ...cells: string[]): string => `<row r="${number}">${cells.map(cell).join('')}</row>`
  const sheet =
    row('1', 'Nummer', 'Naam') +
    ['99999999999', '1.5', 'abc', '-1', '1e300', 'Infinity', '', '0x10']
      .map((one, at) => row(one, `${at}`, 'A'))
      .join('')
  const bytes = zipSync({
    ...bookParts([]),
    'xl/worksheets/sheet2.xml': strToU8(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
    ),
  })
  const answer = await send(new Uint8Array(bytes), 'list.xlsx')
  assert.equal(answer.status, 200, answer.text)
  const { id } = answer.body as { id: string }
  const lines = await db.selectFrom('import_rows').select('line').where('import_id', '=', id).orderBy('place').execute()
  assert.deepEqual(
    lines.map(({ line: number }) => number),
    [2, 3, 4, 5, 6, 7, 8, 9],
  )
})

test('a language that is half a letter neither stops the check nor the import', async () => {
  const done = await bring(
    head + line('L1', { debtor: 'L', language: 'a😀' }) + line('L2', { debtor: 'L', language: 'b😀' }),
  )
  assert.deepEqual([done.status, done.counts.new, done.counts.remarks], ['done', 2, 1])
  const [remark] = await rows(done.id, 'remarks')
  assert.equal(remark?.problems[0]?.value, 'b')
})

test('rows of long cells come on more pages, each once and whole', async () => {
  const long = 'x'.repeat(4_900)
  const count = 300
  const list = Array.from({ length: count }, (_, at) => `;${long}${at};;R${at};05-10-2026;30-11-2026;50,00\n`).join('')
  const { id } = await check(await read(head + list))
  const lines: number[] = []
  let pages = 0
  for (let after: number | null = -1; after !== null; pages++) {
    const answer = await boss.get(`${path}/${id}/rows?show=refused&after=${after}`)
    assert.ok(answer.text.length < 1_000_000, `${answer.text.length} letters`)
    const page = answer.body as { rows: { line: number; cells: string[] }[]; after: number | null }
    for (const { line: number, cells } of page.rows) {
      assert.equal(cells[1], `${long}${number - 2}`)
      lines.push(number)
    }
    after = page.after
  }
  assert.ok(pages > 2)
  assert.deepEqual(
    lines,
    Array.from({ length: count }, (_, at) => at + 2),
  )
})

test('one administration that brings many files leaves room for another', async () => {
  const other = await given.tenant()
  const neighbour = bringing(service, other.administration_id, await signedIn(service, other.company_id))
  const file = `a;b\n${'1;2\n'.repeat(19_000)}`
  const many = Promise.all(Array.from({ length: 8 }, () => send(file)))
  const theirs = await neighbour.send('Nummer;Naam\n1;A\n')
  assert.equal(theirs.status, 200, theirs.text)
  const statuses = (await many).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([200, 503]))
})

/** A file that was read and checked, of so many rows, each of a debtor of its own. */
async function checked(name: string, count: number): Promise<{ administration_id: string; import_id: string }> {
  const list = Array.from({ length: count }, (_, at) => line(`${name}-${at}`, { debtor: `${name}-${at}` })).join('')
  const { id } = await check(await read(head + list))
  return { administration_id, import_id: id }
}

test('a run that another process took over is written once, and each row is counted once', async () => {
  const key = await checked('T', 1_000)
  const { choices } = (await readImport(db, key)) ?? assert.fail()
  const run = await beginRun(db, key, { status: 'importing', choices })
  const performing = { last: false, signal: new AbortController().signal }
  // The run writes nothing but verbs: no file is touched.
  const reading = { database, replica: null, base_url: () => '', now: () => now, store: {} } as unknown as Reading
  // One was still for so long that it was taken for dead, and goes on.
  await Promise.all([1, 2, 3].map(() => performRun(reading, { ...key, run }, performing)))
  const done = await readImport(db, key)
  assert.deepEqual([done?.status, done?.done, done?.counts.new, done?.counts.unchanged], ['done', 1_000, 1_000, 0])
})

test('an import whose job is gone says that it stopped, and goes on when somebody wants', async () => {
  const key = await checked('S', 3)
  // As after a process was killed at the last attempt, or in a restored database: nobody works on it any more.
  await beginRun(db, key, { status: 'importing', choices: (await readImport(db, key))?.choices ?? assert.fail() })
  const stopped = await show(key.import_id)
  assert.deepEqual([stopped.status, stopped.failed], ['importing', true])
  const done = await start(key.import_id)
  assert.deepEqual([done.status, done.counts.new], ['done', 3])
  const other = await checked('V', 3)
  await resumeRun(db, other)
  assert.equal((await boss.send(`DELETE ${path}/${other.import_id}`)).status, 200, 'it can be forgotten as well')
})

test('what is being imported can neither be forgotten nor checked anew', async () => {
  const key = await checked('X', 900)
  assert.equal((await boss.send(`POST ${path}/${key.import_id}/start`)).status, 200)
  const { choices } = await show(key.import_id)
  const answers = await Promise.all([
    boss.send(`DELETE ${path}/${key.import_id}`),
    boss.send(`POST ${path}/${key.import_id}/check`, choices),
    boss.send(`POST ${path}/${key.import_id}/start`),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [409, 409, 200],
  )
  const done = await start(key.import_id)
  assert.deepEqual([done.status, done.done, done.counts.new], ['done', 900, 900])
})

test('files that come in half leave nothing, and no place taken', async () => {
  const { csrf_token } = await boss.session()
  const { hostname, port } = new URL(service.app.base_url)
  const before = await db.selectFrom('imports').select('id').execute()
  const headers = { ...boss.headers(), 'x-csrf-token': csrf_token, 'content-length': '5000000' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const begun =
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${lines.join('')}` +
    'content-type: multipart/form-data; boundary=half\r\n\r\n' +
    '--half\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\n\r\n' +
    'Nummer;Naam\n'.repeat(20_000)
  for (let wave = 0; wave < 3; wave++) {
    const sockets = Array.from({ length: 8 }, () =>
      connect({ host: hostname, port: Number(port) }).on('error', () => {}),
    )
    await Promise.all(sockets.map((socket) => new Promise((sent) => socket.write(begun, sent))))
    for (const socket of sockets) socket.destroy()
  }
  await until('there is room again', async () => (await send('Nummer;Naam\n1;A\n')).status === 200)
  const now_there = await db.selectFrom('imports').select('id').execute()
  assert.ok(now_there.length <= before.length + 1)
  const incoming = join(service.data_dir, 'files', 'incoming')
  await until('nothing of them is left', async () => (await readdir(incoming)).length === 0)
})

test('an import whose job waits for its next attempt does not say that it stopped', async () => {
  const key = await checked('W', 3)
  await database.pool.query(`update pgboss.queue set retry_limit = 1, retry_delay = 3600 where name = 'import_file'`)
  // It fails once, and would succeed an hour later.
  await database.pool.query(
    `alter table import_rows add constraint broken check (outcome is distinct from 'new') not valid`,
  )
  try {
    assert.equal((await boss.send(`POST ${path}/${key.import_id}/start`)).status, 200)
    await until('it failed once', async () => {
      const { rows: found } = await database.pool.query(
        `select from pgboss.job where name = 'import_file' and state = 'retry' and data ->> 'import_id' = $1`,
        [key.import_id],
      )
      return found.length > 0
    })
    const waits = await show(key.import_id)
    assert.deepEqual([waits.status, waits.failed], ['importing', false])
  } finally {
    await database.pool.query('alter table import_rows drop constraint broken')
  }
})
