import { sql } from 'kysely'
import type { Change } from '../db/change.ts'

type Place = Pick<Change, 'db' | 'administration_id'>

/** A debtor that is there already, as far as an import has to know it. */
export type KnownDebtor = {
  debtor_number: string
  debtor_identifier: string
  name: string
  contact_id: string | null
}

export async function knownDebtors({ db, administration_id }: Place, numbers: readonly string[]) {
  const { rows } = await sql<KnownDebtor>`
    select d.debtor_number, d.debtor_identifier, d.name, d.contact_id::text
    from unnest(${numbers}::text[]) as wanted (number)
    join debtors d on d.administration_id = ${administration_id}::bigint and d.debtor_number = wanted.number`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.debtor_number, row]))
}

/** Those of these identifiers that a debtor has, whatever its number. */
export async function takenIdentifiers({ db, administration_id }: Place, identifiers: readonly string[]) {
  const { rows } = await sql<{ debtor_identifier: string }>`
    select d.debtor_identifier from unnest(${identifiers}::text[]) as wanted (identifier)
    join debtors d
      on d.administration_id = ${administration_id}::bigint and d.debtor_identifier = wanted.identifier`.execute(db)
  return new Set(rows.map(({ debtor_identifier }) => debtor_identifier))
}

/** An invoice that is there already; what the file does not say about it stays. */
export type KnownInvoice = {
  invoice_number: string
  currency_code: string
  total_amount: string
  open_amount: string
  sent: boolean
}

export async function knownInvoices({ db, administration_id }: Place, numbers: readonly string[]) {
  const { rows } = await sql<KnownInvoice>`
    select i.invoice_number, i.currency_code, i.total_amount::text, i.open_amount::text,
           i.sent_at is not null as sent
    from unnest(${numbers}::text[]) as wanted (number)
    join invoices i on i.administration_id = ${administration_id}::bigint and i.invoice_number = wanted.number`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.invoice_number, row]))
}

/** The numbers among these whose records this very change wrote. */
export async function writtenNow(
  { db, administration_id, stamp }: Change,
  { table, key, numbers }: { table: 'debtors' | 'invoices'; key: string; numbers: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select r.${sql.ref(key)} as number from unnest(${numbers}::text[]) as wanted (number)
    join ${sql.table(table)} r on r.administration_id = ${administration_id}::bigint
      and r.${sql.ref(key)} = wanted.number and r.updated_at = ${stamp}::timestamptz`.execute(db)
  return new Set(rows.map(({ number }) => number))
}
