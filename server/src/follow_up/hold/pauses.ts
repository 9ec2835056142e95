import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import type { Day } from '../../domain/days.ts'
import type { Happening } from '../../events/emit_many.ts'
import { isOwed } from '../outstanding.ts'
import { raiseRules } from '../rules_version.ts'
import { block, unblock } from './blocks.ts'

// A pause is what people decide, here or through other software: nothing is sent, or nothing but new invoices, until
// somebody resumes or a day is over. What the day says holds by itself; `endPauses` tidies up after it.

export type PausedFamily = 'debtors' | 'invoices' | 'credit_cases'

/** Everything, or reminders alone, which only debtors and administrations know. */
export type PauseKind = 'all' | 'reminding'

const columns = {
  all: { at: 'paused_at', until: 'paused_until' },
  reminding: { at: 'reminding_paused_at', until: 'reminding_paused_until' },
} as const

export type Pausing = { kind: PauseKind; until: Day | null }

/** The records that changed, and the events to emit. */
export type Held = { changed: string[]; happened: Happening[] }

/**
 * A case whose invoices are paid waits from then on, but not because somebody paused it: who pauses it makes it stay so
 * when an invoice is open again.
 */
const nobodyPaused = (family: PausedFamily, at: RawBuilder<unknown>): RawBuilder<boolean> =>
  family === 'credit_cases' ? sql`(${at} is null or ${at} = r.principal_paid_at)` : sql`(${at} is null)`

/**
 * Pauses records. One that is paused already stays so from the same moment on, until the day that was said last.
 */
export async function pause(
  change: Change,
  family: PausedFamily,
  ids: readonly string[],
  { kind, until }: Pausing,
): Promise<Held> {
  const { db, administration_id, stamp, now, actor } = change
  const at = sql.ref(`r.${columns[kind].at}`)
  const free = nobodyPaused(family, at)
  const by_user = sql`, paused_by_user = r.paused_by_user or ${actor.kind === 'person'}`
  const { rows } = await sql<{ id: string; fresh: boolean }>`
    with found as materialized (
      select r.id, ${free} as fresh from ${sql.table(family)} r
      where r.administration_id = ${administration_id}::bigint and r.id = any(${[...ids]}::bigint[])
        and (${free} or ${sql.ref(`r.${columns[kind].until}`)} is distinct from ${until}::date)
    ), written as (
      update ${sql.table(family)} r
      set ${sql.ref(columns[kind].at)} = case when found.fresh then ${now.toISOString()}::timestamptz else ${at} end,
          ${sql.ref(columns[kind].until)} = ${until}::date,
          updated_at = ${stamp}::timestamptz ${family === 'invoices' ? by_user : sql``}
      from found where r.administration_id = ${administration_id}::bigint and r.id = found.id
    )
    select id, fresh from found order by found.id`.execute(db)
  const changed = rows.map(({ id }) => id)
  const paused = rows.filter(({ fresh }) => fresh).map(({ id }) => id)
  if (family === 'invoices') return { changed, happened: paused.map((id) => of('invoice_paused', id)) }
  if (family === 'credit_cases' || kind === 'reminding') return { changed, happened: [] }
  return { changed, happened: await block(change, await invoicesOf(change, paused, isOwed('i')), 'debtor_paused') }
}

/**
 * Resumes records that are paused, whoever paused them; others stay as they are. An invoice that is blocked as
 * well does not go on yet.
 */
export async function resume(
  change: Change,
  family: PausedFamily,
  ids: readonly string[],
  kind: PauseKind,
): Promise<Held> {
  const { db, administration_id, stamp } = change
  const { at, until } = columns[kind]
  const returned = family === 'invoices' ? sql`r.blocked_at is null` : sql`false`
  const { rows } = await sql<{ id: string; goes_on: boolean }>`
    update ${sql.table(family)} r
    set ${sql.ref(at)} = null, ${sql.ref(until)} = null, updated_at = ${stamp}::timestamptz
        ${family === 'invoices' ? sql`, paused_by_user = false` : sql``}
    where r.administration_id = ${administration_id}::bigint and r.id = any(${[...ids]}::bigint[])
      and ${sql.ref(`r.${at}`)} is not null
    returning r.id::text, ${returned} as goes_on`.execute(db)
  const changed = rows.map(({ id }) => id)
  if (family === 'invoices') {
    const going_on = rows.filter((one) => one.goes_on)
    return { changed, happened: going_on.map(({ id }) => of('invoice_resumed', id)) }
  }
  if (family === 'credit_cases' || kind === 'reminding') return { changed, happened: [] }
  const blocked = await invoicesOf(change, changed, sql`'debtor_paused' = any(i.block_reasons)`)
  const happened = await unblock(change, blocked, 'debtor_paused')
  // What was settled meanwhile gets no event: it is not followed up any more.
  const owed = new Set(await invoicesOf(change, changed, isOwed('i')))
  return { changed, happened: happened.filter(({ resource_id }) => owed.has(resource_id)) }
}

