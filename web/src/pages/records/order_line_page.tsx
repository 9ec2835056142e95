import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type OrderLine, orderLineQuery, type Place } from '../../api/records.ts'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { RowsLoading } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Badges, Facts, Gone, RecordFailed, WithinReach } from './parts.tsx'
import classes from './record.module.css'
import { useCurrency } from './use_currency.ts'

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
  const line = useQuery(orderLineQuery(place))
  if (line.isPending) return <RowsLoading />
  if (line.isError) return <RecordFailed error={line.error} retry={() => void line.refetch()} />
  return line.data === null ? <Gone /> : <Content line={line.data} place={place} />
}

function Content({ line, place }: { line: OrderLine; place: Place }) {
  const { words, language } = useWords()
  const currency_code = useCurrency(place.administration_id)
  const money = (amount: string | null): string | null => amount && sayMoney(amount, currency_code, language)
  return (
    <>
      <PageHeading title={fill(words.record_line, { identifier: line.order_line_identifier })} />
      <Badges badges={[{ text: sayType(words, 'claim', line.claim_status) }]} />
      <div className={classes.columns}>
        <Facts
          title={words.record_amounts}
          facts={[
            [words.record_total_amount, money(line.amount)],
            [words.record_reimbursed, money(line.reimbursed_amount)],
            [words.record_rejected, money(line.rejected_amount)],
            [words.record_credited, money(line.credited_amount)],
          ]}
        />
        <Facts
          title={words.record_data}
          facts={[
            [words.record_claim_status, sayType(words, 'claim', line.claim_status)],
            [words.record_claim_codes, line.claim_response_codes.join(', ')],
            [words.record_product, line.product_identifier],
            [words.record_customer, line.customer?.email_address],
            [words.record_invoice, line.invoice_identifier],
            [words.record_created_at, <Moment key="made" at={line.created_at} />],
            [words.record_updated_at, <Moment key="changed" at={line.updated_at} />],
          ]}
        />
      </div>
    </>
  )
}
