import { sql, type Transaction } from 'kysely'
import type { Action } from '../api/actions.ts'
import type { Tables } from '../db/schema.ts'
import { addDays, type Day } from '../domain/days.ts'
import { insertAdministration, type NewAdministrationInput } from '../resources/administrations/new_administration.ts'
import { contact_actions } from '../resources/contacts.actions.ts'
import { debtor_actions } from '../resources/debtors/actions.ts'
import { invoice_actions } from '../resources/invoices/actions.ts'
import { actAs } from '../runtime/act_as.ts'
import type { Reading } from '../runtime/reads.ts'

// Beside the large administrations, which are written in bulk, the demo has small ones that are made as callers make
// them: by the verbs of the interface.

/** A debtor that is invented, and its invoices by when they are due, in days from today. */
export type InventedDebtor = {
  number: string
  name: string
  business: boolean
  language: string
  phone_number: string
  street: string
  labels?: readonly string[]
  invoices: readonly InventedInvoice[]
}

export type InventedInvoice = {
  due: number
  amount: string
  /** Reminders that went out already, by how many days ago. */
  reminders?: Partial<Record<'reminder_1_at' | 'reminder_2_at' | 'reminder_3_at' | 'final_reminder_at', number>>
  /** How many days ago all of it was paid. */
  paid?: number
  order_number?: string
  description?: string
}

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
  return actAs(reading, { service: 'import', ...into }, async ({ perform }) => {
    await perform(verb(contact_actions.create), { body: { contacts: debtors.map(contactOf) } })
    await perform(verb(debtor_actions.create), { body: { debtors: debtors.map(debtorOf) } })
    const invoices = debtors.flatMap((debtor) =>
      debtor.invoices.map((one, place) => invoiceOf(debtor, one, place, today)),
    )
    await perform(verb(invoice_actions.upsert), { body: { invoices } })
  })
}

const contactOf = ({ number, name, phone_number, street }: InventedDebtor) => ({
  ...{ contact_identifier: number, lastname: name, call_phone_number: phone_number },
  ...{ default_email_address: addressOf(number), postal_address_street_1: street },
  ...{ postal_address_postal_code: '9999 ZZ', postal_address_city: 'Zilverdijk', postal_address_country_code: 'NL' },
})

const debtorOf = ({ number, name, business, language, labels }: InventedDebtor) => ({
  ...{ debtor_number: number, debtor_identifier: number, name, contact_identifier: number },
  ...{ is_company: business, language_code: language },
  ...(labels ? { labels } : {}),
})

export const addressOf = (number: string): string => `${number.toLowerCase()}@example.com`
export const invoiceNumber = ({ number }: Pick<InventedDebtor, 'number'>, place: number): string =>
  `${number}-${place + 1}`

/** How long before it is due an invoice is sent. */
const term_days = 30

function invoiceOf(debtor: InventedDebtor, invoice: InventedInvoice, place: number, today: Day) {
  const { due, amount, paid, reminders = {}, order_number, description } = invoice
  const open = paid === undefined ? amount : '0.00'
  const at = (days: number): string => `${addDays(today, days)}T08:00:00Z`
  const sent = Object.entries(reminders).map(([moment, days_ago]) => [moment, at(-days_ago)])
  return {
    ...{ invoice_number: invoiceNumber(debtor, place), debtor_number: debtor.number, currency_code: 'EUR' },
    ...{ invoice_date: addDays(today, due - term_days), due_date: addDays(today, due), sent_at: at(due - term_days) },
    ...{ amount_total: amount, amount_open: open, book_amount_total: amount, book_amount_open: open },
    ...(order_number ? { order_number } : {}),
    ...(description ? { description } : {}),
    ...(paid === undefined ? {} : { payments: [{ amount, payment_date: addDays(today, -paid) }] }),
    ...Object.fromEntries(sent),
  }
}

/** A family that this needs has the verb, or the demo cannot be made. */
function verb(action: Action | undefined): Action {
  if (!action) throw new Error('There is no such verb any more.')
  return action
}
