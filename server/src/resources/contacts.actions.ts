import { sql } from 'kysely'
import { type Actions, onMany } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { type Input, id } from '../api/field.ts'
import { writeRows } from '../db/bulk.ts'
import { asTable } from '../db/rows_as_table.ts'
import { type ValidationErrors, validationErrors } from '../domain/contact.ts'
import { touch } from '../events/touch.ts'
import { hasOpen } from '../follow_up/outstanding.ts'
import { contacts } from './contacts.ts'
import { copyToDebtors } from './debtors/copies.ts'
import { emitAddressChanges } from './debtors/email_addresses.ts'

const item = { id: id('Internal identifier of a contact that is there already.'), ...contacts.input }

type Item = Input<typeof item>
type Known = { id: string; validation_errors: ValidationErrors }
/** Contacts that an item leads to, by its id and by its identifier. */
type ContactMatch = { by_id: Known | null; by_identifier: Known | null }

const columns = [...Object.keys(contacts.input), 'validation_errors']

export const contact_actions: Actions = {
  create: onMany(contacts, {
    method: 'POST',
    status: 201,
    summary: 'Create or update contacts',
    description:
      'Creates contacts, and changes known ones: those with this `id`, or else with this `contact_identifier`. ' +
      'What is left out of a known contact stays as it is. Email addresses and phone numbers are stored as they come; ' +
      'what is wrong with them is listed in `validation_errors` of the contact. Debtors follow their contact.',
    items: 'contacts',
    key: ['id', 'contact_identifier'],
    item,
    example: {
      contacts: [
        {
          contact_identifier: 'C1001',
          firstname: 'Robin',
          lastname: 'Example',
          call_phone_number: '+31 20 123 4567',
          invoice_email_address: 'accounts@example.com',
          reminder_email_address: 'accounts@example.com',
          postal_address_street_1: 'Example Street 1',
          postal_address_postal_code: '1234 AB',
          postal_address_city: 'Exampletown',
          postal_address_country_code: 'NL',
        },
      ],
    },
    run: async (context, items) => {
      const found = await find(context, items)
      const errors = new Map<object, string[]>()
      const repeated = new Set<object>()
      const taken = new Set<string>()
      const rows = items.flatMap((one, index) => {
        const here = found[index] ?? { by_id: null, by_identifier: null }
        const known = here.by_id ?? here.by_identifier
        const again = known !== null && taken.has(known.id)
        const problem = problemOf(one, here) ?? (again ? named_twice : null)
        if (problem !== null) {
          errors.set(one, [problem])
          if (again) repeated.add(one)
          return []
        }
        if (known) taken.add(known.id)
        const { id: _, contact_identifier, ...members } = one
        const wrong = validationErrors(members, known?.validation_errors)
        const identified = contact_identifier === undefined ? {} : { contact_identifier: contact_identifier || null }
        return [{ ...members, ...identified, id: known?.id, validation_errors: wrong }]
      })
      const { db, administration_id, stamp } = context
      const key = 'contact_identifier'
      const written = await writeRows(db, { table: 'contacts', administration_id, stamp, key, columns, rows })
      const changed = written.filter((row) => !row.is_new).map((row) => row.id)
      await emitAddressChanges(context, { of_contacts: changed }, () => copyToDebtors(context, changed))
      await touch(context, await addressedTo(context, changed))
      return { errors, repeated }
    },
  }),
}

/** Letters about an invoice go to its contact, of which no row of the dossier shows anything. */
async function addressedTo({ db, administration_id }: Context, contact_ids: readonly string[]): Promise<string[]> {
  if (contact_ids.length === 0) return []
  const { rows } = await sql<{ debtor_id: string }>`
    select distinct i.debtor_id::text from invoices i
    where i.administration_id = ${administration_id}::bigint and i.contact_id = any(${[...contact_ids]}::bigint[])
      and ${hasOpen('i')}`.execute(db)
  return rows.map(({ debtor_id }) => debtor_id)
}

const named_twice = 'This contact is in this request more than once.'

function problemOf({ id: wanted, contact_identifier }: Item, { by_id, by_identifier }: ContactMatch): string | null {
  if (!wanted && !contact_identifier) return 'contact_identifier: is missing'
  if (wanted && !by_id) return 'There is no such contact in this administration.'
  if (by_id && by_identifier && by_id.id !== by_identifier.id) return 'contact_identifier: belongs to another contact'
  return null
}

async function find({ db, administration_id }: Context, items: readonly Item[]): Promise<ContactMatch[]> {
  const wanted = items.map((one, n) => ({ n, id: one.id, contact_identifier: one.contact_identifier || null }))
  const known = (row: string) =>
    sql.raw(
      `case when ${row}.id is not null then
         jsonb_build_object('id', ${row}.id::text, 'validation_errors', ${row}.validation_errors) end`,
    )
  const { rows } = await sql<ContactMatch>`
    select ${known('a')} as by_id, ${known('b')} as by_identifier
    from ${asTable('wanted', wanted, { n: 'integer', id: 'bigint', contact_identifier: 'text' })}
    left join contacts a on a.administration_id = ${administration_id}::bigint and a.id = wanted.id
    left join contacts b
      on b.administration_id = ${administration_id}::bigint and b.contact_identifier = wanted.contact_identifier
    order by wanted.n`.execute(db)
  return rows
}
