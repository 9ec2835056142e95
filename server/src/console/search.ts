import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { date, id, listOf, money, text } from '../api/field.ts'

const found_max = 25
const text_length_max = 100

type FoundDebtor = { id: string; debtor_number: string; name: string; city: string; book_open_amount: string }
type FoundInvoice = {
  id: string
  invoice_number: string
  debtor_name: string
  due_date: string
  open_amount: string
  currency_code: string
}

/** Finds records by what they begin with. Each part reads as many entries of an index as it shows, and no more. */
export const search_calls: Actions = {
  find: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/search',
    reach: 'person',
    description: 'Finds debtors by the beginning of their name or number, and invoices by that of their number.',
    body: {
      administration_id: id('Administration.').required(),
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
        },
        `Debtors, at most ${found_max} by name and as many by number.`,
      ).required(),
      invoices: listOf(
        {
          id: id('Identifier.').required(),
          invoice_number: text('Invoice number.').required(),
          debtor_name: text('Name of the debtor.').required(),
          due_date: date('Last day to pay.').required(),
          open_amount: money('Open part, in the currency of the invoice.').required(),
          currency_code: text('Currency, ISO 4217.').required(),
        },
        `Invoices, at most ${found_max}.`,
      ).required(),
    },
    run: async ({ db, principal }, { administration_id, text: given }) => {
      if (!principal.administrations.has(administration_id)) refuse('forbidden', 'Access to administration denied')
      const first = given.trim().slice(0, text_length_max).toLowerCase()
      if (first === '') return { debtors: [], invoices: [] }
      // The highest character there is: everything that begins with the text lies before it.
      const last = `${first}\u{10ffff}`
      const begins = (column: 'name' | 'debtor_number') => sql`
        (select id, debtor_number, name, postal_address_city as city from debtors
         where administration_id = ${administration_id}::bigint and lower(${sql.ref(column)}) ~>=~ ${first}::text
           and lower(${sql.ref(column)}) ~<~ ${last}::text
         order by lower(${sql.ref(column)}) using ~<~ limit ${found_max}::integer)`
      const debtors = await sql<FoundDebtor>`
        select id::text, debtor_number, name, city,
               (select coalesce(sum(i.book_open_amount), 0)::numeric(18,2)::text from invoices i
                where i.administration_id = ${administration_id}::bigint and i.debtor_id = found.id
                  and i.book_open_amount <> 0) as book_open_amount
        from (${begins('name')} union ${begins('debtor_number')}) found order by name, id`.execute(db)
      const invoices = await sql<FoundInvoice>`
        select i.id::text, i.invoice_number, d.name as debtor_name, i.due_date::text, i.open_amount::text,
               i.currency_code
        from (select * from invoices
              where administration_id = ${administration_id}::bigint and lower(invoice_number) ~>=~ ${first}::text
                and lower(invoice_number) ~<~ ${last}::text
              order by lower(invoice_number) using ~<~ limit ${found_max}::integer) i
        join debtors d on d.administration_id = i.administration_id and d.id = i.debtor_id
        order by i.invoice_number`.execute(db)
      return { debtors: debtors.rows, invoices: invoices.rows }
    },
  }),
}
