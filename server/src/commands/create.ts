import type { Transaction } from 'kysely'
import { Refusal } from '../api/errors.ts'
import type { Role } from '../api/principal.ts'
import { createApiToken } from '../auth/api_tokens.ts'
import { createApplication } from '../auth/applications.ts'
import { makePassword } from '../auth/passwords.ts'
import { createAdministration, createCompany, createPerson } from '../auth/people.ts'
import { permission_names } from '../auth/permissions.ts'
import { clock } from '../clock.ts'
import type { Database } from '../db/connect.ts'
import type { Tables } from '../db/schema.ts'
import { isCountryCode } from '../domain/codes.ts'
import { type Command, given, json_option, listed, Mistake, print, required, type Values } from './command.ts'
import { withDatabase } from './on_database.ts'

const text = (sentence: string) => ({ takes: { type: 'string' as const }, sentence })
const list = (sentence: string) => ({ takes: { type: 'string' as const, multiple: true }, sentence })
const company_option = text('Company, by id or name; may be left out while there is one.')

export const create_company: Command = {
  summary: 'Create a company with its first administration.',
  usage: 'dunlin create-company --name "Example Trading" [--administration "Example Trading NL"]',
  options: {
    name: text('Name of the company.'),
    administration: text('Name of its first administration; the name of the company unless given.'),
    email: text('Email address of the administration.'),
    country: text('Country of the administration, ISO 3166 alpha-2; NL unless given.'),
    json: json_option,
  },
  run: (values) =>
    withDatabase(async ({ db }) => {
      const now = clock.now()
      const name = required(values, 'name')
      const email_address = given(values, 'email') ?? ''
      if (email_address !== '') checkAddress(email_address)
      const country_code = readCountry(given(values, 'country') ?? 'NL')
      const created = await db.transaction().execute(async (trx) => {
        const company_id = await createCompany(trx, { name, now })
        const administration_id = await createAdministration(trx, {
          company_id,
          name: given(values, 'administration') ?? name,
          email_address,
          country_code,
          now,
        })
        return { company_id, administration_id }
      })
      print(values, created, [
        `Company ${created.company_id}: ${name}`,
        `Administration ${created.administration_id}`,
        `Next: dunlin create-user --company ${created.company_id} --email you@example.com --first-name … --last-name …`,
      ])
    }),
}

const roles: readonly Role[] = ['administrator', 'standard', 'communication', 'restricted']

export const create_user: Command = {
  summary: 'Create a person who can sign in.',
  usage: 'dunlin create-user --email you@example.com --first-name Robin --last-name Example',
  options: {
    email: text('Address to sign in with.'),
    'first-name': text('First name.'),
    'last-name': text('Last name.'),
    role: text(`Role in the whole company: ${roles.join(', ')}; administrator unless given.`),
    company: company_option,
    json: json_option,
  },
  run: (values) =>
    withDatabase(async (database) => {
      const role = roles.find((one) => one === (given(values, 'role') ?? 'administrator'))
      if (!role) throw new Mistake(`--role must be one of ${roles.join(', ')}.`)
      const email_address = required(values, 'email')
      const password = makePassword()
      const company_id = await findCompany(database, values)
      await refuseKnownAddress(database, email_address)
      const id = await createPerson(database.db, {
        company_id,
        first_name: required(values, 'first-name'),
        last_name: required(values, 'last-name'),
        email_address,
        password,
        company_role: role,
        now: clock.now(),
      })
      print(values, { id, email_address, password }, [
        `User ${id}: ${email_address}`,
        `Password, shown this once: ${password}`,
      ])
    }),
}

export const create_token: Command = {
  summary: 'Create a static API token.',
  usage: 'dunlin create-token --name "Accounting" --permissions debtors:read,invoices:write',
  options: {
    name: text('What it is for; people see it where the token did something.'),
    permissions: list(`Permissions, or all. There are: ${permission_names.join(', ')}.`),
    administrations: list('Ids of administrations; all of the company, now and later, unless given.'),
    'ip-allow-list': list('Addresses and networks it may be used from; everywhere unless given.'),
    company: company_option,
    json: json_option,
  },
  run: (values) =>
    withDatabase(async (database) => {
      const administrations = listed(values, 'administrations')
      const input = {
        company_id: await findCompany(database, values),
        name: required(values, 'name'),
        permissions: readPermissions(values),
        administration_ids: administrations.length === 0 ? null : administrations,
        ip_allow_list: listed(values, 'ip-allow-list'),
        now: clock.now(),
      }
      const created = await inTransaction(database, (trx) => createApiToken(trx, input))
      print(values, created, [`Token ${created.id}, shown this once:`, created.token])
    }),
}

