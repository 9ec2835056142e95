import { type Kysely, sql } from 'kysely'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import { type DemoAdministration, person } from './ground.ts'

/** Views that the people of the demo share: what each of them looks at on some day of the week. */
const views = [
  {
    ...{ list: 'debtors', name: 'Long overdue', search: 'marks=late_30&order=overdue_desc&show=overdue' },
    columns: ['name', 'number', 'owner', 'holds', 'late', 'overdue', 'open'],
  },
  {
    ...{ list: 'invoices', name: 'Disputed', search: 'marks=disputed' },
    columns: ['number', 'debtor', 'due_date', 'days_overdue', 'status', 'holds', 'open'],
  },
  {
    ...{ list: 'tasks', name: 'This week', search: 'marks=next_7' },
    columns: ['task', 'due', 'debtor', 'assigned_to'],
  },
  {
    ...{ list: 'letters', name: 'Final reminders', search: 'step=final_reminder' },
    columns: ['letter', 'debtor', 'status', 'day', 'channel', 'amount'],
  },
]

export async function insertViews(db: Kysely<Tables>, ground: DemoAdministration): Promise<void> {
  await sql`
    insert into saved_views (administration_id, list, name, shared, user_id, search, columns, created_at, updated_at)
    select ${ground.administration_id}::bigint, v.list, v.name, true, ${person(ground, sql`1`).id}, v.search,
           v.columns, ${ground.now}, ${ground.now}
    from ${asTable('v', views, { list: 'text', name: 'text', search: 'text', columns: 'text[]' })}`.execute(db)
}
