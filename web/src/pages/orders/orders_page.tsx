import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ordersQuery } from '../../api/orders.ts'
import { DataTable, type Row } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useWords } from '../../words/words.tsx'
import { WithinReach } from '../records/parts.tsx'
import { Progress } from './progress.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/orders')

export function OrdersPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_orders} sentence={words.orders_sentence} />
      <All key={administration_id} administration_id={administration_id} />
    </WithinReach>
  )
}

function All({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const orders = useInfiniteQuery(ordersQuery(administration_id))
  const rows = (orders.data?.pages ?? []).flatMap(({ data }) =>
    data.map(
      (one): Row => ({
        key: one.id,
        cells: [
          <Link
            key="link"
            className="link"
            to="/administrations/$administration_id/orders/$record_id"
            params={{ administration_id, record_id: one.id }}
          >
            {one.filename}
          </Link>,
          <Moment key="at" at={one.created_at} />,
          <Progress key="progress" of={one.progress} />,
        ],
      }),
    ),
  )
  return (
    <>
      {orders.isPending && <RowsLoading rows={8} />}
      {orders.isError && <LoadFailed error={orders.error} retry={() => void orders.refetch()} />}
      {orders.isSuccess && rows.length === 0 && <Empty title={words.orders_empty} />}
      {rows.length > 0 && (
        <DataTable
          label={words.nav_orders}
          columns={[words.orders_file, words.orders_taken_in, words.orders_progress]}
          rows={rows}
        />
      )}
      <MoreButton list={orders} shown={rows.length} />
    </>
  )
}
