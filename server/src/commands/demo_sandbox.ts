import type { Kysely } from 'kysely'
import { beginChange } from '../db/change.ts'
import type { Tables } from '../db/schema.ts'
import { serviceActor } from '../domain/actor.ts'
import { dayIn } from '../domain/days.ts'
import { makeSandbox } from '../follow_up/sandboxes.ts'
import { sandbox_debtors } from '../invented/sandbox_debtors.ts'
import type { Reading } from '../runtime/reads.ts'
import { enterDebtors, makeAdministration } from './demo_administration.ts'

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

/** A sandbox to play with: a few invented debtors whose invoices come due one after the other. */
export async function demoSandbox(reading: Reading, company_id: string): Promise<string> {
  const { db } = reading.database
  const found = await findSandbox(db, company_id)
  if (found !== null) return found
  const now = reading.now()
  const given = { company_id, members, contact_name: 'Mirte Hazelmeer', phone_number: '+31850000900', now }
  return db.transaction().execute(async (trx) => {
    const administration_id = await makeAdministration(trx, given)
    await makeSandbox(await beginChange(trx, { administration_id, actor: serviceActor('import'), real_now: now }))
    const today = dayIn(now, members.timezone)
    await enterDebtors(reading, { db: trx, administration_id }, { debtors: sandbox_debtors, today })
    return administration_id
  })
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
