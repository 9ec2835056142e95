import type { Kysely } from 'kysely'
import type { Tables } from '../src/db/schema.ts'
import type { Asker, Reply } from './ask.ts'

/** Writes comments on tasks, and remembers which of them the service acknowledged. */
export type Ledger = {
  write: () => Promise<Reply>
  acknowledged: () => number
  /** Compares with the database: what was acknowledged and is not there, and what is there in part. */
  compare: (db: Kysely<Tables>) => Promise<{ lost: number; half_done: number; doubled: number; written: number }>
}

type LedgerTarget = { administration_id: string; token: string; tasks: readonly string[] }

export function makeLedger(asker: Asker, { administration_id, token, tasks }: LedgerTarget, name = 'comment'): Ledger {
  const acknowledged = new Set<string>()
  let count = 0
  return {
    write: async () => {
      const number = count++
      const task_id = tasks[number % tasks.length] ?? ''
      const comment = `${name} ${number}`
      const body = { administration_id, comment }
      const reply = await asker.ask(`/v1/tasks/${task_id}/comment`, { method: 'POST', token, body })
      if (reply.status === 201) acknowledged.add(`${task_id} ${comment}`)
      return reply
    },
    acknowledged: () => acknowledged.size,
    compare: async (db) => {
      const comments = await db
        .selectFrom('task_comments')
        .select(['task_id', 'content'])
        .where('content', 'like', `${name} %`)
        .execute()
      const events = await db
        .selectFrom('events')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('administration_id', '=', administration_id)
        .executeTakeFirstOrThrow()
      const there = new Set(comments.map(({ task_id, content }) => `${task_id} ${content}`))
      return {
        lost: [...acknowledged].filter((one) => !there.has(one)).length,
        // Each comment comes with one event, in the same transaction.
        half_done: Math.abs(Number(events.count) - comments.length),
        doubled: comments.length - there.size,
        written: comments.length,
      }
    },
  }
}
