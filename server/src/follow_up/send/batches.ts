import { sql } from 'kysely'
import { refuse, refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { userOf } from '../../domain/actor.ts'
import type { Day } from '../../domain/days.ts'
import { touch } from '../../events/touch.ts'
import { lookAgain } from './look_again.ts'
import { withdrawLetters } from './withdraw.ts'

/** The most letters that are printed together; whoever has more makes another batch. */
export const batch_max = 200

/** Letters that lie ready to be printed, and are in no batch yet. */
const ready = sql`channel = 'post' and status = 'underway' and batch_id is null`

export async function countReady({ db, administration_id }: Pick<Change, 'db' | 'administration_id'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from letters
    where administration_id = ${administration_id}::bigint and ${ready}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Gathers letters to print into a batch, the oldest first. Each is looked at once more: what was paid or paused while
 * it lay ready is withdrawn. There is no batch when nothing is left to print. Its PDF is made when somebody opens the
 * link.
 */
export async function makeBatch(
  change: Change,
): Promise<{ batch_id: string | null; letters: number; withdrawn: number }> {
  const { db, administration_id, stamp } = change
  const { rows } = await sql<{ id: string }>`
    select id from letters where administration_id = ${administration_id}::bigint and ${ready}
    order by id limit ${batch_max}::integer`.execute(db)
  const ids = rows.map(({ id }) => id)
  const looked = await lookAgain(change, ids, { status: 'underway', on_its_day: false })
  const withdrawn = [...looked].flatMap(([letter_id, reason]) => (reason === null ? [] : [{ letter_id, reason }]))
  await withdrawLetters(change, withdrawn)
  const going = [...looked].flatMap(([id, reason]) => (reason === null ? [id] : []))
  if (going.length === 0) return { batch_id: null, letters: 0, withdrawn: withdrawn.length }
  const { id: batch_id } = await db
    .insertInto('letter_batches')
    .values({ administration_id, created_at: stamp })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    update letters set batch_id = ${batch_id}::bigint
    where administration_id = ${administration_id}::bigint and id = any(${going}::bigint[])`.execute(db)
  return { batch_id, letters: going.length, withdrawn: withdrawn.length }
}

/** Marks the letters of a batch as posted on a day; their terms count from then. The same day again changes nothing. */
export async function markPosted(
  change: Change,
  { batch_id, posted_on }: { batch_id: string; posted_on: Day },
): Promise<{ letters: number }> {
  const { db, administration_id, today, now, stamp, actor } = change
  const { rows } = await sql<{ posted_on: Day | null; last_day: Day | null }>`
    select b.posted_on::text, (
      select max(l.day)::text from letters l
      where l.administration_id = ${administration_id}::bigint and l.batch_id = b.id
        and l.status = 'underway') as last_day
    from letter_batches b
    where b.administration_id = ${administration_id}::bigint and b.id = ${batch_id}::bigint for update`.execute(db)
  const batch = rows[0] ?? refuse('not_found', 'There is no such batch.')
  if (batch.posted_on === posted_on) return { letters: 0 }
  if (batch.posted_on !== null) refuse('conflict', `This batch was posted on ${batch.posted_on} already.`)
  if (posted_on > today) refuseParameters(['posted_on: must not be in the future'])
  if (batch.last_day !== null && posted_on < batch.last_day) {
    refuseParameters([`posted_on: must not be before ${batch.last_day}, the day of its latest letter`])
  }
  const user_id = userOf(actor).id
  await sql`
    update letter_batches set posted_on = ${posted_on}::date, posted_by_user_id = ${user_id}::bigint
    where administration_id = ${administration_id}::bigint and id = ${batch_id}::bigint`.execute(db)
  const proof = JSON.stringify({ posted_on, batch_id, posted_by_user_id: user_id })
  const { rows: letters } = await sql<{ debtor_id: string }>`
    update letters set status = 'sent', sent_on = ${posted_on}::date, sent_at = ${now.toISOString()}::timestamptz,
                       proof = ${proof}::jsonb, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and batch_id = ${batch_id}::bigint and status = 'underway'
    returning debtor_id::text`.execute(db)
  await touch(
    change,
    letters.map(({ debtor_id }) => debtor_id),
  )
  return { letters: letters.length }
}
