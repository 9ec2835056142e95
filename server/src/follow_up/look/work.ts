import { type RawBuilder, sql } from 'kysely'
import { timeIn } from '../../domain/days.ts'
import { agendaStands } from './agenda.ts'
import { beginDay } from './begin_day.ts'
import { takeLease } from './lease.ts'
import { lookAtAll, noneFailing, throwIfAny } from './look_at_all.ts'
import { performOnce } from './perform_once.ts'
import { type StandingToday, standingOf } from './standing.ts'
import type { Working } from './working.ts'

/** After so long another administration has its turn. */
const turn_ms = 5_000

/**
 * Looks at everybody whose day has come, and then does what is due, when letters may go out. Returns how it ended:
 * `later` when its turn was over before the work was, `lost` when another process has the administration.
 */
export async function workIn(working: Working): Promise<'done' | 'later' | 'lost'> {
  const { db, administration_id, now, taken_by, signal } = working
  const began = now().getTime()
  const isOver = (): boolean => signal.aborted || now().getTime() - began > turn_ms
  const standing = await standingOf(db, administration_id, now())
  if (!standing.standing.on) return 'done'
  await beginDay(working, standing)
  const failing = noneFailing()
  for (;;) {
    if (isOver()) return 'later'
    if (!(await takeLease(db, administration_id, taken_by))) return 'lost'
    const looked = await lookAtAll(working, standing, failing, isOver)
    if (looked > 0) continue
    if (isOpen(standing, now()) && (await performOnce(working)).debtors > 0) continue
    throwIfAny(failing)
    return 'done'
  }
}

/** Whether letters may go out at this time of the day, where the administration is. */
function isOpen({ standing, calendar }: StandingToday, real_now: Date): boolean {
  if (standing.sandbox) return true
  const time = timeIn(real_now, calendar.timezone)
  return time >= standing.window.starts_at && time < standing.window.ends_at
}

/**
 * Says when to look next: when letters may go out again, if something waits for that, or on the next day of the
 * agenda, or on which something ends by itself. Where nothing is planned nobody looks, until something changes.
 * Whoever notes a change meanwhile waits for this row, and then says that it is now.
 */
export async function planNext(working: Working): Promise<void> {
  const { db, administration_id, now } = working
  const { standing, calendar, today } = await standingOf(db, administration_id, now())
  const { starts_at, ends_at } = standing.window
  const [at, zone, time] = [now().toISOString(), calendar.timezone, timeIn(now(), calendar.timezone)]
  const here = sql`administration_id = ${administration_id}::bigint`
  const stale_on = standing.rules.books_stale_on
  await db.transaction().execute(async (trx) => {
    await sql`select from engine_states where ${here} for update`.execute(trx)
    await sql`
      with planned as (
        select stands.*, least(${nextEnd('debtors', 'paused_until')}, ${nextEnd('debtors', 'reminding_paused_until')},
            ${nextEnd('invoices', 'paused_until')}, ${nextEnd('credit_cases', 'paused_until')}) + 1 as resumed
        from (${agendaStands(administration_id, { today, rules_version: standing.rules_version })}) stands
      ), days as (
        select ready, due,
          least(look_on, resumed, case when followed and ${stale_on}::date > ${today}::date
            then ${stale_on}::date end) as next,
          ${today}::date + case when ${time}::time < ${ends_at}::time then 0 else 1 end as opening
        from planned
      )
      update engine_states e set next_look_at = case
        when ${!standing.on} or ${standing.sandbox} then null
        when due then ${at}::timestamptz
        when ready then greatest((opening + ${starts_at}::time) at time zone ${zone}::text, ${at}::timestamptz)
        when next is null then null
        else (greatest(next, opening) + ${starts_at}::time) at time zone ${zone}::text end,
        due_since = case when ${standing.on && !standing.sandbox} and due then least(due_since, ${at}::timestamptz) end
      from days
      where e.administration_id = ${administration_id}::bigint`.execute(trx)
  })

  /** The last day of the pause that ends first. */
  function nextEnd(table: 'debtors' | 'invoices' | 'credit_cases', column: string): RawBuilder<unknown> {
    return sql`(select min(${sql.ref(column)}) from ${sql.table(table)}
      where ${here} and ${sql.ref(column)} >= ${today}::date)`
  }
}
