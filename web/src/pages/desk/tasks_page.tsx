import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type ListedTask, type TaskOwner, type TaskShow, taskListQuery, workDone } from '../../api/work.ts'
import { DataTable, type Row } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { MoreButton } from '../../parts/more_button.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { WithinReach } from '../records/parts.tsx'
import record from '../records/record.module.css'
import { About, TaskLink } from './about.tsx'
import { CompleteTask } from './complete_task.tsx'
import { Due } from './due.tsx'
import { ReopenTask } from './reopen_task.tsx'
import { useNextRow } from './use_next_row.ts'
import { useRole } from './use_role.ts'
import classes from './work.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/tasks')

const shows = ['open', 'done'] as const satisfies TaskShow[]
const owners = ['everybody', 'mine'] as const satisfies TaskOwner[]

export function TasksPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  const { show, whose } = useChoice()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_tasks} sentence={words.tasks_sentence} />
      <Filters />
      <Tasks key={`${administration_id} ${show} ${whose}`} administration_id={administration_id} />
    </WithinReach>
  )
}

/** What the address asks for; what it does not know is left at everything that is open. */
function useChoice(): { show: TaskShow; whose: TaskOwner } {
  const told = route.useSearch()
  return {
    show: shows.find((one) => one === told.show) ?? 'open',
    whose: owners.find((one) => one === told.whose) ?? 'everybody',
  }
}

function useGo(): (wanted: { show: string; whose: string }) => void {
  const navigate = route.useNavigate()
  return ({ show, whose }) =>
    void navigate({
      search: { ...(show === 'open' ? {} : { show }), ...(whose === 'everybody' ? {} : { whose }) },
      replace: true,
    })
}

function Filters() {
  const { words } = useWords()
  const { show, whose } = useChoice()
  const go = useGo()
  return (
    <search className={record.filters}>
      <NativeSelect
        label={words.list_show}
        value={show}
        data={shows.map((one) => ({ value: one, label: words[`tasks_${one}`] }))}
        onChange={({ currentTarget: { value } }) => go({ show: value, whose })}
      />
      <NativeSelect
        label={words.work_whose}
        value={whose}
        data={owners.map((one) => ({ value: one, label: words[`work_${one}`] }))}
        onChange={({ currentTarget: { value } }) => go({ show, whose: value })}
      />
    </search>
  )
}

function Tasks({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const { show, whose } = useChoice()
  const { may_work } = useRole(administration_id)
  const tasks = useInfiniteQuery(taskListQuery(administration_id, show, whose))
  const all = tasks.data?.pages.flatMap((page) => page.tasks) ?? []
  const { list, leave } = useNextRow(tasks.dataUpdatedAt)
  const open = show === 'open'
  const columns = open
    ? [words.tasks_task, words.tasks_due, words.work_about, words.work_whose]
    : [words.tasks_task, words.tasks_completed_at, words.tasks_outcome, words.work_about, words.work_whose]
  return (
    <>
      {tasks.isPending && <RowsLoading rows={8} />}
      {tasks.isError && all.length === 0 && <LoadFailed error={tasks.error} retry={() => void tasks.refetch()} />}
      {tasks.isSuccess && all.length === 0 && <Nothing />}
      {all.length > 0 && (
        <div ref={list}>
          <DataTable
            label={words.nav_tasks}
            columns={columns}
            {...(may_work ? { actions: words.actions } : {})}
            rows={all.map(
              (task, index): Row => ({
                key: task.id,
                cells: cellsOf(task, administration_id),
                actions: <Way task={task} administration_id={administration_id} onLeave={() => leave(index)} />,
              }),
            )}
          />
        </div>
      )}
      <MoreButton list={tasks} shown={all.length} />
    </>
  )
}

function cellsOf(task: ListedTask, administration_id: string): Row['cells'] {
  return [
    <Name key="name" task={task} administration_id={administration_id} />,
    ...(task.completed_at
      ? [<Moment key="at" at={task.completed_at} day />, <Outcome key="outcome" task={task} />]
      : [<Due key="due" task={task} />]),
    <About key="about" of={task} administration_id={administration_id} />,
    <Whose key="whose" task={task} />,
  ]
}

function Name({ task, administration_id }: { task: ListedTask; administration_id: string }) {
  const { words } = useWords()
  return (
    <span className={`${classes.two} ${classes.name}`}>
      <TaskLink administration_id={administration_id} id={task.id}>
        {task.subject || words.tasks_no_subject}
      </TaskLink>
      {task.description && <span className={classes.beginning}>{task.description}</span>}
      {task.blocks_dossiers && !task.completed_at && <span className={classes.blocks}>{words.tasks_blocks}</span>}
    </span>
  )
}

function Outcome({ task: { completed_status } }: { task: ListedTask }) {
  const { words } = useWords()
  return words[`tasks_outcome_${completed_status ?? 'succeeded'}`]
}

function Whose({ task: { assigned_to } }: { task: ListedTask }) {
  const { words } = useWords()
  return assigned_to ?? <span className="hint">{words.work_nobody}</span>
}

type WayProps = { task: ListedTask; administration_id: string; onLeave: () => void }

/** What can be done with a task in its list. */
function Way({ task, administration_id, onLeave }: WayProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [opened, setOpened] = useState(false)
  const subject = task.subject || words.tasks_no_subject
  if (task.completed_at) {
    return <ReopenTask task={task} administration_id={administration_id} onDone={onLeave} />
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={fill(words.tasks_complete_one, { subject })}
        onClick={() => setOpened(true)}
      >
        {words.tasks_complete}
      </Button>
      <CompleteTask
        administration_id={administration_id}
        task={task}
        opened={opened}
        onClose={() => setOpened(false)}
        onDone={async ({ ours }) => {
          if (ours) say(fill(words.tasks_completed, { subject }))
          onLeave()
          await workDone(queries)
        }}
      />
    </>
  )
}

function Nothing() {
  const { words } = useWords()
  const { show, whose } = useChoice()
  const go = useGo()
  const { administration_id } = route.useParams()
  // Whether every task is done, or there never was one.
  const done = useInfiniteQuery({
    ...taskListQuery(administration_id, 'done', 'everybody'),
    enabled: show === 'open' && whose === 'everybody',
  })
  if (show === 'done') return <Empty title={words.tasks_empty_done} />
  if (whose === 'everybody') {
    if (done.isPending) return <RowsLoading rows={1} />
    const never = done.data?.pages[0]?.tasks.length === 0
    return (
      <Empty title={never ? words.tasks_empty_never : words.tasks_empty_open}>
        {never ? words.tasks_empty_never_sentence : words.tasks_empty_open_sentence}
      </Empty>
    )
  }
  return (
    <Empty
      title={words.tasks_empty_mine}
      action={
        <Button variant="default" onClick={() => go({ show, whose: 'everybody' })}>
          {words.tasks_empty_everybody}
        </Button>
      }
    >
      {words.tasks_empty_mine_sentence}
    </Empty>
  )
}
