import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { judgeClock, judgeConnections, judgeServer } from '../src/commands/doctor/database.ts'
import type { Check, Finding } from '../src/commands/doctor/finding.ts'
import { judgeNodes } from '../src/commands/doctor/nodes.ts'
import { judgeRates } from '../src/commands/doctor/rates.ts'
import { judgeRefusal, judgeSpace, judgeWorkers } from '../src/commands/doctor/surroundings.ts'
import { examine } from '../src/commands/doctor.ts'
import { client, withDatabase } from '../src/db/connect.ts'
import { givenIn } from './given.ts'
import { addressOf, startService, test_server, testDatabase } from './harness.ts'
import { startObjectStore } from './object_store.ts'
import { workers } from './servers.ts'
import { startSmtp } from './smtp.ts'

const { app, database, given } = await startService()
const data_dir = await mkdtemp(join(tmpdir(), 'dunlin-doctor-'))
after(() => rm(data_dir, { recursive: true, force: true }))
const DATABASE_URL = addressOf(database.connection)
const port = new URL(app.base_url).port
const healthy = { DATABASE_URL, DATA_DIR: data_dir, PORT: port, BASE_URL: app.base_url }

/** A port on which nobody listens. */
const closed = await new Promise<number>((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address() as AddressInfo
    server.close(() => resolve(free))
  })
})

async function found(env: NodeJS.ProcessEnv, check: Check): Promise<Finding> {
  const findings = await examine({ ...healthy, ...env })
  const [one, ...more] = findings.filter((finding) => finding.check === check && finding.result !== 'ok')
  assert.equal(more.length, 0, JSON.stringify(more))
  return one ?? findings.find((finding) => finding.check === check) ?? assert.fail(`nothing is said about ${check}`)
}

async function finds(env: NodeJS.ProcessEnv, check: Check, result: Finding['result'], says: RegExp): Promise<void> {
  const finding = await found(env, check)
  assert.equal(finding.result, result, JSON.stringify(finding))
  assert.match(finding.says, says)
  assert.equal(finding.do === undefined, result === 'ok', 'what is not well comes with what to do')
}

test('a healthy service is found healthy, and nothing is left behind', async () => {
  const findings = await examine(healthy)
  assert.deepEqual(
    // Whether rates are known depends on the day on which this runs; they have a test of their own.
    findings.filter(({ check, result }) => result !== 'ok' && check !== 'rates'),
    [],
  )
  assert.match((await found({}, 'base_url')).says, /leads here/)
  assert.deepEqual(await readdir(data_dir), [])
})

test('a configuration that cannot be read is reported, with every variable', async () => {
  await finds({ PORT: 'eighty', LOG_LEVEL: 'loud' }, 'configuration', 'problem', /PORT must be.*LOG_LEVEL must be/)
})

test('a database that cannot be reached is reported with the reason', async () => {
  await finds({ DATABASE_URL: `postgres://dunlin@127.0.0.1:${closed}/x` }, 'database', 'problem', /ECONNREFUSED/)
  const missing = addressOf(withDatabase(database.connection, 'dunlin_nowhere'))
  await finds({ DATABASE_URL: missing }, 'database', 'problem', /dunlin_nowhere/)
  assert.match((await found({ DATABASE_URL: missing }, 'database')).do ?? '', /Make the database/)
  await finds({ DATABASE_URL: '' }, 'database', 'warning', /There is none in .*; the first start makes one/)
})

test('a server that is too old, speaks another encoding, takes no writes or lacks the extension is reported', () => {
  const facts = {
    version: 180_004,
    name: '18.4',
    encoding: 'UTF8',
    read_only: false,
    may_create: true,
    foreign_tables: 0,
    extension: 'installed' as const,
    max_connections: 97,
    moment_ms: 0,
  }
  const problems = (overrides: Partial<Parameters<typeof judgeServer>[0]>): string[] =>
    judgeServer({ ...facts, ...overrides })
      .filter(({ result }) => result === 'problem')
      .map(({ check, says }) => `${check}: ${says}`)
  assert.deepEqual(problems({}), [])
  assert.deepEqual(problems({ extension: 'can be installed' }), [])
  assert.deepEqual(problems({ version: 140_010, name: '14.10' }), ['database: PostgreSQL 14.10 is too old.'])
  assert.deepEqual(problems({ encoding: 'LATIN1' }), ['database: The database has encoding LATIN1.'])
  assert.deepEqual(problems({ read_only: true }), ['database: The database takes no writes.'])
  assert.deepEqual(problems({ extension: 'absent' }), ['database: The extension btree_gist is not to be had.'])
  assert.deepEqual(problems({ extension: 'not for us' }), ['rights: The extension btree_gist is missing.'])
  assert.equal(judgeConnections({ max_connections: 97 }, 4).result, 'ok')
  assert.equal(judgeConnections({ max_connections: 97 }, 16).result, 'problem')
})

