import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { letterListQuery, readLetters } from '../../api/outbox.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { ToPrint } from '../../parts/records/to_print.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty } from '../../parts/states.tsx'
import { Count, Loaded } from '../../parts/table/figures.tsx'
import { Chip, MoreFilters, SearchField } from '../../parts/table/filter_bar.tsx'
import { NothingFound } from '../../parts/table/nothing_found.tsx'
import { useGo } from '../../parts/table/use_go.ts'
import { useSelection } from '../../parts/table/use_selection.ts'
import { WorkList } from '../../parts/table/work_list.tsx'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { useLetterColumns } from './letter_columns.tsx'
import { LetterPanel } from './letter_panel.tsx'
import { route, shows, steps, useChoice, useTotals } from './use_choice.ts'

type Of = { administration_id: string }

/** What went out to debtors. */
export function LettersPage() {
  const { administration_id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <Letters administration_id={administration_id} />
    </WithinReach>
  )
}

function Letters({ administration_id }: Of) {
  const { words } = useWords()
  const choice = useChoice()
  const go = useGo()
  const query = useInfiniteQuery(letterListQuery(administration_id, choice))
  const { data: totals } = useTotals(administration_id)
  const rows = query.data?.pages.flatMap((page) => page.letters) ?? []
  const selection = useSelection(rows)
  const search = route.useSearch()
  const { record } = search
  return (
    <WorkList
      {...{ administration_id, rows, query, selection, list: 'letters', title: words.nav_letters, search }}
      heading={(views) => <Heading {...{ administration_id, views }} printing={choice.show === 'to_print'} />}
      views={shows.map((id) => ({
        ...{ id, label: words[`letters_show_${id}`], count: totals?.[id], search: id === 'all' ? {} : { show: id } },
      }))}
      shown={choice.show}
      columns={useLetterColumns(choice.show)}
      count={totals?.letters}
      order={{ value: choice.order, onChange: (order) => go({ order }) }}
      filters={<Filters />}
      totals={<Totals administration_id={administration_id} loaded={rows.length} />}
      nothing={<Nothing />}
      nameOf={({ debtor_name, step }) => `${sayType(words, 'step', step)}, ${debtor_name}`}
      panel={record !== undefined && <LetterPanel key={record} letter_key={{ administration_id, id: record }} />}
      opened={record}
      onOpen={({ id }) => go({ record: id })}
      readAll={(cursor) => readLetters(administration_id, choice, cursor)}
    />
  )
}

function Heading({ administration_id, views, printing }: Of & { views: ReactNode; printing: boolean }) {
  const { words } = useWords()
  return (
    <>
      <PageHeading
        title={words.nav_letters}
        views={views}
        action={
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to="/administrations/$administration_id/letter_texts" params={{ administration_id }} {...props} />
            )}
          >
            {words.letters_to_texts}
          </Button>
        }
      />
      <ToPrint administration_id={administration_id} only_work={!printing} />
    </>
  )
}

function Filters() {
  const { words } = useWords()
  const { step, debtor_id, text = '' } = useChoice()
  const go = useGo()
  const choices = steps.map((id) => ({ id, label: sayType(words, 'step', id) }))
  return (
    <>
      <SearchField hint={words.letters_search_hint} text={text} onSearch={(wanted) => go({ text: wanted })} />
      {debtor_id && (
        <Chip chosen onToggle={() => go({ debtor: '' })}>
          {words.letters_of_one}
        </Chip>
      )}
      {step && (
        <Chip chosen onToggle={() => go({ step: '' })}>
          {sayType(words, 'step', step)}
        </Chip>
      )}
      {!step && (
        <MoreFilters label={words.letters_step} choices={choices} onChoose={(wanted) => go({ step: wanted })} />
      )}
    </>
  )
}

function Totals({ administration_id, loaded }: Of & { loaded: number }) {
  const { words } = useWords()
  const { data: totals } = useTotals(administration_id)
  if (!totals) return <span>{words.loading}</span>
  const { letters, debtors } = totals
  return (
    <>
      <span>
        <Count of={letters} one={words.letters_one} others={words.letters_many} /> {words.letters_to_debtors}{' '}
        <Count of={debtors} one={words.table_debtor} others={words.table_debtors} />
      </span>
      <Loaded rows={loaded} of={letters} />
    </>
  )
}

function Nothing() {
  const { words } = useWords()
  const { show, step, debtor_id, text = '' } = useChoice()
  const go = useGo()
  const filters = [
    ...(step ? [{ label: sayType(words, 'step', step), drop: () => go({ step: '' }) }] : []),
    ...(debtor_id ? [{ label: words.letters_of_one, drop: () => go({ debtor: '' }) }] : []),
  ]
  return (
    <NothingFound text={text} filters={filters} onWhole={() => go({ text: '', step: '', debtor: '' })}>
      <Empty title={words.letters_empty}>{words[`letters_empty_${show}`]}</Empty>
    </NothingFound>
  )
}
