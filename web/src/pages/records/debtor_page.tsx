import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  type Contact,
  casesOfQuery,
  contactsQuery,
  type Debtor,
  debtorQuery,
  invoiceListQuery,
  type Place,
  standingQuery,
} from '../../api/records.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { DataTable } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { sayCode, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { PlansOfDebtor } from '../desk/plans_of_debtor.tsx'
import { askedFacts } from './asked.ts'
import { Behaviour, sayBehaviour } from './behaviour.tsx'
import { CaseTable } from './credit_cases_page.tsx'
import { holdBadges, Why } from './holds.tsx'
import { Badges, type Fact, Facts, InvoiceTable, RecordFailed, WithinReach } from './parts.tsx'
import { PortalLink } from './portal_link.tsx'
import classes from './record.module.css'
import { Timeline } from './timeline.tsx'
import { useCurrency } from './use_currency.ts'

const route = getRouteApi('/signed_in/administrations/$administration_id/debtors/$record_id')

export function DebtorPage() {
  const { administration_id, record_id: id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <DebtorOf key={id} place={{ administration_id, id }} />
    </WithinReach>
  )
}

function DebtorOf({ place }: { place: Place }) {
  const { words } = useWords()
  const debtor = useQuery(debtorQuery(place))
  const { administration_id } = place
  return (
    <>
      <BackLink>
        <Link to="/administrations/$administration_id/debtors" params={{ administration_id }}>
          {words.nav_debtors}
        </Link>
      </BackLink>
      {debtor.isPending && <RowsLoading />}
      {debtor.isError && <RecordFailed error={debtor.error} retry={() => void debtor.refetch()} />}
      {debtor.isSuccess && <Content debtor={debtor.data} place={place} />}
    </>
  )
}

function Content({ debtor, place }: { debtor: Debtor; place: Place }) {
  const { words, language } = useWords()
  const currency_code = useCurrency(place.administration_id)
  const money = (amount: string | null | undefined): string | null =>
    amount ? sayMoney(amount, currency_code, language) : null
  const { postal_address: at } = debtor
  const standing = useQuery(standingQuery(place, 'debtors'))
  const holds = standing.data?.holds ?? []
  return (
    <>
      <PageHeading title={debtor.name} sentence={`${words.record_debtor} ${debtor.debtor_number}`} />
      <Badges
        badges={[...holdBadges(holds, words, language), ...(debtor.labels ?? []).map(({ name }) => ({ text: name }))]}
      />
      <Why holds={holds} administration_id={place.administration_id} />
      <div className={classes.columns}>
        <Facts
          title={words.record_amounts}
          facts={[
            ...(standing.data ? askedFacts(standing.data.sums, words, language) : []),
            ...(standing.data?.sums.length === 0 ? [[words.asked_amount, money('0.00')] satisfies Fact] : []),
            [words.record_credit_limit, money(debtor.credit_limit_amount)],
            [
              words.record_behaviour,
              debtor.payment_behaviour == null ? null : sayBehaviour(debtor.payment_behaviour, words),
            ],
          ]}
        />
        <Facts
          title={words.record_data}
          facts={[
            [words.record_identifier, debtor.debtor_identifier],
            [
              words.record_address,
              [
                at.street_1,
                at.street_2,
                [at.postal_code, at.city].filter(Boolean).join(' '),
                sayCode(at.country_code, 'region', language),
              ]
                .filter(Boolean)
                .join(', '),
            ],
            [words.record_email, debtor.primary_email_address],
            [words.record_phone, debtor.call_phone_number],
            [words.record_language, debtor.language_code && sayCode(debtor.language_code, 'language', language)],
            [words.record_coc_number, debtor.coc_number],
            [words.record_vat_number, debtor.vat_number],
            [words.record_bank_account, debtor.bank_account_number?.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')],
            [words.record_remark, debtor.remark],
            [words.record_updated_at, <Moment key="at" at={debtor.updated_at} />],
          ]}
        />
      </div>
      <OpenInvoices place={place} />
      <Cases place={place} />
      <PlansOfDebtor place={place} debtor_number={debtor.debtor_number} />
      <Behaviour place={place} />
      <Contacts administration_id={place.administration_id} debtor_number={debtor.debtor_number} />
      <PortalLink place={place} family="debtors" url={debtor.public_url} />
      <Timeline place={place} family="debtors" currency_code={currency_code} />
    </>
  )
}

function OpenInvoices({ place: { administration_id, id } }: { place: Place }) {
  const { words } = useWords()
  const choice = { show: 'unsettled', order: 'newest', debtor_id: id } as const
  const invoices = useInfiniteQuery(invoiceListQuery(administration_id, choice))
  const all = invoices.data?.pages.flatMap((page) => page.invoices) ?? []
  return (
    <Section title={words.record_open_invoices}>
      {invoices.isPending && <RowsLoading />}
      {invoices.isError && <LoadFailed error={invoices.error} retry={() => void invoices.refetch()} />}
      {invoices.isSuccess && all.length === 0 && <Empty title={words.record_no_open_invoices} />}
      {all.length > 0 && <InvoiceTable label={words.record_open_invoices} invoices={all} place={administration_id} />}
      <MoreButton list={invoices} shown={all.length} />
      <p>
        <Link
          className="link"
          to="/administrations/$administration_id/invoices"
          params={{ administration_id }}
          search={{ debtor_id: id, show: 'all' }}
        >
          {words.record_all_invoices}
        </Link>
      </p>
    </Section>
  )
}

function Cases({ place }: { place: Place }) {
  const { words } = useWords()
  const cases = useQuery(casesOfQuery(place))
  const found = cases.data?.credit_cases ?? []
  if (found.length === 0) return null
  return (
    <Section title={words.record_cases}>
      <CaseTable label={words.record_cases} cases={found} place={place.administration_id} />
    </Section>
  )
}

function Contacts({ administration_id, debtor_number }: { administration_id: string; debtor_number: string }) {
  const { words } = useWords()
  const contacts = useQuery(contactsQuery(administration_id, debtor_number))
  const found = contacts.data?.data ?? []
  if (found.length === 0) return null
  return (
    <Section title={words.record_contacts}>
      <DataTable
        label={words.record_contacts}
        columns={[words.record_contact_name, words.record_email, words.record_phone]}
        rows={found.map((one) => ({
          key: one.id,
          cells: [nameOf(one), one.default_email_address ?? '–', one.call_phone_number ?? '–'],
        }))}
      />
    </Section>
  )
}

const nameOf = ({ firstname, infix, lastname, contact_identifier }: Contact): string =>
  [firstname, infix, lastname].filter(Boolean).join(' ') || contact_identifier || '–'
