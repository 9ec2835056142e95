import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type ListedTask, type TaskOwner, type TaskShow, taskListQuery, workDone } from '../../api/work.ts'
import { Moment } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { About } from '../../parts/records/about.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import record from '../../parts/records/record.module.css'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty, RowsLoading } from '../../parts/states.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useNextRow } from '../../parts/table/use_next_row.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { CompleteTask } from './complete_task.tsx'
import { Due } from './due.tsx'
import { PassOn, usePassOnKeys } from './pass_on.tsx'
import { ReopenTask } from './reopen_task.tsx'
import classes from './tasks.module.css'

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
  const search = route.useSearch()
  return {
    show: shows.find((one) => one === search.show) ?? 'open',
    whose: owners.find((one) => one === search.whose) ?? 'everybody',
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
  const query = useInfiniteQuery(taskListQuery(administration_id, show, whose))
  const tasks = query.data?.pages.flatMap((page) => page.tasks) ?? []
  const columns = useColumns(administration_id, show)
  const { list, leave } = useNextRow(query.dataUpdatedAt)
  usePassOnKeys()
  const actions = (task: ListedTask, index: number) => (
    <TaskActions task={task} administration_id={administration_id} onLeave={() => leave(index)} />
  )
  return (
    <Listing query={query} count={tasks.length} expected={8} empty={<Nothing />}>
      <div ref={list}>
        <DataTable
          list={`tasks_${show}`}
          label={words.nav_tasks}
          rows={tasks}
          columns={columns}
          actions={may_work ? actions : undefined}
        />
      </div>
    </Listing>
  )
}

function useColumns(administration_id: string, show: TaskShow): Column<ListedTask>[] {
  const { words } = useWords()
  const due: Column<ListedTask> = { id: 'due', title: words.tasks_due, cell: (task) => <Due task={task} /> }
  const completed: Column<ListedTask>[] = [
    {
      id: 'completed_at',
      title: words.tasks_completed_at,
      cell: ({ completed_at }) => <Moment at={completed_at} day />,
    },
    {
      id: 'outcome',
      title: words.tasks_outcome,
      cell: ({ completed_status }) => words[`tasks_outcome_${completed_status ?? 'succeeded'}`],
    },
  ]
  return [
    {
      id: 'task',
      title: words.tasks_task,
      cell: (task) => <Name task={task} administration_id={administration_id} />,
    },
    ...(show === 'open' ? [due] : completed),
    {
      id: 'about',
      title: words.work_about,
      cell: (task) => <About of={task} administration_id={administration_id} />,
    },
    {
      id: 'assigned_to',
      title: words.work_whose,
      cell: ({ assigned_to }) => assigned_to ?? <span className="hint">{words.work_nobody}</span>,
    },
  ]
}

function Name({ task, administration_id }: { task: ListedTask; administration_id: string }) {
  const { words } = useWords()
  return (
    <span className={`${record.two} ${record.name}`}>
      <RecordLink family="tasks" administration_id={administration_id} id={task.id}>
        {task.subject || words.tasks_no_subject}
      </RecordLink>
      {task.description && <span className={record.beginning}>{task.description}</span>}
      {task.blocks_dossiers && !task.completed_at && <span className={classes.blocks}>{words.tasks_blocks}</span>}
    </span>
  )
}

type TaskActionsProps = { task: ListedTask; administration_id: string; onLeave: () => void }

/** What can be done with a task in its list. */
function TaskActions({ task, administration_id, onLeave }: TaskActionsProps) {
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
      <PassOn administration_id={administration_id} task={task} in_row />
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
