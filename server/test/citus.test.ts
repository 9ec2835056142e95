import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readPlan, type Table } from '../src/db/distribution.ts'
import { addressOf, testDatabase } from './harness.ts'

const plan = await readPlan()
const names = (tables: readonly Table[]): string[] => tables.map(({ name }) => name)
const distributed = new Set(names(plan.distributed))
const at = (file: string): URL => new URL(`../src/db/${file}`, import.meta.url)

test('every table has its place, and the plan knows them all', async () => {
  const database = await testDatabase()
  const { rows } = await database.pool.query(`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by 1`)
  const planned = [...plan.distributed, ...plan.reference, ...plan.local].map(({ name }) => name)
  assert.deepEqual(
    planned.sort(),
    rows.map(({ name }) => name).filter((name) => name !== 'migrations' || planned.includes(name)),
  )
  for (const name of ['debtors', 'invoices', 'events', 'administration_stamps', 'follower_positions'])
    assert.ok(distributed.has(name), name)
  for (const name of ['companies', 'administrations', 'users']) assert.ok(names(plan.reference).includes(name), name)
  for (const name of ['company_stamps', 'sessions', 'mails']) assert.ok(names(plan.local).includes(name), name)
})

test('every id is drawn from a sequence of its table, and none is an identity, which Citus refuses', async () => {
  const database = await testDatabase()
  const { rows } = await database.pool.query(`
    select c.relname as name, a.attidentity as identity, pg_get_expr(d.adbin, d.adrelid) as filled,
           pg_get_serial_sequence(c.relname::text, a.attname::text) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like '%nextval%')`)
  assert.ok(rows.length > 40)
  for (const { name, identity, filled, sequence } of rows) {
    assert.equal(identity, '', name)
    assert.equal(sequence, `public.${name}_id_seq`, name)
    assert.equal(filled, `nextval('${name}_id_seq'::regclass)`, name)
  }
})

test('keys of tenant tables have administration_id, and nobody points across', () => {
  const broken: string[] = []
  for (const { name, key, unique, foreign_keys } of plan.distributed) {
    for (const columns of [key, ...unique])
      if (!columns.includes('administration_id')) broken.push(`${name}: unique (${columns}) spans shards`)
    for (const { name: key_name, table, definition } of foreign_keys) {
      if (!distributed.has(table)) continue
      const [, from = '', to = ''] = /^FOREIGN KEY \((.*?)\) REFERENCES \w+\((.*?)\)/.exec(definition) ?? []
      const place = from.split(', ').indexOf('administration_id')
      if (place < 0 || to.split(', ')[place] !== 'administration_id')
        broken.push(`${name}: ${key_name} leaves its shard`)
      if (/SET (NULL|DEFAULT)/.test(definition)) broken.push(`${name}: ${key_name} would empty administration_id`)
    }
  }
  for (const { name, foreign_keys } of [...plan.reference, ...plan.local])
    for (const { table } of foreign_keys)
      if (distributed.has(table)) broken.push(`${name} points at ${table}, which is cut`)
  assert.deepEqual(broken, [])
})

/** Functions whose answer changes while nobody changes anything; Citus refuses some of them, and we need none. */
const volatile_names =
  'now clock_timestamp transaction_timestamp timeofday random gen_random_uuid nextval setval ' +
  'pg_advisory\\w* pg_notify txid_current'
const volatile = new RegExp(
  `\\b(${volatile_names.replaceAll(' ', '|')})\\s*\\(|\\bcurrent_(timestamp|date|time)\\b`,
  'i',
)