async function invoicesOf(
  { db, administration_id }: Change,
  debtor_ids: readonly string[],
  which: RawBuilder<unknown>,
): Promise<string[]> {
  if (debtor_ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select i.id from invoices i
    where i.administration_id = ${administration_id}::bigint and i.debtor_id = any(${[...debtor_ids]}::bigint[])
      and ${which}
    order by i.id`.execute(db)
  return rows.map(({ id }) => id)
}

const of = (event_name: 'invoice_paused' | 'invoice_resumed', id: string): Happening => ({
  event_name,
  resource_type: 'invoice',
  resource_id: id,
})

/** Pauses all that an administration does on its own, or its reminders; returns whether that changed anything. */
export function pauseAdministration(change: Change, { kind, until }: Pausing): Promise<boolean> {
  const { at, until: day } = columns[kind]
  return writeAdministration(
    change,
    sql`${sql.ref(at)} = coalesce(${sql.ref(at)}, ${change.now.toISOString()}::timestamptz),
        ${sql.ref(day)} = ${until}::date`,
    sql`(${sql.ref(at)} is null or ${sql.ref(day)} is distinct from ${until}::date)`,
  )
}

export function resumeAdministration(change: Change, kind: PauseKind): Promise<boolean> {
  const { at, until } = columns[kind]
  return writeAdministration(
    change,
    sql`${sql.ref(at)} = null, ${sql.ref(until)} = null`,
    sql`${sql.ref(at)} is not null`,
  )
}

/** Whether it was otherwise. What holds an administration holds all its debtors, so they have to be looked at anew. */
async function writeAdministration(
  change: Change,
  values: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<boolean> {
  const { db, administration_id, stamp } = change
  const { numAffectedRows } = await sql`
    update administrations set ${values}, updated_at = ${stamp}::timestamptz
    where id = ${administration_id}::bigint and ${where}`.execute(db)
  if (numAffectedRows === 0n) return false
  // No dossier was touched, so nobody else wakes an engine that has nothing planned.
  await raiseRules(change)
  return true
}

/** Most records of a kind whose pause is ended in one transaction. */
const ended_at_once = 500

/**
 * Ends the pauses of an administration whose last day is over. Returns the events to emit, and whether there are
 * more, for which it is to be called again in another transaction.
 */
export async function endPauses(
  change: Change,
  today: Day = change.today,
): Promise<{ happened: Happening[]; more: boolean }> {
  const happened: Happening[] = []
  let more = false
  for (const [family, kind] of over_by_day) {
    const { until } = columns[kind]
    const { rows } = await sql<{ id: string }>`
      select id::text from ${sql.table(family)}
      where administration_id = ${change.administration_id}::bigint and ${sql.ref(until)} < ${today}::date
      order by ${sql.ref(until)}, id limit ${ended_at_once}`.execute(change.db)
    if (rows.length === 0) continue
    more ||= rows.length === ended_at_once
    const ids = rows.map(({ id }) => id)
    happened.push(...(await resume(change, family, ids, kind)).happened)
  }
  for (const kind of ['all', 'reminding'] as const) {
    const { at, until } = columns[kind]
    await writeAdministration(
      change,
      sql`${sql.ref(at)} = null, ${sql.ref(until)} = null`,
      sql`${sql.ref(until)} < ${today}::date`,
    )
  }
  return { happened, more }
}

const over_by_day: readonly (readonly [PausedFamily, PauseKind])[] = [
  ['debtors', 'all'],
  ['debtors', 'reminding'],
  ['invoices', 'all'],
  ['credit_cases', 'all'],
]
