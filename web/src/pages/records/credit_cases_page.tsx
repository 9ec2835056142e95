import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type CaseShow, type CaseStage, caseListQuery, type ListedCase } from '../../api/records.ts'
import { DataTable, type Row } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { sayMoney, sayNumber } from '../../words/formats.ts'
import type { Language, Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import { Marks } from './marks.tsx'
import { CaseLink, DebtorLink, WithinReach } from './parts.tsx'
import classes from './record.module.css'
import { case_stages } from './stage.ts'

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
  const told = route.useSearch()
  const show = shows.find((one) => one === told.show) ?? 'open'
  return { show, stage: show === 'open' ? case_stages.find((one) => one === told.stage) : undefined }
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
  const cases = useInfiniteQuery(caseListQuery(administration_id, show, stage))
  const all = cases.data?.pages.flatMap((page) => page.credit_cases) ?? []
  const nothing = stage ? words.cases_none_stage : words[`cases_none_${show}`]
  return (
    <>
      {cases.isPending && <RowsLoading rows={8} />}
      {cases.isError && all.length === 0 && <LoadFailed error={cases.error} retry={() => void cases.refetch()} />}
      {cases.isSuccess && all.length === 0 && <Empty title={nothing} />}
      {all.length > 0 && <CaseTable label={words.nav_cases} cases={all} place={administration_id} with_debtor />}
      <MoreButton list={cases} shown={all.length} />
    </>
  )
}

type CaseTableProps = { label: string; cases: readonly ListedCase[]; place: string; with_debtor?: boolean }

/** Credit cases as rows that lead to their pages: how far each is, and for how long. */
export function CaseTable({ label, cases, place, with_debtor = false }: CaseTableProps) {
  const { words, language } = useWords()
  return (
    <DataTable
      label={label}
      columns={[
        words.record_case,
        ...(with_debtor ? [words.record_debtor] : []),
        words.stage,
        words.stage_days,
        words.record_total_amount,
        words.record_open_amount,
      ]}
      numbers={[words.stage_days, words.record_total_amount, words.record_open_amount]}
      rows={cases.map((one): Row => ({ key: one.id, cells: cellsOf(one, place, with_debtor, words, language) }))}
    />
  )
}

function cellsOf(one: ListedCase, place: string, with_debtor: boolean, words: Words, language: Language): Row['cells'] {
  return [
    <span key="link" className={classes.two}>
      <CaseLink administration_id={place} id={one.id}>
        {one.credit_case_number}
      </CaseLink>
      <Marks holds={one.holds} />
    </span>,
    ...(with_debtor
      ? [
          <DebtorLink key="debtor" administration_id={place} id={one.debtor_id}>
            {one.debtor_name}
          </DebtorLink>,
        ]
      : []),
    one.deactivated_at ? (
      <span key="stage" className={classes.two}>
        <span>{words.cases_ended_at}</span>
        <span className="hint">
          <Moment at={one.deactivated_at} day />
        </span>
      </span>
    ) : (
      words[`stage_${one.stage}`]
    ),
    one.deactivated_at ? '–' : sayNumber(one.days_in_stage, language),
    sayMoney(one.total_amount, one.currency_code, language),
    sayMoney(one.open_amount, one.currency_code, language),
  ]
}
