import { sql } from 'kysely'
import type { Context } from '../../api/context.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { emitMany } from '../../events/emit_many.ts'
import { cleanTasks, makeTasks } from '../../follow_up/perform/tasks.ts'

/** The labels that a debtor shall have, and no others. */
export type WantedLabels = { debtor_id: string; names: readonly string[] }

type Change = { event_name: 'label_added' | 'label_removed'; debtor_id: string; name: string }

/**
 * Replaces all labels of debtors, with an event for each one added or removed. A debtor shows its labels, so whoever
 * follows debtors must see that one changed; a debtor whose labels are as wanted is not touched.
 */
export async function replaceLabels(context: Context, wanted: readonly WantedLabels[]): Promise<void> {
  if (wanted.length === 0) return
  const { db, administration_id, stamp } = context
  const { rows: changes } = await sql<Change>`
    with given as materialized (
      select debtor_id, names
      from ${asTable('one', wanted, { debtor_id: 'bigint', names: 'jsonb' })}
    ), wanted as materialized (
      select debtor_id, name from given cross join lateral jsonb_array_elements_text(names) name
    ), removed as (
      delete from debtor_labels l using given
      where l.administration_id = ${administration_id}::bigint and l.debtor_id = given.debtor_id
        and not given.names ? l.name
      returning l.debtor_id, l.name
    ), added as (
      insert into debtor_labels (administration_id, debtor_id, name)
      select ${administration_id}::bigint, debtor_id, name from wanted
      on conflict (administration_id, debtor_id, name) do nothing
      returning debtor_id, name
    )
    select 'label_removed' as event_name, debtor_id, name from removed
    union all
    select 'label_added', debtor_id, name from added
    order by debtor_id, event_name desc, name`.execute(db)
  if (changes.length === 0) return
  const changed = [...new Set(changes.map((change) => change.debtor_id))]
  await sql`
    update debtors set updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = any(${changed}::bigint[])
      and updated_at <> ${stamp}::timestamptz`.execute(db)
  await emitMany(
    context,
    changes.map(({ event_name, debtor_id, name }) => ({
      event_name,
      resource_type: 'debtor',
      resource_id: debtor_id,
      details: { label: name },
    })),
  )
  await followStopLabels(context, changes)
}

/**
 * The label `stop` holds all that concerns a debtor (`follow_up/read/holds.ts`), so somebody has to find out what is
 * the matter: a task each time the label comes, which goes with it when nobody worked on it.
 */
async function followStopLabels(context: Context, changes: readonly Change[]): Promise<void> {
  const stops = changes.filter(({ name }) => name.toLowerCase() === 'stop')
  const idsOf = (event_name: Change['event_name']): string[] =>
    stops.filter((one) => one.event_name === event_name).map(({ debtor_id }) => debtor_id)
  const cleaned = await cleanTasks(context, idsOf('label_removed'))
  const { happened } = await makeTasks(
    context,
    idsOf('label_added').map((debtor_id) => ({ kind: 'stop_label', key: `${debtor_id} ${context.stamp}`, debtor_id })),
  )
  await emitMany(context, [...cleaned, ...happened])
}
