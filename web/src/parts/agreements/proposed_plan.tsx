import { useQuery } from '@tanstack/react-query'
import type { RecordKey } from '../../api/records.ts'
import { type PaymentPlan, planQuery, planState } from '../../api/work.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayMoney, sayWeekday } from '../../words/formats.ts'
import { sumOf } from '../../words/sum.ts'
import { useWords } from '../../words/words.tsx'
import { RecordLink } from '../records/links.tsx'
import { termsOf } from '../records/plan_terms.ts'
import classes from './agreements.module.css'
import { PlanDecisions } from './plan_decisions.tsx'
import { usePlanCurrency } from './use_plan_currency.ts'

/** Terms that a debtor proposed and nobody has decided about: approve, reject, or offer others, where one works. */
export function ProposedPlan({ plan_key }: { plan_key: RecordKey }) {
  const { data: plan } = useQuery(planQuery(plan_key))
  // Whoever decided just now sees that it is over.
  if (!plan || planState(plan) !== 'proposed') return null
  return <Proposal plan={plan} plan_key={plan_key} />
}

function Proposal({ plan, plan_key }: { plan: PaymentPlan; plan_key: RecordKey }) {
  const { words, language } = useWords()
  const currency_code = usePlanCurrency(plan_key)
  const terms = termsOf(plan)
  const [first] = terms
  const total = sumOf(terms.map(({ total_amount }) => total_amount))
  return (
    <section className={classes.proposal} aria-label={words.proposal_heading}>
      <h3>
        <RecordLink family="payment_plans" administration_id={plan_key.administration_id} id={plan_key.id}>
          {words.proposal_heading}
        </RecordLink>
      </h3>
      <p>
        {fill(counted(terms.length, words.proposal_terms_one, words.proposal_terms), {
          total: sayMoney(total, currency_code, language),
          first: first ? sayMoney(first.total_amount, currency_code, language) : '',
          day: first ? sayWeekday(first.due_date, language) : '',
        })}
      </p>
      {plan.reason && <blockquote>{plan.reason}</blockquote>}
      <div className="ways">
        <PlanDecisions plan={plan} plan_key={plan_key} keyed={false} />
      </div>
    </section>
  )
}
