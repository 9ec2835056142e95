import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { boolean, date, id, integer, listOf, money, text } from '../api/field.ts'
import { holds_field, invoice_holds, once } from '../follow_up/list_holds.ts'

const found_max = 25
const text_length_max = 100

type FoundDebtor = {
  id: string
  debtor_number: string
  name: string
  city: string
  book_open_amount: string
  holds: string[]
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
}

/** Finds records by what they begin with. Each part reads as many entries of an index as it shows, and no more. */
export const search_calls: Actions = {
  find: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/search',
    reach: 'member',
    description: 'Finds debtors by the beginning of their name or number, and invoices by that of their number.',
    body: {
      text: text('What a name or a number begins with.').required(),
    },
    answer: {
      debtors: listOf(
        {
          id: id('Identifier.').required(),
          debtor_number: text('Debtor number.').required(),
          name: text('Name.').required(),
          city: text('City.').required(),
          book_open_amount: money('Open amount in administration currency.').required(),
          holds: holds_field,
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
        },
        `Invoices, at most ${found_max}.`,
      ).required(),
      more_invoices: boolean('Whether there are more invoices than these.').required(),
    },
    run: async ({ db, today, administration_id }, { text: given }) => {
      const first = given.trim().slice(0, text_length_max).toLowerCase()
      if (first === '') return { debtors: [], more_debtors: false, invoices: [], more_invoices: false }
      // The highest character there is: everything that begins with the text lies before it.
      const last = `${first}\u{10ffff}`
      const begins = (column: 'name' | 'debtor_number') => sql`
        (select id, debtor_number, name, postal_address_city as city, paused_at, reminding_paused_at from debtors
         where administration_id = ${administration_id}::bigint and lower(${sql.ref(column)}) ~>=~ ${first}::text
           and lower(${sql.ref(column)}) ~<~ ${last}::text
         order by lower(${sql.ref(column)}) using ~<~ limit ${found_max + 1}::integer)`
      const debtors = await sql<FoundDebtor>`
        select id::text, debtor_number, name, city,
               (select coalesce(sum(i.book_open_amount), 0)::numeric(18,2)::text from invoices i
                where i.administration_id = ${administration_id}::bigint and i.debtor_id = found.id
                  and i.book_open_amount <> 0) as book_open_amount,
               array_remove(array[case when paused_at is not null then 'debtor_paused' end,
                 case when reminding_paused_at is not null then 'debtor_reminding_paused' end], null) as holds
        from (${begins('name')} union ${begins('debtor_number')}) found order by name, id`.execute(db)
      const invoices = await sql<FoundInvoice>`
        select i.id::text, i.invoice_number, d.id::text as debtor_id, d.name as debtor_name, i.due_date::text,
               case when i.open_amount <= 0 then 0 else greatest(0, ${today}::date - i.due_date) end as days_overdue,
               i.total_amount::text, i.open_amount::text, i.currency_code, ${invoice_holds} as holds
        from (select * from invoices
              where administration_id = ${administration_id}::bigint and lower(invoice_number) ~>=~ ${first}::text
                and lower(invoice_number) ~<~ ${last}::text
              order by lower(invoice_number) using ~<~ limit ${found_max + 1}::integer) i
        join debtors d on d.administration_id = i.administration_id and d.id = i.debtor_id
        order by i.invoice_number`.execute(db)
      return {
        debtors: debtors.rows.slice(0, found_max),
        more_debtors: debtors.rows.length > found_max,
        invoices: invoices.rows.slice(0, found_max).map((one) => ({ ...one, holds: once(one.holds) })),
        more_invoices: invoices.rows.length > found_max,
      }
    },
  }),
}
