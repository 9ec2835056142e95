import { type RawBuilder, sql } from 'kysely'

/** What is charged with the letter `r`, on one of its invoices or on all; a letter that takes back costs has less. */
const charged = (on: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce((select sum((charge->>'amount')::numeric) from jsonb_array_elements(r.data->'charges') charge
            where ${on}), 0)`

/** What the letter `r` asks for in all: what was open when it was decided, and what is charged with it. */
export const letter_asks: RawBuilder<unknown> = sql`
  ((r.data->>'amount')::numeric(18,2) + ${charged(sql`true`)})::numeric(18,2)`

/** What it asks for of its item `t`. */
export const item_asks: RawBuilder<unknown> = sql`
  (t.amount + ${charged(sql`charge->>'invoice_id' = t.invoice_id::text`)})::numeric(18,2)`
