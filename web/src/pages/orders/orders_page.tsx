import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ordersQuery } from '../../api/orders.ts'
import { Moment } from '../../parts/moment.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useWords } from '../../words/words.tsx'
import { Progress } from './progress.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/orders')

export function OrdersPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_orders} sentence={words.orders_sentence} />
      <AllOrders key={administration_id} administration_id={administration_id} />
    </WithinReach>
  )
}

function AllOrders({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const query = useInfiniteQuery(ordersQuery(administration_id))
  const orders = query.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Listing query={query} count={orders.length} expected={8} empty={<Empty title={words.orders_empty} />}>
      <DataTable
        list="orders"
        label={words.nav_orders}
        rows={orders}
        columns={[
          {
            id: 'file',
            title: words.orders_file,
            cell: ({ id, filename }) => (
              <RecordLink family="orders" administration_id={administration_id} id={id}>
                {filename}
              </RecordLink>
            ),
          },
          {
            id: 'taken_in',
            phone: 'amount',
            title: words.orders_taken_in,
            cell: ({ created_at }) => <Moment at={created_at} />,
          },
          {
            id: 'progress',
            phone: 'below',
            title: words.orders_progress,
            cell: ({ progress }) => <Progress of={progress} />,
          },
        ]}
      />
    </Listing>
  )
}
