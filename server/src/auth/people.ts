import type { Kysely } from 'kysely'
import pg from 'pg'
import { refuseParameters } from '../api/errors.ts'
import type { Role } from '../api/principal.ts'
import type { Tables } from '../db/schema.ts'
import { hashPassword } from './passwords.ts'

/** Makes a company: the account that owns administrations, users and applications. */
export async function createCompany(db: Kysely<Tables>, told: { name: string; now: Date }): Promise<string> {
  const { id } = await db
    .insertInto('companies')
    .values({ name: told.name, status: 'active', created_at: told.now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewAdministration = {
  company_id: string
  name: string
  email_address: string
  country_code: string
  now: Date
}

/** Makes an administration that is ready for use; what is not told can be filled in later. */
export async function createAdministration(db: Kysely<Tables>, told: NewAdministration): Promise<string> {
  const created_at = told.now.toISOString()
  const { id } = await db
    .insertInto('administrations')
    .values({
      company_id: told.company_id,
      name: told.name,
      internal_name: told.name,
      status: 'active',
      email_address: told.email_address,
      country_code: told.country_code,
      commercial_registration_number: '',
      street_name: '',
      house_number: '',
      postal_code: '',
      city: '',
      created_at,
      updated_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewPerson = {
  company_id: string
  first_name: string
  last_name: string
  email_address: string
  /** Null: to be chosen through a link. */
  password: string | null
  /** Null: rights are given per administration. */
  company_role: Role | null
  locale?: string
  now: Date
}

/** Makes a person who can sign in, at once or after choosing a password. */
export async function createPerson(db: Kysely<Tables>, told: NewPerson): Promise<string> {
  const created_at = told.now.toISOString()
  const { id } = await db
    .insertInto('users')
    .values({
      company_id: told.company_id,
      kind: 'person',
      name: `${told.first_name} ${told.last_name}`.trim(),
      first_name: told.first_name,
      last_name: told.last_name,
      email_address: told.email_address,
      company_role: told.company_role,
      ...(told.locale === undefined ? {} : { locale: told.locale }),
      password_hash: told.password === null ? null : await hashPassword(told.password),
      created_at,
      updated_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken)
  return id
}

/** Whoever makes two people of one address at the same moment is told so by the index, and not by us before. */
function refuseTaken(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.constraint !== 'users_email_address') throw error
  return refuseParameters(['email_address: belongs to somebody who is here already'])
}

/** The user that stands for a token or an application wherever a record names who did something. */
export async function createSystemUser(
  db: Kysely<Tables>,
  company_id: string,
  name: string,
  now: Date,
): Promise<string> {
  const created_at = now.toISOString()
  const { id } = await db
    .insertInto('users')
    .values({ company_id, kind: 'system', name, email_address: '', created_at, updated_at: created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
