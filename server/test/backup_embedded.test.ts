import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { until } from './until.ts'

const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'dunlin-move-'))
await chmod(folder, 0o711)
after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
// Below those that the system gives to connections, one of which may be in use.
const port = 21_000 + (process.pid % 10_000)

const envOf = (data_dir: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  DATA_DIR: join(folder, data_dir),
  PORT: String(port),
  LOG_LEVEL: 'error',
})
const run = promisify(execFile)
const dunlin = async (data_dir: string, ...args: string[]): Promise<string> =>
  (await run(process.execPath, [bin, ...args], { env: envOf(data_dir) })).stdout

/** The service as an operator runs it, until the work is done. */
async function serving(data_dir: string, work: () => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [bin, 'serve'], {
    env: envOf(data_dir),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    const ready = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/ready`)
        .then(({ ok }) => ok)
        .catch(() => false)
    await until('it serves', ready, 30_000)
    await work()
  } finally {
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  }
}

const list = (administration_id: string, token: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/v1/debtors?administration_id=${administration_id}`, {
    headers: { authorization: `Bearer ${token}` },
  })

test('our own database moves to another folder: backed up while it serves, restored, and served there', async () => {
  await assert.rejects(dunlin('first', 'create-company', '--name', 'Example Trading'), /There is no database in/)
  assert.match(await dunlin('first', 'migrate'), /up to date/)
  const company = JSON.parse(await dunlin('first', 'create-company', '--name', 'Example Trading', '--json'))
  const made = await dunlin('first', 'create-token', '--name', 'Accounting', '--permissions', 'debtors:read', '--json')
  const { token } = JSON.parse(made)
  const file = join(folder, 'moved.tar.gz')
  await mkdir(join(folder, 'first', 'files', 'ab'), { recursive: true })
  await writeFile(join(folder, 'first', 'files', 'ab', 'abc'), 'an invoice')
  await serving('first', async () => {
    const report = JSON.parse(await dunlin('first', 'backup', '--to', file, '--json'))
    assert.equal(report.rows.companies, 1)
    assert.equal(report.files, 2, 'the file, and the key of links')
    assert.equal((await list(company.administration_id, token)).status, 200, 'it still serves')
    await assert.rejects(dunlin('first', 'backup', '--to', file), /There is a file .* already/)
    await assert.rejects(dunlin('first', 'restore', '--from', file, '--replace'), /stop the service/)
  })
  assert.match(await dunlin('second', 'restore', '--from', file, '--check'), /is whole: \d+ rows/)
  const restored = await dunlin('second', 'restore', '--from', file)
  assert.match(restored, /is restored: \d+ rows of \d+ tables and 2 files/)
  assert.match(restored, /are held here.*\n.*dunlin release-jobs lets them go/)
  assert.equal(await readFile(join(folder, 'second', 'files', 'ab', 'abc'), 'utf8'), 'an invoice')
  await assert.rejects(dunlin('second', 'restore', '--from', file), /holds 1 companies/)
  await serving('second', async () => {
    assert.equal(await (await list(company.administration_id, token)).text(), '{"data":[]}')
    assert.match(await dunlin('second', 'release-jobs'), /go on; 0 jobs of the backup wait no more/)
    assert.match(await dunlin('second', 'release-jobs'), /Nothing is held here/)
  })
  const again = ['restore', '--from', file, '--replace', '--release-jobs', '--json']
  assert.equal(JSON.parse(await dunlin('second', ...again)).jobs_held, false)
  assert.match(await dunlin('second', 'release-jobs'), /Nothing is held here/)
})
