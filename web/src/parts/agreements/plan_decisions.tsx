import type { RecordKey } from '../../api/records.ts'
import { type PaymentPlan, planState } from '../../api/work.ts'
import { useRole } from '../../session/use_role.ts'
import { useToday } from '../../session/use_today.ts'
import { sumOf } from '../../words/sum.ts'
import { termsOf } from '../records/plan_terms.ts'
import { OfferTerms } from './offer_terms.tsx'
import { PlanVerbs } from './plan_verbs.tsx'
import { usePlanCurrency } from './use_plan_currency.ts'

type PlanDecisionsProps = { plan: PaymentPlan; plan_key: RecordKey; keyed?: boolean }

/** What is decided about a plan: approve, reject or end it, and other terms for one that a debtor proposed. */
export function PlanDecisions({ plan, plan_key, keyed = true }: PlanDecisionsProps) {
  const { administration_id } = plan_key
  const { may_work } = useRole(administration_id)
  const today = useToday(administration_id)
  const currency_code = usePlanCurrency(plan_key)
  const state = planState(plan)
  const terms = termsOf(plan)
  const offered = plan.proposed_by === 'creditor'
  if (!may_work) return null
  return (
    <PlanVerbs {...{ state, offered, plan_key, keyed }}>
      {state === 'proposed' && !offered && (
        <OfferTerms
          {...{ plan_key, today, currency_code }}
          total={sumOf(terms.map(({ total_amount }) => total_amount))}
          count={terms.length}
        />
      )}
    </PlanVerbs>
  )
}
