import { sql } from 'kysely'
import type { Context } from '../../api/context.ts'
import { asTable } from '../../db/rows_as_table.ts'
import type { Happening } from '../../events/emit_many.ts'

/** What has to be done to the labels of an invoice. */
export type LabelChanges = { added: string[]; removed: string[] }

/** The labels of invoices, by invoice. */
export async function knownLabels(
  { db, administration_id }: Context,
  invoice_ids: readonly string[],
): Promise<Map<string, string[]>> {
  if (invoice_ids.length === 0) return new Map()
  const { rows } = await sql<{ invoice_id: string; name: string }>`
    select l.invoice_id, l.name from unnest(${invoice_ids}::bigint[]) as wanted (id)
    join invoice_labels l on l.administration_id = ${administration_id}::bigint and l.invoice_id = wanted.id
    order by l.id`.execute(db)
  const labels = new Map<string, string[]>()
  for (const [invoice_id, own] of Map.groupBy(rows, (row) => row.invoice_id)) {
    labels.set(
      invoice_id,
      own.map(({ name }) => name),
    )
  }
  return labels
}

/** A list of labels replaces those that are there; no list leaves them. */
export function decideLabels(there: readonly string[], wanted: readonly string[] | null): LabelChanges {
  if (wanted === null) return { added: [], removed: [] }
  return {
    added: wanted.filter((one) => !there.includes(one)),
    removed: there.filter((one) => !wanted.includes(one)),
  }
}

/** Writes the changed labels of many invoices, and returns the events to emit. */
export async function writeLabels(
  { db, administration_id }: Context,
  changes: readonly { invoice_id: string; labels: LabelChanges }[],
): Promise<Happening[]> {
  const flat = (pick: (labels: LabelChanges) => string[]) =>
    changes.flatMap(({ invoice_id, labels }) => pick(labels).map((name) => ({ invoice_id, name })))
  const removed = flat((labels) => labels.removed)
  const added = flat((labels) => labels.added)
  if (removed.length > 0) {
    await sql`
      delete from invoice_labels l
      using ${asTable('gone', removed, { invoice_id: 'bigint', name: 'text' })}
      where l.administration_id = ${administration_id}::bigint and l.invoice_id = gone.invoice_id
        and l.name = gone.name`.execute(db)
  }
  if (added.length > 0) {
    await sql`
      insert into invoice_labels (administration_id, invoice_id, name)
      select ${administration_id}::bigint, invoice_id, name
      from ${asTable('one', added, { invoice_id: 'bigint', name: 'text' })}`.execute(db)
  }
  const event = (
    event_name: 'label_added' | 'label_removed',
    one: { invoice_id: string; name: string },
  ): Happening => ({
    event_name,
    resource_type: 'invoice',
    resource_id: one.invoice_id,
    details: { label: one.name },
  })
  return [...removed.map((one) => event('label_removed', one)), ...added.map((one) => event('label_added', one))]
}
