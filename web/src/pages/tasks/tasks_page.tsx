import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListedTask, readTasks, taskListQuery } from '../../api/work.ts'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Count, Figure, Loaded } from '../../parts/table/figures.tsx'
import { Chip, MarkChips, MoreFilters, SearchField } from '../../parts/table/filter_bar.tsx'
import { currentRow } from '../../parts/table/focus_row.ts'
import { useGo } from '../../parts/table/use_go.ts'
import { useNextRow } from '../../parts/table/use_next_row.ts'
import { type Selection, useSelection } from '../../parts/table/use_selection.ts'
import { WorkList } from '../../parts/table/work_list.tsx'
import { type Keys, useKeys } from '../../parts/use_keys.ts'
import { useRole } from '../../session/use_role.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Nothing } from './nothing.tsx'
import { TaskActions } from './task_actions.tsx'
import { useTaskColumns } from './task_columns.tsx'
import { TaskPanel } from './task_panel.tsx'
import { type TaskVerb, TaskVerbs } from './task_verbs.tsx'
import { marks, route, searchOfView, useChoice, useTotals, viewOf, views } from './use_choice.ts'

type Of = { administration_id: string }

export function TasksPage() {
  const { administration_id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <Tasks administration_id={administration_id} />
    </WithinReach>
  )
}

function Tasks({ administration_id }: Of) {
  const { words } = useWords()
  const { named: _, ...choice } = useChoice()
  const go = useGo()
  const { may_work } = useRole(administration_id)
  const query = useInfiniteQuery(taskListQuery(administration_id, choice))
  const { data: totals } = useTotals(administration_id)
  const rows = query.data?.pages.flatMap((page) => page.tasks) ?? []
  const selection = useSelection(rows)
  const leave = useNextRow(query.dataUpdatedAt)
  const search = route.useSearch()
  const { record } = search
  const [verb, setVerb] = useState<TaskVerb | null>(null)
  const open = choice.show === 'open'
  useTaskKeys({ rows, record, selection, onVerb: setVerb }, may_work && open)
  const counts = {
    open: totals?.open_tasks,
    mine: totals?.own_tasks,
    nobody: totals?.unassigned_tasks,
    done: undefined,
  }
  return (
    <WorkList
      {...{ administration_id, rows, query, selection, list: 'tasks', title: words.nav_tasks }}
      views={views.map((id) => ({
        ...{ id, label: words[`tasks_view_${id}`], count: counts[id], search: searchOfView[id] },
      }))}
      shown={viewOf(choice)}
      search={search}
      columns={useTaskColumns(administration_id, choice.show)}
      count={totals?.tasks}
      order={{ value: choice.order, onChange: (order) => go({ order }) }}
      filters={<Filters administration_id={administration_id} />}
      totals={<Totals administration_id={administration_id} loaded={rows.length} />}
      nothing={<Nothing administration_id={administration_id} />}
      nameOf={({ subject }) => subject || words.tasks_no_subject}
      verbs={
        may_work && open
          ? (tasks) => (
              <TaskVerbs
                {...{ administration_id, tasks, verb, onVerb: setVerb, onKeep: selection.choose }}
                onDone={() => {
                  leave(rows.findIndex(({ id }) => selection.ids.has(id)))
                  selection.clear()
                }}
              />
            )
          : undefined
      }
      actions={
        may_work
          ? (task, index) => (
              <TaskActions task={task} administration_id={administration_id} onLeave={() => leave(index)} />
            )
          : undefined
      }
      panel={record !== undefined && <TaskPanel key={record} task_key={{ administration_id, id: record }} />}
      opened={record}
      onOpen={({ id }) => go({ record: id })}
      readAll={(cursor) => readTasks(administration_id, choice, cursor)}
    />
  )
}

type Keyed = {
  rows: readonly ListedTask[]
  record: string | undefined
  selection: Selection
  onVerb: (verb: TaskVerb) => void
}

/** Without a selection a key is for the row with the keyboard, else for the one beside the list, else for the first. */
function useTaskKeys({ rows, record, selection, onVerb }: Keyed, on: boolean): void {
  const { words } = useWords()
  const begin = (wanted: TaskVerb): void => {
    const row = rows[currentRow() ?? -1] ?? rows.find(({ id }) => id === record) ?? rows[0]
    if (!row) return
    if (selection.ids.size === 0) selection.choose([row.id])
    onVerb(wanted)
  }
  const keys: Keys = {
    e: [words.tasks_complete, () => begin('complete')],
    a: [words.tasks_hand_on, () => begin('assign')],
    z: [words.tasks_put_off, () => begin('put_off')],
  }
  useKeys(on ? keys : {})
}

function Filters({ administration_id }: Of) {
  const { words } = useWords()
  const { text = '', show, whose, assigned_to, named } = useChoice()
  const go = useGo()
  const { data: totals } = useTotals(administration_id)
  const owners = totals?.owners ?? []
  const owner = owners.find(({ user_id }) => user_id === assigned_to)
  return (
    <>
      <SearchField hint={words.tasks_search_hint} text={text} onSearch={(wanted) => go({ text: wanted })} />
      {assigned_to && (
        <Chip chosen onToggle={() => go({ assigned_to: '' })}>
          {`${words.work_whose}: ${owner?.name ?? '…'}`}
        </Chip>
      )}
      {whose === 'everybody' && !assigned_to && (
        <MoreFilters
          choices={owners.map(({ user_id, name, count }) => ({
            id: user_id,
            label: `${words.work_whose}: ${name} (${count})`,
          }))}
          onChoose={(user_id) => go({ assigned_to: user_id })}
        />
      )}
      {show === 'open' && (
        <MarkChips
          {...{ marks, named, counts: totals?.marks }}
          label={(mark) => words[`tasks_mark_${mark}`]}
          onChange={(wanted) => go({ marks: wanted.join(',') })}
        />
      )}
    </>
  )
}

function Totals({ administration_id, loaded }: Of & { loaded: number }) {
  const { words, language } = useWords()
  const { data: totals } = useTotals(administration_id)
  if (!totals) return <span>{words.loading}</span>
  const late = totals.marks.find(({ mark }) => mark === 'late')?.count ?? 0
  return (
    <>
      <span>
        <Count of={totals.tasks} one={words.tasks_one} others={words.tasks_many} />
      </span>
      {late > 0 && <Figure label={words.tasks_mark_late}>{sayNumber(late, language)}</Figure>}
      <Loaded rows={loaded} of={totals.tasks} />
    </>
  )
}
