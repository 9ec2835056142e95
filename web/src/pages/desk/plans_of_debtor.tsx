import { useQuery } from '@tanstack/react-query'
import type { Place } from '../../api/records.ts'
import { planState, plansOfQuery } from '../../api/work.ts'
import { DataTable } from '../../parts/data_table.tsx'
import { Section } from '../../parts/section.tsx'
import { sayDay } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { todayUtc } from '../records/parts.tsx'
import { PlanLink } from './about.tsx'
import { PlanProgress } from './plan_progress.tsx'
import { lateTerms, termsOf } from './plan_terms.tsx'

/** The payment plans of a debtor, newest first; nothing where there are none. */
export function PlansOfDebtor({ place, debtor_number }: { place: Place; debtor_number: string }) {
  const { words, language } = useWords()
  const today = todayUtc()
  const plans = useQuery(plansOfQuery(place.administration_id, debtor_number))
  const own = (plans.data?.data ?? []).filter(({ debtor_id }) => debtor_id === place.id).toReversed()
  if (own.length === 0) return null
  return (
    <Section title={words.nav_payment_plans}>
      <DataTable
        label={words.nav_payment_plans}
        columns={[words.plans_made_at, words.record_state, words.plans_progress, words.plans_next]}
        rows={own.map((plan) => {
          const state = planState(plan)
          const next = state === 'active' ? termsOf(plan).find(({ payment_date }) => payment_date === null) : undefined
          return {
            key: plan.id,
            cells: [
              <PlanLink key="link" administration_id={place.administration_id} id={plan.id}>
                {sayDay(plan.created_at, language)}
              </PlanLink>,
              sayType(words, 'plan', state),
              <PlanProgress
                key="progress"
                terms={termsOf(plan).length}
                paid={termsOf(plan).filter(({ payment_date }) => payment_date !== null).length}
                late={state === 'active' ? lateTerms(plan, today).length : 0}
              />,
              next ? sayDay(next.due_date, language) : '–',
            ],
          }
        })}
      />
    </Section>
  )
}
