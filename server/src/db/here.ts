import { type RawBuilder, sql } from 'kysely'

/** Stands, in texts of SQL over a row, for the administration that their statement is bound to. */
export const here = ':administration'

/** Such a text, bound to an administration: what belongs to a row is then seen to lie where the row is. */
export const boundTo = (text: string, administration_id: string): RawBuilder<unknown> =>
  sql.join(
    text.split(here).map((part) => sql.raw(part)),
    sql`${administration_id}::bigint`,
  )
