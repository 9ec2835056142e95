import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Which room may use which: arrows only point down. A room is a folder of server/src, or a file that knows all. */
const rooms: { readonly [room: string]: readonly string[] | 'all' } = {
  'main.ts': 'all',
  'app.ts': 'all',
  'app_parts.ts': 'all',
  'prepare_database.ts': ['config.ts', 'jobs', 'db'],
  'worker.ts': 'all',
  commands: 'all',
  'config.ts': ['files'],
  'clock.ts': [],
  'log.ts': [],
  'metrics.ts': ['db'],
  tracing: [],
  http: ['live', 'runtime', 'api', 'auth', 'limits', 'files', 'domain', 'db'],
  runtime: ['auth', 'files', 'api', 'domain', 'db'],
  live: ['auth', 'events', 'api', 'domain', 'db'],
  workers: ['limits', 'db'],
  limits: ['db'],
  imports: ['runtime', 'resources', 'queue', 'files', 'api', 'domain', 'db'],
  invented: ['domain'],
  console: [
    'invented',
    'imports',
    'runtime',
    'search',
    'reports',
    'webhooks',
    'portal',
    'mail_in',
    'follow_up',
    'flows',
    'law',
    'auth',
    'resources',
    'ledger',
    'events',
    'queue',
    'settings',
    'letters',
    'mail',
    'files',
    'api',
    'domain',
    'db',
  ],
  mail_in: ['follow_up', 'auth', 'events', 'queue', 'settings', 'mail', 'files', 'api', 'domain', 'db'],
  portal: ['follow_up', 'auth', 'resources', 'events', 'settings', 'letters', 'files', 'api', 'domain', 'db'],
  follow_up: [
    'flows',
    'law',
    'ledger',
    'events',
    'queue',
    'settings',
    'letters',
    'mail',
    'files',
    'api',
    'domain',
    'db',
  ],
  webhooks: ['follow_up', 'auth', 'events', 'settings', 'mail', 'api', 'domain', 'db'],
  flows: ['law', 'domain'],
  law: ['domain'],
  jobs: [
    'imports',
    'runtime',
    'mail_in',
    'reports',
    'webhooks',
    'follow_up',
    'auth',
    'resources',
    'ledger',
    'events',
    'queue',
    'settings',
    'letters',
    'mail',
    'files',
    'api',
    'domain',
    'db',
  ],
  followers: [
    'runtime',
    'search',
    'webhooks',
    'follow_up',
    'ledger',
    'events',
    'queue',
    'settings',
    'letters',
    'mail',
    'api',
    'domain',
    'db',
  ],
  auth: ['events', 'queue', 'mail', 'api', 'domain', 'db'],
  resources: [
    'webhooks',
    'follow_up',
    'flows',
    'law',
    'auth',
    'ledger',
    'events',
    'queue',
    'settings',
    'letters',
    'mail',
    'files',
    'api',
    'domain',
    'db',
  ],
  search: ['db'],
  reports: ['api', 'domain', 'db'],
  ledger: ['events', 'api', 'domain', 'db'],
  demo: ['flows', 'files', 'domain', 'db'],
  files: ['domain', 'db'],
  events: ['domain', 'db'],
  api: ['domain', 'db'],
  letters: ['settings', 'mail', 'api', 'domain', 'db'],
  settings: ['api', 'domain', 'db'],
  mail: ['queue', 'domain', 'db'],
  queue: ['db'],
  domain: [],
  db: ['domain'],
}

/**
 * The same for web/src. Each folder of pages is a room of its own: no page knows the insides of another one, and only
 * `pages/pages.ts` and what stands above it know them all.
 */
const web_rooms: { readonly [room: string]: readonly string[] | 'all' } = {
  'main.tsx': 'all',
  'router.tsx': 'all',
  'root.tsx': ['parts'],
  'styles.ts': ['identity.css', 'busy.css', 'wash.css'],
  'theme.ts': [],
  shell: ['pages.ts', 'parts', 'session', 'words', 'api', 'browser'],
  'dictionary.ts': ['pages.ts', 'words'],
  'pages.ts': ['pages/*', 'routes', 'words'],
  'pages/*': ['routes', 'parts', 'session', 'words', 'api', 'browser'],
  routes: ['parts', 'api'],
  parts: ['session', 'words', 'api', 'browser'],
  session: ['words', 'api', 'browser'],
  words: ['api', 'browser'],
  portal: ['words', 'browser'],
  api: ['browser'],
  browser: [],
}

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')
const files = tracked.filter((file) => /\.(ts|tsx|js|css|sql)$/.test(file))
const isGenerated = (file: string): boolean =>
  /generated\.ts$|db\/schema\.(ts|sql)$|db\/documents\.sql$|db\/queries\//.test(file)