test('a role that may not change the schema is reported', async () => {
  const role = `dunlin_guest_${process.pid}`
  const own = client(database.connection)
  await own.connect()
  await own.query(`create role ${role} login password 'guest'`)
  try {
    const guest = new URL(DATABASE_URL)
    guest.username = role
    guest.password = 'guest'
    await finds({ DATABASE_URL: guest.toString() }, 'rights', 'problem', /Nothing may be made in schema public/)
    await own.query(`grant create on schema public to ${role}`)
    await finds({ DATABASE_URL: guest.toString() }, 'rights', 'problem', /tables belong to another role/)
  } finally {
    await own.query(`drop owned by ${role}; drop role ${role}`)
    await own.end()
  }
})

test('migrations that wait, that changed, or that come from the future are reported', async () => {
  const name = `dunlin_doctor_${process.pid}`
  const own = client(withDatabase(test_server, 'postgres'))
  await own.connect()
  await own.query(`create database ${name}`)
  const env = { DATABASE_URL: addressOf(withDatabase(test_server, name)) }
  try {
    await finds(env, 'migrations', 'ok', /The database is empty/)
  } finally {
    await own.query(`drop database ${name} with (force)`)
    await own.end()
  }
  const change = (text: string) => database.pool.query(text)
  const removed = `with gone as (delete from migrations where name like '0001%' returning *) select * from gone`
  const { rows } = await change(removed)
  await finds({}, 'migrations', 'warning', /1 are to be run: 0001_/)
  await database.pool.query('insert into migrations values ($1, $2, $3)', [rows[0].name, 'other', rows[0].applied_at])
  await finds({}, 'migrations', 'problem', /0001_\S+ ran here in another form/)
  await database.pool.query('update migrations set hash = $1 where name = $2', [rows[0].hash, rows[0].name])
  await change(`insert into migrations values ('9999_later.sql', 'x', now())`)
  await finds({}, 'migrations', 'warning', /by a newer Dunlin: 9999_later\.sql/)
  await change(`delete from migrations where name = '9999_later.sql'`)
  await change(`update migrations set name = '0001_companies_and_people.sql' where name like '0001%'`)
  await finds({}, 'migrations', 'problem', /made by a Dunlin from before the first release/)
  await change(`update migrations set name = '${rows[0].name}' where name like '0001%'`)
  await finds({}, 'migrations', 'ok', /have run/)
})

test('a replica that is not one, is another database, or is behind is reported', async () => {
  const copy = await testDatabase()
  const REPLICA_URL = addressOf(copy.connection)
  await finds({ REPLICA_URL: `postgres://dunlin@127.0.0.1:${closed}/x` }, 'replica', 'problem', /ECONNREFUSED/)
  await finds({ REPLICA_URL: DATABASE_URL }, 'replica', 'warning', /leads to the database itself/)
  await finds({ REPLICA_URL }, 'replica', 'ok', /up to date/)
  const tenant = await given.tenant()
  await given.debtor(tenant)
  await finds({ REPLICA_URL }, 'replica', 'problem', /Nothing that was written has arrived/)
  const there = await givenIn(copy.db).tenant()
  const stampThere = (ago: string) =>
    copy.pool.query(
      `
    insert into administration_stamps (administration_id, stamp) values ($1, now() - $2::interval)
    on conflict (administration_id) do update set stamp = excluded.stamp`,
      [there.administration_id, ago],
    )
  await stampThere('10 minutes')
  await finds({ REPLICA_URL }, 'replica', 'warning', /It is (599|60\d) s behind/)
  await stampThere('0 s')
  await finds({ REPLICA_URL }, 'replica', 'ok', /up to date/)
  await copy.pool.query(`delete from migrations where name = (select max(name) from migrations)`)
  await finds({ REPLICA_URL }, 'replica', 'problem', /has had \d+ migrations, and the copy \d+/)
  await copy.pool.query('drop table migrations')
  await finds({ REPLICA_URL }, 'replica', 'problem', /and the copy 0/)
  assert.ok(!(await examine(healthy)).some(({ check }) => check === 'replica'), 'nothing is said where there is none')
})

