import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Range } from './bulk.ts'
import { dice, digits, type Fragment, iban, pick, pickNumber, token } from './chance.ts'
import { type DemoAdministration, idOf, mandate_every, mandate_rest } from './ground.ts'
import * as words from './words.ts'

const d = sql.ref('d')
// Draws are by id, so that two administrations are not alike.
const seed = sql.ref('seed')

/** By the country of the debtor. */
const byCountry = (words_of: Record<string, string>, country: Fragment): Fragment =>
  sql`case ${country} ${sql.join(
    Object.entries(words_of).map(([code, word]) => sql`when ${sql.lit(code)} then ${sql.lit(word)}`),
    sql` `,
  )} end`

const pickByCountry = (lists: Record<string, readonly string[]>, country: Fragment, position: Fragment): Fragment =>
  sql`case ${country} ${sql.join(
    Object.entries(lists).map(([code, list]) => sql`when ${sql.lit(code)} then ${pick(list, position)}`),
    sql` `,
  )} end`

/** Neighbouring debtors get names far apart, and no name comes back before all have been used. */
const spread = sql`(seed * 1171 % ${sql.lit(words.distinct_names)})::integer`
const starts = words.name_starts.length
const ends = words.name_ends.length
const stemOf = (position: Fragment): Fragment =>
  sql`${pick(words.name_starts, position)} || ${pick(words.name_ends, sql`(${position}) / ${sql.lit(starts)}`)}`
const tradeOf = (position: Fragment): Fragment => pick(words.trades, sql`(${position}) / ${sql.lit(starts * ends)}`)

// Three properties are drawn wherever they are needed, because reading them back from so wide a table costs more.
export const countryOf = (drawn_by: Fragment): Fragment =>
  pick(words.countries, dice(drawn_by, 1, words.countries.length))
export const isCompany = (ground: DemoAdministration, drawn_by: Fragment): Fragment =>
  sql`(${dice(drawn_by, 2, 100)} < ${sql.lit(ground.theme.companies)})`
export const pausedAt = (ground: DemoAdministration, drawn_by: Fragment): Fragment => sql`
  (case when d % 45 = 20
        then ${ground.now} - interval '12 days' - ${dice(drawn_by, 25, 900_000)} * interval '1 second' end)`

/** What is drawn once for a debtor, for its contact and for itself. */
const drawn = (ground: DemoAdministration, range: Range): Fragment => sql`
  (select d, seed, country, town, company, stem, trade, first_name, gender, surname,
          case when company then lower(stem || '-' || trade) || suffix || '.example.com'
               else 'example.org' end as domain,
          case when company then mailbox else lower(first_name || '.' || stem) || suffix end as mailbox,
          ${ground.now} - interval '760 days' - ${dice(seed, 21, 400 * 86_400)} * interval '1 second'
            - ${dice(seed, 22, 1_000_000)} * interval '1 microsecond' as created_at
   from (
     select d, seed, country, ${pickByCountry(words.towns, sql`country`, dice(seed, 10, 100))} as town,
            ${isCompany(ground, seed)} as company,
            ${stemOf(spread)} as stem, ${tradeOf(spread)} as trade,
            ${pick(words.first_names, sql`chosen`)} as first_name, ${pick(words.genders, sql`chosen`)} as gender,
            ${stemOf(dice(seed, 5, starts * ends))} as surname,
            ${byCountry(words.mailboxes, sql`country`)} as mailbox,
            case when seed >= ${sql.lit(words.distinct_names)} then seed::text else '' end as suffix
     from (
       select d, seed, ${countryOf(seed)} as country,
              ${dice(seed, 4, words.first_names.length)} as chosen
       from (
         select d, ${idOf(ground, 'debtors', d)} as seed
         from generate_series(${range.from}::integer, ${range.to}::integer) d
         offset 0
       ) counted
       offset 0
     ) placed
     offset 0
   ) named
   offset 0)`