const written = files.filter((file) => !isGenerated(file)).map((file) => ({ file, text: read(file) }))
const product = written.filter(({ file }) => file.startsWith('server/src/') && !file.endsWith('.test.ts'))

function read(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return '' // Deleted, and not committed yet.
  }
}

const roomOf = (file: string): string => file.replace('server/src/', '').split('/')[0] ?? ''

test('a room only uses the rooms below it', () => {
  const broken: string[] = []
  for (const { file, text } of product) {
    const room = roomOf(file)
    const allowed = rooms[room]
    assert.ok(allowed !== undefined, `${file}: this room is not on the map; add it to test/tidy.test.ts`)
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const other = roomOf(normalize(join(dirname(file), target)))
      if (other !== room && allowed !== 'all' && !allowed.includes(other)) broken.push(`${file} uses ${other}`)
    }
  }
  assert.deepEqual(broken, [])
})

const webRoomOf = (file: string): string => {
  const [room = '', ...inside] = file.replace('web/src/', '').split('/')
  if (room !== 'pages') return room
  return inside.length === 1 ? (inside[0] ?? '') : `pages/${inside[0]}`
}

test('a room of the pages only uses the rooms below it, and no page the insides of another', () => {
  const pages = written.filter(({ file }) => file.startsWith('web/src/') && /(?<!\.test)\.tsx?$/.test(file))
  assert.ok(pages.length > 100)
  const broken: string[] = []
  for (const { file, text } of pages) {
    const room = webRoomOf(file)
    const allowed = web_rooms[room.startsWith('pages/') ? 'pages/*' : room]
    assert.ok(allowed !== undefined, `${file}: this room is not on the map; add it to test/tidy.test.ts`)
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const other = webRoomOf(normalize(join(dirname(file), target)))
      const kind = other.startsWith('pages/') ? 'pages/*' : other
      if (other !== room && allowed !== 'all' && !allowed.includes(kind)) broken.push(`${file} uses ${other}`)
    }
  }
  assert.deepEqual(broken, [])
})

