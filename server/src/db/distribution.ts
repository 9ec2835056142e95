import { readFile } from 'node:fs/promises'
import { readMigrations } from './migrate.ts'

// How the tables would lie on several machines with Citus: what belongs to an administration is cut by it, what those
// rows point at is everywhere, and all else stays on the coordinator.

export type ForeignKey = { name: string; definition: string; table: string }
export type Table = { name: string; columns: string[]; key: string[]; foreign_keys: ForeignKey[]; unique: string[][] }
export type Plan = {
  distributed: Table[]
  reference: Table[]
  local: Table[]
  triggers: { name: string; table: string }[]
}

const schema_file = new URL('./schema.sql', import.meta.url)

/**
 * Where the moment of a change is taken, by a statement that compares with the clock: Citus lets no such statement near
 * a distributed table, and one clock for all is what the promise to those who follow changes rests on. How far they
 * have come is compared with it.
 */
const stays = new Set(['administration_stamps', 'follower_positions'])

/** The tables as the generated schema tells them. */
export function parseSchema(text: string): Table[] {
  return [...text.matchAll(/^create table (\w+) \(\n(.*?)^\);((?:\n(?!\n|create table)[^\n]+)*)/gms)].map((found) => {
    const [, name = '', body = '', indexes = ''] = found
    const lines = body.split('\n').map((line) => line.trim().replace(/,$/, ''))
    const constraints = lines.filter((line) => line.startsWith('constraint '))
    const named = (kind: string): string[][] =>
      constraints.flatMap((line) => {
        const [, columns] = new RegExp(`^constraint \\w+ ${kind} \\(([^)]*)\\)`).exec(line) ?? []
        return columns === undefined ? [] : [columns.split(', ')]
      })
    const unique = [...indexes.matchAll(/^CREATE UNIQUE INDEX .*? \((.*?)\)(?: INCLUDE| WHERE|;)/gm)]
    return {
      name,
      columns: lines
        .filter((line) => line !== '' && !constraints.includes(line))
        .map((line) => line.split(' ')[0] ?? ''),
      key: named('PRIMARY KEY')[0] ?? [],
      foreign_keys: constraints.flatMap((line) => foreignKey(line)),
      unique: [...named('UNIQUE'), ...unique.map(([, columns = '']) => columns.split(', '))],
    }
  })
}

function foreignKey(line: string): ForeignKey[] {
  const [, name, definition, table] = /^constraint (\w+) (FOREIGN KEY .* REFERENCES (\w+)\(.*)$/.exec(line) ?? []
  return name && definition && table ? [{ name, definition, table }] : []
}

/** Decides for every table. */
export function planDistribution(tables: readonly Table[]): Omit<Plan, 'triggers'> {
  const distributed = tables.filter(({ name, key }) => key[0] === 'administration_id' && !stays.has(name))
  const cut = new Set(distributed.map(({ name }) => name))
  const needed = new Set<string>()
  const need = (table: Table): void => {
    for (const { table: name } of table.foreign_keys) {
      if (cut.has(name) || needed.has(name)) continue
      needed.add(name)
      const other = tables.find((one) => one.name === name)
      if (other) need(other)
    }
  }
  for (const table of distributed) need(table)
  const others = tables.filter(({ name }) => !cut.has(name))
  return {
    distributed,
    reference: ordered(others.filter(({ name }) => needed.has(name))),
    local: others.filter(({ name }) => !needed.has(name)),
  }
}

/** Those that others point at come first. */
function ordered(tables: readonly Table[]): Table[] {
  const done: Table[] = []
  const visit = (table: Table, above: readonly string[]): void => {
    if (done.includes(table) || above.includes(table.name)) return
    for (const { table: name } of table.foreign_keys) {
      const other = tables.find((one) => one.name === name)
      if (other) visit(other, [...above, table.name])
    }
    done.push(table)
  }
  for (const table of tables) visit(table, [])
  return done
}

export async function readPlan(): Promise<Plan> {
  const triggers = (await readMigrations()).flatMap(({ text }) =>
    [...text.replaceAll(/--[^\n]*/g, '').matchAll(/create (?:constraint )?trigger (\w+)[^;]*?\bon (\w+)\s/g)].map(
      ([, name = '', table = '']) => ({ name, table }),
    ),
  )
  return { ...planDistribution(parseSchema(await readFile(schema_file, 'utf8'))), triggers }
}

export type Step = { says: string; statements: string[] }

/**
 * The statements, in their order. Foreign keys are taken off and put back, because a table cannot be cut while it
 * points at one that is not; so the steps can be repeated after a failure, and what is done is passed over.
 */
export function distributionSteps({ distributed, reference, triggers }: Plan): Step[] {
  const [first, ...rest] = distributed.map(({ name }) => name)
  const keys = distributed.flatMap(({ name, foreign_keys }) => foreign_keys.map((key) => ({ name, key })))
  const fires = (tables: readonly Table[]): string[] =>
    triggers
      .filter(({ table }) => tables.some(({ name }) => name === table))
      .map(({ name, table }) => `${table} (${name})`)
  const unsafe = fires(distributed)
  return [
    {
      says: `Triggers run on every copy of a reference table: ${fires(reference).join(', ') || 'there are none'}.`,
      statements: ['set citus.enable_unsafe_triggers = on'],
    },
    ...(unsafe.length > 0
      ? [{ says: `Not tried: these triggers would run inside the shards: ${unsafe.join(', ')}.`, statements: [] }]
      : []),
    {
      says: 'What tenant tables point at is copied to every node.',
      statements: reference.map(({ name }) => whereLocal(name, `perform create_reference_table('${name}')`)),
    },
    {
      says: 'Foreign keys of tenant tables are put back at the end.',
      statements: keys.map(({ name, key }) => `alter table ${name} drop constraint if exists ${key.name}`),
    },
    {
      says: 'Tenant tables are cut by administration, all in the same way.',
      statements: [...(first ? [cutTable(first, 'none')] : []), ...rest.map((name) => cutTable(name, first ?? 'none'))],
    },
    {
      says: 'Foreign keys again; each has administration_id in it, or points at a reference table.',
      statements: keys.map(({ name, key }) => `alter table ${name} add constraint ${key.name} ${key.definition}`),
    },
  ]
}

const cutTable = (name: string, beside: string): string =>
  whereLocal(name, `perform create_distributed_table('${name}', 'administration_id', colocate_with => '${beside}')`)

const whereLocal = (name: string, work: string): string =>
  `do $$ begin if not exists (select from pg_dist_partition where logicalrelid = '${name}'::regclass) then ` +
  `${work}; end if; end $$`
