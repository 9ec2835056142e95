import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lineQuery, type OrderLine, orderQuery } from '../../api/orders.ts'
import type { Place } from '../../api/records.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { RowsLoading } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { DocumentLink } from '../records/document_link.tsx'
import { Badges, Facts, InvoiceLink, RecordFailed, WithinReach } from '../records/parts.tsx'
import record from '../records/record.module.css'
import { Timeline } from '../records/timeline.tsx'
import { useCurrency } from '../records/use_currency.ts'

const route = getRouteApi('/signed_in/administrations/$administration_id/order_lines/$record_id')

export function OrderLinePage() {
  const { administration_id, record_id: id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <LineOf key={id} place={{ administration_id, id }} />
    </WithinReach>
  )
}

function LineOf({ place }: { place: Place }) {
  const line = useQuery(lineQuery(place))
  if (line.isPending) return <RowsLoading />
  if (line.isError) return <RecordFailed error={line.error} retry={() => void line.refetch()} />
  return <Content line={line.data} place={place} />
}

function Content({ line, place: { administration_id } }: { line: OrderLine; place: Place }) {
  const { words } = useWords()
  const currency_code = useCurrency(administration_id)
  const { order_id } = line
  return (
    <>
      <BackLink>
        {order_id ? (
          <Link
            to="/administrations/$administration_id/orders/$record_id"
            params={{ administration_id, record_id: order_id }}
          >
            {line.filename ?? words.nav_orders}
          </Link>
        ) : (
          <Link to="/administrations/$administration_id/orders" params={{ administration_id }}>
            {words.nav_orders}
          </Link>
        )}
      </BackLink>
      <PageHeading title={fill(words.record_line, { identifier: line.order_line_identifier })} />
      <Badges
        badges={[
          { text: sayType(words, 'claim', line.claim_status), ...toneOf(line.claim_status) },
          ...(line.claim ? [] : [{ text: words.line_not_claimed }]),
        ]}
      />
      <BothFacts line={line} administration_id={administration_id} />
      {order_id && <Documents place={{ administration_id, id: order_id }} />}
      <OwnTimeline line={line} />
      {line.invoice_id && (
        <Timeline
          title={words.line_invoice_timeline}
          place={{ administration_id, id: line.invoice_id }}
          family="invoices"
          currency_code={currency_code}
        />
      )}
    </>
  )
}

const toneOf = (state: OrderLine['claim_status']): { tone?: 'good' | 'bad' } => {
  if (state === 'processed') return { tone: 'good' }
  return state === 'failed' || state === 'action_required' ? { tone: 'bad' } : {}
}

function BothFacts({ line, administration_id }: { line: OrderLine; administration_id: string }) {
  const { words, language } = useWords()
  const currency_code = useCurrency(administration_id)
  const money = (amount: string | null): string | null => amount && sayMoney(amount, currency_code, language)
  return (
    <div className={record.columns}>
      <Facts
        title={words.record_amounts}
        facts={[
          [words.record_total_amount, money(line.amount)],
          [words.record_reimbursed, money(line.reimbursed_amount)],
          [words.record_rejected, money(line.rejected_amount)],
          [words.record_credited, money(line.credited_amount)],
          [words.line_credited_reimbursed, money(line.credited_reimbursed_amount)],
        ]}
      />
      <Facts
        title={words.record_data}
        facts={[
          [words.record_claim_status, sayType(words, 'claim', line.claim_status)],
          [words.record_claim_codes, line.claim_response_codes.join(', ')],
          [words.record_product, line.product_identifier],
          [words.record_customer, line.customer?.email_address],
          [
            words.record_invoice,
            line.invoice_id ? (
              <InvoiceLink key="invoice" administration_id={administration_id} id={line.invoice_id}>
                {line.invoice_identifier}
              </InvoiceLink>
            ) : (
              line.invoice_identifier
            ),
          ],
          [words.line_credit_invoice, line.credit_invoice_identifier],
          [words.record_created_at, <Moment key="made" at={line.created_at} />],
          [words.record_updated_at, <Moment key="changed" at={line.updated_at} />],
        ]}
      />
    </div>
  )
}

/** The file that the line came in. */
function Documents({ place }: { place: Place }) {
  const { words } = useWords()
  const order = useQuery(orderQuery(place))
  if (!order.data?.document_url) return null
  return (
    <Section title={words.record_documents}>
      <Card>
        <DocumentLink url={order.data.document_url}>{order.data.filename}</DocumentLink>
      </Card>
    </Section>
  )
}

/** What is known of a line itself: how it came in, and where it stands since its last change. */
function OwnTimeline({ line }: { line: OrderLine }) {
  const { words } = useWords()
  const entries = [
    {
      at: line.created_at,
      text: line.filename ? fill(words.line_taken_in, { filename: line.filename }) : words.line_taken_in_alone,
    },
  ]
  if (line.updated_at !== line.created_at) {
    const state = sayType(words, 'claim', line.claim_status)
    entries.unshift({ at: line.updated_at, text: fill(words.line_changed, { state }) })
  }
  return (
    <Section title={words.line_own_timeline}>
      <ol className={record.entries}>
        {entries.map(({ at, text }) => (
          <li key={at} className={record.entry}>
            <div className={record.entry_top}>
              <span className={record.entry_name}>{text}</span>
              <span className={record.when}>
                <Moment at={at} />
              </span>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
