import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { dossierQuery } from '../../api/credit_cases.ts'
import { outlooksQuery, stepsQuery } from '../../api/follow_up.ts'
import {
  type CreditCase,
  creditCaseQuery,
  debtorQuery,
  type Hold,
  invoicesOfCaseQuery,
  type RecordKey,
  type Standing,
  standingQuery,
} from '../../api/records.ts'
import { AgreementButtons } from '../../parts/agreements/agreement_buttons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { askedFacts } from '../../parts/records/asked.ts'
import { Badges } from '../../parts/records/badges.tsx'
import { type Fact, Facts } from '../../parts/records/facts.tsx'
import { holdBadges } from '../../parts/records/holds.tsx'
import { InvoiceTable } from '../../parts/records/invoice_table.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { PauseMenu } from '../../parts/records/pause_menu.tsx'
import { PortalLink } from '../../parts/records/portal_link.tsx'
import classes from '../../parts/records/record.module.css'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { sayStage } from '../../parts/records/stage.ts'
import { Timeline } from '../../parts/records/timeline.tsx'
import { WhatComesNext } from '../../parts/records/what_comes_next.tsx'
import { WhatWasDone } from '../../parts/records/what_was_done.tsx'
import { Section } from '../../parts/section.tsx'
import { Settled } from '../../parts/settled.tsx'
import { Empty } from '../../parts/states.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { CaseVerbs } from './case_verbs.tsx'
import { Claim } from './claim.tsx'
import case_classes from './credit_case.module.css'
import { HandOver } from './hand_over.tsx'
import { StageBar } from './stage_bar.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/credit_cases/$record_id')

export function CreditCasePage() {
  const params = route.useParams()
  return (
    <RecordPage
      params={params}
      query={creditCaseQuery}
      back={(credit_case) => <Back administration_id={params.administration_id} debtor_id={credit_case?.debtor_id} />}
    >
      {(credit_case, case_key) => <Content credit_case={credit_case} case_key={case_key} />}
    </RecordPage>
  )
}

/** To the debtor of the case, or while nobody knows it to all cases. */
function Back({ administration_id, debtor_id }: { administration_id: string; debtor_id: string | undefined }) {
  const { words } = useWords()
  const debtor = useQuery({
    ...debtorQuery({ administration_id, id: debtor_id ?? '' }),
    enabled: debtor_id !== undefined,
  })
  if (debtor_id === undefined) {
    return (
      <Link to="/administrations/$administration_id/credit_cases" params={{ administration_id }}>
        {words.nav_cases}
      </Link>
    )
  }
  return (
    <Link
      to="/administrations/$administration_id/debtors/$record_id"
      params={{ administration_id, record_id: debtor_id }}
    >
      {debtor.data?.name ?? words.record_debtor}
    </Link>
  )
}

