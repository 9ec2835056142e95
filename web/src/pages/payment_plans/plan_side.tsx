import { useQuery } from '@tanstack/react-query'
import { outlooksQuery } from '../../api/follow_up.ts'
import { debtorQuery, type RecordKey, standingQuery } from '../../api/records.ts'
import { type PaymentPlan, planItemsQuery, planState } from '../../api/work.ts'
import { usePlanCurrency } from '../../parts/agreements/use_plan_currency.ts'
import { Moment } from '../../parts/moment.tsx'
import { MailLinks, PhoneLink } from '../../parts/reach_links.tsx'
import { type Fact, FactList, Facts } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { PlanProgress } from '../../parts/records/plan_progress.tsx'
import { countLate, countPaid, termsOf } from '../../parts/records/plan_terms.ts'
import record from '../../parts/records/record.module.css'
import { WhatComesNext } from '../../parts/records/what_comes_next.tsx'
import { Section } from '../../parts/section.tsx'
import { Settled } from '../../parts/settled.tsx'
import { useToday } from '../../session/use_today.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { sumOf } from '../../words/sum.ts'
import { useWords } from '../../words/words.tsx'

type Props = { plan: PaymentPlan; plan_key: RecordKey }

/** How far it is, what comes next for the debtor, and how it came about; all of it comes together. */
export function PlanSide({ plan, plan_key }: Props) {
  const { words } = useWords()
  const debtor_key = { administration_id: plan_key.administration_id, id: plan.debtor_id }
  const standing = useQuery(standingQuery(debtor_key, 'debtors'))
  const outlooks = useQuery(outlooksQuery(debtor_key, 'debtors'))
  const debtor = useQuery(debtorQuery(debtor_key))
  const items = useQuery(planItemsQuery(plan_key))
  const all = [standing, outlooks, debtor, items]
  return (
    <Settled pending={all.map(({ isPending }) => isPending)} rows={8}>
      <Section title={words.record_amounts}>
        <FactList facts={useAmounts(plan, plan_key)} amounts />
      </Section>
      <WhatComesNext record_key={debtor_key} family="debtors" holds={standing.data?.holds ?? []} shown={3} />
      <Facts title={words.record_debtor} facts={useDebtorFacts(plan, plan_key)} />
      <Facts title={words.record_data} facts={useHistory(plan, items.data?.rejection_reason)} />
    </Settled>
  )
}

function useAmounts(plan: PaymentPlan, plan_key: RecordKey): Fact[] {
  const { words, language } = useWords()
  const today = useToday(plan_key.administration_id)
  const currency_code = usePlanCurrency(plan_key)
  const terms = termsOf(plan)
  const running = planState(plan) === 'active'
  const late = running ? countLate(plan, today) : 0
  const next = running ? terms.find(({ payment_date }) => payment_date === null) : undefined
  const money = (amounts: string[]): string => sayMoney(sumOf(amounts), currency_code, language)
  return [
    [words.record_open_amount, money(terms.map(({ amount_due }) => amount_due))],
    [words.record_total_amount, money(terms.map(({ total_amount }) => total_amount))],
    [words.plans_progress, <PlanProgress key="progress" terms={terms.length} paid={countPaid(plan)} late={late} />],
    [words.plans_next, next && `${sayDay(next.due_date, language)}, ${money([next.amount_due])}`],
  ]
}

export function useDebtorFacts(plan: PaymentPlan, { administration_id }: RecordKey): Fact[] {
  const { words } = useWords()
  const { data: debtor } = useQuery(debtorQuery({ administration_id, id: plan.debtor_id }))
  const mail = debtor?.reminder_email_address || debtor?.primary_email_address
  return [
    [
      words.record_debtor,
      <RecordLink family="debtors" key="debtor" administration_id={administration_id} id={plan.debtor_id}>
        {debtor?.name ?? words.record_debtor}
      </RecordLink>,
    ],
    [words.record_phone, debtor?.call_phone_number && <PhoneLink key="phone" number={debtor.call_phone_number} />],
    [words.plans_mail, mail && <MailLinks key="mail" addresses={mail} />],
  ]
}

export function useHistory(plan: PaymentPlan, rejection_reason: string | null | undefined): Fact[] {
  const { words } = useWords()
  const moment = (at: string | null) => at && <Moment key={at} at={at} />
  return [
    [words.plans_reason, plan.reason],
    [plan.proposed_by === 'creditor' ? words.plans_offered_at : words.plans_proposed_at, moment(plan.proposed_at)],
    [
      words.plans_approved_at,
      plan.approved_at && (
        <span key="approved" className={record.two}>
          <Moment at={plan.approved_at} />
          {plan.auto_activated && <span className="hint">{words.plans_approved_alone}</span>}
        </span>
      ),
    ],
    [words.plans_rejected_at, moment(plan.rejected_at)],
    [words.plans_rejected_by, plan.rejected_by_user?.name],
    [words.agree_rejected_reason, rejection_reason],
    [words.plans_ended_at, moment(plan.deactivated_at)],
    [words.plans_made_at, moment(plan.created_at)],
    [words.record_updated_at, moment(plan.updated_at)],
  ]
}