export const debtorNumber = (ground: DemoAdministration, row: Fragment): Fragment =>
  sql`(${sql.lit(ground.theme.prefix)} || lpad((${row})::text, 6, '0'))`
export const debtorIdentifier = (ground: DemoAdministration, row: Fragment): Fragment =>
  sql`(${sql.lit(ground.theme.prefix.toLowerCase())} || '-relation-' || ${row})`

export async function insertContacts(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const country = sql`country`
  await sql`
    insert into contacts (
      administration_id, id, contact_identifier, debtor_numbers, firstname, lastname, gender, call_phone_number,
      sms_phone_number, default_email_address, invoice_email_address, invoice_cc_email_address,
      reminder_email_address, reminder_bcc_email_address, postal_address_street_1, postal_address_street_2,
      postal_address_postal_code, postal_address_city, postal_address_country_code, validation_errors, created_at,
      updated_at)
    select
      ${ground.administration_id}::bigint, ${idOf(ground, 'debtors', d)}, 'contact-' || d,
      array[${debtorNumber(ground, d)}], first_name, case when company then surname else stem end, gender,
      case when d % 9 <> 4 then ${byCountry(words.phones, country)} || ${twoDigits(61)} end,
      case when d % 3 = 0 then ${byCountry(words.mobiles, country)} || ${twoDigits(62)} end,
      mailbox || '@' || domain,
      case when company and d % 2 = 0 then 'invoices@' || domain end,
      case when company and d % 14 = 0 then 'purchasing@' || domain end,
      case when company and d % 4 = 1 then lower(first_name || '.' || surname) || '@' || domain end,
      case when d % 90 = 8 then 'archive@' || domain end,
      ${pickByCountry(words.streets, country, dice(seed, 7, 100))} || ' ' || (1 + ${dice(seed, 8, 180)}),
      case when d % 18 = 6 then 'Unit ' || (1 + ${dice(seed, 9, 30)}) end,
      ${postalCode}, town, country,
      case when d % 50 = 7 then '{"call_phone_number": ["is not a number that can be called"]}'::jsonb
           else '{}'::jsonb end,
      created_at, created_at + (${ground.now} - created_at) * (${dice(seed, 23, 10_000)} / 10001.0)
    from ${drawn(ground, range)} drawn`.execute(db)
}

const twoDigits = (salt: number): Fragment => digits2(dice(seed, salt, 100))
const digits2 = (number: Fragment): Fragment => sql`lpad((${number})::text, 3, '0')`
const letters = 'ABCDEFGHJKLMNPRSTUVWXZ'
const letter = (salt: number): Fragment => sql`substr(${sql.lit(letters)}, 1 + ${dice(seed, salt, letters.length)}, 1)`
const postalCode = sql`case country
  when 'NL' then (1000 + ${dice(seed, 11, 8990)}) || ' ' || ${letter(12)} || ${letter(13)}
  when 'BE' then (1000 + ${dice(seed, 11, 8990)})::text
  when 'GB' then 'ZZ' || (1 + ${dice(seed, 11, 9)}) || ' ' || ${dice(seed, 12, 10)} || ${letter(13)} || ${letter(14)}
  else (10000 + ${dice(seed, 11, 89990)})::text end`

