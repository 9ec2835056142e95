import { useQuery } from '@tanstack/react-query'
import { choicesQuery } from '../../api/reports.ts'
import { NothingYet } from '../../parts/first_hour/nothing_yet.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { ViewTabs } from '../../parts/table/view_tabs.tsx'
import { useWords } from '../../words/words.tsx'
import { AgeingReport } from './ageing.tsx'
import { BehindList } from './behind.tsx'
import { DsoReport } from './dso.tsx'
import { EffectivenessReport } from './effectiveness.tsx'
import { EveryMonday } from './every_monday.tsx'
import { Filters } from './filters.tsx'
import { ForecastReport } from './forecast.tsx'
import { Glance } from './glance.tsx'
import { PromisesReport } from './promises.tsx'
import classes from './reports.module.css'
import { route, searchWith, tabs, useChoice, withoutList } from './use_choice.ts'

export function ReportsPage() {
  const { administration_id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <Heading />
      <Content key={administration_id} />
    </WithinReach>
  )
}

function Heading() {
  const { words } = useWords()
  const { tab, administration_id } = useChoice()
  const search = route.useSearch()
  const views = tabs.map((id) => ({
    ...{ id, label: words[`reports_${id}`] },
    search: searchWith({ ...withoutList, tab: id === 'glance' ? '' : id })(search),
  }))
  return (
    <PageHeading
      title={words.nav_reports}
      views={<ViewTabs label={words.reports_tabs} shown={tab} views={views} />}
      action={<EveryMonday administration_id={administration_id} />}
    />
  )
}

const reports = {
  glance: Glance,
  ageing: AgeingReport,
  dso: DsoReport,
  effectiveness: EffectivenessReport,
  promises: PromisesReport,
  forecast: ForecastReport,
} as const

function Content() {
  const { words } = useWords()
  const choice = useChoice()
  const choices = useQuery(choicesQuery(choice.administration_id))
  if (choices.isPending) return <RowsLoading rows={8} />
  if (choices.isError) return <LoadFailed error={choices.error} retry={() => void choices.refetch()} />
  if (choices.data.currencies.length === 0) {
    return (
      <NothingYet administration_id={choice.administration_id} title={words.reports_empty_heading}>
        <Empty title={words.reports_empty_heading}>{words.reports_empty_sentence}</Empty>
      </NothingYet>
    )
  }
  const Report = reports[choice.tab]
  return (
    <div className={classes.page}>
      <Filters choice={choice} choices={choices.data} />
      {choice.behind ? <BehindList choice={choice} behind={choice.behind} /> : <Report choice={choice} />}
    </div>
  )
}
