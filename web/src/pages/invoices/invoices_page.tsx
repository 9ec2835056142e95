import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { debtorQuery, invoiceListQuery, invoiceTotalsQuery, type RecordKey, readInvoices } from '../../api/records.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { Chip, MoreFilters, SearchField } from '../../parts/table/filter_bar.tsx'
import { useKeptSearch } from '../../parts/table/last_search.ts'
import { useListKeys } from '../../parts/table/use_list_keys.ts'
import { useSelection } from '../../parts/table/use_selection.ts'
import { ViewTabs } from '../../parts/table/view_tabs.tsx'
import { WorkFrame } from '../../parts/table/work_frame.tsx'
import { WorkTable } from '../../parts/table/work_table.tsx'
import { fill } from '../../words/fill.ts'
import { saySegment } from '../../words/say_segment.ts'
import { useWords } from '../../words/words.tsx'
import { Chosen } from './chosen.tsx'
import { useInvoiceColumns } from './invoice_columns.tsx'
import { InvoicePanel } from './invoice_panel.tsx'
import { NothingFound } from './nothing_found.tsx'
import { Totals } from './totals.tsx'
import { marks, more_shows, narrowings, route, useChoice, useGo, views, views_of_debtor } from './use_choice.ts'

export function InvoicesPage() {
  const { administration_id } = route.useParams()
  useKeptSearch('invoices', administration_id, route.useSearch())
  return (
    <WithinReach administration_id={administration_id}>
      <Heading administration_id={administration_id} />
      <Invoices administration_id={administration_id} />
    </WithinReach>
  )
}

type Of = { administration_id: string }

function useTotals(administration_id: string) {
  const { named: _, record: __, ...choice } = useChoice()
  return useQuery({ ...invoiceTotalsQuery(administration_id, choice), placeholderData: (before) => before })
}

/** The name of the list, or of whose invoices these are, and its views. */
function Heading({ administration_id }: Of) {
  const { words } = useWords()
  const { show, debtor_id } = useChoice()
  const { data } = useTotals(administration_id)
  const count = { open: data?.open_invoices, overdue: data?.overdue_invoices }
  const choices = debtor_id ? views_of_debtor : views
  const first = debtor_id ? 'all' : 'open'
  const tabs = (
    <ViewTabs
      label={words.invoices_views}
      shown={show}
      views={choices.map((id) => ({
        ...{ id, label: words[`list_${id}`], count: id === 'open' || id === 'overdue' ? count[id] : undefined },
        search: { ...(debtor_id ? { debtor_id } : {}), ...(id === first ? {} : { show: id }) },
      }))}
    />
  )
  if (debtor_id) return <DebtorHeading debtor_key={{ administration_id, id: debtor_id }} views={tabs} />
  return <PageHeading title={words.nav_invoices} views={tabs} />
}

function DebtorHeading({ debtor_key, views: tabs }: { debtor_key: RecordKey; views: React.ReactNode }) {
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
      <PageHeading title={fill(words.invoices_of, { name })} views={tabs} />
    </>
  )
}

function Invoices({ administration_id }: Of) {
  const { words } = useWords()
  const { named: _, record, ...choice } = useChoice()
  const go = useGo()
  const query = useInfiniteQuery(invoiceListQuery(administration_id, choice))
  const totals = useTotals(administration_id)
  const invoices = query.data?.pages.flatMap((page) => page.invoices) ?? []
  const selection = useSelection(invoices)
  const columns = useInvoiceColumns(administration_id)
  const close = (): void => go({ record: '' })
  useListKeys(record === undefined ? {} : { Escape: close })
  return (
    <WorkFrame
      bar={<Filters administration_id={administration_id} />}
      totals={<Totals totals={totals.data} loaded={invoices.length} />}
      docked={
        selection.ids.size > 0 && (
          <Chosen administration_id={administration_id} {...{ invoices, selection, query, totals: totals.data }} />
        )
      }
      panel={
        record !== undefined && (
          <InvoicePanel key={record} invoice_key={{ administration_id, id: record }} onClose={close} />
        )
      }
    >
      {query.isPending && <RowsLoading rows={16} />}
      {query.isError && invoices.length === 0 && <LoadFailed error={query.error} retry={() => void query.refetch()} />}
      {query.isSuccess && invoices.length === 0 && <NothingFound administration_id={administration_id} />}
      {invoices.length > 0 && (
        <WorkTable
          list="invoices"
          label={words.nav_invoices}
          columns={columns}
          rows={invoices}
          count={totals.data?.invoices}
          order={{ value: choice.order, onChange: (order) => go({ order }) }}
          query={query}
          selection={selection}
          nameOf={({ invoice_number }) => invoice_number}
          opened={record}
          onOpen={({ id }) => go({ record: id })}
          readAll={(cursor) => readInvoices(administration_id, choice, cursor)}
        />
      )}
    </WorkFrame>
  )
}

/** What the list is narrowed down to, and what it could be. */
function Filters({ administration_id }: Of) {
  const { words } = useWords()
  const { text = '', named, show, debtor_id } = useChoice()
  const go = useGo()
  const { data } = useTotals(administration_id)
  const counts = new Map(data?.marks.map(({ mark, count }) => [mark, count]))
  const toggle = (mark: (typeof marks)[number]): void =>
    go({ marks: (named.includes(mark) ? named.filter((one) => one !== mark) : [...named, mark]).join(',') })
  const more = more_shows.find((one) => one === show)
  return (
    <>
      <SearchField hint={words.search_invoices_hint} text={text} onSearch={(wanted) => go({ text: wanted })} />
      {more && (
        <Chip chosen onToggle={() => go({ show: '' })}>
          {words[`list_${more}`]}
        </Chip>
      )}
      <Narrowings />
      {marks.map((mark) => (
        <Chip key={mark} count={counts.get(mark)} chosen={named.includes(mark)} onToggle={() => toggle(mark)}>
          {words[`invoices_mark_${mark}`]}
        </Chip>
      ))}
      {!debtor_id && (
        <MoreFilters
          choices={more_shows.map((id) => ({ id, label: words[`list_${id}`] }))}
          onChoose={(wanted) => go({ show: wanted })}
        />
      )}
    </>
  )
}

/** The segment and the currency that a report led here with. */
function Narrowings() {
  const said = useWords()
  const choice = useChoice()
  const go = useGo()
  return narrowings.map((name) => {
    const value = choice[name]
    if (!value) return null
    return (
      <Chip key={name} chosen onToggle={() => go({ [name]: '' })}>
        {`${said.words[`segment_${name}`]}: ${name === 'currency_code' ? value : saySegment(said, name, value)}`}
      </Chip>
    )
  })
}
