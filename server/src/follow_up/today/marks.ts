import { sql } from 'kysely'
import { refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { userOf } from '../../domain/actor.ts'
import { addDays, type Day } from '../../domain/days.ts'
import { idList } from '../read/portion.ts'

/** Done for today, or put off until a day, on which the debtor counts again. */
export type Mark = { mark: 'done' } | { mark: 'put_off'; until: Day }

/** Nobody means to forget a debtor for longer; who does, pauses it. */
const put_off_days_max = 92

/** Takes debtors off the list of today. A debtor has one mark, so another one takes the place of the first. */
export async function markDebtors(change: Change, debtor_ids: readonly string[], wanted: Mark): Promise<void> {
  const { db, administration_id, today, stamp, actor } = change
  const until = wanted.mark === 'done' ? addDays(today, 1) : wanted.until
  const last = addDays(today, put_off_days_max)
  if (until <= today || until > last) {
    refuseParameters([`until: must be after today, and not after ${last}; pause the debtor for what takes longer`])
  }
  const { rows } = await sql<{ debtor_id: string }>`
    insert into today_marks (administration_id, debtor_id, mark, day, until, user_id, created_at)
    select d.administration_id, d.id, ${wanted.mark}::text, ${today}::date, ${until}::date,
           ${userOf(actor).id}::bigint, ${stamp}::timestamptz
    from debtors d
    where d.administration_id = ${administration_id}::bigint and d.id = any(${idList(debtor_ids)})
    on conflict (administration_id, debtor_id) do update
      set mark = excluded.mark, day = excluded.day, until = excluded.until, user_id = excluded.user_id,
          created_at = excluded.created_at
    returning debtor_id::text`.execute(db)
  if (rows.length < new Set(debtor_ids).size) refuseParameters(['debtor_ids: has a debtor that is not there'])
}

/** Puts debtors back on the list. One that is on it stays there. */
export async function unmarkDebtors({ db, administration_id }: Change, debtor_ids: readonly string[]): Promise<void> {
  await sql`
    delete from today_marks
    where administration_id = ${administration_id}::bigint and debtor_id = any(${idList(debtor_ids)})`.execute(db)
}
