import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { debtorQuery, type RecordKey } from '../../api/records.ts'
import { todayPanelQuery } from '../../api/today.ts'
import { type PlanItems as Items, type PaymentPlan, planItemsQuery, planQuery, planState } from '../../api/work.ts'
import { AgreementButtons } from '../../parts/agreements/agreement_buttons.tsx'
import { PlanDecisions } from '../../parts/agreements/plan_decisions.tsx'
import { usePlanCurrency } from '../../parts/agreements/use_plan_currency.ts'
import { ActForm } from '../../parts/calls/act_form.tsx'
import { CallForm } from '../../parts/calls/call_form.tsx'
import { FillButtons, type Filling } from '../../parts/calls/fill_buttons.tsx'
import { Composer } from '../../parts/composer/composer.tsx'
import { Conversation } from '../../parts/conversation/conversation.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { termsOf } from '../../parts/records/plan_terms.ts'
import { PortalLink } from '../../parts/records/portal_link.tsx'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Workplace, WorkSheet } from '../../parts/records/workplace.tsx'
import { RowsLoading } from '../../parts/states.tsx'
import { keptSearch } from '../../parts/table/last_search.ts'
import { useToday } from '../../session/use_today.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { PlanItems } from './plan_items.tsx'
import { Marks } from './plan_marks.tsx'
import { PlanSide } from './plan_side.tsx'
import { PlanTerms } from './plan_terms.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/payment_plans/$record_id')

export function PaymentPlanPage() {
  const params = route.useParams()
  const { words } = useWords()
  const back = (
    <Link
      to="/administrations/$administration_id/payment_plans"
      params={{ administration_id: params.administration_id }}
      search={keptSearch('payment_plans', params.administration_id)}
    >
      {words.nav_payment_plans}
    </Link>
  )
  return (
    <RecordPage params={params} query={planQuery} list="payment_plans" back={back}>
      {(plan, plan_key) => <Content plan={plan} plan_key={plan_key} />}
    </RecordPage>
  )
}

type ContentProps = { plan: PaymentPlan; plan_key: RecordKey }

function Content({ plan, plan_key }: ContentProps) {
  const { words } = useWords()
  const { tab = 'terms' } = route.useSearch()
  const [filling, setFilling] = useState<Filling | null>(null)
  const { administration_id } = plan_key
  const { data: debtor, isPending } = useQuery(debtorQuery({ administration_id, id: plan.debtor_id }))
  const { data: panel } = useQuery(todayPanelQuery(administration_id, plan.debtor_id))
  const { data: items } = useQuery(planItemsQuery(plan_key))
  const close = (): void => setFilling(null)
  const about = { administration_id, panel }
  // The name makes the heading longer, and would move everything below it.
  if (isPending) return <RowsLoading />
  return (
    <>
      <PageHeading
        title={debtor ? fill(words.plans_plan_of, { name: debtor.name }) : words.plans_plan}
        views={<Marks plan={plan} administration_id={administration_id} />}
      />
      <Workplace
        acts={<PlanActs {...{ plan, plan_key, filling }} onFill={panel ? setFilling : undefined} />}
        form={
          about.panel &&
          filling !== null &&
          (filling === 'call' ? (
            <CallForm administration_id={administration_id} panel={about.panel} onSaved={close} />
          ) : (
            <ActForm
              key={filling}
              administration_id={administration_id}
              panel={about.panel}
              act={filling}
              onClose={close}
            />
          ))
        }
        tabs={[
          { id: 'terms', label: words.plans_terms, count: termsOf(plan).length },
          { id: 'conversation', label: words.record_tab_conversation },
          {
            ...{ id: 'items', label: words.plans_items },
            count: items && items.invoice_count + items.credit_case_count,
          },
          { id: 'portal', label: words.portal_link },
        ]}
        shown={tab}
        side={<PlanSide plan={plan} plan_key={plan_key} />}
      >
        <Shown tab={tab} plan={plan} plan_key={plan_key} />
      </Workplace>
    </>
  )
}

type ActsProps = ContentProps & {
  filling: Filling | null
  onFill: ((filling: Filling | null) => void) | undefined
}

/** What is decided about the plan first, and then what can be done with its debtor. */
function PlanActs({ plan, plan_key, filling, onFill }: ActsProps) {
  const { administration_id } = plan_key
  const { data: items } = useQuery(planItemsQuery(plan_key))
  return (
    <>
      <PlanDecisions plan={plan} plan_key={plan_key} />
      {planState(plan) === 'active' && (
        <AgreementButtons
          administration_id={administration_id}
          debtor_id={plan.debtor_id}
          {...scopeOf(items)}
          offer={['payment']}
        />
      )}
      <FillButtons {...{ administration_id, filling, onFill }} fillings={['call', 'task']} />
    </>
  )
}

function Shown({ tab, plan, plan_key }: ContentProps & { tab: string }) {
  const { administration_id } = plan_key
  const today = useToday(administration_id)
  const currency_code = usePlanCurrency(plan_key)
  if (tab === 'conversation') {
    const record_key = { administration_id, id: plan.debtor_id }
    return (
      <Conversation
        {...{ record_key, currency_code }}
        family="debtors"
        foot={<Composer subject={{ administration_id, debtor_id: plan.debtor_id }} compact />}
      />
    )
  }
  return (
    <WorkSheet key={tab}>
      {tab === 'items' && <PlanItems plan_key={plan_key} />}
      {tab === 'portal' && <PortalLink record_key={plan_key} family="payment_plans" url={plan.public_url} />}
      {tab !== 'items' && tab !== 'portal' && (
        <PlanTerms {...{ plan, today, currency_code }} running={planState(plan) === 'active'} />
      )}
    </WorkSheet>
  )
}

/** What a payment is for first: what the plan is about, where that is one thing. */
function scopeOf(items: Items | undefined): { invoice_id?: string; credit_case_id?: string } {
  if (items?.invoices.length === 1 && items.credit_cases.length === 0)
    return { invoice_id: items.invoices[0]?.id ?? '' }
  const [first] = items?.credit_cases ?? []
  return first ? { credit_case_id: first.id } : {}
}
