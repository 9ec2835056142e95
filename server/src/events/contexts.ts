import { invoicesOfCasesText } from '../db/case_invoices.ts'
import { here } from '../db/here.ts'

/** What an event can be about. */
export type ContextType = 'credit_case' | 'debtor' | 'dispute' | 'invoice' | 'payment_plan' | 'promise' | 'task'

/** Where the records of a type are, and what an event keeps of one: SQL over its row `r`, with `here`. */
type Source = { table: string; context: string }

const members = (expressions: { readonly [name: string]: string }): string =>
  `jsonb_build_object(${Object.entries(expressions)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`

const debtorOf = (row: string): string => members({ id: `${row}.debtor_id` })

/** Amounts carry the names of writes here, because receivers know them by those. */
const invoice = (row: string): string =>
  members({
    resource_type: "'invoice'",
    id: `${row}.id`,
    invoice_number: `${row}.invoice_number`,
    invoice_date: `${row}.invoice_date`,
    due_date: `${row}.due_date`,
    amount_total: `${row}.total_amount::text`,
    amount_open: `${row}.open_amount::text`,
    currency_code: `${row}.currency_code`,
    order_number: `${row}.order_number`,
    purchase_order_number: `${row}.purchase_order_number`,
    category: `${row}.category`,
    debtor: debtorOf(row),
  })

const credit_case = members({
  resource_type: "'credit_case'",
  id: 'r.id',
  credit_case_number: 'r.credit_case_number',
  interest: 'r.interest_costs::text',
  collection_costs: 'r.debt_collection_costs::text',
  open_interest_and_collection_costs: 'r.open_interest_and_collection_costs::text',
  debtor: debtorOf('r'),
  // A case that has ended is no longer named by its invoices.
  invoices: `(select coalesce(jsonb_agg(${invoice('i')} order by i.id), '[]') from (
      ${invoicesOfCasesText(here, '= r.id')}
    ) own
    cross join lateral (
      select * from invoices one where one.administration_id = ${here} and one.id = own.id offset 0
    ) i)`,
})

/** A record as the interface shows it, but with numbers as ids, as in all contexts; `own` are those inside of it. */
const shown = (resource_type: string, own: { readonly [name: string]: string }): string =>
  `r.document::jsonb - 'administration_id' - 'debtor_id' || ` +
  `${members({ resource_type: `'${resource_type}'`, id: 'r.id', ...own })} || ` +
  `case when r.debtor_id is null then '{}' else ${members({ debtor: debtorOf('r') })} end`

/** A person inside of a record, whose columns carry the name of the member. */
const userOf = (name: string): string =>
  `case when r.${name}_id is not null then r.document::jsonb -> '${name}' || ${members({ id: `r.${name}_id` })} end`

const terms = `(select coalesce(jsonb_agg(term || ${members({ id: "(term ->> 'id')::bigint" })} order by place), '[]')
    from jsonb_array_elements(r.payment_terms) with ordinality as terms (term, place))`

const promised = `(select coalesce(jsonb_agg(l.invoice_id order by l.invoice_id), '[]') from promise_invoices l
    where l.administration_id = ${here} and l.promise_id = r.id)`

/**
 * What events keep of their records: the record itself as it was then, and of its debtor only who that is. Who the
 * debtor and the administration are is added when an event is shown, so that names and addresses are not copied into
 * every event and outlive their owner's wish to be forgotten.
 */
export const contexts: Readonly<Record<ContextType, Source>> = {
  credit_case: { table: 'credit_cases', context: credit_case },
  debtor: { table: 'debtors', context: members({ resource_type: "'debtor'", id: 'r.id' }) },
  dispute: {
    table: 'disputes',
    context: shown('dispute', { invoice_id: 'r.invoice_id', owner_user: userOf('owner_user') }),
  },
  invoice: { table: 'invoices', context: invoice('r') },
  payment_plan: {
    table: 'payment_plans',
    context: shown('payment_plan', { payment_terms: terms, rejected_by_user: userOf('rejected_by_user') }),
  },
  promise: {
    table: 'promises',
    context: shown('promise', { invoice_ids: promised, created_by_user: userOf('created_by_user') }),
  },
  task: {
    table: 'tasks',
    context: shown('task', {
      credit_case_id: 'r.credit_case_id',
      invoice_id: 'r.invoice_id',
      assigned_to_user: userOf('assigned_to_user'),
    }),
  },
}
