import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { access, chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { withFileLimit } from '../faults/child.ts'
import { chooseCompany } from '../src/commands/create.ts'
import { sentenceOf } from '../src/commands/failure.ts'
import { addressOf, testDatabase } from './harness.ts'

// A mistake at the keyboard is reported in one sentence that says what to do, and it creates nothing.

const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'dunlin-mistakes-'))
await chmod(folder, 0o711)
after(() => rm(folder, { recursive: true, force: true }))
const database = await testDatabase()
const DATABASE_URL = addressOf(database.connection)

const refused = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> =>
  refusedBy([process.execPath, bin, ...args], env)

const refusedBy = ([program = '', ...args]: string[], env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) => {
    const all = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', ...env }
    execFile(program, args, { env: all, cwd: folder, timeout: 60_000 }, (error, _, printed) => {
      if (error?.code !== 1) return reject(new Error(`it ended with ${error?.code ?? 0}: ${printed}`))
      resolve(printed)
    })
  })

async function fails(env: NodeJS.ProcessEnv, says: RegExp, ...args: string[]): Promise<void> {
  isSentence(await refused(env, ...args), says)
}

function isSentence(printed: string, says: RegExp): void {
  assert.match(printed, says)
  assert.doesNotMatch(printed, /\n {4}at |node:internal/, 'a mistake is reported without a stack trace')
  assert.equal(printed.trim().split('\n').length, 1, printed)
}

test('a service that cannot start says why in a sentence', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  after(() => busy.close())
  await new Promise((resolve) => busy.once('listening', resolve))
  const { port } = busy.address() as AddressInfo
  const taken = new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken: .*set PORT`)
  await fails({ DATABASE_URL, PORT: String(port) }, taken, 'serve')
  await fails({ DATABASE_URL, PORT: String(port), WORKERS: '2' }, taken, 'serve')
  await fails({ DATABASE_URL, HOST: '192.0.2.1' }, /^HOST is «192\.0\.2\.1», which is no address of this/, 'serve')
  await fails({ DATABASE_URL, HOST: 'nowhere.invalid' }, /^HOST is «nowhere\.invalid», which is no/, 'serve')
  await fails({ PORT: 'abc', TRUST_PROXY: 'foo', FILES_URL: 's3://' }, /PORT.*; TRUST_PROXY.*FILES_URL/, 'serve')
  const url = (rest: string): string => `postgres://dunlin:hidden@${rest}`
  await fails({ DATABASE_URL: url('127.0.0.1:1/x') }, /cannot be reached: .*ECONNREFUSED.*Start PostgreSQL/, 'serve')
  await fails({ DATABASE_URL: url('nowhere.invalid/x') }, /cannot be reached: .*Mend the host in DATABASE_URL/, 'serve')
  const mail_in = { DATABASE_URL, PORT: '0', MAIL_IN_ADDRESS: 'replies@example.com', MAIL_IN_PORT: '2525' }
  const nowhere = /Mail cannot come in at port 2525 of nowhere\.invalid: .*Set MAIL_IN_HOST/
  for (const WORKERS of ['1', '2'])
    await fails({ ...mail_in, WORKERS, MAIL_IN_HOST: 'nowhere.invalid' }, nowhere, 'serve')
  const missing = DATABASE_URL.replace(/\/dunlin_test_\w+/, '/dunlin_nowhere')
  await fails({ DATABASE_URL: missing }, /Make the database that DATABASE_URL names/, 'serve')
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  await fails({ DATA_DIR: file }, /^DATA_DIR is «.*a-file», and .* is a file: set it to a folder/, 'serve')
  await fails({ DATA_DIR: join(file, 'data') }, /^DATA_DIR is .* is a file/, 'serve')
  await assert.rejects(access(join(folder, 'data', 'postgres')), 'no database was made by any of them')
})

test('a start on a full disk is refused in one sentence', async () => {
  const DATA_DIR = join(folder, 'full')
  const command = withFileLimit(0, process.execPath, bin, 'serve')
  const says = /^The disk of DATA_DIR \(.*full\) is full: make room, or move the folder/
  isSentence(await refusedBy(command, { DATABASE_URL, DATA_DIR, NODE_COMPILE_CACHE: '' }), says)
  // What PostgreSQL's own programs say, which the limit of a shell would end instead.
  for (const text of [
    `initdb could not make ${DATA_DIR} (1): FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device`,
    'PostgreSQL does not start; its log ends with: could not extend file "base/1/2691": No space left on device',
  ]) {
    isSentence(sentenceOf(new Error(text), { DATA_DIR }) ?? '', says)
  }
  const cause = Object.assign(new Error('could not extend file'), { code: '53100' })
  const failed = new Error('0002_people.sql failed: could not extend file', { cause })
  isSentence(sentenceOf(failed, { DATABASE_URL }) ?? '', /^The disk of the database of DATABASE_URL is full/)
})

test('a command in the wrong folder names it, and makes nothing there', async () => {
  for (const args of [
    ['backup', '--to', folder],
    ['purge'],
    ['release-jobs'],
    ['create-company', '--name', 'Example'],
    ['create-token', '--name', 'x', '--permissions', 'all'],
  ])
    await fails(
      { DATA_DIR: './elsewhere' },
      /^There is no database in \S+\/elsewhere\. Run this in the folder of the service/,
      ...args,
    )
  assert.ok(!(await readdir(folder)).includes('elsewhere'))
})

test('a file that is no backup is called that', async () => {
  const file = join(folder, 'notes.txt')
  await writeFile(file, 'no backup at all, but long enough to look like something')
  await fails({}, /notes\.txt is no backup of Dunlin/, 'restore', '--from', file, '--check')
  await fails({}, /is a folder, and no backup/, 'restore', '--from', folder, '--check')
})

test('an id means one company, and a name only if one has it', () => {
  const companies = [
    { id: '1', name: 'Example' },
    { id: '2', name: '1' },
    { id: '3', name: 'Example' },
    { id: '4', name: 'Other' },
  ]
  assert.equal(chooseCompany(companies, '1'), '1', 'although another is called so')
  assert.equal(chooseCompany(companies, 'Other'), '4')
  assert.throws(
    () => chooseCompany(companies, 'Example'),
    /2 companies are called Example.*: 1 \(Example\), 3 \(Example\)\.$/,
  )
  assert.throws(() => chooseCompany(companies, null), /Say which with --company and its id: 1 .*4 \(Other\)/)
  assert.throws(() => chooseCompany(companies, 'Nobody'), /No company is Nobody/)
  assert.equal(chooseCompany(companies.slice(3), null), '4')
})

test('countries, addresses and numbers are looked at', async () => {
  const company = ['create-company', '--name', 'Example']
  await fails({ DATABASE_URL }, /--country must be two letters/, ...company, '--country', 'XX')
  await fails({ DATABASE_URL }, /--country must be two letters/, ...company, '--country', 'Netherlands')
  await fails({ DATABASE_URL }, /--email must be an email address/, ...company, '--email', 'office')
  assert.deepEqual(await database.db.selectFrom('companies').select('id').execute(), [])
})