test('the list of pages joins each folder of pages by the file of its name', () => {
  const list = read('web/src/pages/pages.ts')
  const folders = new Set(tracked.map((file) => /^web\/src\/pages\/(\w+)\//.exec(file)?.[1]).filter(Boolean))
  const joined = [...list.matchAll(/from '\.\/(\w+)\/(\w+)\.ts'/g)].map(([, folder, file]) => [folder, file])
  assert.deepEqual(
    joined,
    [...folders].sort().map((folder) => [folder, folder]),
  )
})

test('web knows the sdk alone, the sdk nothing, and the server neither', () => {
  for (const { file, text } of written.filter(({ file }) => !file.endsWith('.test.ts'))) {
    if (file.startsWith('server/src/')) assert.doesNotMatch(text, /from '(@dunlin\/|\.\.\/.*(web|sdk)\/src)/, file)
    if (file.startsWith('sdk/src/')) assert.doesNotMatch(text, /from '(?!\.\/)/, file)
    if (file.startsWith('web/src/')) assert.doesNotMatch(text, /from '.*(server)\/src/, file)
  }
})

test('a file is at most 300 lines, and a line at most 120 columns', () => {
  const long: string[] = []
  for (const { file, text } of written) {
    const lines = text.split('\n')
    if (lines.length > 301 && !file.endsWith('.test.ts')) long.push(`${file} has ${lines.length - 1} lines`)
    for (const [index, line] of lines.entries()) {
      // A text may be longer than a line; code and comments may not.
      if (line.length > 120 && !/['"`]/.test(line)) long.push(`${file}:${index + 1} has ${line.length} columns`)
    }
  }
  assert.deepEqual(long, [])
})

test('a function is at most 60 lines, wherever it is not a test', () => {
  // The style check counts them; it must not be loosened in passing, as a whole or for one function.
  const { linter, overrides } = JSON.parse(read('biome.json'))
  const rule = 'noExcessiveLinesPerFunction'
  assert.deepEqual(linter.rules.complexity[rule], { level: 'error', options: { maxLines: 60 } })
  assert.deepEqual(
    overrides.map(({ includes }: { includes: string[] }) => includes),
    [['**/*.test.ts', 'server/test/**']],
  )
  assert.match(read('CONTRIBUTING.md'), /300 lines a file, 60 a function/)
  const suppressed = written.filter(({ file, text }) => !file.endsWith('tidy.test.ts') && text.includes(rule))
  assert.deepEqual(
    suppressed.map(({ file }) => file),
    [],
  )
})

test('only clock.ts reads the time, and only types and db may cast', () => {
  for (const { file, text } of product) {
    if (file !== 'server/src/clock.ts') assert.doesNotMatch(text, /Date\.now\(\)|new Date\(\)/, `${file} reads a clock`)
    assert.doesNotMatch(text, /\bas any\b|: any\b|@ts-ignore|@ts-expect-error/, file)
  }
})

test('only days.ts makes a day out of a moment', () => {
  for (const { file, text } of product.filter(({ file }) => !/domain\/days\.ts$|\/demo\//.test(file))) {
    assert.doesNotMatch(text, /toISOString\(\)\.slice\(0, ?10\)/, `${file} takes the day of UTC for that of a place`)
    assert.doesNotMatch(text, /\$\{now[^}]*\}(::\w+)* at time zone/, `${file} works today out by itself`)
  }
})

test('many rows go to the database in one way, as a list for each column', () => {
  const others = /jsonb?_to_recordset\(\$\{|unnest\(\$\{[^\n]*\[\], \$\{/
  const using = written.filter(({ file, text }) => file.endsWith('.ts') && others.test(text))
  assert.deepEqual(
    using.map(({ file }) => `${file}: use asTable of db/rows_as_table.ts`),
    [],
  )
})

test('no two sides of a merge are left standing', () => {
  const marks = /^(<{7} |>{7} |={7}$)/m
  for (const file of tracked.filter((one) => /\.(ts|tsx|md|sql|css|json|ya?ml)$/.test(one))) {
    assert.doesNotMatch(read(file), marks, file)
  }
})

test('nothing is left for later, and no drawer holds what has no name', () => {
  // Written apart, so that this file does not find itself.
  const later = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`)
  for (const { file, text } of written) {
    assert.doesNotMatch(text, later, file)
    assert.doesNotMatch(file, /(^|\/)((utils?|helpers?|common|lib|core|misc)(\/|\.ts)|shared\/)/, file)
  }
})

/** Tests in which time itself is the matter, and what it is there. All others wait for what they need, with `until`. */
const pausing: { readonly [file: string]: string } = {
  'server/test/bounded_memory.test.ts': 'looks at the memory of a process now and then',
  'server/test/connections_cut.test.ts': 'clients that were refused come again; a database that is silent for a while',
  'server/test/disconnects.test.ts': 'clients that leave at any moment',
  'server/test/hostile_bodies.test.ts': 'clients that are killed at any moment',
  'server/test/kills.test.ts': 'clients that got no answer come again',
  'server/test/oauth_races.test.ts': 'clients that come at about the same moment',
  'server/test/overload.test.ts': 'asks a loaded service now and then how it is',
  'server/test/sync_under_fire.test.ts': 'writers that commit late',
  'server/test/webhook_lanes.test.ts': 'a receiver that takes its time',
  'server/src/events/follow.test.ts': 'work that takes longer than it may',
  'server/src/db/embedded/recovery.test.ts': 'a second server that must not come',
  'server/src/http/server.test.ts': 'a client on a slow line',
  'server/src/workers/primary.test.ts': 'a worker that must not be started again',
}

test('no test pauses for a fixed time and hopes, but those in which time itself is the matter', () => {
  // The two ways to wait, a program that lives for a moment, and this file, which would find itself.
  const ways = /^server\/test\/(until|pause|worker_that_dies|tidy\.test)\.ts$/
  const tests = written.filter(({ file }) => /\.test\.tsx?$|^server\/test\/|^web\/e2e\//.test(file) && !ways.test(file))
  assert.ok(tests.length > 200)
  for (const { file, text } of tests) {
    // A clock that a test winds by hand names what it winds, in quotes.
    const pauses = /\bsetTimeout\b(?!')|waitForTimeout|Atomics\.wait/.test(text)
    assert.ok(!pauses, `${file}: wait for a condition with test/until.ts`)
    for (const [call] of text.matchAll(/\bpause\((?!\))[^\n]*/g))
      assert.match(call, /, '/, `${file}: ${call} says no reason`)
  }
  const users = tests.filter(({ text }) => text.includes("/pause.ts'")).map(({ file }) => file)
  assert.deepEqual(users.sort(), Object.keys(pausing).sort())
})

test('tests are real: none is skipped, and none stands alone', () => {
  for (const { file, text } of written.filter(({ file }) => file.endsWith('.test.ts'))) {
    assert.doesNotMatch(text, /\b(test|it|describe)\.(skip|only|todo)\b|\{ (skip|todo): /, file)
  }
})
