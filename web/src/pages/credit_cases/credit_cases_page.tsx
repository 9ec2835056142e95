import { useInfiniteQuery } from '@tanstack/react-query'
import { caseListQuery, readCases } from '../../api/records.ts'
import { case_stages } from '../../parts/records/stage.ts'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty } from '../../parts/states.tsx'
import { sayOpen } from '../../parts/table/chosen.tsx'
import { Count, Loaded, OpenSums } from '../../parts/table/figures.tsx'
import { Chip, MarkChips, MoreFilters, SearchField } from '../../parts/table/filter_bar.tsx'
import { NothingFound } from '../../parts/table/nothing_found.tsx'
import { useGo } from '../../parts/table/use_go.ts'
import { useSelection } from '../../parts/table/use_selection.ts'
import { WorkList } from '../../parts/table/work_list.tsx'
import { useRole } from '../../session/use_role.ts'
import { useWords } from '../../words/words.tsx'
import { useCaseColumns } from './case_columns.tsx'
import { CasePanel } from './case_panel.tsx'
import { CasesVerbs } from './cases_verbs.tsx'
import { marks, route, shows, useChoice, useTotals } from './use_choice.ts'

type Of = { administration_id: string }

export function CreditCasesPage() {
  const { administration_id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <Cases administration_id={administration_id} />
    </WithinReach>
  )
}

function Cases({ administration_id }: Of) {
  const { words, language } = useWords()
  const { named: _, ...choice } = useChoice()
  const go = useGo()
  const { may_work } = useRole(administration_id)
  const query = useInfiniteQuery(caseListQuery(administration_id, choice))
  const { data: totals } = useTotals(administration_id)
  const rows = query.data?.pages.flatMap((page) => page.credit_cases) ?? []
  const selection = useSelection(rows)
  const { show } = choice
  const search = route.useSearch()
  const { record } = search
  return (
    <WorkList
      {...{ administration_id, rows, query, selection, list: 'credit_cases', title: words.nav_cases }}
      views={shows.map((id) => ({
        ...{ id, label: words[`cases_${id}`], count: id === 'open' ? totals?.open_cases : undefined },
        search: id === 'open' ? {} : { show: id },
      }))}
      shown={show}
      search={search}
      columns={useCaseColumns(administration_id, show)}
      count={totals?.credit_cases}
      order={{ value: choice.order, onChange: (order) => go({ order }) }}
      filters={<Filters administration_id={administration_id} />}
      totals={<Totals administration_id={administration_id} loaded={rows.length} />}
      nothing={<Nothing />}
      nameOf={({ credit_case_number }) => credit_case_number}
      sayTotal={(chosen) => sayOpen(chosen, language)}
      verbs={
        may_work && show === 'open'
          ? (chosen) => <CasesVerbs administration_id={administration_id} cases={chosen} selection={selection} />
          : undefined
      }
      panel={record !== undefined && <CasePanel key={record} case_key={{ administration_id, id: record }} />}
      opened={record}
      onOpen={({ id }) => go({ record: id })}
      readAll={(cursor) => readCases(administration_id, choice, cursor)}
    />
  )
}

/** What the list is narrowed down to, and what it could be: one stage, and some marks. */
function Filters({ administration_id }: Of) {
  const { words } = useWords()
  const { text = '', show, stage, named } = useChoice()
  const go = useGo()
  const { data: totals } = useTotals(administration_id)
  const counts = new Map(totals?.stages.map((one) => [one.stage, one.count]))
  const stages = case_stages.filter((one) => counts.has(one))
  return (
    <>
      <SearchField hint={words.cases_search_hint} text={text} onSearch={(wanted) => go({ text: wanted })} />
      {stage && (
        <Chip chosen onToggle={() => go({ stage: '' })}>
          {`${words.stage}: ${words[`stage_${stage}`]}`}
        </Chip>
      )}
      {show === 'open' && (
        <MarkChips
          {...{ marks, named, counts: totals?.marks }}
          label={(mark) => words[`cases_mark_${mark}`]}
          onChange={(wanted) => go({ marks: wanted.join(',') })}
        />
      )}
      <MoreFilters
        label={words.stage}
        choices={stages.map((id) => ({ id, label: `${words[`stage_${id}`]} (${counts.get(id)})` }))}
        onChoose={(wanted) => go({ stage: wanted })}
      />
    </>
  )
}

function Totals({ administration_id, loaded }: Of & { loaded: number }) {
  const { words } = useWords()
  const { data: totals } = useTotals(administration_id)
  if (!totals) return <span>{words.loading}</span>
  const { credit_cases, debtors, sums } = totals
  return (
    <>
      <span>
        <Count of={credit_cases} one={words.cases_one} others={words.cases_many} /> {words.table_of}{' '}
        <Count of={debtors} one={words.table_debtor} others={words.table_debtors} />
      </span>
      <OpenSums sums={sums} />
      <Loaded rows={loaded} of={credit_cases} />
    </>
  )
}

function Nothing() {
  const { words } = useWords()
  const { named, stage, show, text = '' } = useChoice()
  const go = useGo()
  const without = named.map((mark) => ({
    label: words[`cases_mark_${mark}`],
    drop: () => go({ marks: named.filter((one) => one !== mark).join(',') }),
  }))
  const in_stage = stage ? [{ label: words[`stage_${stage}`], drop: () => go({ stage: '' }) }] : []
  return (
    <NothingFound
      text={text}
      filters={[...in_stage, ...without]}
      onWhole={() => go({ text: '', marks: '', stage: '' })}
    >
      <Empty title={words[`cases_none_${show}`]}>{words[`cases_none_${show}_sentence`]}</Empty>
    </NothingFound>
  )
}
