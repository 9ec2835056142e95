import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  caseNumbersQuery,
  debtorQuery,
  type Invoice,
  invoiceQuery,
  type RecordKey,
  type Standing,
  standingQuery,
} from '../../api/records.ts'
import { AgreementButtons } from '../../parts/agreements/agreement_buttons.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { askedFacts } from '../../parts/records/asked.ts'
import { Badges } from '../../parts/records/badges.tsx'
import { DocumentLink } from '../../parts/records/document_link.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { holdBadges } from '../../parts/records/holds.tsx'
import { useInvoiceState } from '../../parts/records/invoice_table.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { OpenCase } from '../../parts/records/open_case.tsx'
import { PauseMenu } from '../../parts/records/pause_menu.tsx'
import { PortalLink } from '../../parts/records/portal_link.tsx'
import classes from '../../parts/records/record.module.css'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Timeline } from '../../parts/records/timeline.tsx'
import { WhatComesNext } from '../../parts/records/what_comes_next.tsx'
import { WhatWasDone } from '../../parts/records/what_was_done.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { keptSearch } from '../../parts/table/last_search.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { sayFlow, sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Payments } from './payments.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/invoices/$record_id')

export function InvoicePage() {
  const params = route.useParams()
  const { words } = useWords()
  const back = (
    <Link
      to="/administrations/$administration_id/invoices"
      params={{ administration_id: params.administration_id }}
      search={keptSearch('invoices', params.administration_id)}
    >
      {words.nav_invoices}
    </Link>
  )
  return (
    <RecordPage params={params} query={invoiceQuery} back={back}>
      {(invoice, invoice_key) => <Content invoice={invoice} invoice_key={invoice_key} />}
    </RecordPage>
  )
}

function Content({ invoice, invoice_key }: { invoice: Invoice; invoice_key: RecordKey }) {
  const { words, language } = useWords()
  const state = useInvoiceState(invoice_key.administration_id)(invoice)
  const { data: standing } = useQuery(standingQuery(invoice_key, 'invoices'))
  const holds = standing?.holds ?? []
  const credit = Number(invoice.total_amount) < 0
  return (
    <>
      <PageHeading
        title={`${credit ? words.record_credit_note : words.record_invoice} ${invoice.invoice_number}`}
        sentence={invoice.description ?? undefined}
        action={
          <div className="ways">
            <AgreementButtons
              administration_id={invoice_key.administration_id}
              debtor_id={invoice.debtor_id}
              invoice_id={invoice.id}
            />
            <PauseMenu
              family="invoices"
              record_key={invoice_key}
              holds={standing?.holds}
              over={Number(invoice.open_amount) <= 0}
            />
          </div>
        }
      />
      <Badges
        badges={[
          state,
          ...holdBadges(holds, words, language),
          ...(invoice.labels ?? []).map(({ name }) => ({ text: name })),
        ]}
      />
      <WhatComesNext record_key={invoice_key} family="invoices" holds={holds} />
      <OpenCase
        administration_id={invoice_key.administration_id}
        debtor_id={invoice.debtor_id}
        invoices={holds.some(({ reason }) => reason === 'collectable') ? [invoice] : []}
      />
      <WhatWasDone record_key={invoice_key} family="invoices" />
      <BothFacts invoice={invoice} standing={standing} administration_id={invoice_key.administration_id} />
      <Lines invoice={invoice} />
      <Payments invoice={invoice} administration_id={invoice_key.administration_id} />
      <Documents invoice={invoice} />
      <PortalLink record_key={invoice_key} family="invoices" url={invoice.public_url} />
      <Timeline record_key={invoice_key} family="invoices" currency_code={invoice.currency_code} />
    </>
  )
}

type BothFactsProps = { invoice: Invoice; standing: Standing | undefined; administration_id: string }

