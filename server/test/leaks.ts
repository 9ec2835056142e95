import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { addressOf, type Service } from './harness.ts'

const run = promisify(execFile)

/** Every row of every table as text, those of the queue included, by the name of its table. */
async function rowsOf({ database: { db } }: Pick<Service, 'database'>): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const found = new Map<string, string>()
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select row_to_json(t)::text as text from ${sql.table(`${schema}.${name}`)} t`.execute(db)
    found.set(`${schema}.${name}`, rows.map(({ text }) => text).join('\n'))
  }
  return found
}

/** The same by PostgreSQL's own tool, where the machine has one that is as new as the server. */
async function dumpOf({ database }: Pick<Service, 'database'>): Promise<string> {
  const { stdout } = await run('pg_dump', ['--dbname', addressOf(database.connection)], {
    maxBuffer: 1024 ** 3,
  }).catch(() => ({ stdout: '' }))
  return stdout
}

/** How a secret may lie around: as it is, as bytes are printed, and as headers carry it. */
const formsOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

/** Where secrets stayed in clear: `<table, dump or log> keeps <secret>`. Must be empty. */
export async function leaks(
  service: Pick<Service, 'database'>,
  secrets: ReadonlySet<string>,
  log: readonly string[],
): Promise<string[]> {
  const places = await rowsOf(service)
  places.set('the dump', await dumpOf(service)).set('the log', log.join('\n'))
  const found: string[] = []
  for (const [place, text] of places) {
    for (const secret of secrets)
      if (formsOf(secret).some((form) => text.includes(form))) found.push(`${place} keeps ${secret}`)
  }
  return found
}
