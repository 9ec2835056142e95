import { type Kysely, sql } from 'kysely'
import { type CallAction, call } from '../api/actions.ts'
import type { Tables } from '../db/schema.ts'
import { readIban } from '../domain/bank_account.ts'
import { epcText } from '../domain/epc_qr.ts'
import { amountText, cents, sumOf } from '../domain/money.ts'
import { type Item, items_max, itemsOf } from './invoices.ts'
import { link_fields, openPortalLink, type PortalLink } from './links.ts'
import { languages, shown_fields, type states } from './shown.ts'

/** Shows what a link leads to. `link_key` signs the links to documents. */
export const lookAt = (link_key: Buffer): CallAction =>
  call({
    method: 'POST',
    path: '/portal/look',
    reach: 'portal',
    description: 'Tells a debtor what is owed, to whom, since when, and how to pay it.',
    body: link_fields,
    answer: shown_fields,
    run: async ({ db, address, now, base_url }, body) => {
      const link = await openPortalLink({ db, address, now }, body)
      const ground = await groundOf(db, link, now)
      const found = await itemsOf(db, link, ground.today, { base_url, link_key, now })
      const items = found.slice(0, items_max)
      const plan = link.family === 'payment_plans' ? await termsOf(db, link) : null
      const terms = plan?.terms ?? []
      const sums = plan ? planSums(terms, items, ground) : sumsOf(items)
      const closed = plan?.closed || ground.case_closed
      const open = sums.some(({ open_amount }) => cents(open_amount) > 0n)
      const state: (typeof states)[number] = !open ? 'paid' : closed ? 'closed' : 'open'
      return {
        family: link.family,
        number: ground.number,
        state,
        language: languageOf(ground.language_code),
        debtor_name: ground.debtor_name,
        creditor: ground.creditor,
        sums,
        items,
        more_items: found.length > items_max,
        terms,
        transfers: state === 'open' ? transfersOf(ground, link, items, plan ? nextTerm(terms, sums) : sums) : [],
      }
    },
  })

type Creditor = {
  name: string
  street: string
  postal_code: string
  city: string
  country_code: string
  email_address: string
  phone_number: string | null
}
type Account = { bank_account_name: string | null; bank_account_number: string | null; bank_account_bic: string | null }
type Ground = Account & {
  number: string
  today: string
  currency_code: string
  language_code: string | null
  debtor_name: string
  case_closed: boolean
  creditor: Creditor
}

/** Who owes whom, and what the record is called. */
async function groundOf(db: Kysely<Tables>, link: PortalLink, now: Date): Promise<Ground> {
  const { administration_id, family, id, debtor_id } = link
  const invoice_id = family === 'invoices' ? id : null
  const credit_case_id = family === 'credit_cases' ? id : null
  const { rows } = await sql<Ground>`
    select coalesce(i.invoice_number, c.credit_case_number, d.debtor_number) as number,
           (${now.toISOString()}::timestamptz at time zone a.timezone)::date::text as today,
           coalesce(c.currency_code, a.currency_code) as currency_code, d.language_code, d.name as debtor_name,
           c.deactivated_at is not null as case_closed,
           a.bank_account_name, a.bank_account_number, a.bank_account_bic,
           json_build_object('name', a.name, 'street', concat_ws(' ', a.street_name, a.house_number),
             'postal_code', a.postal_code, 'city', a.city, 'country_code', a.country_code,
             'email_address', a.email_address, 'phone_number', a.phone_number) as creditor
    from administrations a
    join debtors d on d.administration_id = a.id and d.id = ${debtor_id}::bigint
    left join invoices i on i.administration_id = a.id and i.id = ${invoice_id}::bigint
    left join credit_cases c on c.administration_id = a.id and c.id = ${credit_case_id}::bigint
    where a.id = ${administration_id}::bigint`.execute(db)
  if (!rows[0]) throw new Error('A link leads to a record with its debtor.')
  return rows[0]
}

function languageOf(code: string | null): (typeof languages)[number] {
  return languages.find((one) => one === code?.toLowerCase().slice(0, 2)) ?? 'en'
}

type Sum = { currency_code: string; open_amount: string; overdue_amount: string; since: string | null }

/** What is to be paid of each currency; they are never added up. */
function sumsOf(items: readonly Item[]): Sum[] {
  return [...Map.groupBy(items, ({ currency_code }) => currency_code)].map(([currency_code, of]) => {
    const total = (some: readonly Item[]): string => amountText(sumOf(some.map((one) => cents(one.open_amount))))
    const overdue = of.filter((one) => one.overdue)
    return {
      currency_code,
      open_amount: total(of),
      overdue_amount: total(overdue),
      since: overdue[0]?.due_date ?? null,
    }
  })
}

type Term = { due_date: string; total_amount: string; open_amount: string; payment_date: string | null }

async function termsOf(
  db: Kysely<Tables>,
  { administration_id, id }: PortalLink,
): Promise<{ terms: Term[]; closed: boolean }> {
  const { rows: terms } = await sql<Term>`
    select due_date::text, total_amount::text, amount_due::text as open_amount, payment_date::text
    from payment_plan_terms
    where administration_id = ${administration_id}::bigint and payment_plan_id = ${id}::bigint
    order by due_date, id`.execute(db)
  const plan = await db
    .selectFrom('payment_plans')
    .select(['rejected_at', 'deactivated_at'])
    .where('administration_id', '=', administration_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { terms, closed: plan.rejected_at !== null || plan.deactivated_at !== null }
}

/** Of a plan its terms are to be paid, whatever its invoices say. */
function planSums(terms: readonly Term[], items: readonly Item[], { today, currency_code }: Ground): Sum[] {
  const total = (some: readonly Term[]): string => amountText(sumOf(some.map((one) => cents(one.open_amount))))
  const overdue = terms.filter(({ due_date, open_amount }) => due_date < today && cents(open_amount) > 0n)
  return [
    {
      currency_code: items[0]?.currency_code ?? currency_code,
      open_amount: total(terms),
      overdue_amount: total(overdue),
      since: overdue[0]?.due_date ?? null,
    },
  ]
}

/** The next term is what a plan asks for now. */
function nextTerm(terms: readonly Term[], sums: readonly Sum[]): Sum[] {
  const next = terms.find(({ open_amount }) => cents(open_amount) > 0n)
  return next ? sums.map((sum) => ({ ...sum, open_amount: next.open_amount })) : []
}

const reference_length_max = 140

/** One transfer for each currency in which something is to be paid, if the creditor has an account. */
function transfersOf(ground: Ground, { family }: PortalLink, items: readonly Item[], sums: readonly Sum[]) {
  const iban = readIban(ground.bank_account_number ?? '')
  if (iban === null) return []
  const name = ground.bank_account_name || ground.creditor.name
  return sums
    .filter(({ open_amount }) => cents(open_amount) > 0n)
    .map(({ currency_code, open_amount }) => {
      const amount = cents(open_amount)
      const numbers = items.filter((one) => one.currency_code === currency_code && cents(one.open_amount) !== 0n)
      const all = [ground.number, ...numbers.map((one) => one.invoice_number)].join(' ')
      const reference = family === 'debtors' && all.length <= reference_length_max ? all : ground.number
      const bic = ground.bank_account_bic
      return {
        currency_code,
        amount: open_amount,
        reference,
        bank_account_name: name,
        bank_account_number: iban,
        bank_account_bic: bic,
        epc_text: currency_code === 'EUR' ? epcText({ name, iban, bic, amount, reference }) : null,
      }
    })
}