function BothFacts({ invoice, standing, administration_id }: BothFactsProps) {
  const { words, language } = useWords()
  const money = (amount: string): string => sayMoney(amount, invoice.currency_code, language)
  const day = (at: string | null): string | null => (at ? sayDay(at, language) : null)
  const debtor = useQuery(debtorQuery({ administration_id, id: invoice.debtor_id }))
  // Of a credit note nothing is asked.
  const owed = Number(invoice.open_amount) >= 0
  const running = useQuery(caseNumbersQuery(administration_id, invoice.active_credit_case_id ?? ''))
  return (
    <div className={classes.columns}>
      <Facts
        title={words.record_amounts}
        facts={[
          [words.record_open_amount, money(invoice.open_amount)],
          ...askedFacts(owed ? (standing?.sums ?? []) : [], words, language).filter(
            ([label]) => label !== words.asked_invoices,
          ),
          [words.record_total_amount, money(invoice.total_amount)],
          [words.record_due_date, day(invoice.due_date)],
          [words.record_payment_date, day(invoice.payment_date)],
        ]}
      />
      <Facts
        title={words.record_data}
        facts={[
          [
            words.record_debtor,
            <RecordLink family="debtors" key="debtor" administration_id={administration_id} id={invoice.debtor_id}>
              {debtor.data?.name ?? invoice.debtor_number}
            </RecordLink>,
          ],
          [
            words.record_case,
            invoice.active_credit_case_id && (
              <RecordLink
                family="credit_cases"
                key="case"
                administration_id={administration_id}
                id={invoice.active_credit_case_id}
              >
                {running.data?.data[0]?.credit_case_number ?? invoice.active_credit_case_id}
              </RecordLink>
            ),
          ],
          [
            words.plans_plan,
            invoice.active_payment_plan_id && (
              <RecordLink
                family="payment_plans"
                key="plan"
                administration_id={administration_id}
                id={invoice.active_payment_plan_id}
              >
                {words.plan_active}
              </RecordLink>
            ),
          ],
          [words.record_identifier, invoice.invoice_identifier],
          [words.record_invoice_date, day(invoice.invoice_date)],
          [words.record_payment_method, sayType(words, 'method', invoice.payment_method)],
          [words.record_reminders, invoice.latest_reminder_at && <Moment key="last" at={invoice.latest_reminder_at} />],
          [words.record_flow, invoice.flow_code && sayFlow(words, invoice.flow_code)],
          [words.record_updated_at, <Moment key="at" at={invoice.updated_at} />],
        ]}
      />
    </div>
  )
}

function Lines({ invoice }: { invoice: Invoice }) {
  const { words, language } = useWords()
  const lines = invoice.invoice_lines ?? []
  if (lines.length === 0) return null
  const money = (amount: string): string => sayMoney(amount, invoice.currency_code, language)
  return (
    <Section title={words.record_lines}>
      <DataTable
        label={words.record_lines}
        rows={lines.map((line) => ({ ...line, id: String(line.line_order) }))}
        columns={[
          { id: 'description', title: words.record_description, cell: ({ description }) => description },
          {
            id: 'quantity',
            title: words.record_line_quantity,
            number: true,
            cell: ({ product_quantity, product_unit }) => `${product_quantity} ${product_unit}`,
          },
          {
            id: 'price',
            title: words.record_line_price,
            number: true,
            cell: ({ product_price }) => money(product_price),
          },
          {
            id: 'vat',
            title: words.record_line_vat,
            number: true,
            cell: ({ vat_percentage }) => `${vat_percentage}%`,
          },
          {
            id: 'total',
            title: words.record_line_total,
            number: true,
            cell: ({ total_incl_tax_amount }) => money(total_incl_tax_amount),
          },
        ]}
      />
    </Section>
  )
}

function Documents({ invoice: { document_url, ubl_document_url } }: { invoice: Invoice }) {
  const { words } = useWords()
  const links = [
    [document_url, words.record_document_pdf],
    [ubl_document_url, words.record_document_ubl],
  ] as const
  return (
    <Section title={words.record_documents}>
      <Card>
        {document_url || ubl_document_url ? (
          <ul className={classes.plain}>
            {links.map(
              ([url, text]) =>
                url && (
                  <li key={text}>
                    <DocumentLink url={url}>{text}</DocumentLink>
                  </li>
                ),
            )}
          </ul>
        ) : (
          <p className={classes.small}>{words.record_no_documents}</p>
        )}
      </Card>
    </Section>
  )
}
