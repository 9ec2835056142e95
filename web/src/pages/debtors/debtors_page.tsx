import { useInfiniteQuery } from '@tanstack/react-query'
import { debtorListQuery, readDebtors } from '../../api/records.ts'
import { NothingYet } from '../../parts/first_hour/nothing_yet.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty } from '../../parts/states.tsx'
import { sayOpen } from '../../parts/table/chosen.tsx'
import { Count, Figure, Loaded } from '../../parts/table/figures.tsx'
import { Chip, MarkChips, MoreFilters, SearchField } from '../../parts/table/filter_bar.tsx'
import { NothingFound } from '../../parts/table/nothing_found.tsx'
import { useGo } from '../../parts/table/use_go.ts'
import { useSelection } from '../../parts/table/use_selection.ts'
import { WorkList } from '../../parts/table/work_list.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { useRole } from '../../session/use_role.ts'
import { sayMoney } from '../../words/formats.ts'
import { saySegment } from '../../words/say_segment.ts'
import { useWords } from '../../words/words.tsx'
import { useDebtorColumns } from './debtor_columns.tsx'
import { DebtorVerbs } from './debtor_verbs.tsx'
import { marks, route, segments, shows, useChoice, useTotals } from './use_choice.ts'

type Of = { administration_id: string }

export function DebtorsPage() {
  const { administration_id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <Debtors administration_id={administration_id} />
    </WithinReach>
  )
}

function Debtors({ administration_id }: Of) {
  const { words, language } = useWords()
  const { named: _, ...choice } = useChoice()
  const go = useGo()
  const { may_write } = useRole(administration_id)
  const currency_code = useCurrency(administration_id)
  const query = useInfiniteQuery(debtorListQuery(administration_id, choice))
  const { data: totals } = useTotals(administration_id)
  const rows = query.data?.pages.flatMap((page) => page.debtors) ?? []
  const selection = useSelection(rows)
  const counts = { open: totals?.open_debtors, overdue: totals?.overdue_debtors, all: undefined }
  return (
    <WorkList
      {...{ administration_id, rows, query, selection, list: 'debtors', title: words.nav_debtors }}
      views={shows.map((id) => ({
        ...{ id, label: words[`debtors_${id}`], count: counts[id], search: id === 'open' ? {} : { show: id } },
      }))}
      shown={choice.show}
      search={route.useSearch()}
      columns={useDebtorColumns(administration_id)}
      count={totals?.debtors}
      order={{ value: choice.order, onChange: (order) => go({ order }) }}
      filters={<Filters administration_id={administration_id} />}
      totals={<Totals administration_id={administration_id} loaded={rows.length} />}
      nothing={<Nothing administration_id={administration_id} />}
      nameOf={({ name }) => name}
      sayTotal={(chosen) =>
        sayOpen(
          chosen.map(({ open_amount }) => ({ open_amount, currency_code })),
          language,
        )
      }
      verbs={
        may_write
          ? (chosen) => <DebtorVerbs administration_id={administration_id} debtors={chosen} selection={selection} />
          : undefined
      }
      readAll={(cursor) => readDebtors(administration_id, choice, cursor)}
    />
  )
}

/** What the list is narrowed down to, and what it could be. */
function Filters({ administration_id }: Of) {
  const said = useWords()
  const { words } = said
  const choice = useChoice()
  const go = useGo()
  const { data: totals } = useTotals(administration_id)
  const chosen = segments.flatMap((name) => (choice[name] ? [[name, choice[name]] as const] : []))
  const offered = totals?.segments.filter(({ segment }) => !choice[segment]) ?? []
  return (
    <>
      <SearchField hint={words.search_debtors_hint} text={choice.text ?? ''} onSearch={(text) => go({ text })} />
      {chosen.map(([name, value]) => (
        <Chip key={name} chosen onToggle={() => go({ [name]: '' })}>
          {`${words[`segment_${name}`]}: ${saySegment(said, name, value)}`}
        </Chip>
      ))}
      <MoreFilters
        choices={offered.map(({ segment, value, count }) => ({
          id: `${segment} ${value}`,
          label: `${words[`segment_${segment}`]}: ${value} (${count})`,
        }))}
        onChoose={(wanted) => {
          const [segment = '', ...value] = wanted.split(' ')
          go({ [segment]: value.join(' ') })
        }}
      />
      <MarkChips
        {...{ marks, named: choice.named, counts: totals?.marks }}
        label={(mark) => words[`debtors_mark_${mark}`]}
        onChange={(wanted) => go({ marks: wanted.join(',') })}
      />
    </>
  )
}

function Totals({ administration_id, loaded }: Of & { loaded: number }) {
  const { words, language } = useWords()
  const currency = useCurrency(administration_id)
  const { data: totals } = useTotals(administration_id)
  if (!totals) return <span>{words.loading}</span>
  const { debtors, open_invoices, open_amount, overdue_amount } = totals
  return (
    <>
      <span>
        <Count of={debtors} one={words.table_debtor} others={words.table_debtors} />
      </span>
      <span>
        <Count of={open_invoices} one={words.debtors_open_one} others={words.debtors_open_many} />
      </span>
      <Figure label={words.record_open}>{sayMoney(open_amount, currency, language)}</Figure>
      <Figure label={words.debtors_overdue}>{sayMoney(overdue_amount, currency, language)}</Figure>
      <Loaded rows={loaded} of={debtors} />
    </>
  )
}

function Nothing({ administration_id }: Of) {
  const { words } = useWords()
  const choice = useChoice()
  const { named, show, text = '' } = choice
  const go = useGo()
  const without = named.map((mark) => ({
    label: words[`debtors_mark_${mark}`],
    drop: () => go({ marks: named.filter((one) => one !== mark).join(',') }),
  }))
  const wider = segments.flatMap((name) =>
    choice[name] ? [{ label: words[`segment_${name}`], drop: () => go({ [name]: '' }) }] : [],
  )
  const whole = { text: '', marks: '', show: 'all', ...Object.fromEntries(segments.map((name) => [name, ''])) }
  return (
    <NothingFound text={text} filters={[...without, ...wider]} onWhole={() => go(whole)}>
      <NothingYet administration_id={administration_id} title={words.nothing_yet_debtors}>
        <Empty title={show === 'all' ? words.list_empty : words[`debtors_none_${show}`]} />
      </NothingYet>
    </NothingFound>
  )
}
