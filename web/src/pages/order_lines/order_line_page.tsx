import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lineQuery, type OrderLine, orderQuery } from '../../api/orders.ts'
import type { RecordKey } from '../../api/records.ts'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Badges } from '../../parts/records/badges.tsx'
import { DocumentLink } from '../../parts/records/document_link.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import record from '../../parts/records/record.module.css'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Timeline } from '../../parts/records/timeline.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { fill } from '../../words/fill.ts'
import { sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/order_lines/$record_id')

export function OrderLinePage() {
  const params = route.useParams()
  return (
    <RecordPage
      params={params}
      query={lineQuery}
      back={(line) => <Back line={line} administration_id={params.administration_id} />}
    >
      {(line, { administration_id }) => <Content line={line} administration_id={administration_id} />}
    </RecordPage>
  )
}

/** To the file that the line came in, else to all files. */
function Back({ line, administration_id }: { line: OrderLine | undefined; administration_id: string }) {
  const { words } = useWords()
  if (!line?.order_id) {
    return (
      <Link to="/administrations/$administration_id/orders" params={{ administration_id }}>
        {words.nav_orders}
      </Link>
    )
  }
  return (
    <Link
      to="/administrations/$administration_id/orders/$record_id"
      params={{ administration_id, record_id: line.order_id }}
    >
      {line.filename ?? words.nav_orders}
    </Link>
  )
}

function Content({ line, administration_id }: { line: OrderLine; administration_id: string }) {
  const { words } = useWords()
  const currency_code = useCurrency(administration_id)
  return (
    <>
      <PageHeading title={fill(words.record_line, { identifier: line.order_line_identifier })} />
      <Badges
        badges={[
          { text: sayType(words, 'claim', line.claim_status), ...toneOf(line.claim_status) },
          ...(line.claim ? [] : [{ text: words.line_not_claimed }]),
        ]}
      />
      <BothFacts line={line} administration_id={administration_id} />
      {line.order_id && <Documents order_key={{ administration_id, id: line.order_id }} />}
      <OwnTimeline line={line} />
      {line.invoice_id && (
        <Timeline
          title={words.line_invoice_timeline}
          record_key={{ administration_id, id: line.invoice_id }}
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
              <RecordLink family="invoices" key="invoice" administration_id={administration_id} id={line.invoice_id}>
                {line.invoice_identifier}
              </RecordLink>
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
function Documents({ order_key }: { order_key: RecordKey }) {
  const { words } = useWords()
  const order = useQuery(orderQuery(order_key))
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
