import type pg from 'pg'
import { client } from '../db/connect.ts'
import { readPlan } from '../db/distribution.ts'
import { compare, lockMigrations, migrate, prepareMigrations } from '../db/migrate.ts'
import { isHalfSpread } from '../db/migrate_cluster.ts'
import { readMigrations } from '../db/migration_files.ts'
import { readyCluster, set_cluster, spread, spreadSteps, unspread } from '../db/spread.ts'
import { queues } from '../jobs/index.ts'
import { type Command, given, json_option, Mistake, print, type Values } from './command.ts'
import { withOpenDatabase } from './on_database.ts'

export const distribute: Command = {
  summary: 'Show how the tables are spread over several machines with Citus, or do it.',
  usage: 'dunlin distribute --print | --run --coordinator HOST',
  options: {
    print: { takes: { type: 'boolean' }, sentence: 'Print the statements; needs no database.' },
    run: {
      takes: { type: 'boolean' },
      sentence: 'Run them on DATABASE_URL, which is the coordinator of a Citus cluster; what is done is passed over.',
    },
    coordinator: { takes: { type: 'string' }, sentence: 'The name by which the workers reach the coordinator.' },
    json: json_option,
  },
  run: async (values) => {
    if (values.run === true) return run(values)
    if (values.print !== true) throw new Mistake('Say --print to see the statements, or --run to run them.')
    await printStatements(values)
  },
}

async function printStatements(values: Values): Promise<void> {
  const plan = await readPlan()
  const steps = spreadSteps(plan, unspread(plan))
  const names = ({ name }: { name: string }): string => name
  const result = {
    distributed: plan.distributed.map(names),
    reference: plan.reference.map(names),
    local: plan.local.map(names),
    statements: steps.flatMap(({ statements }) => statements.map(({ text }) => text)),
  }
  print(values, result, [
    '-- For PostgreSQL with Citus, on the coordinator, with its workers added and Dunlin stopped.',
    `-- These stay on the coordinator alone: ${result.local.join(', ')}.`,
    'create extension if not exists citus;',
    `select citus_set_coordinator_host('${given(values, 'coordinator') ?? 'coordinator.example.com'}', 5432);`,
    `${set_cluster};`,
    ...steps.flatMap(({ says, statements }) => ['', `-- ${says}`, ...statements.map(({ text }) => `${text};`)]),
  ])
}

async function run(values: Values): Promise<void> {
  const host = given(values, 'coordinator')
  if (host === null) throw new Mistake('--coordinator is missing: the name by which the workers reach this server.')
  if (!process.env.DATABASE_URL) throw new Mistake('DATABASE_URL is missing: the embedded database is one machine.')
  const done = await withOpenDatabase(async (connection) => {
    const own = client(connection, 'dunlin distribute')
    await own.connect()
    try {
      if (!(await isHalfSpread(own))) await migrate(connection, queues)
      // Nobody starts meanwhile: whoever does waits for its migrations.
      await lockMigrations(own, (line) => console.error(line))
      await refuseRunning(own)
      await refuseOtherRelease(own)
      await readyCluster(own, host)
      return await spread(own, await readPlan(), (line) => console.error(line))
    } finally {
      await own.end()
    }
  })
  const says = done === 0 ? 'Every table is where it belongs; nothing was to be done.' : 'The tables are spread.'
  print(values, { done: true, statements: done }, [says])
}

async function refuseRunning(own: pg.Client): Promise<void> {
  const { rows } = await own.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'dunlin'`,
  )
  if (rows[0]?.count === '0') return
  throw new Mistake('Dunlin is running on this database: stop it first, because rows move while tables are cut.')
}

/** Only its own release knows the tables and keys of a database that it half spread. */
async function refuseOtherRelease(own: pg.Client): Promise<void> {
  const { pending, unknown } = compare(await readMigrations(), await prepareMigrations(own))
  if (pending.length + unknown.length === 0) return
  throw new Mistake(
    'Another release of Dunlin began to spread this database: run distribute of that one to its end, and then upgrade.',
  )
}
