import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { debtorQuery, type RecordKey } from '../../api/records.ts'
import {
  type PlanItems as Items,
  type PaymentPlan,
  type PlanState,
  planItemsQuery,
  planQuery,
  planState,
} from '../../api/work.ts'
import { AgreementButtons } from '../../parts/agreements/agreement_buttons.tsx'
import { OfferTerms } from '../../parts/agreements/offer_terms.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Badges } from '../../parts/records/badges.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { PlanProgress } from '../../parts/records/plan_progress.tsx'
import { countLate, countPaid, termsOf } from '../../parts/records/plan_terms.ts'
import { PortalLink } from '../../parts/records/portal_link.tsx'
import record from '../../parts/records/record.module.css'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Timeline } from '../../parts/records/timeline.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { useRole } from '../../session/use_role.ts'
import { useToday } from '../../session/use_today.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { sumOf } from '../../words/sum.ts'
import { useWords } from '../../words/words.tsx'
import { PlanItems } from './plan_items.tsx'
import { PlanTerms } from './plan_terms.tsx'
import { PlanVerbs } from './plan_verbs.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/payment_plans/$record_id')

export function PaymentPlanPage() {
  const params = route.useParams()
  const { words } = useWords()
  const back = (
    <Link
      to="/administrations/$administration_id/payment_plans"
      params={{ administration_id: params.administration_id }}
    >
      {words.nav_payment_plans}
    </Link>
  )
  return (
    <RecordPage params={params} query={planQuery} back={back}>
      {(plan, plan_key) => <Content plan={plan} plan_key={plan_key} />}
    </RecordPage>
  )
}

const tones: Readonly<Partial<Record<PlanState, 'good' | 'bad'>>> = { finished: 'good', rejected: 'bad' }

function Content({ plan, plan_key }: { plan: PaymentPlan; plan_key: RecordKey }) {
  const { words, language } = useWords()
  const { administration_id } = plan_key
  const { may_work } = useRole(administration_id)
  const today = useToday(administration_id)
  const debtor = useQuery(debtorQuery({ administration_id, id: plan.debtor_id }))
  const items = useQuery(planItemsQuery(plan_key))
  const books = useCurrency(administration_id)
  const currency_code = items.data?.currency_code ?? books
  const state = planState(plan)
  const late = state === 'active' ? countLate(plan, today) : 0
  const terms = termsOf(plan)
  const tone = tones[state]
  const money = (amounts: string[]): string => sayMoney(sumOf(amounts), currency_code, language)
  return (
    <>
      <PageHeading
        title={debtor.data ? fill(words.plans_plan_of, { name: debtor.data.name }) : words.plans_plan}
        action={
          may_work && (
            <PlanVerbs state={state} offered={plan.proposed_by === 'creditor'} plan_key={plan_key}>
              {state === 'proposed' && plan.proposed_by !== 'creditor' && (
                <OfferTerms
                  plan_key={plan_key}
                  total={sumOf(terms.map(({ total_amount }) => total_amount))}
                  count={terms.length}
                  today={today}
                  currency_code={currency_code}
                />
              )}
              {state === 'active' && (
                <AgreementButtons
                  administration_id={administration_id}
                  debtor_id={plan.debtor_id}
                  {...scopeOf(items.data)}
                  offer={['payment']}
                />
              )}
            </PlanVerbs>
          )
        }
      />
      <Badges
        badges={[
          { text: sayType(words, 'plan', state), ...(tone ? { tone } : {}) },
          ...(late > 0 ? [{ text: counted(late, words.plans_late_one, words.plans_late), tone: 'bad' as const }] : []),
        ]}
      />
      <div className={record.columns}>
        <Facts
          title={words.record_amounts}
          facts={[
            [words.record_open_amount, money(terms.map(({ amount_due }) => amount_due))],
            [words.record_total_amount, money(terms.map(({ total_amount }) => total_amount))],
            [
              words.plans_progress,
              <PlanProgress key="progress" terms={terms.length} paid={countPaid(plan)} late={late} />,
            ],
          ]}
        />
        <History
          plan={plan}
          administration_id={administration_id}
          debtor_name={debtor.data?.name}
          rejection_reason={items.data?.rejection_reason}
        />
      </div>
      <PlanTerms plan={plan} today={today} currency_code={currency_code} running={state === 'active'} />
      {items.data && <PlanItems items={items.data} administration_id={administration_id} />}
      <Timeline record_key={{ administration_id, id: plan.debtor_id }} family="debtors" currency_code={currency_code} />
      <PortalLink record_key={plan_key} family="payment_plans" url={plan.public_url} />
    </>
  )
}

/** What a payment is for first: what the plan is about, where that is one thing. */
function scopeOf(items: Items | undefined): { invoice_id?: string; credit_case_id?: string } {
  if (items?.invoices.length === 1 && items.credit_cases.length === 0)
    return { invoice_id: items.invoices[0]?.id ?? '' }
  const [first] = items?.credit_cases ?? []
  return first ? { credit_case_id: first.id } : {}
}

type HistoryProps = {
  plan: PaymentPlan
  administration_id: string
  debtor_name: string | undefined
  rejection_reason: string | null | undefined
}

function History({ plan, administration_id, debtor_name, rejection_reason }: HistoryProps) {
  const { words } = useWords()
  const moment = (at: string | null) => at && <Moment key={at} at={at} />
  return (
    <Facts
      title={words.record_data}
      facts={[
        [
          words.record_debtor,
          <RecordLink family="debtors" key="debtor" administration_id={administration_id} id={plan.debtor_id}>
            {debtor_name ?? words.record_debtor}
          </RecordLink>,
        ],
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
      ]}
    />
  )
}
