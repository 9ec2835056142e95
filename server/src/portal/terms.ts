import { type Kysely, sql } from 'kysely'
import { call } from '../api/actions.ts'
import { amount } from '../api/checked.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { date, keyList, listOf, oneOf, text } from '../api/field.ts'
import type { Change } from '../db/change.ts'
import type { Tables } from '../db/schema.ts'
import { amountText, cents } from '../domain/money.ts'
import { type PlanTerm, planProblems } from '../domain/payment_plan.ts'
import { type DebtorRecord, doubtAbout, proposalProblems, type TermsRules } from '../domain/proposed_terms.ts'
import { emitMany } from '../events/emit_many.ts'
import { notify } from '../follow_up/perform/notify.ts'
import { makeTasks } from '../follow_up/perform/tasks.ts'
import { chooseItems } from '../follow_up/plans/items.ts'
import { makePlan, proposePlan } from '../follow_up/plans/make.ts'
import type { Settings } from '../settings/administration_settings.ts'
import { settingsOf } from '../settings/store.ts'
import { chosenInvoices } from './chosen.ts'
import { readText } from './comment.ts'
import { link_fields, openPortalLink, type PortalLink } from './links.ts'
import { countSaid } from './throttle.ts'

/**
 * Takes a proposal to pay in terms. What the rules of the creditor allow is agreed at once; everything else waits for a
 * person, who has a task. The same proposal again is the same one.
 */
export const proposeTerms = call({
  method: 'POST',
  path: '/portal/terms',
  reach: 'portal',
  description: 'Takes a proposal to pay in terms, which is agreed at once or answered by a person.',
  body: {
    ...link_fields,
    invoice_numbers: keyList('Invoices that it is about; of a case all of them are meant.').required(),
    terms: listOf(
      { amount: amount('Amount.').required(), due_date: date('Last day to pay it.').required() },
      'Terms, in the order in which they are due.',
    ).required(),
    text: text('Why the debtor asks for it.'),
  },
  answer: { state: oneOf(['active', 'proposed'], 'Whether it is agreed, or waits for an answer.').required() },
  run: async (context, body) => {
    const reason = readText(body.text) || null
    const link = await openPortalLink(context, body)
    await countSaid(context, link)
    const { terms, invoice_numbers } = body
    return context.change(link.administration_id, (change) =>
      takeProposal({ ...change, base_url: context.base_url }, link, { terms, invoice_numbers, reason }),
    )
  },
})

type Proposal = { terms: readonly PlanTerm[]; invoice_numbers: readonly string[]; reason: string | null }

/** Agrees to a proposal at once where the rules of the creditor say so, and asks a person otherwise. */
export async function takeProposal(
  change: Change & { base_url: string },
  link: PortalLink,
  { terms, invoice_numbers, reason }: Proposal,
): Promise<{ state: 'active' | 'proposed' }> {
  const known = await knownPlan(change, link, { terms, invoice_numbers })
  if (known !== null) return { state: known }
  const named = await itemsFor(change, link, invoice_numbers)
  const { chosen, problems } = await chooseItems(change, named.wanted)
  problems.push(...proposalProblems(terms, change.today), ...planProblems(chosen, terms))
  if (problems.length > 0) refuseParameters(problems)
  await refuseWhileProposed(change, link)
  const plan = { debtor_id: link.debtor_id, terms, items: chosen, reason }
  const rules = termsRulesOf(await settingsOf(change.db, change.administration_id))
  const { disputed } = named
  const record = await recordOf(change.db, link)
  if (doubtAbout(terms, rules, { today: change.today, record, disputed }) === null) {
    await makePlan(change, { ...plan, auto_activated: true })
    return { state: 'active' }
  }
  await askPerson(change, link, await proposePlan(change, plan, 'debtor'))
  return { state: 'proposed' }
}

/** The rules of the creditor, as its settings say them. */
export const termsRulesOf = (settings: Settings): TermsRules => ({
  who: settings.portal_terms_for,
  terms_max: settings.portal_terms_max,
  days_max: settings.portal_terms_days,
  term_minimum: settings.portal_term_minimum,
})

