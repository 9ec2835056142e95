import { type RawBuilder, sql } from 'kysely'

/** Writes SQL out of its pieces: `sql` of kysely with parameters, or plain text where a statement is kept as such. */
type Write<Piece, Text> = (text: TemplateStringsArray, ...pieces: Piece[]) => Text

/**
 * The ids of the invoices of which cases were made: those that name one, and those that left it when it ended or were
 * taken out. Nobody else says which invoices belong to a case. `cases` is what the id of a case is compared with.
 */
const writeWith = <Piece, Text>(write: Write<Piece, Text>, administration_id: Piece, cases: Piece): Text => write`
  select named.id from invoices named
  where named.administration_id = ${administration_id} and named.active_credit_case_id ${cases}
  union
  select noted.invoice_id from credit_case_invoices noted
  where noted.administration_id = ${administration_id} and noted.credit_case_id ${cases}`

/** As a part of a statement with parameters. */
export const invoicesOfCases = (administration_id: string, cases: RawBuilder<unknown>): RawBuilder<{ id: string }> =>
  writeWith<RawBuilder<unknown>, RawBuilder<{ id: string }>>(sql, sql`${administration_id}::bigint`, cases)

export type CaseKey = { administration_id: string; credit_case_id: string }

export const invoicesOfCase = ({ administration_id, credit_case_id }: CaseKey): RawBuilder<{ id: string }> =>
  invoicesOfCases(administration_id, sql`= ${credit_case_id}::bigint`)

/** As text, of pieces that are text. */
export const invoicesOfCasesText = (administration_id: string, cases: string): string =>
  writeWith<string, string>((text, ...pieces) => String.raw({ raw: text }, ...pieces), administration_id, cases)
    .replaceAll(/\s+/g, ' ')
    .trim()
