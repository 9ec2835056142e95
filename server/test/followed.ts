import { type Kysely, sql } from 'kysely'
import type { Tables } from '../src/db/schema.ts'
import type { Step } from '../src/domain/steps.ts'
import { defaultFlows } from '../src/flows/defaults.ts'
import type { Given } from './given.ts'
import { engineTaken } from './given_engine.ts'

type Tenant = { company_id: string; administration_id: string }
type Place = { database: { db: Kysely<Tables> }; given: Given }

/** The day of these tests, a Monday on which letters go out, and its moment. */
export const followed_on = '2026-11-16'
export const followed_now = new Date('2026-11-16T11:00:00Z')

/** Switches the engine on in an administration, with the flows of its country; some steps wait for a person. */
export async function follow(
  { database: { db }, given }: Place,
  tenant: Tenant,
  { approval = [], settings = {} }: { approval?: readonly Step[]; settings?: object } = {},
): Promise<void> {
  const { administration_id } = tenant
  const chosen = JSON.stringify({ engine_enabled: true, ...settings })
  await sql`update administrations set status = 'active', settings = ${chosen}::jsonb,
            bank_account_name = 'Example Trading', bank_account_number = 'NL91ABNA0417164300'
            where id = ${administration_id}::bigint`.execute(db)
  await engineTaken(db, tenant)
  await sql`update engine_states set on_since = '2026-09-01', books_written_at = ${followed_now.toISOString()}
            where administration_id = ${administration_id}::bigint and on_since is null`.execute(db)
  for (const flow of Object.values(defaultFlows('NL'))) {
    const steps = flow.steps.map((one) => ({ ...one, approval: approval.includes(one.step) }))
    const definition = JSON.stringify({ ...flow, steps })
    const at = followed_now.toISOString()
    const published = { version: 1, definition, published_at: at, created_at: at, updated_at: at }
    await given.row('flows', tenant, { code: flow.code, name: flow.name, ...published })
  }
}

/** A business that can be reached by mail and by post. */
export const business = {
  is_company: true,
  primary_email_address: 'office@debtor.example.com',
  postal_address_street_1: 'Havenkade 12',
  postal_address_postal_code: '8861 AB',
  language_code: 'en',
}

/** An invoice that is due for its first reminder on the day of these tests. */
export const overdue = {
  invoice_date: '2026-10-01',
  due_date: '2026-11-02',
  sent_at: '2026-10-01T08:00:00Z',
}

/** What the engine keeps of a record that is due and waits for these reasons. */
export const waits = (
  { given }: Place,
  tenant: Tenant,
  record: { debtor_id: string; invoice_id?: string; credit_case_id?: string },
  reasons: readonly string[],
  step = 'reminder_1',
): Promise<string> =>
  given.row('agenda_records', tenant, {
    ...record,
    step,
    holds: JSON.stringify(reasons.map((reason) => ({ reason, since: null, until: null }))),
  })
