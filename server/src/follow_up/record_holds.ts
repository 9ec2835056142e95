import { type Kysely, type RawBuilder, sql } from 'kysely'
import { shownMoment } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { type Elsewhere, type HoldReason, hold_reasons } from '../domain/holds.ts'
import type { Hold as EngineHold } from './decide/decision.ts'
import type { HeldFact } from './decide/facts.ts'
import { endOf } from './decide/hold_ends.ts'
import { isOwed } from './outstanding.ts'
import { readHolds } from './read/holds.ts'
import { readStanding, type Standing } from './read/rules.ts'

// What rows say holds at once, and is read from the rows, by the same statement that the engine decides with. What only
// follows from rules is what the engine found when it last looked, and stands in its agenda while it is on.

export const held_families = ['debtors', 'invoices', 'credit_cases'] as const
export type HeldFamily = (typeof held_families)[number]

/** Why nothing is sent, since when and until when, and what to look at for more. */
export type Hold = {
  reason: string
  since: string | null
  until: Day | null
  payment_plan_id: string | null
  credit_case_id: string | null
  task_id: string | null
  subject: string | null
}

type Record = { administration_id: string; family: HeldFamily; id: string }

/** What a record is part of. */
type Target = {
  debtor_id: string
  invoice_ids: string[]
  credit_case_id: string | null
  block_reasons: string[]
  blocked_at: string | null
  /** Where an invoice is followed up instead, or that nobody does it yet. */
  elsewhere: Elsewhere | 'not_sent' | null
  elsewhere_since: string | null
  credit_case_number: string | null
}

/** Everything that keeps a record from being followed up, each reason once, in the order of all reasons. */
export async function holdsOf(db: Kysely<Tables>, record: Record, today: Day): Promise<Hold[]> {
  const { administration_id } = record
  const target = await targetOf(db, record)
  if (!target) return []
  const standing = await readStanding(db, administration_id, today)
  const { debtor_id, invoice_ids, credit_case_id } = target
  const portion = { administration_id, debtor_ids: [debtor_id], timezone: standing.timezone, today }
  const case_ids = credit_case_id === null ? [] : [credit_case_id]
  const by_owner = await readHolds(db, portion, { invoice_ids, case_ids })
  const owners = [`debtor ${debtor_id}`, ...invoice_ids.map((id) => `invoice ${id}`), `case ${credit_case_id}`]
  const facts = [...standing.rules.administration.held, ...owners.flatMap((owner) => by_owner.get(owner) ?? [])]
  const noted = facts.flatMap((fact) => notedHold(fact, standing, today))
  const found = standing.on ? await foundHolds(db, record) : []
  const holds = once([...placeOf(target), ...noted, ...found, ...blocksOf(target)])
  return withSubjects(db, administration_id, holds)
}

const bare: Omit<Hold, 'reason'> = {
  ...{ since: null, until: null, payment_plan_id: null, credit_case_id: null, task_id: null, subject: null },
}

function notedHold(fact: HeldFact, { rules }: Standing, today: Day): Hold[] {
  const { reason, since, id } = fact
  const until = endOf(fact, rules.calendar)
  if (until !== null && until < today) return []
  const plan = reason === 'payment_plan_active' || reason === 'payment_plan_proposed'
  return [{ ...bare, reason, since, until, payment_plan_id: plan ? id : null, task_id: reason === 'task' ? id : null }]
}

/** What the engine found. Reasons that rows say more about are left to the rows. */
async function foundHolds(db: Kysely<Tables>, { administration_id, family, id }: Record): Promise<Hold[]> {
  if (family === 'debtors') return []
  const row = await db
    .selectFrom('agenda_records')
    .select('holds')
    .where('administration_id', '=', administration_id)
    .where(family === 'invoices' ? 'invoice_id' : 'credit_case_id', '=', id)
    .executeTakeFirst()
  // The engine writes its holds there as they are.
  const holds = (row?.holds ?? []) as unknown as EngineHold[]
  return holds
    .filter(({ reason }) => !given_by_rows.has(reason))
    .map(({ reason, since, until }) => ({ ...bare, reason, since, until }))
}

