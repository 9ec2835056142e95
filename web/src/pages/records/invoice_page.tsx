import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  creditCasesQuery,
  debtorQuery,
  type Invoice,
  invoiceQuery,
  type Place,
  type Standing,
  standingQuery,
} from '../../api/records.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { DataTable } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { RowsLoading } from '../../parts/states.tsx'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { sayFlow, sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { PlanLink } from '../desk/about.tsx'
import { askedFacts } from './asked.ts'
import { DocumentLink } from './document_link.tsx'
import { holdBadges, Why } from './holds.tsx'
import { Badges, CaseLink, DebtorLink, Facts, RecordFailed, useStanding, WithinReach } from './parts.tsx'
import { Payments } from './payments.tsx'
import { PortalLink } from './portal_link.tsx'
import classes from './record.module.css'
import { Timeline } from './timeline.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/invoices/$record_id')

export function InvoicePage() {
  const { administration_id, record_id: id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <InvoiceOf key={id} place={{ administration_id, id }} />
    </WithinReach>
  )
}

function InvoiceOf({ place }: { place: Place }) {
  const { words } = useWords()
  const invoice = useQuery(invoiceQuery(place))
  const { administration_id } = place
  return (
    <>
      <BackLink>
        <Link to="/administrations/$administration_id/invoices" params={{ administration_id }}>
          {words.nav_invoices}
        </Link>
      </BackLink>
      {invoice.isPending && <RowsLoading />}
      {invoice.isError && <RecordFailed error={invoice.error} retry={() => void invoice.refetch()} />}
      {invoice.isSuccess && <Content invoice={invoice.data} place={place} />}
    </>
  )
}

function Content({ invoice, place }: { invoice: Invoice; place: Place }) {
  const { words, language } = useWords()
  const state = useStanding()(invoice)
  const { data: standing } = useQuery(standingQuery(place, 'invoices'))
  const holds = standing?.holds ?? []
  const credit = Number(invoice.total_amount) < 0
  return (
    <>
      <PageHeading
        title={`${credit ? words.record_credit_note : words.record_invoice} ${invoice.invoice_number}`}
        sentence={invoice.description ?? undefined}
      />
      <Badges
        badges={[
          state,
          ...holdBadges(holds, words, language),
          ...(invoice.labels ?? []).map(({ name }) => ({ text: name })),
        ]}
      />
      <Why holds={holds} administration_id={place.administration_id} />
      <BothFacts invoice={invoice} standing={standing} place={place} />
      <Lines invoice={invoice} />
      <Payments invoice={invoice} place={place} />
      <Documents invoice={invoice} />
      <PortalLink place={place} family="invoices" url={invoice.public_url} />
      <Timeline place={place} family="invoices" currency_code={invoice.currency_code} />
    </>
  )
}

type BothFactsProps = { invoice: Invoice; standing: Standing | undefined; place: Place }

function BothFacts({ invoice, standing, place: { administration_id } }: BothFactsProps) {
  const { words, language } = useWords()
  const money = (amount: string): string => sayMoney(amount, invoice.currency_code, language)
  const day = (at: string | null): string | null => (at ? sayDay(at, language) : null)
  const debtor = useQuery(debtorQuery({ administration_id, id: invoice.debtor_id }))
  // Of a credit note nothing is asked.
  const owed = Number(invoice.open_amount) >= 0
  const running = useQuery(creditCasesQuery(administration_id, invoice.active_credit_case_id ?? ''))
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
            <DebtorLink key="debtor" administration_id={administration_id} id={invoice.debtor_id}>
              {debtor.data?.name ?? invoice.debtor_number}
            </DebtorLink>,
          ],
          [
            words.record_case,
            invoice.active_credit_case_id && (
              <CaseLink key="case" administration_id={administration_id} id={invoice.active_credit_case_id}>
                {running.data?.data[0]?.credit_case_number ?? invoice.active_credit_case_id}
              </CaseLink>
            ),
          ],
          [
            words.plans_plan,
            invoice.active_payment_plan_id && (
              <PlanLink key="plan" administration_id={administration_id} id={invoice.active_payment_plan_id}>
                {words.plan_active}
              </PlanLink>
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
        columns={[
          words.record_description,
          words.record_line_quantity,
          words.record_line_price,
          words.record_line_vat,
          words.record_line_total,
        ]}
        numbers={[words.record_line_quantity, words.record_line_price, words.record_line_vat, words.record_line_total]}
        rows={lines.map((line) => ({
          key: String(line.line_order),
          cells: [
            line.description,
            `${line.product_quantity} ${line.product_unit}`,
            money(line.product_price),
            `${line.vat_percentage}%`,
            money(line.total_incl_tax_amount),
          ],
        }))}
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