/** How a debtor kept to what it promised and agreed on in the last year. */
export async function recordOf(
  db: Kysely<Tables>,
  { administration_id, debtor_id }: PortalLink,
): Promise<DebtorRecord> {
  const { rows } = await sql<DebtorRecord>`
    select (select count(*)::integer from promises p
            where p.administration_id = ${administration_id}::bigint and p.debtor_id = ${debtor_id}::bigint
              and p.status = 'broken' and p.ended_at > now() - interval '1 year') as broken_promises,
           (select count(*)::integer from payment_plans p join payment_plan_terms t
              on t.administration_id = ${administration_id}::bigint and t.payment_plan_id = p.id
            where p.administration_id = ${administration_id}::bigint and p.debtor_id = ${debtor_id}::bigint
              and t.missed_at > now() - interval '1 year') as missed_terms`.execute(db)
  return rows[0] ?? { broken_promises: 0, missed_terms: 0 }
}

type Named = {
  wanted: { invoice_numbers?: string[]; credit_case_numbers?: string[] }
  disputed: boolean
}

/** A case is agreed on as a whole; of everything else the invoices that were chosen. */
async function itemsFor(change: Change, link: PortalLink, numbers: readonly string[]): Promise<Named> {
  const invoices = await chosenInvoices(change.db, link, change.today, numbers)
  const disputed = invoices.some(({ dispute_id }) => dispute_id !== null)
  if (link.family !== 'credit_cases')
    return { wanted: { invoice_numbers: invoices.map(({ invoice_number }) => invoice_number) }, disputed }
  const { case_number } = await change.db
    .selectFrom('credit_cases')
    .select('case_number')
    .where('administration_id', '=', change.administration_id)
    .where('id', '=', link.id)
    .executeTakeFirstOrThrow()
  return { wanted: { credit_case_numbers: [case_number] }, disputed }
}

/** The state of a plan of just these terms and items that the debtor made a moment ago: a second tap is the same. */
async function knownPlan(
  { db, administration_id, now }: Change,
  { debtor_id, family, id }: PortalLink,
  { terms, invoice_numbers }: Pick<Proposal, 'terms' | 'invoice_numbers'>,
): Promise<'active' | 'proposed' | null> {
  const wanted = JSON.stringify(terms.map(({ amount: of, due_date }) => [due_date, amountText(cents(of))]))
  const { rows } = await sql<{ active: boolean | null; terms: string; numbers: string[]; case_ids: string[] }>`
    select p.active, array(
      select i.invoice_number from payment_plan_invoices l
      join invoices i on i.administration_id = ${administration_id}::bigint and i.id = l.invoice_id
      where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = p.id) as numbers, array(
      select l.credit_case_id::text from payment_plan_credit_cases l
      where l.administration_id = ${administration_id}::bigint and l.payment_plan_id = p.id) as case_ids, (
      select json_agg(json_build_array(t.due_date, t.total_amount::text) order by t.due_date, t.id)::text
      from payment_plan_terms t
      where t.administration_id = ${administration_id}::bigint and t.payment_plan_id = p.id) as terms
    from payment_plans p
    where p.administration_id = ${administration_id}::bigint and p.debtor_id = ${debtor_id}::bigint
      and (p.auto_activated or p.proposed_by = 'debtor') and p.rejected_at is null and p.deactivated_at is null
      and p.created_at > ${now.toISOString()}::timestamptz - interval '1 hour'`.execute(db)
  // A plan of a case has no invoices of its own, and other cases may owe the same.
  const [numbers, case_ids] = family === 'credit_cases' ? [[], [id]] : [invoice_numbers, []]
  const found = rows.find(
    (row) =>
      JSON.stringify(JSON.parse(row.terms)) === wanted &&
      listed(row.numbers) === listed(numbers) &&
      listed(row.case_ids) === listed(case_ids),
  )
  return found ? (found.active ? 'active' : 'proposed') : null
}

const listed = (names: readonly string[]): string => JSON.stringify([...new Set(names)].sort())

/** One proposal at a time: the creditor would have to answer both. */
async function refuseWhileProposed({ db, administration_id }: Change, { debtor_id }: PortalLink): Promise<void> {
  const { rows } = await sql`
    select from payment_plans p
    where p.administration_id = ${administration_id}::bigint and p.debtor_id = ${debtor_id}::bigint
      and p.proposed_at is not null and p.approved_at is null and p.rejected_at is null and p.deactivated_at is null
    limit 1`.execute(db)
  if (rows.length > 0) refuse('conflict', 'There is a proposal already that waits for an answer.')
}

async function askPerson(change: Change, { debtor_id }: PortalLink, plan_id: string): Promise<void> {
  const { happened } = await makeTasks(change, [{ kind: 'plan_proposed', key: plan_id, debtor_id }])
  await emitMany(change, happened)
  await notify(change, [{ notification_type: 'payment_plan_proposed', debtor_id, key: plan_id }])
}
