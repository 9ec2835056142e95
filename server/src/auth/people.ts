import { type Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { refuse, refuseParameters } from '../api/errors.ts'
import type { Role } from '../api/principal.ts'
import type { Tables } from '../db/schema.ts'
import { hashPassword } from './passwords.ts'

/** Makes a company: the account that owns administrations, users and applications. */
export async function createCompany(db: Kysely<Tables>, company: { name: string; now: Date }): Promise<string> {
  const { id } = await db
    .insertInto('companies')
    .values({ name: company.name, status: 'active', created_at: company.now.toISOString() })
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

/** Makes an administration that is ready for use; what is not given can be filled in later. */
export async function createAdministration(db: Kysely<Tables>, administration: NewAdministration): Promise<string> {
  const created_at = administration.now.toISOString()
  const { id } = await db
    .insertInto('administrations')
    .values({
      company_id: administration.company_id,
      name: administration.name,
      internal_name: administration.name,
      status: 'active',
      email_address: administration.email_address,
      country_code: administration.country_code,
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

/**
 * Makes a person who can sign in, at once or after choosing a password. Whoever gives them one at once vouches for
 * their address too; all others prove it by opening the link that is mailed to it.
 */
export async function createPerson(db: Kysely<Tables>, person: NewPerson): Promise<string> {
  const created_at = person.now.toISOString()
  const address_proven = person.password !== null
  if (!address_proven && (await isProven(db, person.email_address))) refuseParameters([taken])
  const { id } = await db
    .insertInto('users')
    .values({
      company_id: person.company_id,
      kind: 'person',
      name: `${person.first_name} ${person.last_name}`.trim(),
      first_name: person.first_name,
      last_name: person.last_name,
      email_address: person.email_address,
      address_proven,
      company_role: person.company_role,
      ...(person.locale === undefined ? {} : { locale: person.locale }),
      password_hash: person.password === null ? null : await hashPassword(person.password),
      created_at,
      updated_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error) => (isTaken(error) ? refuseParameters([taken]) : Promise.reject(error)))
  return id
}

const taken = 'email_address: belongs to somebody who is here already'

/**
 * When two people of one address are made at the same moment, the index reports it, and not our check before. On a
 * cluster its name is in the message alone, and ends in the number of the shard.
 */
const isTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23505' &&
  /\busers_email_address(_in_company)?(_\d+)?\b/.test(error.message)

/** Whether somebody proved that an address is theirs. Who did not stands in nobody's way. */
export async function isProven(db: Kysely<Tables>, email_address: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where(where.fn('lower', ['email_address']), '=', email_address.toLowerCase()))
    .where('kind', '=', 'person')
    .where('deleted_at', 'is', null)
    .where('address_proven', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** Refuses whoever comes under an address that somebody else has proven meanwhile. */
export const refuseLost = (): never =>
  refuse('conflict', 'This email address belongs to another account by now. Sign in with that one.')

/** Refuses what nobody does in the name of another: whoever has not opened the mail may be anybody. */
export const refuseUnproven = (): never =>
  refuse('forbidden', 'Confirm your email address first: open the link in the mail that was sent to it.')

/** The mailbox was opened: from now on the address is this person's. Whoever else is in under it is out at once. */
export async function proveAddress(trx: Transaction<Tables>, user_id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ address_proven: true })
    .where('id', '=', user_id)
    .execute()
    .catch((error) => (isTaken(error) ? refuseLost() : Promise.reject(error)))
  const others = sql`user_id in (
    select o.id from users u join users o on lower(o.email_address) = lower(u.email_address)
    where u.id = ${user_id}::bigint and o.id <> u.id and o.kind = 'person' and o.deleted_at is null
      and not o.address_proven)`
  await sql`delete from sessions where ${others}`.execute(trx)
  await sql`delete from known_devices where ${others}`.execute(trx)
}

/** Who looks after a company, the first ones. */
export async function administratorsOf(db: Kysely<Tables>, company_id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email_address', 'locale', 'address_proven'])
    .where('company_id', '=', company_id)
    .where('company_role', '=', 'administrator')
    .where('kind', '=', 'person')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(20)
    .execute()
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
