import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../api/context.ts'
import type { Day } from '../../domain/days.ts'
import type { Known } from '../../ledger/stored.ts'
import type { GivenInvoice } from './input.ts'

/** What invoices refer to by key or code, as far as it is there in this administration. */
export type References = {
  debtors: { debtor_number: ReadonlyMap<string, string>; debtor_identifier: ReadonlyMap<string, string> }
  contacts: ReadonlyMap<string, string>
  payment_conditions: ReadonlyMap<string, string>
  /** Rates by code. */
  vat_rates: ReadonlyMap<string, string>
  /** Ids of files that were uploaded, by checksum. */
  files: ReadonlyMap<string, string>
  /** Their media types, by checksum. */
  file_types: ReadonlyMap<string, string>
  /** The number of the invoice that a payment belongs to, by the key of the payment. */
  payments: Map<string, string>
  /** The number of an invoice that has this identifier already. */
  identifiers: Map<string, string>
  today: Day
  now: Date
  /** The currency of the administration. */
  book_currency: string
}

/** Looks up everything that a batch of invoices refers to, each kind once. */
export async function findReferences(
  context: Context,
  items: readonly GivenInvoice[],
  known: ReadonlyMap<string, Known>,
): Promise<References> {
  const values = (pick: (item: GivenInvoice) => (string | null | undefined)[]): string[] =>
    [...new Set(items.flatMap(pick).filter((one) => typeof one === 'string' && one !== ''))] as string[]
  const find = (table: string, key: string, shown: string, wanted: readonly string[], more?: RawBuilder<unknown>) =>
    lookUp(context, { table, key, shown, more: more ?? sql`true` }, wanted)
  const checksums = values((one) => [one.document?.checksum, one.ubl_document?.checksum])
  const uploaded = sql`found.uploaded_at is not null`
  const debtor_numbers = values((one) => [one.debtor_number])
  const debtor_identifiers = values((one) => [one.debtor_identifier])
  const contacts = values((one) => [one.contact_identifier])
  const conditions = values((one) => [one.payment_condition])
  const rates = values((one) => (one.invoice_lines ?? []).map((line) => line.vat_rate_code))
  const payments = values((one) => (one.payments ?? []).map((payment) => payment.origin_identifier))
  // One that stays where it is was looked at when it came.
  const identifiers = values(({ invoice_number, invoice_identifier }) =>
    invoice_identifier === known.get(invoice_number)?.members.invoice_identifier ? [] : [invoice_identifier],
  )
  return {
    debtors: {
      debtor_number: await find('debtors', 'debtor_number', 'id', debtor_numbers),
      debtor_identifier: await find('debtors', 'debtor_identifier', 'id', debtor_identifiers),
    },
    contacts: await find('contacts', 'contact_identifier', 'id', contacts),
    payment_conditions: await find('payment_conditions', 'code', 'code', conditions),
    vat_rates: await find('vat_rates', 'code', 'rate', rates),
    files: await find('files', 'checksum', 'id', checksums, uploaded),
    file_types: await find('files', 'checksum', 'content_type', checksums, uploaded),
    payments: await find('payments', 'origin_identifier', 'invoice_number', payments),
    identifiers: await find('invoices', 'invoice_identifier', 'invoice_number', identifiers),
    today: context.today,
    now: context.now,
    book_currency: await bookCurrency(context),
  }
}

/** A key of the records of a table, and what to know of those that are found by it; all written in this file. */
type LookUp = { table: string; key: string; shown: string; more: RawBuilder<unknown> }

async function lookUp(
  { db, administration_id }: Context,
  { table, key, shown, more }: LookUp,
  wanted: readonly string[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ key: string; shown: string }>`
    select wanted.key, found.${sql.ref(shown)} as shown from unnest(${wanted}::text[]) as wanted (key)
    join ${sql.table(table)} found on found.administration_id = ${administration_id}::bigint
      and found.${sql.ref(key)} = wanted.key and ${more}`.execute(db)
  return new Map(rows.map((row) => [row.key, row.shown]))
}

async function bookCurrency({ db, administration_id }: Context): Promise<string> {
  const { currency_code } = await db
    .selectFrom('administrations')
    .select('currency_code')
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  return currency_code
}