test('nodes that pages are read from are looked at from here, and counted', async () => {
  const READ_NODES = 'on'
  if (workers.length === 0) await finds({ READ_NODES }, 'nodes', 'warning', /the database has no nodes/)
  else {
    await finds({ READ_NODES }, 'nodes', 'ok', /^Pages are read from \d nodes/)
    await finds({ READ_NODES, WORKERS: '90' }, 'nodes', 'problem', /takes fewer connections than 90 workers need/)
  }
  assert.ok(!(await examine(healthy)).some(({ check }) => check === 'nodes'), 'nothing is said where they are not read')
  const seen = (max_connections: number) => ({ name: 'one:5432', max_connections })
  assert.equal(judgeNodes([seen(37)], 1).result, 'ok')
  assert.equal(judgeNodes([seen(37), seen(36)], 1).result, 'problem')
  assert.match(judgeNodes([seen(100), { name: 'two:5432', reason: 'none' }], 1).says, /two:5432 \(none\)\.$/)
})

test('a clock that is wrong is reported, slow or fast', async () => {
  const shifted = async (seconds: number) => {
    const now = (): Date => new Date(Date.now() + seconds * 1000)
    return (await examine(healthy, now)).find(({ check }) => check === 'clock')
  }
  assert.match((await shifted(3600))?.says ?? '', /differ by 3(599|600)\.\d s/)
  assert.equal((await shifted(-3600))?.result, 'problem')
  assert.equal((await shifted(10))?.result, 'warning')
  assert.equal((await shifted(0))?.result, 'ok')
  assert.equal(judgeClock(1_500, { before: 1_000, after: 60_000 }).result, 'ok', 'a slow answer is no wrong clock')
})

test('a missing rate of the current half-year is reported, and nothing before it is needed', async () => {
  const on = (day: string) => judgeRates(new Date(`${day}T12:00:00Z`))
  for (const day of ['2026-11-16', '2026-11-17', '2026-12-31']) assert.equal(on(day).result, 'ok', day)
  assert.equal(on('2027-01-01').result, 'problem')
  const findings = await examine(healthy, () => new Date('2027-01-02T12:00:00Z'))
  const rates = findings.filter(({ check }) => check === 'rates')
  assert.equal(rates.length, 1)
  const [{ result, says, do: what = '' } = assert.fail()] = rates
  assert.equal(result, 'problem')
  for (const series of ['NL nl.interest', 'NL nl.trade_interest', 'BE be.trade_interest', 'DE de.base_rate']) {
    assert.ok(says.includes(`${series} after 2026-12-31`), `${series} in ${says}`)
  }
  for (const series of ['FR fr.trade_interest', 'UK uk.reference_rate', 'EU ecb.main_refinancing']) {
    assert.ok(says.includes(`${series} after 2026-12-31`), `${series} in ${says}`)
  }
  assert.match(what, /^Update Dunlin/)
})

test('mail: kept, taken, refused at the door, refused at sign-in', async () => {
  await finds({}, 'mail', 'ok', /mails are kept/)
  const production = { BASE_URL: 'https://dunlin.example.com', PORT: String(closed) }
  await finds(production, 'mail', 'warning', /none is sent/)
  const open = await startSmtp()
  const MAIL_FROM = 'office@example.com'
  await finds({ SMTP_URL: open.url, MAIL_FROM }, 'mail', 'ok', /lets us in/)
  assert.equal(open.received.length, 0)
  await finds({ SMTP_URL: `smtp://127.0.0.1:${closed}`, MAIL_FROM }, 'mail', 'problem', /ECONNREFUSED|ESOCKET/)
  const locked = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) => done(password === 'right' ? null : new Error('no such user'), { user: 'x' }),
  })
  const as = (password: string): string => `smtp://robin:${password}@127.0.0.1:${locked.port}`
  await finds({ SMTP_URL: as('right'), MAIL_FROM }, 'mail', 'ok', /lets us in/)
  await finds({ SMTP_URL: as('hidden-word'), MAIL_FROM }, 'mail', 'problem', /no such user/)
  const wrong = await found({ SMTP_URL: as('hidden-word'), MAIL_FROM }, 'mail')
  assert.match(wrong.do ?? '', /user and password/)
  assert.doesNotMatch(JSON.stringify(wrong), /hidden-word/)
})

test('a disk that is nearly full, or takes no file, is reported', async () => {
  const gigabyte = 1024 ** 3
  assert.equal(judgeSpace(100 * 1024 * 1024, 'x').result, 'problem')
  assert.equal(judgeSpace(gigabyte, 'x').result, 'warning')
  assert.equal(judgeSpace(10 * gigabyte, 'x').result, 'ok')
  const file = join(data_dir, 'a-file')
  await writeFile(file, '')
  await finds({ DATA_DIR: file }, 'disk', 'problem', /is not a folder/)
  await finds({ DATA_DIR: join(file, 'data') }, 'disk', 'problem', /ENOTDIR/)
  await finds({ DATA_DIR: '/proc/dunlin' }, 'disk', 'problem', /Nothing can be written in \/proc\/dunlin/)
  const full = judgeRefusal(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), 'x')
  assert.match(full.do ?? '', /Make room/)
  await finds({ DATA_DIR: join(data_dir, 'not', 'yet') }, 'disk', 'ok', /GB are free/)
  await rm(file)
})

