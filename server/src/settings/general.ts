import { type Kysely, sql } from 'kysely'
import { countryCode, emailAddress, timezone } from '../api/checked.ts'
import { refuseParameters } from '../api/errors.ts'
import { boolean, type Field, type Fields, type Input, text } from '../api/field.ts'
import { type Module, modules, needed } from '../api/modules.ts'
import type { Tables } from '../db/schema.ts'
import { checkBankAccount } from '../domain/bank_account.ts'
import { lineOfText, phoneNumber } from './types.ts'

/** Who an administration is; none of it can be left empty. */
const identity = {
  name: lineOfText('Name that debtors read.'),
  internal_name: lineOfText('Name for own staff.'),
  contact_name: lineOfText('Contact person.'),
  email_address: emailAddress('Where mail to it goes.'),
  street_name: lineOfText('Street.'),
  house_number: lineOfText('House number.'),
  postal_code: lineOfText('Postal code.'),
  city: lineOfText('City.'),
  country_code: countryCode('Country, ISO 3166 alpha-2; its law and holidays hold.'),
  commercial_registration_number: lineOfText('Number in the trade register.'),
  timezone: timezone('Time zone in which its days begin.'),
}

/** What an administration may have besides. */
const besides = {
  phone_number: phoneNumber('Phone number.'),
  vat_number: lineOfText('VAT number.'),
  bank_account_name: lineOfText('In whose name the bank account is.'),
  bank_account_number: text('IBAN that debtors pay to.'),
  bank_account_bic: text('BIC of the bank; must fit the IBAN.'),
}

/** What people can say of their administration: what is left out stays. */
export const general_members = { ...identity, ...besides }

export type GeneralName = keyof typeof general_members
export type GeneralChange = Input<typeof general_members>

// The keys of the lists above.
const names = Object.keys(general_members) as GeneralName[]
const never_empty = Object.keys(identity) as (keyof typeof identity)[]
const bank_names = ['bank_account_name', 'bank_account_number', 'bank_account_bic'] as const

/** The same as it is shown, with the currency: all amounts of the books are counted in it, so it stays. */
export const general_shown = {
  ...(required(identity) as { [Name in keyof typeof identity]: Field<string, false> }),
  ...besides,
  currency_code: text('Currency of its books, ISO 4217.').required(),
}

function required(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one.required()]))
}

export type ChangedFact = { name: string; before: unknown; after: unknown }

const selected = (db: Kysely<Tables>, administration_id: string) =>
  db
    .selectFrom('administrations')
    .select([...names, 'currency_code', 'modules'])
    .where('id', '=', administration_id)

/** What an administration is, with the modules that are switched on. */
export const generalOf = (db: Kysely<Tables>, administration_id: string) =>
  selected(db, administration_id).executeTakeFirstOrThrow()

type Changing = { db: Kysely<Tables>; administration_id: string; stamp: string }

/** Changes what an administration is, and says what is different now. A second call changes nothing. */
export async function changeGeneral(changing: Changing, wanted: GeneralChange): Promise<ChangedFact[]> {
  const empty = never_empty.filter((name) => wanted[name] === null || wanted[name] === '')
  if (empty.length > 0) refuseParameters(empty.map((name) => `${name}: is missing`))
  const before = await locked(changing)
  const given = names.filter((name) => wanted[name] !== undefined)
  const asked = Object.fromEntries(given.map((name) => [name, wanted[name] || null]))
  const after = { ...before, ...asked, ...bankAccountOf(before, wanted) }
  const changed = names.filter((name) => before[name] !== after[name])
  if (changed.length === 0) return []
  const columns = changed.map((name) => sql`${sql.id(name)} = ${after[name]}::text`)
  await sql`
    update administrations set ${sql.join(columns)}, updated_at = ${changing.stamp}::timestamptz
    where id = ${changing.administration_id}::bigint`.execute(changing.db)
  return changed.map((name) => ({ name, before: before[name], after: after[name] }))
}

/** Where debtors pay is right as a whole, or refused: the parts that were left out count as they are stored. */
function bankAccountOf(before: GeneralChange, wanted: GeneralChange): Partial<GeneralChange> {
  if (bank_names.every((name) => wanted[name] === undefined)) return {}
  const given = Object.fromEntries(
    bank_names.map((name) => [name, wanted[name] === undefined ? before[name] : wanted[name]]),
  )
  const read = checkBankAccount(given)
  return 'account' in read ? read.account : refuseParameters(read.problems)
}

// The keys of the list of modules.
export const module_names = Object.keys(modules) as Module[]

/** What people can say of modules: those that are left out stay. */
export const module_members = Object.fromEntries(
  module_names.map((name) => [name, boolean(modules[name])]),
  // Each module is a switch of its name.
) as { [Name in Module]: Field<boolean, true> }

type ModulesChange = { readonly [Name in Module]?: boolean | null | undefined }

/** Switches modules on and off. One that does nothing without another is refused without it. */
export async function changeModules(changing: Changing, wanted: ModulesChange): Promise<ChangedFact[]> {
  const before = new Set((await locked(changing)).modules)
  const after = new Set(before)
  for (const name of module_names) {
    if (wanted[name] === true) after.add(name)
    if (wanted[name] === false) after.delete(name)
  }
  const lonely = module_names.flatMap((name) => {
    const missing = after.has(name) ? needed[name].filter((other) => !after.has(other)) : []
    return missing.map((other) => `${name}: does nothing without ${other}; switch that on too`)
  })
  if (lonely.length > 0) refuseParameters(lonely)
  const changed = module_names.filter((name) => before.has(name) !== after.has(name))
  if (changed.length === 0) return []
  await sql`
    update administrations set modules = ${[...after].sort()}::text[], updated_at = ${changing.stamp}::timestamptz
    where id = ${changing.administration_id}::bigint`.execute(changing.db)
  return changed.map((name) => ({ name: `module ${name}`, before: before.has(name), after: after.has(name) }))
}

/** Whoever notes something of this administration meanwhile does not wait: its id stays. */
const locked = ({ db, administration_id }: Changing) =>
  selected(db, administration_id).forNoKeyUpdate().executeTakeFirstOrThrow()
