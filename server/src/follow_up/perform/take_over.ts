import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { case_steps, invoice_steps, type StepEntry } from '../../domain/steps.ts'

/** What was done before the engine was switched on, by the moments on records that are still open. */
export async function takeOverSteps(change: Change): Promise<void> {
  await takeOver(change, 'invoices', invoice_steps)
  await takeOver(change, 'credit_cases', case_steps)
}

type Steps = { readonly [step: string]: StepEntry }

async function takeOver({ db, administration_id, stamp }: Change, table: 'invoices' | 'credit_cases', steps: Steps) {
  const named = Object.entries(steps).flatMap(([step, { moment }]) => (moment === null ? [] : [{ step, moment }]))
  const moments = named.map(({ step, moment }) => sql`(${sql.lit(step)}, ${sql.ref(`r.${moment}`)})`)
  const [id, other] = table === 'invoices' ? ['invoice_id', 'credit_case_id'] : ['credit_case_id', 'invoice_id']
  const open = table === 'invoices' ? sql`r.open_amount <> 0` : sql`r.deactivated_at is null`
  await sql`
    with missing as materialized (
      select r.debtor_id, r.id, done.step, (done.moment at time zone a.timezone)::date as day, done.moment,
             ${table === 'invoices' ? sql`r.flow_code` : sql`null::text as flow_code`}
      from ${sql.table(table)} r
      join administrations a on a.id = ${administration_id}::bigint
      cross join lateral (values ${sql.join(moments)}) as done (step, moment)
      where r.administration_id = ${administration_id}::bigint and ${open} and done.moment is not null
        and not exists (select from steps s where s.administration_id = ${administration_id}::bigint
          and ${sql.ref(`s.${id}`)} = r.id and s.step = done.step and s.withdrawn_at is null))
    insert into steps (administration_id, debtor_id, ${sql.ref(id ?? '')}, ${sql.ref(other ?? '')}, step, day,
                       performed_at, flow_code, reasons, origin, created_at, updated_at)
    select ${administration_id}::bigint, debtor_id, id, null, step, day, moment, flow_code,
           '[{"reason": "migrated"}]', 'migrated', ${stamp}::timestamptz, ${stamp}::timestamptz
    from missing
    on conflict do nothing`.execute(db)
}
