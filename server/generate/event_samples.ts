import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { changeIn } from '../src/db/change.ts'
import type { Tables } from '../src/db/schema.ts'
import { serviceActor } from '../src/domain/actor.ts'
import { type EventName, events } from '../src/events/catalogue.ts'
import type { ContextType } from '../src/events/contexts.ts'
import { emitMany, type Happening } from '../src/events/emit_many.ts'
import { renderEvents } from '../src/resources/event_payloads.ts'
import { fillEveryFamily } from '../test/every_family.ts'
import { givenIn } from '../test/given.ts'

const at = '2026-11-16T09:30:00.000000Z'
const mandate = {
  ...{ id: 1, bank_account_name: 'D. Example', bank_account_number: 'NL00DEMO0000000000', provider: 'example' },
}

/** What events carry beside their record. */
const beside: { readonly [Name in EventName]?: Pick<Happening, 'step' | 'details'> } = {
  case_step_performed: { step: 'summons' },
  invoice_step_performed: { step: 'reminder_1' },
  bundled_reminder_sent: { step: 'reminder_1' },
  bundled_reminder_invoice_performed: { step: 'reminder_1' },
  label_added: { details: { label: 'key account' } },
  label_removed: { details: { label: 'key account' } },
  email_bounced: { details: { bounce_reason: '550 mailbox full' } },
  invoice_email_bounced: { details: { bounce_reason: '550 mailbox full' } },
  case_email_bounced: { details: { bounce_reason: '550 mailbox full' } },
  bundled_reminder_email_bounced: { details: { bounce_reason: '550 mailbox full' } },
  psp_mandate_created: { details: { psp_mandate: mandate } },
  psp_mandate_revoked: { details: { revoked_psp_mandates: [mandate] } },
}

/** The kind of record that an event is about, by the beginning of its name. */
const typesOf: readonly (readonly [RegExp, ContextType])[] = [
  [/^case_/, 'credit_case'],
  [/^(invoice_|bundled_reminder_invoice)/, 'invoice'],
  [/^dispute_/, 'dispute'],
  [/^payment_plan_/, 'payment_plan'],
  [/^promise_/, 'promise'],
  [/^todo_list_item_/, 'task'],
  [/./, 'debtor'],
]
const typeOf = (name: string): ContextType => typesOf.find(([pattern]) => pattern.test(name))?.[1] ?? 'debtor'

export type Samples = { [name: string]: { id: string; event_name: string; event_time: string; context: Context } }
type Context = { resource_type: string; [member: string]: unknown }

/** An example of every event, made by the service itself from records of an invented administration. */
export async function eventSamples(db: Kysely<Tables>): Promise<Samples> {
  const given = givenIn(db)
  const tenant = await given.tenant()
  const { administration_id } = tenant
  const records = await fillEveryFamily(given, tenant)
  const names = (Object.keys(events) as EventName[]).filter((name) => name !== 'company_updated')
  const happenings = names.map((event_name) => {
    const resource_type = typeOf(event_name)
    return { event_name, resource_type, resource_id: records[`${resource_type}s`] ?? '', ...beside[event_name] }
  })
  const real_now = new Date(at)
  const changing = { administration_id, actor: serviceActor('upkeep'), real_now }
  await changeIn(db, changing, (change) => emitMany(change, happenings))
  const rows = await db.selectFrom('events').select(['id', 'event_name']).orderBy('id', 'desc').execute()
  const places = rows.slice(0, names.length).map(({ id }) => id)
  const needs = { db, base_url: () => 'https://dunlin.example.com', now: () => real_now }
  const rendered = await renderEvents(needs, administration_id, places, null)
  const samples: Samples = {}
  for (const body of rendered.values()) {
    const { event } = JSON.parse(settled(body))
    samples[event.event_name] = { ...event, id: idOf(event.event_name) }
  }
  const company = { resource_type: 'company', id: 1, name: 'Example Trading', status: 'active', trial: false }
  const context = { ...company, trial_ends_on: null }
  const id = idOf('company_updated')
  samples.company_updated = { id, event_name: 'company_updated', event_time: at, context }
  return Object.fromEntries(Object.entries(samples).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The same each time: moments and links that are made up by chance are written as one. */
const settled = (body: string): string =>
  body.replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, `"${at}"`).replaceAll(/(\/portal\/\d+\/\w+\/)[^"]+"/g, '$1example"')

/** An identifier that looks like any other, and stays the same. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
