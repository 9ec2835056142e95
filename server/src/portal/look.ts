import { type Kysely, sql } from 'kysely'
import { type CallAction, call } from '../api/actions.ts'
import type { Tables } from '../db/schema.ts'
import { type Calendar, type Day, todayIn } from '../domain/days.ts'
import { cents } from '../domain/money.ts'
import { type Sum, sumsOf } from '../follow_up/owed.ts'
import { portalCalculation } from './calculation.ts'
import { items_max, itemsOf } from './invoices.ts'
import { link_fields, openPortalLink, type PortalLink } from './links.ts'
import { askedOf, type Plan, plansOf } from './plans.ts'
import { languageOf, shown_fields, type states } from './shown.ts'
import { type Asked, transfersOf } from './transfers.ts'

/** Shows what a link leads to. `link_key` signs the links to documents. */
export const showPortalRecord = (link_key: Buffer): CallAction =>
  call({
    method: 'POST',
    path: '/portal/look',
    reach: 'portal',
    description: 'Tells a debtor what is owed, to whom, since when, and how to pay it.',
    body: link_fields,
    answer: shown_fields,
    run: async ({ db, address, now, base_url }, body) => {
      const link = await openPortalLink({ db, address, now }, body)
      const ground = await portalFactsOf(db, link, now)
      const { today } = ground
      const found = await itemsOf(db, link, today, { base_url, link_key, now })
      const items = found.slice(0, items_max)
      const plans = await plansOf(db, link, today, base_url)
      const own = link.family === 'payment_plans' ? plans.find(({ id }) => id === link.id) : undefined
      const running = own?.state === 'active' ? own : null
      // A case and a running plan are known by their own numbers.
      const named = running === null && link.family !== 'credit_cases'
      const others = plans.filter((plan) => plan !== own)
      const sums = running ? [running.sum] : await sumsOf(db, link, today)
      const state = stateOf(sums, others, ground)
      return {
        family: link.family,
        number: ground.number,
        state,
        plan_state: own?.state ?? null,
        language: languageOf(ground.language_code),
        debtor_name: ground.debtor_name,
        creditor: ground.creditor,
        sums,
        items,
        more_items: found.length > items_max,
        terms: own?.terms ?? [],
        plans: others.map(({ id: _, ...plan }) => plan),
        calculation: await portalCalculation(db, link, today),
        transfers: transfersOf(ground, named ? items : [], askedIn(state, running ? [askedOf(running)] : sums)),
      }
    },
  })

/** Whether there is something to pay here. What is in a running plan is paid there, and a credit is no payment. */
function stateOf(sums: readonly Sum[], plans: readonly Plan[], { case_closed }: PortalFacts): (typeof states)[number] {
  if (sums.some(({ open_amount }) => cents(open_amount) > 0n)) return case_closed ? 'closed' : 'open'
  if (sums.some(({ collected_amount }) => cents(collected_amount) > 0n)) return 'collected'
  if (plans.some((plan) => plan.state === 'active' && cents(plan.sum.open_amount) > 0n)) return 'planned'
  return sums.some(({ credit_amount }) => cents(credit_amount) > 0n) ? 'credit' : 'paid'
}

/** What the debtor may pay now: what is asked for, or else what would be collected. Of what is over, nothing. */
function askedIn(state: (typeof states)[number], sums: readonly Sum[]): Asked[] {
  if (state !== 'open' && state !== 'collected') return []
  const collected = state === 'collected'
  return sums.map(({ currency_code, open_amount, collected_amount }) => ({
    currency_code,
    collected,
    amount: collected ? collected_amount : open_amount,
  }))
}

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
export type PortalFacts = Account & {
  number: string
  today: Day
  currency_code: string
  language_code: string | null
  debtor_name: string
  case_closed: boolean
  creditor: Creditor
}

/** Who owes whom, and what the record is called. */
async function portalFactsOf(db: Kysely<Tables>, link: PortalLink, now: Date): Promise<PortalFacts> {
  const { administration_id, family, id, debtor_id } = link
  const invoice_id = family === 'invoices' ? id : null
  const credit_case_id = family === 'credit_cases' ? id : null
  const { rows } = await sql<Omit<PortalFacts, 'today'> & Calendar>`
    select coalesce(i.invoice_number, c.credit_case_number, d.debtor_number) as number,
           a.timezone, a.days_ahead,
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
  return { ...rows[0], today: todayIn(rows[0], now) }
}
