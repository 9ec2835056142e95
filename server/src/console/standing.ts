import { type Kysely, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { date, dateTime, id, integer, listOf, money, oneOf, text } from '../api/field.ts'
import { shownMoment } from '../db/moments.ts'
import type { Tables } from '../db/schema.ts'
import { type CaseStage, case_stage_names } from '../domain/case_stages.ts'
import type { Day } from '../domain/days.ts'
import { daysSince, stage, stage_since } from '../follow_up/case_stage.ts'
import { type OwedOf, owedOn } from '../follow_up/owed.ts'
import { type HeldFamily, held_families, holdsOf } from '../follow_up/record_holds.ts'

/** How a record stands: what its debtor is asked for, how far it is, and why nothing happens if nothing does. */
export const standing_calls: Actions = {
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/standing',
    reach: 'member',
    description: 'Shows what holds the follow-up of a record, what its debtor is asked for, and the stage of a case.',
    body: {
      family: oneOf(held_families, 'What kind of record it is.').required(),
      id: id('The record.').required(),
    },
    answer: {
      holds: listOf(
        {
          reason: text('Why nothing is sent.').required(),
          since: dateTime('Since when.'),
          until: date('The last day on which it holds; empty when nobody can say.'),
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
          invoices_amount: money('What is asked for of invoices.').required(),
          administration_costs_amount: money('Costs of reminding that are asked for.').required(),
          interest_amount: money('Interest that is asked for.').required(),
          collection_costs_amount: money('Costs of collection that are asked for.').required(),
          asked_amount: money('What the debtor is asked for: all of the above.').required(),
          collected_amount: money('What will be collected from the account of the debtor.').required(),
          planned_amount: money('What is paid by the terms of a running plan.').required(),
          credit_amount: money('What the debtor has to its credit; at most 0.').required(),
          not_sent_amount: money('What is open of invoices that were not sent yet, and is not asked for.').required(),
        },
        'What is open, by currency.',
      ).required(),
      stage: oneOf(case_stage_names, 'How far a credit case is.'),
      stage_since: dateTime('When it came into that stage.'),
      days_in_stage: integer('Days since then.'),
      opened_by: text(
        'Who opened a credit case; empty when the service or other software did, or nobody knows any more.',
      ),
    },
    run: async ({ db, today, administration_id }, { family, id: record_id }) => {
      const link = { administration_id, family, id: record_id }
      const debtor_id = await debtorOf(db, link)
      const staged = family === 'credit_cases' ? await stageOf(db, link, today) : nowhere
      const sums = await partsOf(db, { ...link, debtor_id }, today)
      return { holds: await holdsOf(db, link, today), sums, ...staged }
    },
  }),
}

type RecordKey = { administration_id: string; family: HeldFamily; id: string }

async function debtorOf(db: Kysely<Tables>, { administration_id, family, id: record_id }: RecordKey): Promise<string> {
  const { rows } = await sql<{ debtor_id: string }>`
    select r.${sql.ref(family === 'debtors' ? 'id' : 'debtor_id')}::text as debtor_id from ${sql.table(family)} r
    where r.administration_id = ${administration_id}::bigint and r.id = ${record_id}::bigint`.execute(db)
  return rows[0]?.debtor_id ?? refuse('not_found', 'There is no such record.')
}

type Staged = {
  stage: CaseStage | null
  stage_since: string | null
  days_in_stage: number | null
  opened_by: string | null
}
const nowhere: Staged = { stage: null, stage_since: null, days_in_stage: null, opened_by: null }

async function stageOf(
  db: Kysely<Tables>,
  { administration_id, id: credit_case_id }: RecordKey,
  today: Day,
): Promise<Staged> {
  const { rows } = await sql<Staged>`
    select ${stage} as stage, ${shownMoment(stage_since)} as stage_since,
           ${daysSince(stage_since, today)} as days_in_stage,
           -- The first event of a case is that it was opened.
           (select u.name from (
              select e.actor_user_id from events e
              where e.administration_id = ${administration_id}::bigint and e.resource_type = 'credit_case'
                and e.resource_id = r.id
              order by e.id limit 1) first join users u on u.id = first.actor_user_id) as opened_by
    from credit_cases r join administrations a on a.id = r.administration_id
    where r.administration_id = ${administration_id}::bigint and r.id = ${credit_case_id}::bigint`.execute(db)
  return rows[0] ?? nowhere
}

type Parts = {
  currency_code: string
  invoices_amount: string
  administration_costs_amount: string
  interest_amount: string
  collection_costs_amount: string
  asked_amount: string
  collected_amount: string
  planned_amount: string
  credit_amount: string
  not_sent_amount: string
}

/** What a debtor is asked for is what the portal says; here it is broken down into its parts. */
async function partsOf(db: Kysely<Tables>, link: OwedOf, today: Day): Promise<Parts[]> {
  const { administration_id, family, debtor_id } = link
  const sum = (amount: string, which: string) =>
    sql`coalesce(sum(${sql.ref(amount)}) filter (where ${sql.raw(which)}), 0)::numeric(18,2)::text`
  const { rows } = await sql<Parts>`
    with listed as (
      select currency_code, open_amount, administration_costs_open, interest_costs_open, debt_collection_costs_open,
             owed, plan_id, asked, collected, false as not_sent
      from (${owedOn(link, today)}) owed_on
      union all
      select currency_code, open_amount, 0, 0, 0, 0, null, false, false, true
      from invoices
      where administration_id = ${administration_id}::bigint and debtor_id = ${debtor_id}::bigint
        and ${family === 'debtors'}::boolean and sent_at is null and open_amount > 0
    )
    select currency_code,
           ${sum('open_amount', 'asked')} as invoices_amount,
           ${sum('administration_costs_open', 'asked')} as administration_costs_amount,
           ${sum('interest_costs_open', 'asked')} as interest_amount,
           ${sum('debt_collection_costs_open', 'asked')} as collection_costs_amount,
           ${sum('owed', 'asked')} as asked_amount,
           ${sum('owed', 'collected')} as collected_amount,
           ${sum('owed', 'plan_id is not null')} as planned_amount,
           ${sum('owed', 'plan_id is null and owed < 0')} as credit_amount,
           ${sum('open_amount', 'not_sent')} as not_sent_amount
    from listed group by currency_code order by currency_code`.execute(db)
  return rows
}
