import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { dateTime, id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'
import { itemsOfLink } from '../portal/invoices.ts'
import type { PortalLink } from '../portal/links.ts'
import { type CaseStage, case_stages, daysSince, stage, stage_since } from './case_stage.ts'
import { shownMoment } from './places.ts'
import { holdsOf, type StandingFamily, standing_families } from './standing_holds.ts'

/** How a record stands: what its debtor is asked for, how far it is, and why nothing happens if nothing does. */
export const standing_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/standing',
    reach: 'person',
    description: 'Tells what holds the follow-up of a record, what its debtor is asked for, and the stage of a case.',
    body: {
      administration_id: id('Administration.').required(),
      family: oneOf(standing_families, 'What kind of record it is.').required(),
      id: id('The record.').required(),
    },
    answer: {
      holds: listOf(
        {
          reason: text('Why nothing is sent.').required(),
          since: dateTime('Since when.'),
          payment_plan_id: id('Payment plan that is the reason.'),
          credit_case_id: id('Credit case that is the reason.'),
          task_id: id('Task that is the reason.'),
          subject: text('Subject of that task, or number of that case.'),
        },
        'What keeps it from being followed up.',
      ).required(),
      sums: listOf(
        {
          currency_code: text('Currency, ISO 4217.').required(),
          invoices_amount: money('What is open of invoices.').required(),
          credit_amount: money('What is open of credit notes; at most 0.').required(),
          administration_costs_amount: money('Open costs of reminding.').required(),
          interest_amount: money('Open interest.').required(),
          collection_costs_amount: money('Open costs of collection.').required(),
          asked_amount: money('What the debtor is asked for: all of the above.').required(),
          not_sent_amount: money('What is open of invoices that were not sent yet, and is not asked for.').required(),
        },
        'What is open, by currency.',
      ).required(),
      stage: oneOf(case_stages, 'How far a credit case is.'),
      stage_since: dateTime('When it came into that stage.'),
      days_in_stage: integer('Days since then.'),
    },
    run: async ({ db, principal, now }, { administration_id, family, id: record_id }) => {
      if (!principal.administrations.has(administration_id)) refuse('not_found', 'There is no such record.')
      const link = { administration_id, family, id: record_id }
      const debtor_id = await debtorOf(db, link)
      const staged = family === 'credit_cases' ? await stageOf(db, link, now) : nowhere
      return { holds: await holdsOf(db, link), sums: await sumsOf(db, { ...link, debtor_id }), ...staged }
    },
  }),
}

type Found = { administration_id: string; family: StandingFamily; id: string }

async function debtorOf(db: Kysely<Tables>, { administration_id, family, id: record_id }: Found): Promise<string> {
  const { rows } = await sql<{ debtor_id: string }>`
    select r.${sql.ref(family === 'debtors' ? 'id' : 'debtor_id')}::text as debtor_id from ${sql.table(family)} r
    where r.administration_id = ${administration_id}::bigint and r.id = ${record_id}::bigint`.execute(db)
  return rows[0]?.debtor_id ?? refuse('not_found', 'There is no such record.')
}

type Staged = { stage: CaseStage | null; stage_since: string | null; days_in_stage: number | null }
const nowhere: Staged = { stage: null, stage_since: null, days_in_stage: null }

async function stageOf(
  db: Kysely<Tables>,
  { administration_id, id: credit_case_id }: Found,
  now: Date,
): Promise<Staged> {
  const { rows } = await sql<Staged>`
    select ${stage} as stage, ${shownMoment(stage_since)} as stage_since,
           ${daysSince(stage_since, now)} as days_in_stage
    from credit_cases r join administrations a on a.id = r.administration_id
    where r.administration_id = ${administration_id}::bigint and r.id = ${credit_case_id}::bigint`.execute(db)
  return rows[0] ?? nowhere
}

type Sum = {
  currency_code: string
  invoices_amount: string
  credit_amount: string
  administration_costs_amount: string
  interest_amount: string
  collection_costs_amount: string
  asked_amount: string
  not_sent_amount: string
}

/** Which invoices a debtor is asked for is what the portal says; here they are told apart by what they consist of. */
async function sumsOf(db: Kysely<Tables>, link: PortalLink): Promise<Sum[]> {
  const { administration_id, family, debtor_id } = link
  const asked = itemsOfLink(link)
  const { rows } = await sql<Sum>`
    select currency_code,
           coalesce(sum(open_amount) filter (where asked and open_amount > 0), 0)::numeric(18,2)::text
             as invoices_amount,
           coalesce(sum(open_amount) filter (where asked and open_amount < 0), 0)::numeric(18,2)::text as credit_amount,
           coalesce(sum(administration_costs_open) filter (where asked), 0)::numeric(18,2)::text
             as administration_costs_amount,
           coalesce(sum(interest_costs_open) filter (where asked), 0)::numeric(18,2)::text as interest_amount,
           coalesce(sum(debt_collection_costs_open) filter (where asked), 0)::numeric(18,2)::text
             as collection_costs_amount,
           coalesce(sum(open_amount + administration_costs_open + interest_costs_open + debt_collection_costs_open)
                      filter (where asked), 0)::numeric(18,2)::text as asked_amount,
           coalesce(sum(open_amount) filter (where not asked), 0)::numeric(18,2)::text as not_sent_amount
    from (
      select i.currency_code, i.open_amount, i.administration_costs_open, i.interest_costs_open,
             i.debt_collection_costs_open, (${asked}) as asked
      from invoices i
      where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${debtor_id}::bigint
        and ${family === 'debtors' ? sql`(i.open_amount <> 0 or (${asked}))` : asked}
    ) open
    group by currency_code order by currency_code`.execute(db)
  return rows
}
