import type pg from 'pg'
import { PgBoss, type Queue } from 'pg-boss'
import pg_boss from 'pg-boss/package.json' with { type: 'json' }

/** The schema in which the queue keeps its tables; its own tools look for it under this name. */
export const queue_schema = 'pgboss'

/** How often a job that failed is tried again, and how long it waits: twice as long each time, up to a longest. */
export type Retries = { times: number; first_s: number; longest_s: number }

type Settings = {
  retries: Retries
  /** A job may take this long; one whose process died is noticed by its heart, much earlier. */
  longest_s: number
  /** Whether one may wait or run at a time. */
  alone: boolean
}

/** Every queue there is: a kind of job has one, under its own name. What its jobs carry is in queue/jobs.ts. */
export const queues = {
  // Servers that are down or in doubt are asked again for about a day.
  send_mail: { retries: { times: 20, first_s: 30, longest_s: 7_200 }, longest_s: 600, alone: false },
  forgotten_password: { retries: { times: 5, first_s: 10, longest_s: 600 }, longest_s: 60, alone: false },
  take_over_lines: { retries: { times: 20, first_s: 5, longest_s: 600 }, longest_s: 3_600, alone: false },
  purge: { retries: { times: 3, first_s: 300, longest_s: 3_600 }, longest_s: 6 * 3_600, alone: true },
  remind_unconfirmed: { retries: { times: 3, first_s: 300, longest_s: 3_600 }, longest_s: 3_600, alone: true },
} as const satisfies { readonly [name: string]: Settings }

export type QueueName = keyof typeof queues

/**
 * Queues whose jobs reach beyond the database: mails go to people, and the work of the night mails as well and removes
 * files from a store that the original of a restored copy may use too. They rest after a restore until somebody says.
 */
export const outside_queues: readonly QueueName[] = ['send_mail', 'purge', 'remind_unconfirmed']

/** Of what the queue's tables must be made; when it changes, the migrator brings them up to date. */
export const queues_text = JSON.stringify({ schema: pg_boss.pgboss.schema, queues })

/**
 * Brings the tables of the queue up to date, and the queues in them. Runs under the migrator's lock. Indexes that take
 * long on a table in use are built later, by a service that runs.
 */
export async function bringQueues(own: pg.Client): Promise<void> {
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

function optionsOf({ retries, longest_s, alone }: Settings) {
  return {
    policy: alone ? ('exclusive' as const) : ('standard' as const),
    notify: true,
    expireInSeconds: longest_s,
    heartbeatSeconds: 30,
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
