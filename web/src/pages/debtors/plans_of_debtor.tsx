import { useQuery } from '@tanstack/react-query'
import type { RecordKey } from '../../api/records.ts'
import { planState, plansOfQuery } from '../../api/work.ts'
import { RecordLink } from '../../parts/records/links.tsx'
import { PlanProgress } from '../../parts/records/plan_progress.tsx'
import { countLate, countPaid, termsOf } from '../../parts/records/plan_terms.ts'
import { Section } from '../../parts/section.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { useToday } from '../../session/use_today.ts'
import { sayDay } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

type PlansOfDebtorProps = { debtor_key: RecordKey; debtor_number: string }

/** The payment plans of a debtor, newest first; nothing where there are none. */
export function PlansOfDebtor({ debtor_key: { administration_id, id }, debtor_number }: PlansOfDebtorProps) {
  const { words, language } = useWords()
  const today = useToday(administration_id)
  const { data } = useQuery(plansOfQuery(administration_id, debtor_number))
  const plans = (data?.data ?? [])
    .filter(({ debtor_id }) => debtor_id === id)
    .map((plan) => ({ ...plan, state: planState(plan) }))
    .toReversed()
  if (plans.length === 0) return null
  return (
    <Section title={words.nav_payment_plans}>
      <DataTable
        label={words.nav_payment_plans}
        rows={plans}
        columns={[
          {
            id: 'made_at',
            title: words.plans_made_at,
            cell: (plan) => (
              <RecordLink family="payment_plans" administration_id={administration_id} id={plan.id}>
                {sayDay(plan.created_at, language)}
              </RecordLink>
            ),
          },
          { id: 'state', title: words.record_state, cell: ({ state }) => sayType(words, 'plan', state) },
          {
            id: 'progress',
            title: words.plans_progress,
            cell: (plan) => (
              <PlanProgress
                terms={termsOf(plan).length}
                paid={countPaid(plan)}
                late={plan.state === 'active' ? countLate(plan, today) : 0}
              />
            ),
          },
          {
            id: 'next',
            title: words.plans_next,
            cell: (plan) => {
              const next = termsOf(plan).find(({ payment_date }) => payment_date === null)
              return plan.state === 'active' && next ? sayDay(next.due_date, language) : '–'
            },
          },
        ]}
      />
    </Section>
  )
}