/** What keeps a statement from being one task on one shard; empty when nothing does. */
function spreads(statement: string): string[] {
  const found: string[] = []
  const text = statement.replaceAll('"', '')
  for (const [, table = '', alias] of text.matchAll(
    /\b(?:from|join|update|into)\s+([a-z_]+)\b(?!\s*\()(?:\s+(?:as\s+)?([a-z_]+))?/g,
  )) {
    if (!distributed.has(table)) continue
    const keyword = /^(where|set|on|cross|left|join|order|limit|values|select|using|inner)$/
    const row = alias === undefined || keyword.test(alias) ? table : alias
    // Tied to a parameter, or to another row that is; or the row of an insert, which carries it.
    const bound = new RegExp(`\\b${row}\\.administration_id = (\\$\\d+::bigint|[a-z_]+\\.administration_id)`)
    if (!bound.test(text)) found.push(`${table} as ${row} is not bound to an administration`)
  }
  const [call] = volatile.exec(text) ?? []
  if (call) found.push(`${call}…) is volatile`)
  if (/\bfor (update|share)\b/.test(text) && /\bjoin\b/.test(text)) found.push('locks rows of a join')
  if (/\bwith recursive\b/.test(text)) found.push('is recursive')
  return found
}

test('every generated read is one task on one shard', () => {
  const broken: string[] = []
  let count = 0
  for (const file of readdirSync(at('queries/'))) {
    const parts = readFileSync(at(`queries/${file}`), 'utf8')
      .split(/^-- (?=a |one )/m)
      .slice(1)
    assert.ok(parts.length > 0, file)
    for (const part of parts) {
      count++
      const [title = '', ...lines] = part.split('\n')
      for (const problem of spreads(lines.join('\n'))) broken.push(`${file}, ${title}: ${problem}`)
    }
  }
  assert.ok(count > 80, `only ${count} statements were read`)
  assert.deepEqual(broken, [])
})

test('documents are rendered from their own row alone, by what never changes', () => {
  const text = readFileSync(at('documents.sql'), 'utf8')
  const functions = [...text.matchAll(/^create or replace function (\w+).*?^\$\$;/gms)]
  assert.ok(functions.length > 10)
  for (const [body, name] of functions) {
    assert.match(body, /language plpgsql immutable/, name)
    assert.doesNotMatch(body, volatile, name)
    for (const table of distributed) assert.doesNotMatch(body, new RegExp(`\\b(from|join) ${table}\\b`), name)
  }
})

test('the reading of statements sees what it is for', () => {
  assert.deepEqual(spreads('select r.id from debtors r where r.administration_id = $1::bigint'), [])
  assert.deepEqual(spreads('select r.id from companies r where r.id = $1::bigint'), [])
  assert.equal(spreads('select r.id from debtors r where r.id = $1::bigint').length, 1)
  const join = 'from debtors r join invoices i on i.debtor_id = r.id where r.administration_id = $1::bigint'
  assert.deepEqual(spreads(`select 1 ${join}`), ['invoices as i is not bound to an administration'])
  const update = 'update tasks set completed_at = now() where tasks.administration_id = $1::bigint'
  assert.deepEqual(spreads(update), ['now(…) is volatile'])
  assert.equal(spreads('delete from notes where id = $1').length, 1)
})

test('no SQL of ours lets the database take the time in a write to a tenant table', () => {
  const folder = fileURLToPath(new URL('../src/', import.meta.url))
  const rooms = ['resources', 'events', 'jobs', 'console', 'domain', 'portal', 'api', 'http']
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && rooms.some((room) => file.startsWith(`${room}/`)),
  )
  assert.ok(files.length > 50)
  for (const file of files) {
    const text = readFileSync(`${folder}${file}`, 'utf8')
    for (const [, sql = ''] of text.matchAll(/sql(?:<[^`]*?>)?`([^`]*)`/g))
      if (/\b(insert into|update|delete from)\b/i.test(sql)) assert.doesNotMatch(sql, volatile, file)
  }
})

const bin = fileURLToPath(new URL('../bin/dunlin.js', import.meta.url))
const run = (env: object, ...args: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, [bin, 'distribute', ...args], { env: { PATH: process.env.PATH, ...env } })

test('the statements are printed without a database', async () => {
  const { stdout } = await run({}, '--print')
  for (const name of distributed)
    assert.match(stdout, new RegExp(`create_distributed_table\\('${name}', 'administration_id'`))
  assert.match(stdout, /create_reference_table\('administrations'\)/)
  assert.doesNotMatch(stdout, /create_\w+_table\('(company_stamps|sessions)'/)
  const order = (text: string): number => stdout.indexOf(text)
  assert.ok(order(`create_reference_table('companies')`) < order(`create_reference_table('administrations')`))
  const { statements } = JSON.parse((await run({}, '--print', '--json')).stdout)
  const kinds = (pattern: RegExp): number => statements.filter((one: string) => pattern.test(one)).length
  const copied = new Set(names(plan.reference))
  const kept_off = plan.local
    .flatMap(({ foreign_keys }) => foreign_keys)
    .filter(({ table }) => copied.has(table)).length
  assert.equal(kinds(/ drop constraint /), kinds(/ add constraint /) + kept_off, 'every foreign key comes back')
  assert.equal(kinds(/ disable trigger /), kinds(/ enable trigger /), 'every trigger works again')
})

test('a server without Citus is refused with the reason', async () => {
  const { connection } = await testDatabase()
  const env = { DATABASE_URL: addressOf(connection) }
  await assert.rejects(run(env, '--run', '--coordinator', 'db.example.com'), /is no coordinator of a Citus cluster/)
  await assert.rejects(run(env, '--run'), /--coordinator is missing/)
  await assert.rejects(run({}), /Say --print/)
})
