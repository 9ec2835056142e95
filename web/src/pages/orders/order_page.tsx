import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isClaimStatus, linesQuery, type Order, orderQuery } from '../../api/orders.ts'
import type { RecordKey } from '../../api/records.ts'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { DocumentLink } from '../../parts/records/document_link.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { fill } from '../../words/fill.ts'
import { sayMoney, sayNumber } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './orders.module.css'
import { inCourse, Progress } from './progress.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/orders/$record_id')

export function OrderPage() {
  const params = route.useParams()
  const { words } = useWords()
  const back = (
    <Link to="/administrations/$administration_id/orders" params={{ administration_id: params.administration_id }}>
      {words.nav_orders}
    </Link>
  )
  return (
    <RecordPage params={params} query={orderQuery} back={back}>
      {(order, order_key) => <Content order={order} order_key={order_key} />}
    </RecordPage>
  )
}

function Content({ order, order_key }: { order: Order; order_key: RecordKey }) {
  const { words } = useWords()
  return (
    <>
      <PageHeading title={fill(words.order_heading, { filename: order.filename })} />
      <Facts
        title={words.record_data}
        facts={[
          [words.orders_taken_in, <Moment key="at" at={order.created_at} />],
          [words.orders_progress, <Progress key="progress" of={order.progress} />],
          [
            words.record_documents,
            order.document_url && (
              <DocumentLink key="file" url={order.document_url}>
                {words.order_download}
              </DocumentLink>
            ),
          ],
        ]}
      />
      <Section title={words.orders_lines}>
        <States order={order} order_key={order_key} />
        <Lines order_key={order_key} />
      </Section>
    </>
  )
}

/** The states that lines are in, as links that narrow the list down. */
function States({ order, order_key: { administration_id, id } }: { order: Order; order_key: RecordKey }) {
  const { words, language } = useWords()
  const { state } = route.useSearch()
  const all = order.progress.reduce((sum, { lines }) => sum + lines, 0)
  const choices = [{ claim_status: null, lines: all }, ...inCourse(order.progress)]
  return (
    <nav aria-label={words.order_state}>
      <ul className={classes.states}>
        {choices.map(({ claim_status, lines }) => (
          <li key={claim_status ?? 'all'}>
            <Link
              className={classes.state}
              to="/administrations/$administration_id/orders/$record_id"
              params={{ administration_id, record_id: id }}
              search={claim_status ? { state: claim_status } : {}}
              replace
              resetScroll={false}
              aria-current={(state ?? null) === claim_status || undefined}
              activeProps={{}}
            >
              {claim_status && <span className={classes.key} data-state={claim_status} aria-hidden="true" />}
              {claim_status ? sayType(words, 'claim', claim_status) : words.order_all_states}
              <span className={classes.number}>{sayNumber(lines, language)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Lines({ order_key: { administration_id, id } }: { order_key: RecordKey }) {
  const { words, language } = useWords()
  const { state } = route.useSearch()
  const currency_code = useCurrency(administration_id)
  const query = useInfiniteQuery(linesQuery(administration_id, id, isClaimStatus(state) ? state : null))
  const lines = query.data?.pages.flatMap(({ data }) => data) ?? []
  const money = (amount: string | null): string => (amount ? sayMoney(amount, currency_code, language) : '–')
  return (
    <Listing query={query} count={lines.length} expected={8} empty={<Empty title={words.order_no_lines} />}>
      <DataTable
        list="order_lines"
        label={words.orders_lines}
        rows={lines}
        columns={[
          {
            id: 'number',
            title: words.record_invoice_number,
            cell: (line) => (
              <RecordLink family="order_lines" administration_id={administration_id} id={line.id}>
                {line.order_line_identifier}
              </RecordLink>
            ),
          },
          { id: 'product', title: words.record_product, cell: (line) => line.product_identifier ?? '–' },
          { id: 'state', title: words.order_state, cell: (line) => sayType(words, 'claim', line.claim_status) },
          { id: 'total', title: words.record_total_amount, number: true, cell: (line) => money(line.amount) },
          {
            id: 'reimbursed',
            title: words.record_reimbursed,
            number: true,
            cell: (line) => money(line.reimbursed_amount),
          },
          { id: 'rejected', title: words.record_rejected, number: true, cell: (line) => money(line.rejected_amount) },
        ]}
      />
    </Listing>
  )
}
