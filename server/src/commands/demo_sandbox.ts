import { type Kysely, sql } from 'kysely'
import type { Action } from '../api/actions.ts'
import { changeIn } from '../db/change.ts'
import type { Tables } from '../db/schema.ts'
import { serviceActor } from '../domain/actor.ts'
import { addDays, type Day, dayIn } from '../domain/days.ts'
import { makeSandbox } from '../follow_up/sandboxes.ts'
import { insertAdministration } from '../resources/administrations/new_administration.ts'
import { contact_actions } from '../resources/contacts.actions.ts'
import { debtor_actions } from '../resources/debtors/actions.ts'
import { invoice_actions } from '../resources/invoices/actions.ts'
import { actAs } from '../runtime/act_as.ts'
import type { Reading } from '../runtime/reads.ts'

const members = {
  name: 'Stormvogel Speeltuin B.V.',
  email_address: 'speeltuin@stormvogel.example.com',
  commercial_registration_number: '00489999',
  street_name: 'Ambachtsweg',
  house_number: '44',
  postal_code: '9999 ZX',
  city: 'Zilverdijk',
  country_code: 'NL',
  bank_account_name: 'Stormvogel Speeltuin B.V.',
  bank_account_number: 'NL91ABNA0417164300',
  bank_account_bic: 'ABNANL2A',
  vat_number: 'NL000489999B01',
  timezone: 'Europe/Amsterdam',
  currency_code: 'EUR',
}

/** Invented debtors, and when each of their invoices is due, in days from today. */
const debtors = [
  { name: 'Bakkerij Zonneveld B.V.', business: true, language: 'nl', due: [-10, 4, 20] },
  { name: 'Atelier Morgenrood', business: true, language: 'en', due: [-2] },
  { name: 'Sanne Wolkenbach', business: false, language: 'nl', due: [-5, 12] },
  { name: 'Werkstatt Lindgrün GmbH', business: true, language: 'de', due: [8] },
  { name: 'Jip van der Duinroos', business: false, language: 'nl', due: [1] },
  { name: 'Café de Blauwe Reiger', business: true, language: 'fr', due: [-20, -1] },
] as const

/** A sandbox to play with: a few invented debtors whose invoices come due one after the other. */
export async function demoSandbox(reading: Reading, company_id: string): Promise<string> {
  const { db } = reading.database
  const found = await findSandbox(db, company_id)
  if (found !== null) return found
  const now = reading.now()
  const administration_id = await db.transaction().execute(async (trx) => {
    const id = await insertAdministration(trx, {
      ...{ company_id, members, contact_name: 'Mirte Hazelmeer', phone_number: '+31850000900', connection: null, now },
    })
    await sql`
      insert into user_administrations (user_id, administration_id, role)
      select distinct on (u.user_id) u.user_id, ${id}::bigint, u.role
      from user_administrations u join administrations a on a.id = u.administration_id
      where a.company_id = ${company_id}::bigint order by u.user_id, u.administration_id`.execute(trx)
    return id
  })
  await changeIn(db, { administration_id, actor: serviceActor('import'), real_now: now }, makeSandbox)
  await fill(reading, administration_id, dayIn(now, members.timezone))
  return administration_id
}

async function findSandbox(db: Kysely<Tables>, company_id: string): Promise<string | null> {
  const found = await db
    .selectFrom('administrations')
    .select('id')
    .where('company_id', '=', company_id)
    .where('sandbox', '=', true)
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .executeTakeFirst()
  return found?.id ?? null
}

function fill(reading: Reading, administration_id: string, today: Day): Promise<void> {
  return actAs(reading, { service: 'import', administration_id }, async ({ perform }) => {
    const numbered = debtors.map((one, place) => ({ ...one, number: `S${100 + place}` }))
    const contacts = numbered.map(({ name, number }, place) => ({
      ...{ contact_identifier: number, lastname: name, call_phone_number: `+3185000090${place}` },
      ...{
        default_email_address: `${number.toLowerCase()}@example.com`,
        postal_address_street_1: `Speelweg ${place + 1}`,
      },
      ...{
        postal_address_postal_code: '9999 ZZ',
        postal_address_city: 'Zilverdijk',
        postal_address_country_code: 'NL',
      },
    }))
    const made = numbered.map(({ name, number, business, language }) => ({
      ...{ debtor_number: number, debtor_identifier: number, name, contact_identifier: number },
      ...{ is_company: business, language_code: language },
    }))
    const invoices = numbered.flatMap(({ number, due }, of) =>
      due.map((days, place) => {
        const amount = `${(of + 2) * 75 + place * 40}.50`
        return {
          ...{ invoice_number: `${number}-${place + 1}`, debtor_number: number, currency_code: 'EUR' },
          ...{ invoice_date: addDays(today, days - 30), due_date: addDays(today, days) },
          ...{ amount_total: amount, amount_open: amount, book_amount_total: amount, book_amount_open: amount },
          sent_at: `${addDays(today, days - 30)}T09:00:00Z`,
        }
      }),
    )
    await perform(verb(contact_actions.create), { body: { contacts } })
    await perform(verb(debtor_actions.create), { body: { debtors: made } })
    await perform(verb(invoice_actions.upsert), { body: { invoices } })
  })
}

/** A family that this needs has the verb, or the demo cannot be made. */
function verb(action: Action | undefined): Action {
  if (!action) throw new Error('There is no such verb any more.')
  return action
}
