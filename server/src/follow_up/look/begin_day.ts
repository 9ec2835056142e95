import { type Kysely, sql } from 'kysely'
import { changeIn } from '../../db/change.ts'
import type { Tables } from '../../db/schema.ts'
import { serviceActor } from '../../domain/actor.ts'
import { emitMany } from '../../events/emit_many.ts'
import { endPauses } from '../hold/pauses.ts'
import { notify } from '../perform/notify.ts'
import type { StandingToday } from './standing.ts'

type Beginning = { db: Kysely<Tables>; administration_id: string; now: () => Date }

/** What comes with a day before anybody is looked at: pauses end, and staff hear that the books are silent. */
export async function beginDay(beginning: Beginning, day: StandingToday): Promise<void> {
  const { db, administration_id, now } = beginning
  const [pauses, silent] = [await arePausesOver(beginning, day), await areBooksSilent(beginning, day)]
  if (!pauses && !silent) return
  for (let more = true; more; ) {
    more = await changeIn(db, { administration_id, actor: serviceActor('engine'), real_now: now() }, async (change) => {
      const ended = await endPauses(change)
      if (silent) await notify(change, [{ notification_type: 'books_stale', key: day.standing.books_written_on ?? '' }])
      await emitMany(change, ended.happened)
      return ended.more
    })
  }
}

async function arePausesOver({ db, administration_id }: Beginning, { today }: StandingToday): Promise<boolean> {
  const over = (table: string, column: string) => sql`exists (
    select from ${sql.table(table)} where administration_id = ${administration_id}::bigint
      and ${sql.ref(column)} < ${today}::date)`
  const { rows } = await sql<{ over: boolean }>`
    select ${over('debtors', 'paused_until')} or ${over('debtors', 'reminding_paused_until')}
      or ${over('invoices', 'paused_until')} or ${over('credit_cases', 'paused_until')}
      or exists (select from administrations where id = ${administration_id}::bigint
        and (paused_until < ${today}::date or reminding_paused_until < ${today}::date)) as over`.execute(db)
  return rows[0]?.over === true
}

/** Said once for each time that they fall silent. */
async function areBooksSilent({ db, administration_id }: Beginning, day: StandingToday): Promise<boolean> {
  const { rules, books_written_on } = day.standing
  if (rules.books_stale_on === null || rules.books_stale_on > day.today || books_written_on === null) return false
  const { rows } = await sql`
    select from notifications where administration_id = ${administration_id}::bigint
      and cause = ${`books_stale administration  ${books_written_on}`}::text limit 1`.execute(db)
  return rows.length === 0
}
