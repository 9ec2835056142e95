import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addressOf, startService } from './harness.ts'

const { call, database } = await startService()
const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
const run = promisify(execFile)

const env = { ...process.env, DATABASE_URL: addressOf(database.connection), LOG_LEVEL: '' }
const dunlin = (...args: string[]) => run(process.execPath, [bin, ...args], { env })
const made = async (...args: string[]) => JSON.parse((await dunlin(...args, '--json')).stdout)
const refused = async (...args: string[]): Promise<string> => {
  const error = await dunlin(...args).then(
    () => assert.fail('it should be refused'),
    (one) => one as { stderr: string; code: number },
  )
  assert.equal(error.code, 1)
  assert.doesNotMatch(error.stderr, /\n {4}at /, 'a mistake is reported without a stack trace')
  return error.stderr
}

test('an operator sets up a company, a user, a token and an application, and they work', async () => {
  assert.match(await refused('create-token', '--name', 'x', '--permissions', 'all'), /There is no company yet/)
  const company = await made('create-company', '--name', 'Example Trading')
  const { token } = await made('create-token', '--name', 'Accounting', '--permissions', 'debtors:read')
  assert.match(token, /^dunlinstatic[A-Za-z0-9]{40}$/)
  const list = (path: string) => call(`GET ${path}?administration_id=${company.administration_id}`, { token })
  assert.equal((await list('/v1/debtors')).text, '{"data":[]}')
  assert.deepEqual((await list('/v1/tasks')).body, { code: 'forbidden', message: 'Missing permission: tasks:read' })
  const basic = await made(
    'create-application',
    '--name',
    'Bookkeeper',
    '--redirect-uri',
    'https://app.example.com/callback',
    '--permissions',
    'all',
  )
  assert.equal((await call('GET /v1/companies', { basic })).text, '{"data":[]}')
  const user = await made(
    'create-user',
    '--email',
    'robin@example.com',
    '--first-name',
    'Robin',
    '--last-name',
    'Example',
  )
  assert.match(user.password, /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
  assert.match(
    await refused('create-user', '--email', 'ROBIN@example.com', '--first-name', 'R', '--last-name', 'E'),
    /already/,
  )
})

test('secrets are not in the database', async () => {
  const rows = await database.db.selectFrom('api_tokens').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(rows), /dunlinstatic/)
  const users = await database.db.selectFrom('users').select('password_hash').where('kind', '=', 'person').execute()
  assert.match(String(users[0]?.password_hash), /^\$argon2id\$/)
})

test('mistakes are reported in one line', async () => {
  assert.match(
    await refused('create-token', '--name', 'x', '--permissions', 'debtors:wrong'),
    /there is no permission debtors:wrong/,
  )
  assert.match(await refused('create-token', '--permissions', 'all'), /--name is missing/)
  assert.match(await refused('create-token', '--nmae', 'x'), /Unknown option '--nmae'/)
  assert.match(
    await refused('create-application', '--name', 'x', '--permissions', 'all', '--grant-type', 'client_credentials'),
    /ip_allow_list: is needed/,
  )
  assert.match(
    await refused(
      'create-application',
      '--name',
      'x',
      '--permissions',
      'all',
      '--redirect-uri',
      'http://evil.example.com',
    ),
    /https/,
  )
  assert.match(
    await refused('create-token', '--name', 'x', '--permissions', 'all', '--ip-allow-list', '300.1.1.1'),
    /must be an address/,
  )
  assert.match(await refused('nonsense'), /There is no command nonsense/)
  // Only those who serve start it.
  assert.match(await refused('worker'), /There is no command worker/)
})

test('every command helps', async () => {
  const { stdout } = await dunlin('--help')
  for (const name of [
    'serve',
    'demo',
    'migrate',
    'create-user',
    'create-application',
    'create-token',
    'openapi',
    'purge',
  ]) {
    assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'))
    assert.match((await dunlin(name, '--help')).stdout, new RegExp(`Usage: dunlin ${name}`))
  }
})

test('the description is printed, and purge removes what is older than 90 days', async () => {
  assert.equal(JSON.parse((await dunlin('openapi')).stdout).openapi, '3.1.0')
  const [administration] = await database.db.selectFrom('administrations').select('id').execute()
  const day = 86_400_000
  const rows = [1, 95].map((days, index) => ({
    administration_id: administration?.id ?? '',
    id: String(index + 1),
    debtor_id: '1',
    deleted_at: new Date(Date.now() - days * day).toISOString(),
  }))
  await database.db.insertInto('deleted_credit_cases').values(rows).execute()
  assert.equal((await made('purge')).deleted_credit_cases, 1)
  assert.equal((await made('purge')).deleted_credit_cases, 0)
  await dunlin('migrate')
})
