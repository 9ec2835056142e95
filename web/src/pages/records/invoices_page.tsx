import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  debtorQuery,
  type InvoiceOrder,
  type InvoiceShow,
  invoiceListQuery,
  type Place,
  searchQuery,
} from '../../api/records.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import { InvoiceRows } from './invoice_rows.tsx'
import { WithinReach } from './parts.tsx'
import classes from './record.module.css'
import { More, SearchBox } from './search_box.tsx'

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
        <OfDebtor place={{ administration_id, id: debtor_id }} />
      ) : (
        <PageHeading title={words.nav_invoices} sentence={words.invoices_sentence} />
      )}
      <Filters />
      {text === '' ? (
        <All administration_id={administration_id} />
      ) : (
        <Found administration_id={administration_id} text={text} />
      )}
    </WithinReach>
  )
}

/** Whose invoices these are, and the way back. */
function OfDebtor({ place }: { place: Place }) {
  const { words } = useWords()
  const debtor = useQuery(debtorQuery(place))
  const { administration_id, id } = place
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
  const told = route.useSearch()
  if (told.debtor_id) {
    const show = shows_of_debtor.find((one) => one === told.show) ?? 'all'
    return { show, order: 'newest', debtor_id: told.debtor_id }
  }
  const show = shows.find((one) => one === told.show) ?? 'open'
  const orders = ordersOf(show)
  return { show, order: orders.find((one) => one === told.order) ?? orders[0] }
}

function Filters() {
  const { text = '' } = route.useSearch()
  const { show, order, debtor_id } = useChoice()
  const navigate = route.useNavigate()
  const { words } = useWords()
  const go = (wanted: { show: string; order?: string }): void => {
    const { show: shown, order: by } = wanted
    const of = debtor_id ? { debtor_id } : {}
    const search = { ...of, ...(shown === 'open' ? {} : { show: shown }), ...(by ? { order: by } : {}) }
    void navigate({ search, replace: true })
  }
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

function All({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const choice = useChoice()
  const invoices = useInfiniteQuery(invoiceListQuery(administration_id, choice))
  const all = invoices.data?.pages.flatMap((page) => page.invoices) ?? []
  return (
    <>
      {invoices.isPending && <RowsLoading rows={8} />}
      {invoices.isError && all.length === 0 && (
        <LoadFailed error={invoices.error} retry={() => void invoices.refetch()} />
      )}
      {invoices.isSuccess && all.length === 0 && <Empty title={emptyOf(choice.show, words)} />}
      {all.length > 0 && <InvoiceRows invoices={all} administration_id={administration_id} />}
      <MoreButton list={invoices} shown={all.length} />
    </>
  )
}

function emptyOf(show: InvoiceShow, words: Words): string {
  if (show === 'all') return words.list_empty
  return show === 'open' || show === 'overdue' || show === 'paid' ? words[`list_none_${show}`] : words.list_none_here
}

function Found({ administration_id, text }: { administration_id: string; text: string }) {
  const { words } = useWords()
  const navigate = route.useNavigate()
  const found = useQuery(searchQuery(administration_id, text))
  if (found.isPending) return <RowsLoading />
  if (found.isError) return <LoadFailed error={found.error} retry={() => void found.refetch()} />
  const { invoices, more_invoices } = found.data
  if (invoices.length === 0) {
    return (
      <Empty
        title={fill(words.search_nothing, { text })}
        action={
          <Button variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
            {words.search_all}
          </Button>
        }
      />
    )
  }
  return (
    <>
      {more_invoices && <More shown={invoices.length} />}
      <InvoiceRows invoices={invoices} administration_id={administration_id} />
    </>
  )
}
