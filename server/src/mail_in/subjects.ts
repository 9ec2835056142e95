import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../db/change.ts'
import type { MailTarget } from '../domain/mail_address.ts'
import type { Happening } from '../events/emit_many.ts'

/** The dossier that a mail belongs to. */
export type About = { debtor_id: string; invoice_id?: string; credit_case_id?: string }

type Found = { debtor_id: string | null; invoice_id: string | null; credit_case_id: string | null }

/** What something was mailed about; null when it is gone. */
export async function aboutMailed(
  change: Change,
  { record, id }: Pick<MailTarget, 'record' | 'id'>,
): Promise<About | null> {
  const sources: { readonly [record: string]: RawBuilder<Found> } = {
    // Of a letter about several invoices it is not said which one is meant.
    letter: sql`
      select l.debtor_id::text, c.id::text as credit_case_id,
             (select min(t.invoice_id)::text from letter_items t
              where t.administration_id = ${change.administration_id}::bigint and t.letter_id = l.id and c.id is null
              having count(distinct t.invoice_id) = 1) as invoice_id
      from letters l
      left join credit_cases c on c.administration_id = ${change.administration_id}::bigint
        and c.id = (l.data->>'credit_case_id')::bigint
      where l.administration_id = ${change.administration_id}::bigint and l.id = ${id}::bigint`,
    message: sql`
      select debtor_id::text, invoice_id::text, credit_case_id::text from messages
      where administration_id = ${change.administration_id}::bigint and id = ${id}::bigint`,
    payment_plan: sql`
      select debtor_id::text, null as invoice_id, null as credit_case_id from payment_plans
      where administration_id = ${change.administration_id}::bigint and id = ${id}::bigint`,
    debtor: sql`
      select id::text as debtor_id, null as invoice_id, null as credit_case_id from debtors
      where administration_id = ${change.administration_id}::bigint and id = ${id}::bigint`,
    invoice: sql`
      select debtor_id::text, id::text as invoice_id, null as credit_case_id from invoices
      where administration_id = ${change.administration_id}::bigint and id = ${id}::bigint`,
    credit_case: sql`
      select debtor_id::text, null as invoice_id, id::text as credit_case_id from credit_cases
      where administration_id = ${change.administration_id}::bigint and id = ${id}::bigint`,
  }
  const source = sources[record]
  const [found] = source ? (await source.execute(change.db)).rows : []
  if (!found?.debtor_id) return null
  return {
    debtor_id: found.debtor_id,
    ...(found.invoice_id === null ? {} : { invoice_id: found.invoice_id }),
    ...(found.credit_case_id === null ? {} : { credit_case_id: found.credit_case_id }),
  }
}

/** The debtor that an address belongs to, if it belongs to one alone. */
export async function debtorWithAddress(
  { db, administration_id }: Change,
  address: string | undefined,
): Promise<About | null> {
  if (address === undefined) return null
  const { rows } = await debtorsWith(administration_id, address).execute(db)
  return rows.length === 1 && rows[0] ? { debtor_id: rows[0].id } : null
}

/**
 * Debtors with an address in one of their fields, of which each may hold several: at most two of them. The expression
 * is that of the index `debtors_addresses`, and they are found before they are put in order, so that the index is used.
 */
export const debtorsWith = (administration_id: string, address: string): RawBuilder<{ id: string }> => sql`
  with found as materialized (
    select d.id from debtors d
    where d.administration_id = ${administration_id}::bigint
      and regexp_split_to_array(lower(
        coalesce(d.primary_email_address, '') || ';' || coalesce(d.reminder_email_address, '') || ';' ||
        coalesce(d.invoice_email_address, '') || ';' || coalesce(d.debtor_provided_email_address, '')),
        '[,;[:space:]]+') @> array[${address}::text])
  select id from found order by id limit 2`

/** The event of a new message: of the invoice or the case it is about, else of the debtor. */
export function newMessageEvent({ debtor_id, invoice_id, credit_case_id }: About): Happening {
  if (invoice_id) return { event_name: 'invoice_new_comment', resource_type: 'invoice', resource_id: invoice_id }
  if (credit_case_id)
    return { event_name: 'case_new_comment', resource_type: 'credit_case', resource_id: credit_case_id }
  return { event_name: 'debtor_new_comment', resource_type: 'debtor', resource_id: debtor_id }
}
