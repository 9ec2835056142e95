import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPlan } from '../src/db/distribution.ts'
import { templatesIn, type Written, writtenSql } from './sql_templates.ts'

// On a cluster a statement goes to one node if every table of tenants in it is tied to the administration that was
// given. Tied to another row, it is often refused. Nothing is lost by it on one server, and nobody sees across tenants.

const plan = await readPlan()
const cut = plan.distributed.map(({ name }) => name).join('|')

/** Statements about all administrations: they look for those in which there is something to do, or clean up. */
const over_all: { readonly [place: string]: string } = {
  'files/abandoned.ts removeOne': 'bytes are kept once for all administrations',
  'files/copy.ts nextBytes': 'bytes are kept once for all administrations',
  'files/unused.ts unused': 'looks for files that nobody uses, and is asked once more for each administration',
  'files/unused.ts forgetUnused': 'looks for files that nobody uses',
  'files/uploads.ts purgeUploads': 'removes what is out of date wherever it is',
  'imports/store.ts purgeImports': 'looks for what is out of date',
  'jobs/mail_notifications.ts mailNotifications': 'looks for administrations with notifications to mail',
  'jobs/retention.ts purgeStaged': 'removes what is out of date wherever it is',
  'live/follow.ts readStamps': 'looks at all administrations that pages show',
  'mail_in/purge.ts purgeIncoming': 'removes what is out of date wherever it is',
  'mail_in/purge.ts removeAll': 'removes what is out of date wherever it is',
  'follow_up/look/lag.ts engineLag': 'measures how long the administration waits that waits longest',
  'follow_up/look/engine.ts round': 'looks for administrations in which it is time',
  'follow_up/send/delivery.ts letterOf': 'a mail says which administration its letter belongs to',
  'follow_up/send/marks.ts releaseAddresses': 'looks for marks whose days are over',
  'follow_up/send/settle.ts mailsOver': 'looks for letters whose mail has arrived',
  'follow_up/send/settle.ts isLeft': 'looks for administrations with letters that are left',
}

/** Makes its statements inside another one of the same function, which ties them. */
const tied_by_caller = ['record_holds.ts targetsOf', 'cases.ts takeIn', 'decisions.ts readDecisions']
  .concat(['take_back.ts removeTask', 'copies.ts copyKeys'])
  .map((place) => new RegExp(`${place.replaceAll('.', '\\.')}$`))

const placeOf = ({ file, name }: Written): string => `${file} ${name}`
// The demo fills a database that nobody has spread yet, all administrations at once.
const written = writtenSql().filter(({ file }) => !file.startsWith('demo/'))
const tie = /administration_id(?:`\)\})?\s*=\s*\$\{(?!sql)/
const ties = new Set(written.flatMap(({ name, text }) => (name !== null && tie.test(text) ? [name] : [])))
const keyword = /^(where|set|on|cross|left|join|order|limit|values|select|using|inner|group|union|and|returning|for)$/

/** Tables of tenants in a statement that are not tied to the administration that was given. */
function untied(text: string): string[] {
  const plain = text.replaceAll(/--[^\n]*/g, '')
  const here = /(?<![.\w])administration_id = \$\{/.test(plain)
  const by_part = [...plain.matchAll(/\$\{(\w+)/g)].some(([, name = '']) => ties.has(name) || /^(here|own)$/.test(name))
  const named = plain.matchAll(
    new RegExp(`\\b(from|join|update|into)\\s+(${cut})\\b(?:\\s+(?:as\\s+)?([a-z_]+))?`, 'g'),
  )
  return [...named].flatMap(([, verb, table = '', word]) => {
    const row = word === undefined || keyword.test(word) ? null : word
    const itself = row !== null && new RegExp(`\\b${row}\\.administration_id = \\$\\{`).test(plain)
    return verb === 'into' || here || by_part || itself ? [] : [table]
  })
}

test('every table of tenants in a statement is tied to the administration that was given', () => {
  assert.ok(written.length > 800, `only ${written.length} statements were read`)
  const found = written
    .filter((one) => !(placeOf(one) in over_all) && !tied_by_caller.some((place) => place.test(placeOf(one))))
    .flatMap((one) => untied(one.text).map((table) => `${one.file}:${one.line} ${table}`))
  assert.deepEqual(found, [], 'tie it to the administration_id that was given, as a parameter')
})

const to_row = new RegExp(
  `\\b(?:${cut})\\s+(?:as\\s+)?(\\w+)\\b[^;]*?\\b\\1\\.administration_id = (?:[a-z_]+\\.(?:administration_)?id\\b|\\$\\{sql\\.ref)`,
)

test('no table of tenants is tied to another row instead', () => {
  const found = written
    .filter((one) => !(placeOf(one) in over_all) && to_row.test(one.text))
    .map(({ file, line }) => `${file}:${line}`)
  assert.deepEqual(found, [], 'tie it to the administration_id that was given, as a parameter')
})

const code = (text: string): string => text.replaceAll('@{', '${')

test('what is about all administrations is still there, and the reading sees what it is for', () => {
  const places = new Set(written.map(placeOf))
  for (const place of Object.keys(over_all)) assert.ok(places.has(place), place)
  assert.deepEqual(untied(code('select from debtors d where d.id = @{id}')), ['debtors'])
  assert.deepEqual(untied(code('select from debtors where administration_id = @{of}::bigint')), [])
  const join = 'from debtors d join invoices i on i.administration_id = d.administration_id'
  assert.deepEqual(untied(`select ${join} where d.administration_id = \${id}`), ['invoices'])
  assert.match(`select ${join}`, to_row)
  const nested = 'const a = sql`select @{b ? sql`x` : sql`y`} from z`\nfunction c() { sql<{ d: 1 }>`e` }'
  assert.deepEqual(
    templatesIn(code(nested)).map(({ name, text }) => [name, text]),
    [
      ['a', code('select @{b ? sql`x` : sql`y`} from z')],
      ['c', 'e'],
    ],
  )
})
