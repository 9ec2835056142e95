import { type Kysely, sql } from 'kysely'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import { type Flow, readFlow } from '../flows/flow.ts'
import type { DemoAdministration } from './ground.ts'

const afterDue = (step: string, day: number) => ({ step, day, from: 'due_date' })
const begin = [{ step: 'invoice', day: 0, from: 'invoice_date' }, afterDue('pre_reminder', -3)]
const reminders = [afterDue('reminder_1', 7), afterDue('reminder_2', 14), afterDue('reminder_3', 21)]
const end = { step: 'collectable', day: 15 }

/** The flows that invoices of the demo carry, with the days on which their letters went out. */
const written = [
  {
    ...{ code: 'standard', name: 'Standard', fallback: true },
    steps: [...begin, ...reminders, { ...afterDue('final_reminder', 28), term_days: 14 }, end],
  },
  {
    ...{ code: 'extended', name: 'Short terms', for: { payment_conditions: ['N8', 'N14'] } },
    steps: [
      ...[...begin, ...reminders, afterDue('reminder_4', 28)],
      { ...afterDue('final_reminder', 35), term_days: 14 },
      end,
    ],
  },
  {
    ...{ code: 'direct_debit', name: 'Direct debit', for: { payment_methods: ['direct_debit'] } },
    steps: [...begin.slice(0, 1), ...reminders, { ...afterDue('final_reminder', 28), term_days: 14 }, end],
  },
]

export const demo_flows: readonly Flow[] = written.map((one) => {
  const { flow, problems } = readFlow({ minimum_amount: '5.00', ...one })
  if (problems.length > 0) throw new Error(`A flow of the demo cannot be read: ${JSON.stringify(problems)}`)
  return flow
})

export async function insertFlows(db: Kysely<Tables>, ground: DemoAdministration): Promise<void> {
  const rows = demo_flows.map((flow) => ({ code: flow.code, name: flow.name, definition: flow }))
  const begun = sql`${ground.now} - interval '1170 days'`
  await sql`
    with written as (
      select ${ground.administration_id}::bigint as administration_id,
             ${ground.before.codes}::bigint + row_number() over () as id, flow.*
      from ${asTable('flow', rows, { code: 'text', name: 'text', definition: 'jsonb' })}
    ), inserted as (
      insert into flows (administration_id, id, code, name, version, definition, published_at, created_at, updated_at)
      select administration_id, id, code, name, 1, definition, ${begun}, ${begun}, ${begun} from written
    )
    insert into flow_versions (
      administration_id, id, flow_id, version, definition, published_at, created_at, updated_at)
    select administration_id, id, id, 1, definition, ${begun}, ${begun}, ${begun} from written`.execute(db)
}
