import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { noteBackup } from '../src/db/backup/last_backup.ts'
import { queues } from '../src/jobs/index.ts'
import { enqueue } from '../src/queue/enqueue.ts'
import { startService } from './harness.ts'
import { until } from './until.ts'

const read = (file: string): string => readFileSync(new URL(`../../docs/operations/${file}`, import.meta.url), 'utf8')

type Panel = { title: string; targets?: { expr: string }[] }
const dashboard = JSON.parse(read('dashboard.json')) as { panels: Panel[] }
const shown = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ in: title, expr })))
const alerts = [...read('alerts.yaml').matchAll(/- alert: (\w+)\n\s+expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/g)].map(
  ([, name = '', block, line]) => ({ in: name, expr: block ?? line ?? '' }),
)

const { call, given, database } = await startService()
const tenant = await given.tenant()
await call(`GET /v1/debtors?administration_id=${tenant.administration_id}`, { token: await given.token(tenant) })
// A mail that is not there: the job is done at once, and counted.
await enqueue(database.db, 'send_mail', { mail_id: '1' })
await until('a job was run', async () =>
  /dunlin_job_runs_total\{queue="send_mail",ending="done"\} 1/.test((await call('GET /metrics')).text),
)
const unbacked = (await call('GET /metrics')).text
await noteBackup(database.connection, new Date(Date.now() - 3_600_000))
const { text } = await call('GET /metrics')

/** Labels of each sample name, as Prometheus would see them. */
const samples = new Map<string, Set<string>>()
for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
  const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
  const known = samples.get(name) ?? new Set(['job', 'instance'])
  for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
  samples.set(name, known)
}

test('every metric and label that the dashboard and the alerts name is there', () => {
  assert.ok(shown.length > 15 && alerts.length > 8, `${shown.length} panels, ${alerts.length} alerts`)
  const missing: string[] = []
  for (const { in: place, expr } of [...shown, ...alerts]) {
    const used = [...expr.matchAll(/\b((?:dunlin|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)]
    if (used.length === 0 && !/^up\{/.test(expr)) missing.push(`${place}: names no metric`)
    const labels = new Set<string>()
    for (const [, name = '', conditions = ''] of used) {
      const known = samples.get(name)
      if (known === undefined) missing.push(`${place}: there is no ${name}`)
      for (const [, label = ''] of conditions.matchAll(/(\w+)(?:=|!)/g))
        if (known && !known.has(label)) missing.push(`${place}: ${name} has no label ${label}`)
      for (const label of known ?? []) labels.add(label)
    }
    for (const [, list = ''] of expr.matchAll(/\bby \(([^)]*)\)/g))
      for (const label of list.split(/,\s*/)) if (!labels.has(label)) missing.push(`${place}: by ${label}`)
  }
  assert.deepEqual(missing, [])
})

test('the age of the last backup is known, and how long the engine keeps somebody waiting', async () => {
  const numberOf = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await call('GET /metrics')).text)?.[1] ?? Number.NaN)
  const age = await numberOf('dunlin_backup_age_seconds')
  assert.ok(age >= 3_600 && age < 4_000, String(age))
  assert.doesNotMatch(unbacked, /^dunlin_backup_age_seconds /m, 'before the first one there is no age')
  assert.equal(await numberOf('dunlin_engine_lag_seconds'), 0)
})

test('values of labels that are named exist', () => {
  for (const value of ['state="waited_for"', 'state="open"', 'state="failed"', 'state="waiting"', 'state="active"'])
    assert.ok(text.includes(value), value)
  assert.match(text, /route="GET \/v1\/debtors"/)
})

test('parentheses, braces and quotes of every expression are closed', () => {
  for (const { in: place, expr } of [...shown, ...alerts]) {
    for (const [open, close] of ['()', '{}', '[]']) {
      assert.equal(expr.split(String(open)).length, expr.split(String(close)).length, `${place}: ${open}${close}`)
    }
    assert.equal(expr.split('"').length % 2, 1, place)
  }
})

test('what is counted begins with nothing, so that the first failure is seen as growth', () => {
  for (const queue of Object.keys(queues))
    assert.ok(text.includes(`dunlin_job_runs_total{queue="${queue}",ending="failed"} 0\n`), queue)
  for (const status of ['401', '429'])
    assert.match(text, new RegExp(`duration_seconds_count\\{route="POST /console/sign_in",status="${status}"\\} 0\n`))
  assert.match(text, /dunlin_build_info\{version="\d+\.\d+\.\d+[^"]*",node="\d+/)
  assert.match(text, /dunlin_database_up 1\n/)
})

test('one thing that happens has one alert', () => {
  assert.equal(new Set(alerts.map(({ in: name }) => name)).size, alerts.length)
  for (const metric of ['dunlin_turned_away_total', 'dunlin_database_up', 'route="POST /console/sign_in"'])
    assert.equal(alerts.filter(({ expr }) => expr.includes(metric)).length, 1, metric)
  // Overload and an absent database answer 503, and have alerts of their own.
  assert.match(alerts.find(({ in: name }) => name === 'DunlinFails')?.expr ?? '', /status!="503"/)
})

test('every variable that is read is documented in the README, and given to the container', () => {
  const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const names = [...file('server/src/config.ts').matchAll(/(?:given|integer)\('([A-Z_]+)'/g)].map(
    ([, name = '']) => name,
  )
  assert.ok(names.length > 15, names.join())
  // Inside a container they are those of the image.
  const fixed = new Set(['HOST', 'PORT', 'DATA_DIR'])
  // A container has a server beside it, and no embedded database.
  const without = new Set(['EMBEDDED_USER'])
  const [compose, image] = [file('compose.yaml'), file('Dockerfile')]
  for (const name of names) {
    if (fixed.has(name)) assert.ok(image.includes(`${name}=`), name)
    else if (!without.has(name)) assert.match(compose, new RegExp(`^ {6}${name}: `, 'm'), name)
    const documented = `${file('README.md')}${file('docs/operations/README.md')}`
    assert.ok(documented.includes(`\`${name}`), `${name} is documented nowhere`)
  }
})
