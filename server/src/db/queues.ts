import type pg from 'pg'
import { PgBoss, type Queue } from 'pg-boss'
import pg_boss from 'pg-boss/package.json' with { type: 'json' }

/** The schema in which the queue keeps its tables; its own tools look for it under this name. */
export const queue_schema = 'pgboss'

/** How often a job that failed is tried again, and how long it waits: twice as long each time, up to a longest. */
export type Retries = { times: number; first_s: number; longest_s: number }

/** How the jobs of a queue are kept. The rooms above define them, with what is done, in `jobs/`. */
export type QueueSettings = {
  retries: Retries
  /** A job may take this long; one whose process died is noticed by its heart, much earlier. */
  longest_s: number
  /** Whether one may wait or run at a time. */
  alone: boolean
  /**
   * Whether its jobs reach beyond the database: to people by mail, or to a store of files that the original of a
   * restored copy may use too. They rest after a restore until somebody says.
   */
  reaches_outside: boolean
}

/** Queues by their names. */
export type Queues = { readonly [name: string]: QueueSettings }

/**
 * The library throws a job away that nobody took up for so long: by itself after two weeks, in which a service may be
 * off, or a restored copy held. What waits is kept until somebody does it; a year only bounds what nobody ever wants.
 */
const waits_s_max = 365 * 24 * 3_600

/** Of what the queue's tables must be made; when it changes, the migrator brings them up to date. */
export const queuesText = (queues: Queues): string =>
  JSON.stringify({ schema: pg_boss.pgboss.schema, queues, waits_s_max })

/** The queues whose jobs rest in a restored copy. */
export const outsideQueues = (queues: Queues): string[] =>
  Object.keys(queues).filter((name) => queues[name]?.reaches_outside === true)

/**
 * Brings the tables of the queue up to date, and the queues in them. Runs under the migrator's lock. Indexes that take
 * long on a table in use are built later, by a service that runs.
 */
export async function migrateQueues(own: pg.Client, queues: Queues): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => own.query(text, values) },
    schema: queue_schema,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    const version = await boss.schemaVersion()
    if (version !== pg_boss.pgboss.schema) throw new Error('The tables of the queue were made by a newer Dunlin.')
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const [name, settings] of Object.entries(queues)) {
      const { policy, ...rest } = optionsOf(settings)
      if (known.has(name)) await boss.updateQueue(name, rest)
      else await boss.createQueue(name, { policy, ...rest })
    }
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}

function optionsOf({ retries, longest_s, alone }: QueueSettings) {
  return {
    policy: alone ? ('exclusive' as const) : ('standard' as const),
    notify: true,
    expireInSeconds: longest_s,
    heartbeatSeconds: 30,
    retentionSeconds: waits_s_max,
    ...retryOptions(retries),
  } satisfies Omit<Queue, 'name'>
}

/** A first pause of nothing means that there is none: a job that failed is tried again when the queue next looks. */
export function retryOptions({ times, first_s, longest_s }: Retries) {
  if (first_s === 0) return { retryLimit: times, retryDelay: 0, retryBackoff: false }
  // The queue doubles before the first pause already.
  const retryDelay = Math.max(1, Math.round(first_s / 2))
  return { retryLimit: times, retryDelay, retryBackoff: true, retryDelayMax: longest_s }
}
