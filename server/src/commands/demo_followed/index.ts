import { type Kysely, sql } from 'kysely'
import { beginChange, type Change } from '../../db/change.ts'
import type { Tables } from '../../db/schema.ts'
import type { Actor } from '../../domain/actor.ts'
import { addDays, dayIn } from '../../domain/days.ts'
import { defaultFlows } from '../../flows/defaults.ts'
import type { Flow } from '../../flows/flow.ts'
import { draftOf } from '../../flows/versions.ts'
import { findFlow, saveDraft } from '../../follow_up/flows/drafts.ts'
import { publishDraft } from '../../follow_up/flows/publish.ts'
import { applySettings } from '../../follow_up/switch.ts'
import type { Reading } from '../../runtime/reads.ts'
import { enterDebtors, makeAdministration } from '../demo_administration.ts'
import { debtors } from './debtors.ts'
import { writeLetters } from './letters.ts'
import { tellStory } from './story.ts'

const members = {
  name: 'Stormvogel Service B.V.',
  email_address: 'debiteuren@service.stormvogel.example.com',
  commercial_registration_number: '00483622',
  street_name: 'Ambachtsweg',
  house_number: '46',
  postal_code: '9999 ZX',
  city: 'Zilverdijk',
  country_code: 'NL',
  bank_account_name: 'Stormvogel Service B.V.',
  bank_account_number: 'NL37DEMO0000483622',
  bank_account_bic: 'DEMONL2A',
  vat_number: 'NL000483622B01',
  timezone: 'Europe/Amsterdam',
  currency_code: 'EUR',
}

/** Nobody writes into its books, and a demo may be opened again weeks later. */
const settings = { engine_enabled: true, books_stale_days: 60, default_language: 'nl' } as const

/** As long ago it began to follow up, in days. */
const on_for_days = 120

/**
 * An administration that is followed up, on an ordinary morning. Every letter waits for a person, so that nothing goes
 * out that nobody looked at.
 */
export async function demoFollowed(reading: Reading, { company_id, email_address }: Owner): Promise<string> {
  const { db } = reading.database
  const found = await findFollowed(db, company_id)
  if (found !== null) return found
  const now = reading.now()
  const given = { company_id, members, contact_name: 'Noor Veldring', phone_number: '+31850000400', now }
  return db.transaction().execute(async (trx) => {
    const administration_id = await makeAdministration(trx, given)
    const today = dayIn(now, members.timezone)
    await enterDebtors(reading, { db: trx, administration_id }, { debtors, today })
    const actor = await actorOf(trx, email_address)
    const change = await beginChange(trx, { administration_id, actor, real_now: now })
    for (const flow of flows) await publish(change, flow)
    await applySettings(change, settings)
    await sql`
      update engine_states set on_since = ${addDays(today, -on_for_days)}::date
      where administration_id = ${administration_id}::bigint`.execute(trx)
    await writeLetters(change)
    await tellStory(change)
    return administration_id
  })
}

/** The company, and who did what a person does. */
type Owner = { company_id: string; email_address: string }

/** The usual flows of the country, in which every letter has to be let go. */
const flows = Object.values(defaultFlows(members.country_code)).map((flow): Flow => {
  const steps = flow.steps.map((step) => ({ ...step, approval: step.step !== 'invoice' }))
  return { ...flow, steps }
})

async function publish(change: Change, flow: Flow): Promise<void> {
  await saveDraft(change, { code: flow.code, definition: flow, revision: null })
  const kept = await findFlow(change, flow.code)
  await publishDraft(change, flow.code, draftOf(kept?.versions ?? [])?.revision ?? null)
}

/** By the number in the trade register, because names may have been changed since. */
async function findFollowed(db: Kysely<Tables>, company_id: string): Promise<string | null> {
  const found = await db
    .selectFrom('administrations')
    .select('id')
    .where('company_id', '=', company_id)
    .where('commercial_registration_number', '=', members.commercial_registration_number)
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .executeTakeFirst()
  return found?.id ?? null
}

async function actorOf(db: Kysely<Tables>, email_address: string): Promise<Actor> {
  const { id, name } = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email_address', '=', email_address)
    .executeTakeFirstOrThrow()
  return { kind: 'person', id, name, email_address }
}