export const create_application: Command = {
  summary: 'Register an application, which gets credentials for Basic authentication.',
  usage:
    'dunlin create-application --name "Bookkeeper" --redirect-uri https://app.example.com/callback --permissions all',
  options: {
    name: text('Name that people see when they connect.'),
    'grant-type': text('authorization_code or client_credentials; fixed for ever. authorization_code unless given.'),
    'redirect-uri': text('Where people come back to; needed for authorization_code.'),
    permissions: list('Permissions it asks for, or all.'),
    'ip-allow-list': list('Addresses and networks it calls from; needed for client_credentials.'),
    'notification-emails': list('Who is told when a token turns up elsewhere.'),
    company: company_option,
    json: json_option,
  },
  run: (values) =>
    withDatabase(async (database) => {
      const grant_type = given(values, 'grant-type') ?? 'authorization_code'
      if (grant_type !== 'authorization_code' && grant_type !== 'client_credentials') {
        throw new Mistake('--grant-type must be authorization_code or client_credentials.')
      }
      const input = {
        grant_type,
        redirect_uri: grant_type === 'authorization_code' ? required(values, 'redirect-uri') : null,
        company_id: await findCompany(database, values),
        name: required(values, 'name'),
        permissions: readPermissions(values),
        ip_allow_list: listed(values, 'ip-allow-list'),
        notification_email_addresses: listed(values, 'notification-emails'),
        now: clock.now(),
      } as const
      const created = await inTransaction(database, (trx) => createApplication(trx, input))
      print(values, created, [
        `Application ${created.id}`,
        `client_id      ${created.client_id}`,
        `client_secret  ${created.client_secret}   (shown this once)`,
      ])
    }),
}

function readPermissions(values: Values): string[] {
  const named = listed(values, 'permissions')
  if (named.length === 0) throw new Mistake('--permissions is missing; name some, or say all.')
  return named.includes('all') ? permission_names : named
}

/** All or nothing. What the checks refuse is a mistake in an option, not a fault of the program. */
async function inTransaction<T>({ db }: Database, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    throw error instanceof Refusal ? new Mistake(error.message) : error
  }
}

async function findCompany({ db }: Database, values: Values): Promise<string> {
  const found = await db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .execute()
  if (found.length === 0) throw new Mistake('There is no company yet: begin with dunlin create-company.')
  return chooseCompany(found, given(values, 'company'))
}

/** An id means one company; a name may be that of several, or look like the id of another. */
export function chooseCompany(found: readonly { id: string; name: string }[], wanted: string | null): string {
  const by_id = found.filter(({ id }) => id === wanted)
  const by_name = found.filter(({ name }) => name === wanted)
  const meant = wanted === null ? found : by_id.length > 0 ? by_id : by_name
  const [one, ...more] = meant
  if (one && more.length === 0) return one.id
  const shown = (meant.length > 0 ? meant : found).map(({ id, name }) => `${id} (${name})`).join(', ')
  const why =
    wanted === null
      ? ''
      : more.length > 0
        ? `${more.length + 1} companies are called ${wanted}. `
        : `No company is ${wanted}. `
  throw new Mistake(`${why}Say which with --company and its id: ${shown}.`)
}

function checkAddress(email_address: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(email_address)) throw new Mistake('--email must be an email address.')
}

function readCountry(text: string): string {
  const code = text.toUpperCase()
  if (!isCountryCode(code)) throw new Mistake(`--country must be two letters of ISO 3166, such as NL, and is ${text}.`)
  return code
}

async function refuseKnownAddress({ db }: Database, email_address: string): Promise<void> {
  checkAddress(email_address)
  const known = await db
    .selectFrom('users')
    .select('id')
    .where((one) => one.fn('lower', ['email_address']), '=', email_address.toLowerCase())
    .where('kind', '=', 'person')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (known) throw new Mistake(`There is a user with the address ${email_address} already.`)
}
