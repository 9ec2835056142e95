import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type CaseShow, type CaseStage, caseListQuery } from '../../api/records.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { CaseTable } from '../../parts/records/case_table.tsx'
import classes from '../../parts/records/record.module.css'
import { case_stages } from '../../parts/records/stage.ts'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty } from '../../parts/states.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useWords } from '../../words/words.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/credit_cases')

const shows = ['open', 'ended'] as const satisfies CaseShow[]

export function CreditCasesPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_cases} sentence={words.cases_sentence} />
      <Filters />
      <Cases administration_id={administration_id} />
    </WithinReach>
  )
}

/** What the address asks for; what it does not know is left at everything that is open. */
function useChoice(): { show: CaseShow; stage: CaseStage | undefined } {
  const search = route.useSearch()
  const show = shows.find((one) => one === search.show) ?? 'open'
  return { show, stage: show === 'open' ? case_stages.find((one) => one === search.stage) : undefined }
}

function Filters() {
  const { words } = useWords()
  const { show, stage } = useChoice()
  const navigate = route.useNavigate()
  const go = (search: { show?: string; stage?: string }): void => void navigate({ search, replace: true })
  return (
    <search className={classes.filters}>
      <NativeSelect
        label={words.list_show}
        value={show}
        data={shows.map((one) => ({ value: one, label: words[`cases_${one}`] }))}
        onChange={({ currentTarget: { value } }) => go(value === 'open' ? {} : { show: value })}
      />
      {show === 'open' && (
        <NativeSelect
          label={words.stage}
          value={stage ?? ''}
          data={[
            { value: '', label: words.stages_all },
            ...case_stages.map((one) => ({ value: one, label: words[`stage_${one}`] })),
          ]}
          onChange={({ currentTarget: { value } }) => go(value === '' ? {} : { stage: value })}
        />
      )}
    </search>
  )
}

function Cases({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const { show, stage } = useChoice()
  const query = useInfiniteQuery(caseListQuery(administration_id, show, stage))
  const cases = query.data?.pages.flatMap((page) => page.credit_cases) ?? []
  const nothing = stage ? words.cases_none_stage : words[`cases_none_${show}`]
  return (
    <Listing query={query} count={cases.length} expected={8} empty={<Empty title={nothing} />}>
      <CaseTable list="credit_cases" label={words.nav_cases} cases={cases} administration_id={administration_id} />
    </Listing>
  )
}
