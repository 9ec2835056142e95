import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  debtorQuery,
  type InvoiceMark,
  type InvoiceShow,
  invoiceListQuery,
  invoiceTotalsQuery,
  type RecordKey,
  readInvoices,
} from '../../api/records.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { NothingYet } from '../../parts/first_hour/nothing_yet.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty } from '../../parts/states.tsx'
import { sayOpen } from '../../parts/table/chosen.tsx'
import { Chip, MarkChips, MoreFilters, SearchField } from '../../parts/table/filter_bar.tsx'
import { NothingFound } from '../../parts/table/nothing_found.tsx'
import { useGo } from '../../parts/table/use_go.ts'
import { useSelection } from '../../parts/table/use_selection.ts'
import type { View } from '../../parts/table/view_tabs.tsx'
import { WorkList } from '../../parts/table/work_list.tsx'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { saySegment } from '../../words/say_segment.ts'
import { useWords } from '../../words/words.tsx'
import { InvoiceActions } from './invoice_actions.tsx'
import { useInvoiceColumns } from './invoice_columns.tsx'
import { InvoicePanel } from './invoice_panel.tsx'
import { Totals } from './totals.tsx'
import { marks, more_shows, narrowings, route, useChoice, views, views_of_debtor, widened } from './use_choice.ts'

type Of = { administration_id: string }

export function InvoicesPage() {
  const { administration_id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <Invoices administration_id={administration_id} />
    </WithinReach>
  )
}

function useTotals(administration_id: string) {
  const { named: _, record: __, ...choice } = useChoice()
  return useQuery({ ...invoiceTotalsQuery(administration_id, choice), placeholderData: (before) => before })
}

function Invoices({ administration_id }: Of) {
  const { words, language } = useWords()
  const { named: _, record, ...choice } = useChoice()
  const go = useGo()
  const { may_work } = useRole(administration_id)
  const query = useInfiniteQuery(invoiceListQuery(administration_id, choice))
  const totals = useTotals(administration_id)
  const rows = query.data?.pages.flatMap((page) => page.invoices) ?? []
  const selection = useSelection(rows)
  const { debtor_id } = choice
  return (
    <WorkList
      {...{ administration_id, rows, query, selection, list: 'invoices', title: words.nav_invoices }}
      heading={
        debtor_id
          ? (tabs) => <DebtorHeading debtor_key={{ administration_id, id: debtor_id }} views={tabs} />
          : undefined
      }
      of_record={debtor_id !== undefined}
      views={useViews(administration_id)}
      shown={choice.show}
      search={route.useSearch()}
      columns={useInvoiceColumns(
        administration_id,
        rows.some(({ owner }) => owner !== null),
      )}
      count={totals.data?.invoices}
      order={{ value: choice.order, onChange: (order) => go({ order }) }}
      filters={<Filters administration_id={administration_id} />}
      totals={<Totals totals={totals.data} loaded={rows.length} />}
      nothing={<Nothing administration_id={administration_id} />}
      nameOf={({ invoice_number }) => invoice_number}
      sayTotal={(chosen) => sayOpen(chosen, language)}
      verbs={
        may_work
          ? (chosen) => <InvoiceActions administration_id={administration_id} invoices={chosen} selection={selection} />
          : undefined
      }
      panel={
        record !== undefined && (
          <InvoicePanel key={record} invoice_key={{ administration_id, id: record }} keyed={selection.ids.size === 0} />
        )
      }
      opened={record}
      onOpen={({ id }) => go({ record: id })}
      readAll={(cursor) => readInvoices(administration_id, choice, cursor)}
    />
  )
}

function useViews(administration_id: string): View[] {
  const { words } = useWords()
  const { debtor_id } = useChoice()
  const { data } = useTotals(administration_id)
  const count = { open: data?.open_invoices, overdue: data?.overdue_invoices }
  const choices = debtor_id ? views_of_debtor : views
  const first = debtor_id ? 'all' : 'open'
  return choices.map((id) => ({
    ...{ id, label: words[`list_${id}`], count: id === 'open' || id === 'overdue' ? count[id] : undefined },
    search: { ...(debtor_id ? { debtor_id } : {}), ...(id === first ? {} : { show: id }) },
  }))
}

function DebtorHeading({ debtor_key, views: tabs }: { debtor_key: RecordKey; views: ReactNode }) {
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

/** What the list is narrowed down to, and what it could be. */
function Filters({ administration_id }: Of) {
  const { words } = useWords()
  const { text = '', named, show, debtor_id } = useChoice()
  const go = useGo()
  const { data } = useTotals(administration_id)
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
      <MarkChips
        {...{ marks, named, counts: data?.marks }}
        label={(mark) => words[`invoices_mark_${mark}`]}
        onChange={(wanted) => go({ marks: wanted.join(',') })}
      />
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

function Nothing({ administration_id }: Of) {
  const { words } = useWords()
  const { named, record: _, ...choice } = useChoice()
  const { text = '', show } = choice
  const go = useGo()
  const without = (mark: InvoiceMark): string => named.filter((one) => one !== mark).join(',')
  const drops = [
    ...named.map((mark) => ({ label: words[`invoices_mark_${mark}`], change: { marks: without(mark) } })),
    ...narrowings.flatMap((name) =>
      choice[name] ? [{ label: words[`segment_${name}`], change: { [name]: '' } }] : [],
    ),
  ]
  // How much there would be without each of them.
  const counts = useQueries({
    queries: drops.map(({ change }) => {
      const kept = Object.entries({ ...choice, ...change }).filter(([, value]) => value !== '')
      // What is left of a choice is a choice.
      return invoiceTotalsQuery(administration_id, Object.fromEntries(kept) as typeof choice)
    }),
  })
  return (
    <NothingFound
      text={text}
      filters={drops.map(({ label, change }, place) => ({
        ...{ label, drop: () => go(change), count: counts[place]?.data?.invoices },
      }))}
      onWhole={() => go({ text: '', marks: '', ...widened })}
    >
      <NothingYet administration_id={administration_id} title={words.nothing_yet_invoices}>
        <Empty title={emptyOf(show, words)} />
      </NothingYet>
    </NothingFound>
  )
}

function emptyOf(show: InvoiceShow, words: Words): string {
  if (show === 'all') return words.list_empty
  return show === 'open' || show === 'overdue' || show === 'paid'
    ? words[`list_none_${show}`]
    : words.table_nothing_here
}
