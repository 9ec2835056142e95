import { useQuery } from '@tanstack/react-query'
import { outlooksQuery } from '../../api/follow_up.ts'
import { debtorQuery, type RecordKey, standingQuery } from '../../api/records.ts'
import { type PaymentPlan, planItemsQuery, planQuery } from '../../api/work.ts'
import { PlanDecisions } from '../../parts/agreements/plan_decisions.tsx'
import { usePlanCurrency } from '../../parts/agreements/use_plan_currency.ts'
import { FactList } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { isLate, termsOf } from '../../parts/records/plan_terms.ts'
import record from '../../parts/records/record.module.css'
import classes from '../../parts/records/record_panel.module.css'
import { PanelFigure, RecordPanel } from '../../parts/records/record_panel.tsx'
import { WhatComesNext } from '../../parts/records/what_comes_next.tsx'
import { Section } from '../../parts/section.tsx'
import { Settled } from '../../parts/settled.tsx'
import { useToday } from '../../session/use_today.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney, sayShortDay } from '../../words/formats.ts'
import { sumOf } from '../../words/sum.ts'
import { useWords } from '../../words/words.tsx'
import { Marks } from './plan_marks.tsx'
import { useDebtorFacts, useHistory } from './plan_side.tsx'

/** One payment plan beside the list that it is on. */
export function PlanPanel({ plan_key }: { plan_key: RecordKey }) {
  const { words } = useWords()
  return (
    <RecordPanel family="payment_plans" record_key={plan_key} query={planQuery} nameOf={() => words.plans_plan}>
      {(plan) => <Content plan={plan} plan_key={plan_key} />}
    </RecordPanel>
  )
}

type ContentProps = { plan: PaymentPlan; plan_key: RecordKey }

function Content({ plan, plan_key }: ContentProps) {
  const { words, language } = useWords()
  const { administration_id } = plan_key
  const debtor_key = { administration_id, id: plan.debtor_id }
  const standing = useQuery(standingQuery(debtor_key, 'debtors'))
  const outlooks = useQuery(outlooksQuery(debtor_key, 'debtors'))
  const debtor = useQuery(debtorQuery(debtor_key))
  const items = useQuery(planItemsQuery(plan_key))
  const currency_code = usePlanCurrency(plan_key)
  const open = sumOf(termsOf(plan).map(({ amount_due }) => amount_due))
  return (
    <Settled pending={[standing, outlooks, debtor, items].map(({ isPending }) => isPending)}>
      <RecordLink family="debtors" administration_id={administration_id} id={plan.debtor_id}>
        {debtor.data?.name ?? words.record_debtor}
      </RecordLink>
      <PanelFigure figure={sayMoney(open, currency_code, language)}>
        <Marks plan={plan} administration_id={administration_id} />
      </PanelFigure>
      <div className="ways">
        <PlanDecisions plan={plan} plan_key={plan_key} keyed={false} />
      </div>
      <Terms plan={plan} plan_key={plan_key} />
      <WhatComesNext record_key={debtor_key} family="debtors" holds={standing.data?.holds ?? []} shown={2} />
      <Section title={words.record_data}>
        <FactList
          facts={[...useDebtorFacts(plan, plan_key).slice(1), ...useHistory(plan, items.data?.rejection_reason)]}
        />
      </Section>
    </Settled>
  )
}

function Terms({ plan, plan_key }: ContentProps) {
  const { words, language } = useWords()
  const today = useToday(plan_key.administration_id)
  const currency_code = usePlanCurrency(plan_key)
  return (
    <Section title={words.plans_terms}>
      <ol className={classes.lines}>
        {termsOf(plan).map((term) => (
          <li key={term.id} className={classes.line} data-amounts>
            <span className={plan.active && isLate(term, today) ? record.late : undefined}>
              {sayDay(term.due_date, language)}
            </span>
            <span className={classes.soft}>
              {term.payment_date
                ? fill(words.plans_paid_on, { day: sayShortDay(term.payment_date, language) })
                : words.plans_term_open}
            </span>
            <span>{sayMoney(term.total_amount, currency_code, language)}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
