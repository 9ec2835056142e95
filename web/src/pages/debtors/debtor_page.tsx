import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  type Contact,
  casesOfQuery,
  contactsQuery,
  type Debtor,
  debtorQuery,
  invoiceListQuery,
  type RecordKey,
  standingQuery,
} from '../../api/records.ts'
import { AgreementButtons } from '../../parts/agreements/agreement_buttons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { askedFacts } from '../../parts/records/asked.ts'
import { Badges } from '../../parts/records/badges.tsx'
import { CaseTable } from '../../parts/records/case_table.tsx'
import { type Fact, Facts } from '../../parts/records/facts.tsx'
import { holdBadges } from '../../parts/records/holds.tsx'
import { InvoiceTable } from '../../parts/records/invoice_table.tsx'
import { OpenCase } from '../../parts/records/open_case.tsx'
import { PauseMenu } from '../../parts/records/pause_menu.tsx'
import { PortalLink } from '../../parts/records/portal_link.tsx'
import classes from '../../parts/records/record.module.css'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Timeline } from '../../parts/records/timeline.tsx'
import { WhatComesNext } from '../../parts/records/what_comes_next.tsx'
import { WhatWasDone } from '../../parts/records/what_was_done.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { sayCode, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Behaviour, sayBehaviour } from './behaviour.tsx'
import { PlansOfDebtor } from './plans_of_debtor.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/debtors/$record_id')

export function DebtorPage() {
  const params = route.useParams()
  const { words } = useWords()
  const back = (
    <Link to="/administrations/$administration_id/debtors" params={{ administration_id: params.administration_id }}>
      {words.nav_debtors}
    </Link>
  )
  return (
    <RecordPage params={params} query={debtorQuery} back={back}>
      {(debtor, debtor_key) => <Content debtor={debtor} debtor_key={debtor_key} />}
    </RecordPage>
  )
}

function Content({ debtor, debtor_key }: { debtor: Debtor; debtor_key: RecordKey }) {
  const { words, language } = useWords()
  const currency_code = useCurrency(debtor_key.administration_id)
  const money = (amount: string | null | undefined): string | null =>
    amount ? sayMoney(amount, currency_code, language) : null
  const { postal_address: at } = debtor
  const standing = useQuery(standingQuery(debtor_key, 'debtors'))
  const holds = standing.data?.holds ?? []
  return (
    <>
      <PageHeading
        title={debtor.name}
        sentence={`${words.record_debtor} ${debtor.debtor_number}`}
        action={
          <div className="ways">
            <AgreementButtons administration_id={debtor_key.administration_id} debtor_id={debtor_key.id} />
            <PauseMenu family="debtors" record_key={debtor_key} holds={standing.data?.holds} over={false} />
          </div>
        }
      />
      <Badges
        badges={[...holdBadges(holds, words, language), ...(debtor.labels ?? []).map(({ name }) => ({ text: name }))]}
      />
      <WhatComesNext record_key={debtor_key} family="debtors" holds={holds} />
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
      <OpenInvoices debtor_key={debtor_key} />
      <WhatWasDone record_key={debtor_key} family="debtors" />
      <Cases debtor_key={debtor_key} />
      <PlansOfDebtor debtor_key={debtor_key} debtor_number={debtor.debtor_number} />
      <Behaviour debtor_key={debtor_key} />
      <Contacts administration_id={debtor_key.administration_id} debtor_number={debtor.debtor_number} />
      <PortalLink record_key={debtor_key} family="debtors" url={debtor.public_url} />
      <Timeline record_key={debtor_key} family="debtors" currency_code={currency_code} />
    </>
  )
}

function OpenInvoices({ debtor_key: { administration_id, id } }: { debtor_key: RecordKey }) {
  const { words } = useWords()
  const choice = { show: 'unsettled', order: 'newest', debtor_id: id } as const
  const query = useInfiniteQuery(invoiceListQuery(administration_id, choice))
  const invoices = query.data?.pages.flatMap((page) => page.invoices) ?? []
  return (
    <Section title={words.record_open_invoices}>
      <Listing query={query} count={invoices.length} empty={<Empty title={words.record_no_open_invoices} />}>
        <InvoiceTable label={words.record_open_invoices} invoices={invoices} administration_id={administration_id} />
      </Listing>
      <OpenCase
        administration_id={administration_id}
        debtor_id={id}
        invoices={invoices.filter(({ holds }) => holds.includes('collectable'))}
      />
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

function Cases({ debtor_key }: { debtor_key: RecordKey }) {
  const { words } = useWords()
  const { data } = useQuery(casesOfQuery(debtor_key))
  const cases = data?.credit_cases ?? []
  if (cases.length === 0) return null
  return (
    <Section title={words.record_cases}>
      <CaseTable label={words.record_cases} cases={cases} administration_id={debtor_key.administration_id} />
    </Section>
  )
}

function Contacts({ administration_id, debtor_number }: { administration_id: string; debtor_number: string }) {
  const { words } = useWords()
  const { data } = useQuery(contactsQuery(administration_id, debtor_number))
  const contacts = data?.data ?? []
  if (contacts.length === 0) return null
  return (
    <Section title={words.record_contacts}>
      <DataTable
        label={words.record_contacts}
        rows={contacts}
        columns={[
          { id: 'name', title: words.record_contact_name, cell: nameOf },
          { id: 'email', title: words.record_email, cell: (one) => one.default_email_address ?? '–' },
          { id: 'phone', title: words.record_phone, cell: (one) => one.call_phone_number ?? '–' },
        ]}
      />
    </Section>
  )
}

const nameOf = ({ firstname, infix, lastname, contact_identifier }: Contact): string =>
  [firstname, infix, lastname].filter(Boolean).join(' ') || contact_identifier || '–'