/** Addresses, phones and mail addresses come from the contact, as the interface has it. */
export async function insertDebtors(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const limits = [0, 1_000, 2_500, 5_000, 10_000, 25_000]
  await sql`
    insert into debtors (
      administration_id, id, contact_id, debtor_number, debtor_identifier, name, postal_address_street_1,
      postal_address_street_2, postal_address_postal_code, postal_address_city, postal_address_country_code,
      call_phone_number, sms_phone_number, primary_email_address, debtor_provided_email_address,
      invoice_email_address, invoice_cc_email_address, reminder_email_address, reminder_bcc_email_address,
      bank_account_name, bank_account_number, coc_number, vat_number, language_code, relation_manager,
      credit_limit_amount, external_credit_limit_amount, external_credit_limit_currency_code, peppol_identifier,
      peppol_enabled, remark, paused_at, reminding_paused_at, category, country_code, is_company, public_token,
      created_at, updated_at)
    select
      c.administration_id, c.id, c.id, ${debtorNumber(ground, d)}, ${debtorIdentifier(ground, d)}, name,
      c.postal_address_street_1, c.postal_address_street_2, c.postal_address_postal_code, c.postal_address_city,
      country, c.call_phone_number, c.sms_phone_number, c.default_email_address,
      case when d % 22 = 13 then 'new.address' || d || '@' || domain end,
      c.invoice_email_address, c.invoice_cc_email_address, c.reminder_email_address, c.reminder_bcc_email_address,
      case when account is not null then name end, account,
      case when company then ${digits(seed, 15, 8)} end,
      case when company then country || ${digits(seed, 15, 9)} || case country when 'NL' then 'B01' else '' end end,
      case when country = 'BE' and d % 3 = 0 then 'fr' else ${byCountry(words.languages, sql`country`)} end,
      case when company and d % 3 = 0 then ${pick(
        ground.people.map((one) => one.name),
        sql`d / 3`,
      )} end,
      nullif(case when company then ${pickNumber(limits, dice(seed, 16, limits.length))} else 0 end, 0),
      case when rated then 500 * (1 + ${dice(seed, 17, 60)}) end, case when rated then 'EUR' end,
      case when company and country = 'NL' and d % 4 = 0 then '0106:' || ${digits(seed, 15, 8)} end,
      case when d % 8 = 0 then true when d % 16 = 4 then false end,
      case when d % 13 = 3 then ${pick(words.debtor_remarks, sql`d / 13`)} end,
      paused_at, reminding_paused_at, case when company then 'business' else 'consumer' end, country, company,
      ${token}, settled.created_at,
      greatest(c.updated_at, paused_at, reminding_paused_at, settled.created_at + (${ground.now} - settled.created_at)
        * (${dice(seed, 24, 10_000)} / 10001.0))
    from ${settled(ground, range)} settled
    join contacts c on c.administration_id = ${ground.administration_id}::bigint
      and c.id = ${idOf(ground, 'debtors', sql`settled.d`)}`.execute(db)
}

const settled = (ground: DemoAdministration, range: Range): Fragment => sql`
  (select drawn.*,
     case when company then stem || ' ' || trade
                 || case when seed >= ${sql.lit(words.distinct_names)} then ' ' || town else '' end
                 || ' ' || ${byCountry(words.legal_forms, sql`country`)}
          else first_name || ' ' || stem end as name,
     case when d % ${sql.lit(mandate_every)} = ${sql.lit(mandate_rest)} or d % 4 = 0
          then ${iban(sql`country`, seed, 18)} end as account,
     company and ${sql.lit(ground.monitored)} and d % 2 = 0 as rated,
     ${pausedAt(ground, seed)} as paused_at,
     case when d % 38 = 19
          then ${ground.now} - interval '20 days' - ${dice(seed, 26, 900_000)} * interval '1 second' end
       as reminding_paused_at
   from ${drawn(ground, range)} drawn
   offset 0)`

export async function insertDebtorLabels(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  await sql`
    insert into debtor_labels (administration_id, id, debtor_id, name)
    select ${ground.administration_id}::bigint, ${idOf(ground, 'debtors', d)} * 2 + second,
           ${idOf(ground, 'debtors', d)}, ${pick(words.debtor_labels, sql`d / 5 + second * 2`)}
    from generate_series(${range.from}::integer, ${range.to}::integer) d
    cross join generate_series(0, 1) second
    where (second = 0 and d % 5 = 0) or (second = 1 and d % 15 = 0)`.execute(db)
}