function Content({ credit_case, case_key }: { credit_case: CreditCase; case_key: RecordKey }) {
  const { words, language } = useWords()
  const { administration_id } = case_key
  const debtor = useQuery(debtorQuery({ administration_id, id: credit_case.debtor_id }))
  const standing_query = useQuery(standingQuery(case_key, 'credit_cases'))
  const standing = standing_query.data
  const dossier_query = useQuery(dossierQuery(case_key))
  const dossier = dossier_query.data
  const outlooks = useQuery(outlooksQuery(case_key, 'credit_cases'))
  const steps = useQuery(stepsQuery(case_key, 'credit_cases'))
  const holds = standing?.holds ?? []
  const costs_open = (standing?.sums ?? []).some(
    (sum) => Number(sum.interest_amount) > 0 || Number(sum.collection_costs_amount) > 0,
  )
  return (
    <>
      <PageHeading
        title={`${words.record_case} ${credit_case.credit_case_number}`}
        sentence={debtor.data?.name}
        action={
          <div className="ways">
            {!credit_case.deactivated_at && (
              <AgreementButtons
                administration_id={administration_id}
                debtor_id={credit_case.debtor_id}
                credit_case_id={credit_case.id}
              />
            )}
            <PauseCase credit_case={credit_case} case_key={case_key} holds={standing?.holds} />
          </div>
        }
      />
      <Settled pending={[standing_query, dossier_query, outlooks, steps].map(({ isPending }) => isPending)}>
        <Badges
          badges={[
            { text: credit_case.deactivated_at ? words.record_closed : words.record_open },
            ...(standing?.stage && !credit_case.deactivated_at
              ? [{ text: sayStage(standing.stage, standing.days_in_stage ?? 0, words) }]
              : []),
            ...holdBadges(holds, words, language),
            ...(credit_case.labels ?? []).map(({ name }) => ({ text: name })),
          ]}
        />
        <StageBar credit_case={credit_case} />
        <CaseVerbs credit_case={credit_case} case_key={case_key} costs_open={costs_open} />
        <div className={case_classes.claim_and_next}>
          {dossier && (
            <Claim dossier={dossier} administration_id={administration_id} currency_code={credit_case.currency_code} />
          )}
          <div>
            <WhatComesNext record_key={case_key} family="credit_cases" holds={holds} />
            {dossier && <HandOver credit_case={credit_case} case_key={case_key} dossier={dossier} />}
          </div>
        </div>
        <WhatWasDone record_key={case_key} family="credit_cases" />
        <BothFacts credit_case={credit_case} standing={standing} administration_id={administration_id} />
        {!credit_case.deactivated_at && <CaseInvoices case_key={case_key} />}
        <PortalLink record_key={case_key} family="credit_cases" url={credit_case.public_url} />
        <Timeline record_key={case_key} family="credit_cases" currency_code={credit_case.currency_code} />
      </Settled>
    </>
  )
}

type PauseCaseProps = { credit_case: CreditCase; case_key: RecordKey; holds: readonly Hold[] | undefined }

const PauseCase = ({ credit_case, case_key, holds }: PauseCaseProps) => (
  <PauseMenu family="credit_cases" record_key={case_key} holds={holds} over={credit_case.deactivated_at !== null} />
)
type BothFactsProps = { credit_case: CreditCase; standing: Standing | undefined; administration_id: string }

function BothFacts({ credit_case, standing, administration_id }: BothFactsProps) {
  const { words, language } = useWords()
  const debtor = useQuery(debtorQuery({ administration_id, id: credit_case.debtor_id }))
  const money = (amount: string): string => sayMoney(amount, credit_case.currency_code, language)
  const moment = (at: string | null) => at && <Moment key={at} at={at} />
  return (
    <div className={classes.columns}>
      <Facts
        title={words.record_amounts}
        facts={[
          ...(credit_case.deactivated_at
            ? [[words.record_open_amount, money(credit_case.open_amount)] satisfies Fact]
            : askedFacts(standing?.sums ?? [], words, language)),
          [words.record_total_amount, money(credit_case.total_amount)],
        ]}
      />
      <Facts
        title={words.record_data}
        facts={[
          [
            words.record_debtor,
            <RecordLink family="debtors" key="debtor" administration_id={administration_id} id={credit_case.debtor_id}>
              {debtor.data?.name ?? credit_case.debtor_id}
            </RecordLink>,
          ],
          [
            words.plans_plan,
            credit_case.active_payment_plan_id && (
              <RecordLink
                family="payment_plans"
                key="plan"
                administration_id={administration_id}
                id={credit_case.active_payment_plan_id}
              >
                {words.plan_active}
              </RecordLink>
            ),
          ],
          [words.record_started_at, moment(credit_case.started_at)],
          [words.record_closed, moment(credit_case.deactivated_at)],
          [words.record_updated_at, moment(credit_case.updated_at)],
        ]}
      />
    </div>
  )
}

function CaseInvoices({ case_key }: { case_key: RecordKey }) {
  const { words } = useWords()
  const query = useInfiniteQuery(invoicesOfCaseQuery(case_key))
  const invoices = query.data?.pages.flatMap(({ data }) => data) ?? []
  const { administration_id } = case_key
  return (
    <Section title={words.record_case_invoices}>
      <Listing query={query} count={invoices.length} empty={<Empty title={words.record_none} />}>
        <InvoiceTable label={words.record_case_invoices} invoices={invoices} administration_id={administration_id} />
      </Listing>
    </Section>
  )
}
