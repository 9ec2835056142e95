import { readFile } from 'node:fs/promises'
import { readMigrations } from './migration_files.ts'

// How the tables lie on several machines with Citus: what belongs to an administration is cut by it, what those rows
// point at is everywhere, and all else stays on the coordinator.

export type ForeignKey = { name: string; definition: string; table: string }
export type Table = { name: string; columns: string[]; key: string[]; foreign_keys: ForeignKey[]; unique: string[][] }
export type Plan = {
  distributed: Table[]
  reference: Table[]
  local: Table[]
  triggers: { name: string; table: string }[]
}

const schema_file = new URL('./schema.sql', import.meta.url)

/** The tables as the generated schema defines them. */
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
  const distributed = tables.filter(({ key }) => key[0] === 'administration_id')
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
