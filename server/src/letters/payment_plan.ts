import { sql } from 'kysely'
import type { Change } from '../db/change.ts'
import { addresses_max, isAddress, plainAddress } from '../mail/addresses.ts'
import type { Content } from '../mail/content.ts'
import { sendWritten } from '../mail/send_mail.ts'
import { senderOf, usableAddresses } from './addresses.ts'
import type { AgreedPlan } from './words/each_language.ts'
import { type Language, languageFor, letterWords } from './words/letter_words.ts'

/** A change, and where its pages are. */
export type Mailing = Change & { base_url: string }

type Agreed = {
  payment_terms: { total_amount: string; due_date: string }[]
  cc_email_address: string | null
  public_token: string | null
  language_code: string | null
  email_addresses: (string | null)[]
  /** Invoices and cases that it is about. */
  numbers: string[]
  currency_code: string
}

/** Whether a plan is in force, or waits for the answer of the debtor. */
type Saying = 'payment_plan' | 'offered_plan'

/**
 * Mails a plan that is in force now, or is offered, to its debtor, with a copy to whoever was named for one. It goes
 * out whatever is paused: a plan is an agreement, and no reminder. Without an address of the debtor the copy goes out
 * alone. Returns whether the debtor gets it.
 */
export async function mailPlan(context: Mailing, plan_id: string, saying: Saying = 'payment_plan'): Promise<boolean> {
  const { db, administration_id, real_now: now } = context
  const agreed = await find(context, plan_id)
  // One place is left for the copy.
  const to = usableAddresses(agreed.email_addresses).slice(0, addresses_max - 1)
  const copy = agreed.cc_email_address ? plainAddress(agreed.cc_email_address) : null
  const cc = copy !== null && isAddress(copy) && !to.includes(copy) ? [copy] : []
  if (to.length === 0 && cc.length === 0) return false
  const [sender, default_language] = await senderOf(context)
  const language = languageFor(agreed.language_code, default_language)
  await sendWritten(db, {
    kind: 'payment_plan',
    about: { administration_id, resource_type: 'payment_plan', resource_id: plan_id },
    to: [...to, ...cc],
    content: writePlan(context, language, { ...agreed, sender_name: sender.sender_name, saying }),
    ...sender,
    cc: to.length === 0 ? [] : cc,
    bcc: [],
    attachments: [],
    automatic: true,
    now,
  })
  return to.length > 0
}

type Written = Agreed & { sender_name: string; saying: Saying }

function writePlan(context: Mailing, language: Language, agreed: Written): Content {
  const { base_url, administration_id } = context
  const { numbers, currency_code, public_token, sender_name, saying } = agreed
  const terms = agreed.payment_terms.map(({ total_amount, due_date }) => ({ amount: total_amount, due_date }))
  const portal_url = public_token && `${base_url}/portal/${administration_id}/payment_plans/${public_token}`
  return planContent(language, { sender_name, numbers, currency_code, terms }, portal_url, saying)
}

/** What a debtor reads about a plan; the link leads to where it is shown. */
export function planContent(
  language: Language,
  plan: AgreedPlan,
  portal_url: string | null,
  saying: Saying = 'payment_plan',
): Content {
  const words = letterWords(language)
  const { label, ...said } = words[saying](plan)
  const action = portal_url === null ? {} : { action: { label, url: portal_url } }
  return { language, ...said, ...action, signature: words.signature(plan.sender_name) }
}

async function find({ db, administration_id }: Mailing, plan_id: string): Promise<Agreed> {
  const { rows } = await sql<Agreed>`
    select p.payment_terms, p.cc_email_address, p.public_token, d.language_code,
           array[d.primary_email_address, d.debtor_provided_email_address, d.reminder_email_address,
                 d.invoice_email_address] as email_addresses,
           items.numbers, items.currency_code
    from payment_plans p
    join debtors d on d.administration_id = ${administration_id}::bigint and d.id = p.debtor_id
    cross join lateral (
      select coalesce(array_agg(number order by number), '{}') as numbers, coalesce(min(currency), 'EUR') as currency_code
      from (
        select i.invoice_number as number, i.currency_code as currency
        from payment_plan_invoices l
        join invoices i on i.administration_id = ${administration_id}::bigint and i.id = l.invoice_id
        where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = p.id
        union all
        select c.credit_case_number, c.currency_code
        from payment_plan_credit_cases l
        join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = l.credit_case_id
        where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = p.id
      ) named
    ) items
    where p.administration_id = ${administration_id}::bigint and p.id = ${plan_id}::bigint`.execute(db)
  if (!rows[0]) throw new Error(`Payment plan ${plan_id} is not there.`)
  return rows[0]
}
