import pg from 'pg'
import { client } from '../db/connect.ts'
import { distributionSteps, readPlan } from '../db/distribution.ts'
import { type Command, given, json_option, Mistake, print } from './command.ts'
import { withDatabase } from './on_database.ts'

export const distribute: Command = {
  summary: 'Tell how the tables are spread over several machines with Citus, or do it.',
  usage: 'dunlin distribute --print | --run --coordinator HOST',
  options: {
    print: { takes: { type: 'boolean' }, sentence: 'Print the statements; needs no database.' },
    run: {
      takes: { type: 'boolean' },
      sentence: 'Run them on DATABASE_URL, which is the coordinator of a Citus cluster.',
    },
    coordinator: { takes: { type: 'string' }, sentence: 'The name by which the workers reach the coordinator.' },
    json: json_option,
  },
  run: async (values) => {
    const plan = await readPlan()
    const steps = distributionSteps(plan)
    if (values.run !== true) {
      if (values.print !== true) throw new Mistake('Say --print to see the statements, or --run to run them.')
      const names = ({ name }: { name: string }): string => name
      const result = {
        distributed: plan.distributed.map(names),
        reference: plan.reference.map(names),
        local: plan.local.map(names),
        statements: steps.flatMap(({ statements }) => statements),
      }
      print(values, result, [
        '-- For PostgreSQL with Citus, on the coordinator, with its workers added and Dunlin stopped.',
        `-- These stay on the coordinator alone: ${result.local.join(', ')}.`,
        'create extension if not exists citus;',
        `select citus_set_coordinator_host('${given(values, 'coordinator') ?? 'coordinator.example.com'}', 5432);`,
        ...steps.flatMap(({ says, statements }) => ['', `-- ${says}`, ...statements.map((one) => `${one};`)]),
      ])
      return
    }
    const host = given(values, 'coordinator')
    if (host === null) throw new Mistake('--coordinator is missing: the name by which the workers reach this server.')
    if (!process.env.DATABASE_URL) throw new Mistake('DATABASE_URL is missing: the embedded database is one machine.')
    await withDatabase(async (_, config) => {
      const own = client(config.database_url ?? '', 'dunlin distribute')
      await own.connect()
      try {
        await begin(own, host)
        for (const { says, statements } of steps) {
          console.error(says)
          for (const statement of statements) await own.query(statement)
        }
      } finally {
        await own.end()
      }
    })
    print(values, { done: true }, ['The tables are spread. Run this again after an upgrade that brings tables.'])
  },
}

async function begin(own: pg.Client, host: string): Promise<void> {
  try {
    await own.query('create extension if not exists citus')
    await own.query('select citus_set_coordinator_host($1, inet_server_port())', [host])
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new Mistake(`This server is no coordinator of a Citus cluster: ${error.message}`)
  }
}
