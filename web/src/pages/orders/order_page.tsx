import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { isClaimStatus, linesQuery, type Order, orderQuery } from '../../api/orders.ts'
import type { Place } from '../../api/records.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { DataTable } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { sayMoney, sayNumber } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { DocumentLink } from '../records/document_link.tsx'
import { Facts, RecordFailed, WithinReach } from '../records/parts.tsx'
import { useCurrency } from '../records/use_currency.ts'
import classes from './orders.module.css'
import { inCourse, Progress } from './progress.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/orders/$record_id')

export function OrderPage() {
  const { administration_id, record_id: id } = route.useParams()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <BackLink>
        <Link to="/administrations/$administration_id/orders" params={{ administration_id }}>
          {words.nav_orders}
        </Link>
      </BackLink>
      <OrderOf key={id} place={{ administration_id, id }} />
    </WithinReach>
  )
}

function OrderOf({ place }: { place: Place }) {
  const order = useQuery(orderQuery(place))
  if (order.isPending) return <RowsLoading />
  if (order.isError) return <RecordFailed error={order.error} retry={() => void order.refetch()} />
  return <Content order={order.data} place={place} />
}

function Content({ order, place }: { order: Order; place: Place }) {
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
        <States order={order} place={place} />
        <Lines place={place} />
      </Section>
    </>
  )
}

/** The states that lines are in, as links that narrow the list down. */
function States({ order, place: { administration_id, id } }: { order: Order; place: Place }) {
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

function Lines({ place: { administration_id, id } }: { place: Place }) {
  const { words, language } = useWords()
  const { state } = route.useSearch()
  const currency_code = useCurrency(administration_id)
  const lines = useInfiniteQuery(linesQuery(administration_id, id, isClaimStatus(state) ? state : null))
  const all = lines.data?.pages.flatMap(({ data }) => data) ?? []
  const money = (amount: string | null): string => (amount ? sayMoney(amount, currency_code, language) : '–')
  return (
    <>
      {lines.isPending && <RowsLoading rows={8} />}
      {lines.isError && <LoadFailed error={lines.error} retry={() => void lines.refetch()} />}
      {lines.isSuccess && all.length === 0 && <Empty title={words.order_no_lines} />}
      {all.length > 0 && (
        <DataTable
          label={words.orders_lines}
          columns={[
            words.record_invoice_number,
            words.record_product,
            words.order_state,
            words.record_total_amount,
            words.record_reimbursed,
            words.record_rejected,
          ]}
          numbers={[words.record_total_amount, words.record_reimbursed, words.record_rejected]}
          rows={all.map((one) => ({
            key: one.id,
            cells: [
              <Link
                key="link"
                className="link"
                to="/administrations/$administration_id/order_lines/$record_id"
                params={{ administration_id, record_id: one.id }}
              >
                {one.order_line_identifier}
              </Link>,
              one.product_identifier ?? '–',
              sayType(words, 'claim', one.claim_status),
              money(one.amount),
              money(one.reimbursed_amount),
              money(one.rejected_amount),
            ],
          }))}
        />
      )}
      <MoreButton list={lines} shown={all.length} />
    </>
  )
}
