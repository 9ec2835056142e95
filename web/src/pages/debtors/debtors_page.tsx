import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { debtorsQuery, type ListedDebtor, searchQuery } from '../../api/records.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { Marks } from '../../parts/records/marks.tsx'
import { MoreFound, SearchBox } from '../../parts/records/search_box.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { fill } from '../../words/fill.ts'
import { sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/debtors')

export function DebtorsPage() {
  const { administration_id } = route.useParams()
  const { text = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_debtors} sentence={words.debtors_sentence} />
      <SearchBox
        hint={words.search_debtors_hint}
        text={text}
        onSearch={(wanted) => void navigate({ search: wanted === '' ? {} : { text: wanted }, replace: true })}
      />
      {text === '' ? (
        <AllDebtors administration_id={administration_id} />
      ) : (
        <SearchResults administration_id={administration_id} text={text} />
      )}
    </WithinReach>
  )
}

function AllDebtors({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const query = useInfiniteQuery(debtorsQuery(administration_id))
  const debtors = query.data?.pages.flatMap(({ data }) => data.map(rowOf)) ?? []
  return (
    <Listing query={query} count={debtors.length} expected={8} empty={<Empty title={words.list_empty} />}>
      <DebtorTable debtors={debtors} administration_id={administration_id} />
    </Listing>
  )
}

function SearchResults({ administration_id, text }: { administration_id: string; text: string }) {
  const { words } = useWords()
  const query = useQuery(searchQuery(administration_id, text))
  const debtors = query.data?.debtors ?? []
  const nothing = <Empty title={fill(words.search_nothing, { text })} />
  return (
    <Listing query={query} count={debtors.length} empty={nothing}>
      {query.data?.more_debtors && <MoreFound shown={debtors.length} />}
      <DebtorTable debtors={debtors} administration_id={administration_id} />
    </Listing>
  )
}

type DebtorRow = {
  id: string
  name: string
  debtor_number: string
  city: string
  book_open_amount: string
  holds: string[]
}

const rowOf = ({
  postal_address,
  book_open_amount,
  paused_at,
  reminding_paused_at,
  ...rest
}: ListedDebtor): DebtorRow => ({
  ...rest,
  city: postal_address.city,
  book_open_amount: book_open_amount ?? '0.00',
  holds: [...(paused_at ? ['debtor_paused'] : []), ...(reminding_paused_at ? ['debtor_reminding_paused'] : [])],
})

type DebtorTableProps = { debtors: readonly DebtorRow[]; administration_id: string }

/** Debtors, listed or searched for. */
function DebtorTable({ debtors, administration_id }: DebtorTableProps) {
  const { words, language } = useWords()
  const currency_code = useCurrency(administration_id)
  return (
    <DataTable
      list="debtors"
      label={words.nav_debtors}
      rows={debtors}
      columns={[
        {
          id: 'name',
          title: words.record_debtor,
          cell: ({ id, name }) => (
            <RecordLink family="debtors" administration_id={administration_id} id={id}>
              {name}
            </RecordLink>
          ),
        },
        { id: 'number', title: words.record_debtor_number, cell: ({ debtor_number }) => debtor_number },
        { id: 'city', title: words.record_city, cell: ({ city }) => city || '–' },
        { id: 'holds', title: words.record_holds, cell: ({ holds }) => <Marks holds={holds} /> },
        {
          id: 'open',
          title: words.record_open_amount,
          number: true,
          cell: ({ book_open_amount }) => sayMoney(book_open_amount, currency_code, language),
        },
      ]}
    />
  )
}
