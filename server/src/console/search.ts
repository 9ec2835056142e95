import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { boolean, date, id, integer, listOf, money, text } from '../api/field.ts'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'
import { holds_field, invoiceHoldReasons, once } from '../follow_up/list_holds.ts'
import { find, type Hit } from '../search/find.ts'

const found_max = 25

type FoundDebtor = {
  id: string
  debtor_number: string
  name: string
  city: string
  call_phone_number: string | null
  book_open_amount: string
  holds: string[]
  found_in: string | null
}
type FoundInvoice = {
  id: string
  invoice_number: string
  debtor_id: string
  debtor_name: string
  due_date: string
  days_overdue: number
  total_amount: string
  open_amount: string
  currency_code: string
  holds: string[]
  found_in: string | null
}

/** Finds records by any part of what people know of them (`search/`). */
export const search_calls: Actions = {
  find: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/search',
    reach: 'member',
    description:
      'Finds debtors and invoices by any part of a name, number, order number, mail address, phone number or amount.',
    body: {
      text: text('What is sought; words in any order.').required(),
    },
    answer: {
      debtors: listOf(
        {
          id: id('Identifier.').required(),
          debtor_number: text('Debtor number.').required(),
          name: text('Name.').required(),
          city: text('City.').required(),
          call_phone_number: text('Where to call.'),
          book_open_amount: money('Open amount in administration currency.').required(),
          holds: holds_field,
          found_in: text('What it was found by, unless that is its name or number; in small letters.'),
        },
        `Debtors, at most ${found_max}.`,
      ).required(),
      more_debtors: boolean('Whether there are more debtors than these.').required(),
      invoices: listOf(
        {
          id: id('Identifier.').required(),
          invoice_number: text('Invoice number.').required(),
          debtor_id: id('Debtor.').required(),
          debtor_name: text('Name of the debtor.').required(),
          due_date: date('Last day to pay.').required(),
          days_overdue: integer('Days since the due date, while something is owed; else 0.').required(),
          total_amount: money('Total, in the currency of the invoice.').required(),
          open_amount: money('Open part, in the currency of the invoice.').required(),
          currency_code: text('Currency, ISO 4217.').required(),
          holds: holds_field,
          found_in: text('What it was found by, unless that is its name or number; in small letters.'),
        },
        `Invoices, at most ${found_max}.`,
      ).required(),
      more_invoices: boolean('Whether there are more invoices than these.').required(),
    },
    run: async ({ db, today, administration_id }, { text: given }) => {
      // One more than is shown says whether there are more.
      const found = await find(db, administration_id, given, found_max + 1)
      const debtors = await showDebtors(db, administration_id, found.debtors.slice(0, found_max))
      const invoices = await showInvoices(db, { administration_id, today }, found.invoices.slice(0, found_max))
      return {
        ...{ debtors, more_debtors: found.debtors.length > found_max },
        ...{ invoices, more_invoices: found.invoices.length > found_max },
      }
    },
  }),
}

/** The records that were found, in that order, with what led to each. */
async function showDebtors(
  db: Kysely<Tables>,
  administration_id: string,
  hits: readonly Hit[],
): Promise<FoundDebtor[]> {
  const { rows } = await sql<FoundDebtor>`
    select d.id::text, d.debtor_number, d.name, d.postal_address_city as city, d.call_phone_number, hit.found_in,
           (select coalesce(sum(i.book_open_amount), 0)::numeric(18,2)::text from invoices i
            where i.administration_id = ${administration_id}::bigint and i.debtor_id = d.id
              and i.book_open_amount <> 0) as book_open_amount,
           array_remove(array[case when d.paused_at is not null then 'debtor_paused' end,
             case when d.reminding_paused_at is not null then 'debtor_reminding_paused' end], null) as holds
    from ${ranked(hits)}
    join debtors d on d.administration_id = ${administration_id}::bigint and d.id = hit.id
    order by hit.place`.execute(db)
  return rows
}

async function showInvoices(
  db: Kysely<Tables>,
  { administration_id, today }: { administration_id: string; today: string },
  hits: readonly Hit[],
): Promise<FoundInvoice[]> {
  const { rows } = await sql<FoundInvoice>`
    select i.id::text, i.invoice_number, d.id::text as debtor_id, d.name as debtor_name, i.due_date::text,
           case when i.open_amount <= 0 then 0 else greatest(0, ${today}::date - i.due_date) end as days_overdue,
           i.total_amount::text, i.open_amount::text, i.currency_code,
           ${invoiceHoldReasons(administration_id)} as holds, hit.found_in
    from ${ranked(hits)}
    join invoices i on i.administration_id = ${administration_id}::bigint and i.id = hit.id
    join debtors d on d.administration_id = ${administration_id}::bigint and d.id = i.debtor_id
    order by hit.place`.execute(db)
  return rows.map((one) => ({ ...one, holds: once(one.holds) }))
}

const ranked = (hits: readonly Hit[]) => {
  const rows = hits.map((hit, place) => ({ ...hit, place }))
  return asTable('hit', rows, { id: 'bigint', found_in: 'text', place: 'integer' })
}
