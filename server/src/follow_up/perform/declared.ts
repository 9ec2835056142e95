import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import type { Day } from '../../domain/days.ts'
import { type DeclaredStep, declared_moments } from '../../domain/steps.ts'
import { decide } from '../decide/decide.ts'
import type { Outlook } from '../decide/decision.ts'
import type { Judged } from '../look/judge.ts'
import { readFacts } from '../read/facts.ts'
import { readStanding } from '../read/rules.ts'
import { isReminder } from './moments.ts'
import { type NewStep, writeSteps } from './steps.ts'

type Declared = { debtor_id: string; invoice_id: string; step: 'invoice' | DeclaredStep; day: Day | null }
type Outlooks = ReadonlyMap<string, Pick<Outlook, 'flow_code' | 'flow_version'>>

/** A step that a client says it did itself, with the flow of this moment. The law counts nothing on it. */
function declaredStep({ day, ...about }: Declared, performed_at: string | undefined, outlooks: Outlooks): NewStep {
  const { flow_code = null, flow_version = null } = outlooks.get(about.invoice_id) ?? {}
  return {
    ...{ ...about, round: 1, flow_code, flow_version },
    ...{ reasons: [{ reason: 'declared' }], origin: 'declared', performed_at },
    ...(day === null ? {} : { day }),
  }
}

const byInvoice = (outlooks: readonly Outlook[]): Outlooks =>
  new Map(outlooks.filter(({ family }) => family === 'invoices').map((one) => [one.id, one]))

/** Notes down that a client sent invoices itself, from the day on which it did. */
export async function writeDeclared(change: Change, judged: readonly Judged[]): Promise<void> {
  const sent = await sentMoments(
    change,
    judged.flatMap(({ declared }) => declared.map(({ id }) => id)),
  )
  const steps = judged.flatMap(({ declared, decision, facts }) => {
    const outlooks = byInvoice(decision.outlooks)
    return declared.map(({ id, sent_on }): NewStep => {
      const about = { debtor_id: facts.id, invoice_id: id, step: 'invoice', day: sent_on } as const
      return declaredStep(about, sent.get(id), outlooks)
    })
  })
  await writeSteps(change, steps)
}

async function sentMoments({ db, administration_id }: Change, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'sent_at'])
    .where('administration_id', '=', administration_id)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.flatMap(({ id, sent_at }) => (sent_at === null ? [] : [[id, sent_at]])))
}

/** A reminder that was sent before, by whoever sent it. */
export type DeclaredReminder = { invoice_id: string; step: DeclaredStep; moment: string }

type Fresh = Declared & { step: DeclaredStep; moment: string; is_step: boolean }

/**
 * Notes down reminders that a client says were sent: the moments on the invoices, and steps, so that none comes again.
 * What is known already stays. While the engine is off the moments wait to be taken over (`take_over.ts`).
 */
export async function declareReminders(change: Change, reminders: readonly DeclaredReminder[]): Promise<void> {
  if (reminders.length === 0) return
  const fresh = await unknown(change, reminders)
  for (const [step, same] of Map.groupBy(fresh, (one) => one.step)) await setMoment(change, step, same)
  if (fresh.length === 0) return
  const { db, administration_id, today } = change
  const standing = await readStanding(db, administration_id, today)
  if (!standing.on) return
  const debtor_ids = [...new Set(fresh.map(({ debtor_id }) => debtor_id))]
  const portion = { administration_id, debtor_ids, timezone: standing.timezone, today }
  const facts = await readFacts(db, portion, standing.common)
  const outlooks = byInvoice(facts.flatMap((one) => decide(one, standing.rules, today).outlooks))
  const steps = fresh.filter(({ is_step }) => !is_step)
  await writeSteps(
    change,
    steps.map(({ moment, is_step: _, ...about }) => declaredStep(about, moment, outlooks)),
  )
}

/** Those whose moment the invoice does not have; a step that somebody left out has none, and is one nevertheless. */
async function unknown({ db, administration_id }: Change, reminders: readonly DeclaredReminder[]): Promise<Fresh[]> {
  const known = Object.entries(declared_moments).map(
    ([step, moment]) => sql`when ${sql.lit(step)} then ${sql.ref(`i.${moment}`)}`,
  )
  const { rows } = await sql<Fresh>`
    select i.debtor_id::text, i.id::text as invoice_id, one.step, one.moment::text,
           (one.moment at time zone a.timezone)::date::text as day,
           exists (select from steps s where s.administration_id = ${administration_id}::bigint and s.invoice_id = i.id
             and s.step = one.step and s.round = 1 and s.withdrawn_at is null) as is_step
    from ${asTable('one', reminders, { invoice_id: 'bigint', step: 'text', moment: 'timestamptz' })}
    join invoices i on i.administration_id = ${administration_id}::bigint and i.id = one.invoice_id
    join administrations a on a.id = i.administration_id
    where case one.step ${sql.join(known, sql` `)} end is null
    order by i.id, one.moment`.execute(db)
  return rows
}

async function setMoment(
  { db, administration_id, stamp }: Change,
  step: DeclaredStep,
  fresh: readonly Fresh[],
): Promise<void> {
  const moment = sql.ref(declared_moments[step])
  const latest = isReminder(step) ? sql`greatest(i.latest_reminder_at, one.moment)` : sql.ref('i.latest_reminder_at')
  await sql`
    update invoices i set ${moment} = one.moment, latest_reminder_at = ${latest}, updated_at = ${stamp}::timestamptz
    from ${asTable('one', fresh, { invoice_id: 'bigint', moment: 'timestamptz' })}
    where i.administration_id = ${administration_id}::bigint and i.id = one.invoice_id`.execute(db)
}