test('an object store is tried, and nothing stays in it', async () => {
  const store = await startObjectStore()
  await finds({ FILES_URL: store.url }, 'files', 'ok', /takes files, gives them back and removes them/)
  const left = (await readdir(store.folder, { recursive: true })).filter((name) => name.endsWith('_object'))
  assert.deepEqual(left, [])
  const wrong = store.url.replace(':S3RVER@', ':hidden@')
  await finds({ FILES_URL: wrong }, 'files', 'problem', /answered PUT with 403 \(SignatureDoesNotMatch\)/)
  assert.match((await found({ FILES_URL: wrong }, 'files')).do ?? '', /Mend key, secret and region/)
  const elsewhere = store.url.replace('/documents/', '/nowhere/')
  assert.match((await found({ FILES_URL: elsewhere }, 'files')).do ?? '', /Make the bucket/)
  const away = `s3://key:hidden@127.0.0.1:${closed}/documents?tls=off`
  await finds({ FILES_URL: away }, 'files', 'problem', /cannot be used: .*ECONNREFUSED/)
  assert.ok(!(await examine(healthy)).some(({ check }) => check === 'files'), 'nothing is said where there is none')
})

test('an address that is not safe, or does not lead here, is reported', async () => {
  await finds({ BASE_URL: '' }, 'base_url', 'warning', /is not set/)
  await finds({ BASE_URL: 'http://dunlin.example.com' }, 'base_url', 'problem', /travel in clear/)
  await finds({ BASE_URL: `http://127.0.0.1:${closed}` }, 'base_url', 'problem', /does not lead to it: .*ECONNREFUSED/)
  await finds({ BASE_URL: 'https://dunlin.example.com', PORT: String(closed) }, 'base_url', 'ok', /not tried/)
  const other = createServer((_, response) => response.end('another program')).listen(0, '127.0.0.1')
  after(() => other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  await finds({ BASE_URL: elsewhere }, 'base_url', 'problem', /it answers 200/)
})

test('a proxy that is not trusted, or trusting everybody, is reported', async () => {
  const BASE_URL = 'https://dunlin.example.com'
  await finds({ BASE_URL, PORT: String(closed) }, 'proxy', 'warning', /seem to have one address/)
  await finds({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8, fd00::/16' }, 'proxy', 'ok', /10\.0\.0\.0\/8/)
  await finds({ TRUST_PROXY: '0.0.0.0/0' }, 'proxy', 'problem', /almost anybody/)
  await finds({ TRUST_PROXY: '::/0' }, 'proxy', 'problem', /almost anybody/)
  await finds({ TRUST_PROXY: 'proxy.example.com' }, 'configuration', 'problem', /TRUST_PROXY must be addresses/)
  await finds({ HOST: '0.0.0.0' }, 'listening', 'warning', /every address .* in plain http/)
})

test('more workers than cores, and traces that nothing receives, are reported', async () => {
  assert.equal(judgeWorkers({ workers: 8 }, 4).result, 'ok')
  assert.equal(judgeWorkers({ workers: 9 }, 4).result, 'warning')
  await finds({ WORKERS: 'many' }, 'configuration', 'problem', /WORKERS must be/)
  await finds({ WORKERS: '100' }, 'connections', 'problem', /100 workers need 805/)
  await finds({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${closed}` }, 'traces', 'warning', /ECONNREFUSED/)
  await finds({ OTEL_EXPORTER_OTLP_ENDPOINT: app.base_url }, 'traces', 'ok', /Something answers/)
})

test('the command prints lines or JSON, and its exit code says whether all is well', async () => {
  const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
  const run = (env: object, ...args: string[]): Promise<{ code: number; out: string }> =>
    new Promise((resolve) => {
      const all = { PATH: process.env.PATH, ...healthy, ...env }
      execFile(process.execPath, [bin, 'doctor', ...args], { env: all }, (error, out) =>
        resolve({ code: Number(error?.code ?? 0), out }),
      )
    })
  const known = judgeRates(new Date()).result === 'ok' ? 0 : 1
  const well = await run({})
  assert.equal(well.code, known, well.out)
  assert.match(well.out, /^ok {7}database {7}PostgreSQL/m)
  const ill = await run({ TRUST_PROXY: '0.0.0.0/0' }, '--json')
  assert.equal(ill.code, 1)
  assert.equal(JSON.parse(ill.out).healthy, false)
  assert.equal((await run({ BASE_URL: '' })).code, known, 'a warning is no failure')
})
