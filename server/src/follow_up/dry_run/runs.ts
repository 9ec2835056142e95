import { type Kysely, sql } from 'kysely'
import { type Change, momentsIn } from '../../db/change.ts'
import { shownMoment } from '../../db/moments.ts'
import type { Tables } from '../../db/schema.ts'
import { userOf } from '../../domain/actor.ts'
import type { Flow } from '../../flows/flow.ts'
import { enqueue } from '../../queue/enqueue.ts'
import { type DryRun, dry_run_days, dryRun } from './dry_run.ts'

export type DryRunKey = { administration_id: string; dry_run_id: string }
export const dry_run_purposes = ['publish', 'switch_on'] as const
export type DryRunPurpose = (typeof dry_run_purposes)[number]
export const dry_run_statuses = ['waiting', 'running', 'done', 'failed', 'replaced'] as const
export type DryRunStatus = (typeof dry_run_statuses)[number]

const kept_days = 7

/**
 * Begins to count, in a job: it takes long where there are many debtors. One that counts for the same person and
 * purpose is replaced, because what it would say is not asked for any more.
 */
export async function startDryRun(
  { db, administration_id, actor, real_now }: Change,
  { purpose, flows }: { purpose: DryRunPurpose; flows: readonly Flow[] },
): Promise<string> {
  const user_id = userOf(actor).id
  const now = real_now.toISOString()
  await sql`
    update dry_runs set status = 'replaced', ended_at = ${now}::timestamptz
    where administration_id = ${administration_id}::bigint and purpose = ${purpose}::text
      and status in ('waiting', 'running') and started_by_user_id is not distinct from ${user_id}::bigint`.execute(db)
  await sql`
    delete from dry_runs where administration_id = ${administration_id}::bigint
      and created_at < ${now}::timestamptz - make_interval(days => ${kept_days}::integer)`.execute(db)
  const { rows } = await sql<{ id: string }>`
    insert into dry_runs (administration_id, purpose, flows, started_by_user_id, created_at)
    values (${administration_id}::bigint, ${purpose}::text, ${JSON.stringify(flows)}::jsonb, ${user_id}::bigint,
            ${now}::timestamptz)
    returning id::text`.execute(db)
  const dry_run_id = rows[0]?.id ?? ''
  await enqueue(db, 'dry_run', { administration_id, dry_run_id })
  return dry_run_id
}

export type ShownDryRun = {
  id: string
  purpose: DryRunPurpose
  status: DryRunStatus
  debtors: number | null
  looked: number
  created_at: string
  result: DryRun | null
}

export async function readDryRun(
  db: Kysely<Tables>,
  { administration_id, dry_run_id }: DryRunKey,
): Promise<ShownDryRun | null> {
  const { rows } = await sql<ShownDryRun>`
    select id::text, purpose, status, debtors, looked, result, ${shownMoment('created_at')} as created_at
    from dry_runs where administration_id = ${administration_id}::bigint and id = ${dry_run_id}::bigint`.execute(db)
  return rows[0] ?? null
}

type Performing = { real_now: Date; last: boolean; signal: AbortSignal }

/** Counts, and keeps how far it is and what came of it. One that was replaced stops at the next portion. */
export async function performDryRun(
  db: Kysely<Tables>,
  key: DryRunKey,
  { real_now, last, signal }: Performing,
): Promise<void> {
  const begun = await begin(db, key)
  if (!begun) return
  const { flows, purpose, timezone, days_ahead } = begun
  const { today } = momentsIn({ timezone, days_ahead }, real_now)
  const progress = async (looked: number): Promise<boolean> => {
    signal.throwIfAborted()
    return note(db, key, sql`looked = ${looked}::integer`)
  }
  const wanted = { today, days: dry_run_days, flows, compare: purpose === 'publish', progress }
  try {
    const result = await dryRun(db, key.administration_id, wanted)
    if (result === null) return
    await note(db, key, sql`status = 'done', result = ${JSON.stringify(result)}::jsonb, ended_at = now()`)
  } catch (error) {
    if (last) await note(db, key, sql`status = 'failed', ended_at = now()`)
    throw error
  }
}

type Begun = { flows: readonly Flow[]; purpose: DryRunPurpose; timezone: string; days_ahead: number }

/** Nothing comes back when it is over already, or its administration is gone. */
async function begin(db: Kysely<Tables>, { administration_id, dry_run_id }: DryRunKey): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    update dry_runs r set status = 'running', looked = 0, debtors = (
      select count(distinct debtor_id) from invoices i
      where i.administration_id = ${administration_id}::bigint and i.open_amount <> 0)
    from administrations a
    where r.administration_id = ${administration_id}::bigint and r.id = ${dry_run_id}::bigint
      and a.id = r.administration_id and r.status in ('waiting', 'running')
    returning r.flows, r.purpose, a.timezone, a.days_ahead`.execute(db)
  return rows[0]
}

/** Writes to a run that is under way, and says whether it still is. */
async function note(
  db: Kysely<Tables>,
  { administration_id, dry_run_id }: DryRunKey,
  change: ReturnType<typeof sql>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update dry_runs set ${change}
    where administration_id = ${administration_id}::bigint and id = ${dry_run_id}::bigint and status = 'running'`.execute(
    db,
  )
  return (numAffectedRows ?? 0n) > 0n
}
