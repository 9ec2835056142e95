import type { Kysely } from 'kysely'
import { type CallAction, call } from '../api/actions.ts'
import { fileUrl, linkUntil } from '../api/file_links.ts'
import type { Tables } from '../db/schema.ts'
import { cents } from '../domain/money.ts'
import { type Sum, sumsOf } from '../follow_up/owed.ts'
import { portalCalculation } from './calculation.ts'
import { type PortalFacts, portalFactsOf } from './facts.ts'
import { items_max, itemsOf, type Signing } from './invoices.ts'
import { link_fields, openPortalLink, type PortalLink } from './links.ts'
import { countPapers } from './papers/read.ts'
import { askedOf, type Plan, plansOf } from './plans.ts'
import { said_max, saidOn } from './said.ts'
import { languageOf, shown_fields, type states } from './shown.ts'
import { recordOf, termsRulesOf } from './terms.ts'
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
      const signing = { base_url, link_key, now }
      const found = await itemsOf(db, link, today, signing)
      const said = await saidOn(db, link, today, signing)
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
        plan_proposed_by: own?.proposed_by ?? null,
        plan_answer: own?.rejection_reason ?? null,
        today,
        language: languageOf(ground.language_code),
        debtor_name: ground.debtor_name,
        creditor: { ...ground.creditor, ...lookOf(link, ground, signing) },
        sums,
        items,
        more_items: found.length > items_max,
        terms: own?.terms ?? [],
        plans: others.map(({ id: _, rejection_reason: __, ...plan }) => plan),
        calculation: await portalCalculation(db, link, today),
        transfers: transfersOf(ground, named ? items : [], askedIn(state, running ? [askedOf(running)] : sums)),
        allowed: await allowedTo(db, link, ground),
        papers: await countPapers(db, link, today),
        said: said.slice(0, said_max),
        more_said: said.length > said_max,
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

/** What the debtor may pay: what is due, or else all that is open or would be collected. Of what is over, nothing. */
function askedIn(state: (typeof states)[number], sums: readonly Sum[]): Asked[] {
  if (state !== 'open' && state !== 'collected') return []
  const collected = state === 'collected'
  return sums.map(({ currency_code, open_amount, collected_amount }) => ({
    currency_code,
    collected,
    amount: collected ? collected_amount : open_amount,
  }))
}

/** What stands above the page in the look of the creditor. */
function lookOf({ administration_id }: PortalLink, { logo_id, settings }: PortalFacts, signing: Signing) {
  const { base_url, link_key, now } = signing
  const link = { holder: 'administration_logos', administration_id, id: logo_id ?? '', until: linkUntil(now) } as const
  return { colour: settings.portal_colour, logo_url: logo_id === null ? null : fileUrl(base_url, link_key, link) }
}

async function allowedTo(db: Kysely<Tables>, link: PortalLink, { settings }: PortalFacts) {
  const { who, terms_max, days_max, term_minimum } = termsRulesOf(settings)
  const record = who === 'reliable' ? await recordOf(db, link) : null
  return {
    terms_at_once: who !== 'nobody' && (record === null || record.broken_promises + record.missed_terms === 0),
    ...{ terms_max, terms_days: days_max, term_minimum, promise_days: settings.portal_promise_days },
    address_at_once: settings.portal_address_changes === 'at_once',
  }
}
