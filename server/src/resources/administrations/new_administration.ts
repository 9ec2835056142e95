import type { Kysely } from 'kysely'
import { refuseParameters } from '../../api/errors.ts'
import { type Input, json, key, object, text } from '../../api/field.ts'
import type { Tables } from '../../db/schema.ts'
import { readBankAccount } from '../../domain/bank_account.ts'
import { chosenOf } from '../../settings/store.ts'
import { administrations } from './administrations.ts'

const { contact_name, bank_account_name, bank_account_number, currency_code, timezone, vat_number, ...first } =
  administrations.input

/** What is sent for a new administration, whoever makes it; the order is that of the documentation. */
export const administration_members = {
  ...first,
  bank_account_name,
  bank_account_number,
  currency_code,
  timezone,
  vat_number,
}

/** As one would really send it. */
export const administration_example = {
  name: 'Example Trading',
  email_address: 'office@example.com',
  commercial_registration_number: '12345678',
  street_name: 'Example Street',
  house_number: '1',
  postal_code: '1234 AB',
  city: 'Exampletown',
  country_code: 'NL',
}

/** Nothing calls back yet, and secrets do not lie around: what is sent to call back with is read and forgotten. */
export const connection = object(
  {
    resource_label: key('What people call the resource; unique in the company.').required(),
    resource_identifier: key('Key of the resource in the application.').required(),
    credentials: json('What it takes to call the application. It is checked to be an object, and not stored.'),
    credentials_label: text('Owner of the credentials, when that is not the resource.'),
  },
  'The resource in the application that the administration belongs to.',
)

export const ignored_bank_account =
  'When anything about the bank account is wrong, all of it is left out and the rest is done.'

type Members = Input<typeof administration_members>
type Connection = { resource_label: string; resource_identifier: string; credentials_label?: string | null }

export type NewAdministrationInput = {
  company_id: string
  members: Members
  contact_name: string
  phone_number: string | null
  connection: Connection | null
  now: Date
}

/** Makes an administration that is still to be implemented. */
export async function insertAdministration(
  db: Kysely<Tables>,
  { company_id, members, contact_name, phone_number, connection: link, now }: NewAdministrationInput,
): Promise<string> {
  if (link) await refuseKnownLabel(db, company_id, link.resource_label)
  const at = now.toISOString()
  const { bank_account_bic, bank_account_name, bank_account_number, sender_email_address, ...rest } = members
  const { id } = await db
    .insertInto('administrations')
    .values({
      ...rest,
      ...readBankAccount({ bank_account_bic, bank_account_name, bank_account_number }),
      settings: JSON.stringify(chosenOf({ sender_email_address })),
      company_id,
      internal_name: members.name,
      status: 'implementation',
      contact_name,
      phone_number,
      connection_resource_label: link?.resource_label ?? null,
      connection_resource_identifier: link?.resource_identifier ?? null,
      connection_credentials_label: link?.credentials_label ?? null,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function refuseKnownLabel(db: Kysely<Tables>, company_id: string, label: string): Promise<void> {
  const known = await db
    .selectFrom('administrations')
    .select('id')
    .where('company_id', '=', company_id)
    .where('connection_resource_label', '=', label)
    .where('status', '<>', 'deleted')
    .limit(1)
    .executeTakeFirst()
  if (known) refuseParameters(['connection.resource_label: belongs to another administration'])
}
