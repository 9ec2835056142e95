import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  type Contact,
  contactsQuery,
  creditCasesQuery,
  type Debtor,
  debtorQuery,
  invoicesQuery,
  type Place,
} from '../../api/records.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { DataTable } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { sayCode, sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { PlansOfDebtor } from '../desk/plans_of_debtor.tsx'
import { Behaviour, sayBehaviour } from './behaviour.tsx'
import { Badges, CaseLink, Facts, InvoiceTable, RecordFailed, WithinReach } from './parts.tsx'
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
  return (
    <>
      <PageHeading title={debtor.name} sentence={`${words.record_debtor} ${debtor.debtor_number}`} />
      <Badges
        badges={[
          ...(debtor.paused_at ? [{ text: words.record_paused, tone: 'bad' as const }] : []),
          ...(debtor.labels ?? []).map(({ name }) => ({ text: name })),
        ]}
      />
      <div className={classes.columns}>
        <Facts
          title={words.record_amounts}
          facts={[
            [words.record_open_amount, money(debtor.book_open_amount)],
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
  const invoices = useInfiniteQuery(invoicesQuery(administration_id, { debtor_ids: id, paid: 'false' }))
  const all = invoices.data?.pages.flatMap(({ data }) => data) ?? []
  const case_ids = [...new Set(all.flatMap((one) => one.active_credit_case_id ?? []))]
  return (
    <>
      <Section title={words.record_open_invoices}>
        {invoices.isPending && <RowsLoading />}
        {invoices.isError && <LoadFailed error={invoices.error} retry={() => void invoices.refetch()} />}
        {invoices.isSuccess && all.length === 0 && <Empty title={words.record_no_open_invoices} />}
        {all.length > 0 && <InvoiceTable label={words.record_open_invoices} invoices={all} place={administration_id} />}
        <MoreButton list={invoices} shown={all.length} />
      </Section>
      {case_ids.length > 0 && <Cases administration_id={administration_id} ids={case_ids.join(',')} />}
    </>
  )
}

function Cases({ administration_id, ids }: { administration_id: string; ids: string }) {
  const { words, language } = useWords()
  const cases = useQuery(creditCasesQuery(administration_id, ids))
  if (!cases.data) return null
  return (
    <Section title={words.record_cases}>
      <DataTable
        label={words.record_cases}
        columns={[words.record_case, words.record_started_at, words.record_open_amount]}
        numbers={[words.record_open_amount]}
        rows={cases.data.data.map((one) => ({
          key: one.id,
          cells: [
            <CaseLink key="link" administration_id={administration_id} id={one.id}>
              {one.credit_case_number}
            </CaseLink>,
            sayDay(one.started_at, language),
            sayMoney(one.open_amount, one.currency_code, language),
          ],
        }))}
      />
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