/** Reasons that `readHolds` and the row of the administration give. */
const given_by_rows: ReadonlySet<HoldReason> = new Set([
  ...(['stopped', 'administration_paused', 'administration_reminding_paused', 'debtor_paused'] as const),
  ...(['debtor_reminding_paused', 'invoice_paused', 'case_paused', 'costs_left', 'stop_label', 'interface'] as const),
  ...(['task', 'promise', 'dispute', 'dispute_unanswered', 'after_dispute', 'payment_plan_active'] as const),
  ...(['payment_plan_proposed', 'ignored', 'payment_expected', 'unread_message', 'books_refused'] as const),
])

const placeOf = ({ elsewhere, elsewhere_since, credit_case_id, credit_case_number }: Target): Hold[] => {
  if (elsewhere === null) return []
  const place = { ...bare, reason: elsewhere, since: elsewhere_since }
  return [elsewhere === 'credit_case' ? { ...place, credit_case_id, subject: credit_case_number } : place]
}

const blocksOf = ({ block_reasons, blocked_at }: Target): Hold[] =>
  block_reasons.map((reason) => ({ ...bare, reason, since: blocked_at }))

/** The same reason may be known of several things; several tasks are several. */
function once(holds: readonly Hold[]): Hold[] {
  const names: readonly string[] = hold_reasons
  const by_reason = new Map<string, Hold>()
  for (const hold of holds) {
    const key = hold.task_id === null ? hold.reason : `${hold.reason} ${hold.task_id}`
    const known = by_reason.has(key) || [...by_reason.values()].some(({ reason }) => reason === hold.reason)
    if (!known || (hold.task_id !== null && !by_reason.has(key))) by_reason.set(key, hold)
  }
  return [...by_reason.values()].sort((one, other) => names.indexOf(one.reason) - names.indexOf(other.reason))
}

async function withSubjects(db: Kysely<Tables>, administration_id: string, holds: readonly Hold[]): Promise<Hold[]> {
  const ids = holds.flatMap(({ task_id }) => task_id ?? [])
  if (ids.length === 0) return [...holds]
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'subject'])
    .where('administration_id', '=', administration_id)
    .where('id', 'in', ids)
    .execute()
  const subjects = new Map(rows.map(({ id, subject }) => [id, subject]))
  return holds.map((hold) => (hold.task_id === null ? hold : { ...hold, subject: subjects.get(hold.task_id) ?? null }))
}

/** Nothing holds what is settled, for nothing would be sent for it anyway. */
const targetsOf = (administration_id: string): Readonly<{ [Family in HeldFamily]: RawBuilder<unknown> }> => ({
  debtors: sql`
    select r.id::text as debtor_id, '{}'::text[] as invoice_ids, null as credit_case_id, '{}'::text[] as block_reasons,
           null as blocked_at, null as elsewhere, null as elsewhere_since, null as credit_case_number
    from debtors r where true`,
  invoices: sql`
    select r.debtor_id::text, array[r.id::text] as invoice_ids, r.active_credit_case_id::text as credit_case_id,
           r.block_reasons, ${shownMoment(sql`r.blocked_at`)} as blocked_at,
           case when c.id is not null then 'credit_case' when r.sent_at is null then 'not_sent'
                when r.collectable_at is not null and r.active_payment_plan_id is null then 'collectable' end as elsewhere,
           ${shownMoment(sql`case when c.id is not null then c.started_at
                                  when r.sent_at is not null then r.collectable_at end`)} as elsewhere_since,
           c.credit_case_number
    from invoices r
    left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = r.active_credit_case_id
    where ${isOwed('r')}`,
  credit_cases: sql`
    select r.debtor_id::text, array(select i.id::text from invoices i
             where i.administration_id = ${administration_id}::bigint
               and i.active_credit_case_id = r.id) as invoice_ids,
           r.id::text as credit_case_id, r.block_reasons, ${shownMoment(sql`r.blocked_at`)} as blocked_at,
           null as elsewhere, null as elsewhere_since, null as credit_case_number
    from credit_cases r where r.deactivated_at is null`,
})

async function targetOf(db: Kysely<Tables>, { administration_id, family, id }: Record): Promise<Target | null> {
  const { rows } = await sql<Target>`
    ${targetsOf(administration_id)[family]} and r.administration_id = ${administration_id}::bigint
      and r.id = ${id}::bigint`.execute(db)
  return rows[0] ?? null
}
