import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  type CreditCase,
  creditCaseQuery,
  debtorQuery,
  invoicesQuery,
  type Place,
  standingQuery,
} from '../../api/records.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty, RowsLoading } from '../../parts/states.tsx'
import { sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { PlanLink } from '../desk/about.tsx'
import { askedFacts } from './asked.ts'
import { holdBadges, Why } from './holds.tsx'
import { Badges, DebtorLink, type Fact, Facts, InvoiceTable, RecordFailed, WithinReach } from './parts.tsx'
import { PortalLink } from './portal_link.tsx'
import classes from './record.module.css'
import { sayStage } from './stage.ts'
import { Timeline } from './timeline.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/credit_cases/$record_id')

export function CreditCasePage() {
  const { administration_id, record_id: id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <CaseOf key={id} place={{ administration_id, id }} />
    </WithinReach>
  )
}

function CaseOf({ place }: { place: Place }) {
  const { words } = useWords()
  const found = useQuery(creditCaseQuery(place))
  const { administration_id } = place
  const debtor_id = found.data?.debtor_id
  const debtor = useQuery({
    ...debtorQuery({ administration_id, id: debtor_id ?? '' }),
    enabled: debtor_id !== undefined,
  })
  return (
    <>
      <BackLink>
        {found.data ? (
          <Link
            to="/administrations/$administration_id/debtors/$record_id"
            params={{ administration_id, record_id: found.data.debtor_id }}
          >
            {debtor.data?.name ?? words.record_debtor}
          </Link>
        ) : (
          <Link to="/administrations/$administration_id/credit_cases" params={{ administration_id }}>
            {words.nav_cases}
          </Link>
        )}
      </BackLink>
      {found.isPending && <RowsLoading />}
      {found.isError && <RecordFailed error={found.error} retry={() => void found.refetch()} />}
      {found.isSuccess && <Content credit_case={found.data} place={place} />}
    </>
  )
}

const stages = [
  ['pre_summons_at', 'pre_summons'],
  ['summons_1_at', 'summons_1'],
  ['summons_2_at', 'summons_2'],
  ['summons_3_at', 'summons_3'],
  ['summons_4_at', 'summons_4'],
  ['notice_of_default_at', 'notice_of_default'],
  ['pre_judicial_at', 'pre_judicial'],
  ['forwarded_to_bailiff_at', 'bailiff'],
] as const

function Content({ credit_case, place }: { credit_case: CreditCase; place: Place }) {
  const { words, language } = useWords()
  const { administration_id } = place
  const debtor = useQuery(debtorQuery({ administration_id, id: credit_case.debtor_id }))
  const money = (amount: string): string => sayMoney(amount, credit_case.currency_code, language)
  const { data: standing } = useQuery(standingQuery(place, 'credit_cases'))
  const holds = standing?.holds ?? []
  const moment = (at: string | null) => at && <Moment key={at} at={at} />
  return (
    <>
      <PageHeading title={`${words.record_case} ${credit_case.credit_case_number}`} sentence={debtor.data?.name} />
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
      <Why holds={holds} administration_id={administration_id} />
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
              <DebtorLink key="debtor" administration_id={administration_id} id={credit_case.debtor_id}>
                {debtor.data?.name ?? credit_case.debtor_id}
              </DebtorLink>,
            ],
            [
              words.plans_plan,
              credit_case.active_payment_plan_id && (
                <PlanLink key="plan" administration_id={administration_id} id={credit_case.active_payment_plan_id}>
                  {words.plan_active}
                </PlanLink>
              ),
            ],
            [words.record_started_at, moment(credit_case.started_at)],
            ...stages.map(([name, stage]): Fact => [words[`stage_${stage}`], moment(credit_case[name])]),
            [words.record_closed, moment(credit_case.deactivated_at)],
            [words.record_updated_at, moment(credit_case.updated_at)],
          ]}
        />
      </div>
      <CaseInvoices place={place} />
      <PortalLink place={place} family="credit_cases" url={credit_case.public_url} />
      <Timeline place={place} family="credit_cases" currency_code={credit_case.currency_code} />
    </>
  )
}

function CaseInvoices({ place: { administration_id, id } }: { place: Place }) {
  const { words } = useWords()
  const invoices = useInfiniteQuery(invoicesQuery(administration_id, { credit_case_ids: id }))
  const all = invoices.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Section title={words.record_case_invoices}>
      {invoices.isPending && <RowsLoading />}
      {invoices.isSuccess && all.length === 0 && <Empty title={words.record_none} />}
      {all.length > 0 && <InvoiceTable label={words.record_case_invoices} invoices={all} place={administration_id} />}
      <MoreButton list={invoices} shown={all.length} />
    </Section>
  )
}
