import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  debtorQuery,
  type InvoiceOrder,
  type InvoiceShow,
  invoiceListQuery,
  type RecordKey,
  searchQuery,
} from '../../api/records.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import classes from '../../parts/records/record.module.css'
import { MoreFound, SearchBox } from '../../parts/records/search_box.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty } from '../../parts/states.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import { InvoiceRows } from './invoice_rows.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/invoices')

const shows = [
  'open',
  'overdue',
  'not_due',
  'days_1_30',
  'days_31_60',
  'days_61_90',
  'days_over_90',
  'credit',
  'paid',
  'all',
] as const satisfies InvoiceShow[]
const shows_of_debtor = ['all', 'unsettled', 'paid'] as const satisfies InvoiceShow[]

const by_day = ['due_date_asc', 'due_date_desc'] as const satisfies InvoiceOrder[]
const by_amount = [...by_day, 'amount_desc'] as const satisfies InvoiceOrder[]
const last_first = ['due_date_desc', 'due_date_asc'] as const satisfies InvoiceOrder[]

/** What is not open has no open amount to be ordered by. Each choice begins with what asks for attention first. */
function ordersOf(show: InvoiceShow): readonly [InvoiceOrder, ...InvoiceOrder[]] {
  if (show === 'paid' || show === 'all') return last_first
  return show === 'open' || show === 'overdue' ? by_amount : by_day
}

export function InvoicesPage() {
  const { administration_id } = route.useParams()
  const { text = '', debtor_id } = route.useSearch()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      {debtor_id ? (
        <DebtorHeading debtor_key={{ administration_id, id: debtor_id }} />
      ) : (
        <PageHeading title={words.nav_invoices} sentence={words.invoices_sentence} />
      )}
      <Filters />
      {text === '' ? (
        <AllInvoices administration_id={administration_id} />
      ) : (
        <SearchResults administration_id={administration_id} text={text} />
      )}
    </WithinReach>
  )
}

/** Whose invoices these are, and the way back. */
function DebtorHeading({ debtor_key }: { debtor_key: RecordKey }) {
  const { words } = useWords()
  const debtor = useQuery(debtorQuery(debtor_key))
  const { administration_id, id } = debtor_key
  const name = debtor.data?.name ?? words.record_debtor
  return (
    <>
      <BackLink>
        <Link to="/administrations/$administration_id/debtors/$record_id" params={{ administration_id, record_id: id }}>
          {name}
        </Link>
      </BackLink>
      <PageHeading title={fill(words.invoices_of, { name })} />
    </>
  )
}

type Choice = { show: InvoiceShow; order: InvoiceOrder; debtor_id?: string }

/** What the address asks for; what it does not know is left at what is open, and of a debtor at everything. */
function useChoice(): Choice {
  const search = route.useSearch()
  if (search.debtor_id) {
    const show = shows_of_debtor.find((one) => one === search.show) ?? 'all'
    return { show, order: 'newest', debtor_id: search.debtor_id }
  }
  const show = shows.find((one) => one === search.show) ?? 'open'
  const orders = ordersOf(show)
  return { show, order: orders.find((one) => one === search.order) ?? orders[0] }
}

/** Goes to another choice, which then stands in the address. */
function useGo(): (wanted: { show: string; order?: string }) => void {
  const { debtor_id } = useChoice()
  const navigate = route.useNavigate()
  return ({ show, order }) => {
    const search = {
      ...(debtor_id ? { debtor_id } : {}),
      ...(show === 'open' ? {} : { show }),
      ...(order ? { order } : {}),
    }
    void navigate({ search, replace: true })
  }
}

function Filters() {
  const { text = '' } = route.useSearch()
  const { show, order, debtor_id } = useChoice()
  const navigate = route.useNavigate()
  const go = useGo()
  const { words } = useWords()
  if (debtor_id) {
    return (
      <search className={classes.filters}>
        <Show shows={shows_of_debtor} show={show} onChange={(value) => go({ show: value })} />
      </search>
    )
  }
  return (
    <SearchBox
      hint={words.search_invoices_hint}
      text={text}
      onSearch={(wanted) => void navigate({ search: wanted === '' ? {} : { text: wanted }, replace: true })}
    >
      {text === '' && (
        <>
          <Show shows={shows} show={show} onChange={(value) => go({ show: value })} />
          <NativeSelect
            label={words.list_order}
            value={order}
            data={ordersOf(show).map((one) => ({ value: one, label: words[`order_${one}`] }))}
            onChange={({ currentTarget: { value } }) => go({ show, order: value })}
          />
        </>
      )}
    </SearchBox>
  )
}

type ShowProps = { shows: readonly InvoiceShow[]; show: InvoiceShow; onChange: (value: string) => void }

function Show({ shows: choices, show, onChange }: ShowProps) {
  const { words } = useWords()
  return (
    <NativeSelect
      label={words.list_show}
      value={show}
      data={choices.map((one) => ({ value: one, label: words[`list_${one}`] }))}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  )
}

function AllInvoices({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const choice = useChoice()
  const go = useGo()
  const { show } = choice
  const query = useInfiniteQuery(invoiceListQuery(administration_id, choice))
  const invoices = query.data?.pages.flatMap((page) => page.invoices) ?? []
  // Those of one debtor come newest first, and in no other order.
  const order = choice.debtor_id
    ? undefined
    : { value: choice.order, onChange: (wanted: string) => go({ show, order: wanted }) }
  return (
    <Listing query={query} count={invoices.length} expected={8} empty={<Empty title={emptyOf(show, words)} />}>
      <InvoiceRows
        invoices={invoices}
        administration_id={administration_id}
        order={order}
        may_order_by_amount={ordersOf(show).includes('amount_desc')}
      />
    </Listing>
  )
}

function emptyOf(show: InvoiceShow, words: Words): string {
  if (show === 'all') return words.list_empty
  return show === 'open' || show === 'overdue' || show === 'paid' ? words[`list_none_${show}`] : words.list_none_here
}

function SearchResults({ administration_id, text }: { administration_id: string; text: string }) {
  const { words } = useWords()
  const navigate = route.useNavigate()
  const query = useQuery(searchQuery(administration_id, text))
  const invoices = query.data?.invoices ?? []
  const nothing = (
    <Empty
      title={fill(words.search_nothing, { text })}
      action={
        <Button variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
          {words.search_all}
        </Button>
      }
    />
  )
  return (
    <Listing query={query} count={invoices.length} empty={nothing}>
      {query.data?.more_invoices && <MoreFound shown={invoices.length} />}
      <InvoiceRows invoices={invoices} administration_id={administration_id} />
    </Listing>
  )
}
