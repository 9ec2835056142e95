import { type RawBuilder, sql } from 'kysely'
import { changeIn } from '../../db/change.ts'
import { serviceActor } from '../../domain/actor.ts'
import { eachApart } from '../../queue/each_apart.ts'
import { noteDelivery } from './delivery.ts'
import type { Sending } from './sending.ts'
import { withdrawLetters } from './withdraw.ts'

const at_once = 200

/**
 * Brings letters to an end whose job cannot do it any more: mails whose outcome the letter never heard of because a
 * process died, and letters that waited or failed and whose day is over. The steps of those count for nothing then, and
 * the engine decides again. Returns how many there were.
 */
export async function settleLetters(sending: Sending): Promise<number> {
  let settled = 0
  try {
    await eachApart(await mailsOver(sending), async ({ administration_id, mail_id }) => {
      await noteDelivery(sending, administration_id, mail_id)
      settled++
    })
  } finally {
    await eachApart(await administrationsWithLetters(sending), async ({ id }) => {
      settled += await withdrawOver(sending, id)
    })
  }
  return settled
}

async function mailsOver({ database }: Sending): Promise<{ administration_id: string; mail_id: string }[]> {
  const { rows } = await sql<{ administration_id: string; mail_id: string }>`
    select l.administration_id::text, m.id::text as mail_id
    from letters l
    join mails m on m.administration_id = l.administration_id and m.resource_type = 'letter' and m.resource_id = l.id
    where l.status = 'underway' and m.status <> 'queued'
    order by l.administration_id, l.id limit ${at_once}::integer`.execute(database.db)
  return rows
}

/** Letters `l` that wait, and those that failed and whose steps still count. */
const isLeft = (administration: RawBuilder<unknown>) => sql`
  (l.status = 'waiting' or l.status = 'failed' and exists (
    select from steps s where s.administration_id = ${administration} and s.letter_id = l.id
      and s.withdrawn_at is null))`

async function administrationsWithLetters({ database }: Sending): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct l.administration_id::text as id from letters l
    join administrations a on a.id = l.administration_id and a.status <> 'deleted'
    where ${isLeft(sql`l.administration_id`)}`.execute(database.db)
  return rows
}

/** Nothing of another day is sent, whatever became of its job. */
async function withdrawOver(sending: Sending, administration_id: string): Promise<number> {
  const changing = { administration_id, actor: serviceActor('engine'), real_now: sending.now() }
  return changeIn(sending.database.db, changing, async (change) => {
    const { rows } = await sql<{ letter_id: string; status: 'waiting' | 'failed'; reason: string }>`
      select l.id::text as letter_id, l.status, coalesce(l.status_reason, 'day_over') as reason from letters l
      where l.administration_id = ${administration_id}::bigint and l.day < ${change.today}::date
        and ${isLeft(sql`${administration_id}::bigint`)}
      order by l.id limit ${at_once}::integer for update of l`.execute(change.db)
    for (const [status, letters] of Map.groupBy(rows, (row) => row.status)) {
      await withdrawLetters(change, letters, status === 'waiting' ? 'withdrawn' : 'failed')
    }
    return rows.length
  })
}
