import { useInfiniteQuery } from '@tanstack/react-query'
import { planListQuery, readPlans } from '../../api/work.ts'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty } from '../../parts/states.tsx'
import { sayOpen } from '../../parts/table/chosen.tsx'
import { Count, Figure, Loaded, OpenSums } from '../../parts/table/figures.tsx'
import { MarkChips, SearchField } from '../../parts/table/filter_bar.tsx'
import { NothingFound } from '../../parts/table/nothing_found.tsx'
import { useGo } from '../../parts/table/use_go.ts'
import { useSelection } from '../../parts/table/use_selection.ts'
import { WorkList } from '../../parts/table/work_list.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { usePlanColumns } from './plan_columns.tsx'
import { PlanPanel } from './plan_panel.tsx'
import { marks_of, route, shows, useChoice, useTotals } from './use_choice.ts'

type Of = { administration_id: string }

export function PaymentPlansPage() {
  const { administration_id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <Plans administration_id={administration_id} />
    </WithinReach>
  )
}

function Plans({ administration_id }: Of) {
  const { words, language } = useWords()
  const { named: _, ...choice } = useChoice()
  const go = useGo()
  const books = useCurrency(administration_id)
  const query = useInfiniteQuery(planListQuery(administration_id, choice))
  const { data: totals } = useTotals(administration_id)
  const rows = query.data?.pages.flatMap((page) => page.payment_plans) ?? []
  const selection = useSelection(rows)
  const { show } = choice
  const search = route.useSearch()
  const { record } = search
  const counts = { running: totals?.running_plans, proposed: totals?.proposed_plans, ended: undefined }
  return (
    <WorkList
      {...{ administration_id, rows, query, selection, list: 'payment_plans', title: words.nav_payment_plans }}
      views={shows.map((id) => ({
        ...{ id, label: words[`plans_${id}`], count: counts[id], search: id === 'running' ? {} : { show: id } },
      }))}
      shown={show}
      search={search}
      columns={usePlanColumns(administration_id, show)}
      count={totals?.payment_plans}
      order={{ value: choice.order, onChange: (order) => go({ order }) }}
      filters={<Filters administration_id={administration_id} />}
      totals={<Totals administration_id={administration_id} loaded={rows.length} />}
      nothing={<Nothing />}
      nameOf={({ debtor_name }) => debtor_name}
      sayTotal={(chosen) =>
        sayOpen(
          chosen.map(({ open_amount, currency_code }) => ({ open_amount, currency_code: currency_code ?? books })),
          language,
        )
      }
      panel={record !== undefined && <PlanPanel key={record} plan_key={{ administration_id, id: record }} />}
      opened={record}
      onOpen={({ id }) => go({ record: id })}
      readAll={(cursor) => readPlans(administration_id, choice, cursor)}
    />
  )
}

function Filters({ administration_id }: Of) {
  const { words } = useWords()
  const { text = '', show, named } = useChoice()
  const go = useGo()
  const { data: totals } = useTotals(administration_id)
  return (
    <>
      <SearchField hint={words.plans_search_hint} text={text} onSearch={(wanted) => go({ text: wanted })} />
      <MarkChips
        {...{ marks: marks_of[show], named, counts: totals?.marks }}
        label={(mark) => words[`plans_mark_${mark}`]}
        onChange={(wanted) => go({ marks: wanted.join(',') })}
      />
    </>
  )
}

function Totals({ administration_id, loaded }: Of & { loaded: number }) {
  const { words, language } = useWords()
  const books = useCurrency(administration_id)
  const { data: totals } = useTotals(administration_id)
  if (!totals) return <span>{words.loading}</span>
  const { payment_plans, debtors, sums, late_terms } = totals
  return (
    <>
      <span>
        <Count of={payment_plans} one={words.plans_one} others={words.plans_many} /> {words.table_of}{' '}
        <Count of={debtors} one={words.table_debtor} others={words.table_debtors} />
      </span>
      <OpenSums
        sums={sums.map(({ open_amount, currency_code }) => ({ open_amount, currency_code: currency_code ?? books }))}
      />
      {late_terms > 0 && <Figure label={words.plans_late_terms}>{sayNumber(late_terms, language)}</Figure>}
      <Loaded rows={loaded} of={payment_plans} />
    </>
  )
}

function Nothing() {
  const { words } = useWords()
  const { named, show, text = '' } = useChoice()
  const go = useGo()
  const without = named.map((mark) => ({
    label: words[`plans_mark_${mark}`],
    drop: () => go({ marks: named.filter((one) => one !== mark).join(',') }),
  }))
  return (
    <NothingFound text={text} filters={without} onWhole={() => go({ text: '', marks: '' })}>
      <Empty title={words[`plans_empty_${show}`]}>{show === 'running' && words.plans_empty_running_sentence}</Empty>
    </NothingFound>
  )
}
