import { type RawBuilder, sql } from 'kysely'

/** A piece of a statement. */
export type Fragment = RawBuilder<unknown>

/**
 * A number from 0 up to `sides`, always the same for the same row: the demo looks thrown together, and is made the same
 * way every time. The salt keeps two properties of one row apart.
 */
export const dice = (row: Fragment, salt: number, sides: number): Fragment =>
  sql`((hashint8extended((${row})::bigint, ${sql.lit(salt)}) & 1073741823) % ${sql.lit(sides)})::integer`

/** The word of a list at a position, which may run on past the end. */
export const pick = (words: readonly string[], position: Fragment): Fragment =>
  sql`(${words}::text[])[1 + (${position}) % ${sql.lit(words.length)}]`

/** The number of a list at a position that is inside it. */
export const pickNumber = (numbers: readonly number[], position: Fragment): Fragment =>
  sql`(${numbers}::integer[])[1 + (${position})]`

/** As hard to guess as the real ones, so that links of a demo on an open network are not there for the taking. */
export const token = sql`rtrim(translate(encode(
  uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), '=')`

/** A time of day at which an office works, down to the microsecond. */
export const officeTime = (row: Fragment, salt: number): Fragment =>
  sql`(interval '7 hours' + ${dice(row, salt, 36_000)} * interval '1 second'
       + ${dice(row, salt + 1, 1_000_000)} * interval '1 microsecond')`

/** Digits of a number that no register gave out: it begins with zeros. */
export const digits = (row: Fragment, salt: number, length: number): Fragment =>
  sql`lpad(${dice(row, salt, 1_000_000)}::text, ${sql.lit(length)}, '0')`

/** An account number with right check digits at a bank that does not exist: bank DEMO, or bank code 999…. */
export function iban(country: Fragment, row: Fragment, salt: number): Fragment {
  const account = sql`lpad(${dice(row, salt, 1_000_000_000)}::text, 10, '0')`
  const check = (digits_of_all: Fragment) => sql`lpad((98 - (${digits_of_all})::numeric % 97)::text, 2, '0')`
  return sql`case ${country}
    when 'NL' then 'NL' || ${check(sql`'13142224' || ${account} || '232100'`)} || 'DEMO' || ${account}
    when 'DE' then 'DE' || ${check(sql`'99999999' || ${account} || '131400'`)} || '99999999' || ${account}
    when 'GB' then 'GB' || ${check(sql`'131422240000' || ${account} || '161100'`)} || 'DEMO0000' || ${account}
  end`
}
