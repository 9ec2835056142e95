import { sql, type Transaction } from 'kysely'
import type { Action } from '../api/actions.ts'
import type { Tables } from '../db/schema.ts'
import type { Day } from '../domain/days.ts'
import { bodiesOf, type InventedDebtor } from '../invented/debtors.ts'
import { insertAdministration, type NewAdministrationInput } from '../resources/administrations/new_administration.ts'
import { contact_actions } from '../resources/contacts.actions.ts'
import { debtor_actions } from '../resources/debtors/actions.ts'
import { invoice_actions } from '../resources/invoices/actions.ts'
import { actAs } from '../runtime/act_as.ts'
import type { Reading } from '../runtime/reads.ts'

// Beside the large administrations, which are written in bulk, the demo has small ones that are made as callers make
// them: by the verbs of the interface.

/** Makes an administration in which everybody may work who works in another one of the company. */
export async function makeAdministration(
  db: Transaction<Tables>,
  given: Omit<NewAdministrationInput, 'connection'>,
): Promise<string> {
  const id = await insertAdministration(db, { ...given, connection: null })
  await sql`
    insert into user_administrations (user_id, administration_id, role)
    select distinct on (u.user_id) u.user_id, ${id}::bigint, u.role
    from user_administrations u join administrations a on a.id = u.administration_id
    where a.company_id = ${given.company_id}::bigint order by u.user_id, u.administration_id`.execute(db)
  return id
}

/** Enters debtors with a contact each, and their invoices. */
export function enterDebtors(
  reading: Reading,
  into: { db: Transaction<Tables>; administration_id: string },
  { debtors, today }: { debtors: readonly InventedDebtor[]; today: Day },
): Promise<void> {
  const bodies = bodiesOf(debtors, today, { country_code: 'NL', currency_code: 'EUR' })
  return actAs(reading, { service: 'import', ...into }, async ({ perform }) => {
    await perform(verb(contact_actions.create), { body: { contacts: bodies.contacts } })
    await perform(verb(debtor_actions.create), { body: { debtors: bodies.debtors } })
    await perform(verb(invoice_actions.upsert), { body: { invoices: bodies.invoices } })
  })
}

/** A family that this needs has the verb, or the demo cannot be made. */
function verb(action: Action | undefined): Action {
  if (!action) throw new Error('There is no such verb any more.')
  return action
}
