import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Place } from '../../api/records.ts'
import { type ShownTask, taskQuery, workDone } from '../../api/work.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { focusHeading } from '../../parts/focus_row.ts'
import { Moment } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { RowsLoading } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Badges, Facts, RecordFailed, WithinReach } from '../records/parts.tsx'
import record from '../records/record.module.css'
import { About } from './about.tsx'
import { CompleteTask } from './complete_task.tsx'
import { Due } from './due.tsx'
import { ReopenTask } from './reopen_task.tsx'
import { TaskComments } from './task_comments.tsx'
import { useRole } from './use_role.ts'

const route = getRouteApi('/signed_in/administrations/$administration_id/tasks/$record_id')

export function TaskPage() {
  const { administration_id, record_id: id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <TaskOf key={id} place={{ administration_id, id }} />
    </WithinReach>
  )
}

function TaskOf({ place }: { place: Place }) {
  const { words } = useWords()
  const task = useQuery(taskQuery(place))
  return (
    <>
      <BackLink>
        <Link to="/administrations/$administration_id/tasks" params={{ administration_id: place.administration_id }}>
          {words.nav_tasks}
        </Link>
      </BackLink>
      {task.isPending && <RowsLoading />}
      {task.isError && <RecordFailed error={task.error} retry={() => void task.refetch()} />}
      {task.isSuccess && <Content task={task.data} place={place} />}
    </>
  )
}

function Content({ task, place: { administration_id } }: { task: ShownTask; place: Place }) {
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  const status = task.completed_status ?? 'open'
  return (
    <>
      <PageHeading
        title={task.subject || words.tasks_no_subject}
        action={may_work && <Way task={task} administration_id={administration_id} />}
      />
      <Badges
        badges={[
          { text: sayType(words, 'task', status), ...(status === 'succeeded' ? { tone: 'good' } : {}) },
          ...(task.blocks_dossiers && status === 'open' ? [{ text: words.tasks_blocks, tone: 'bad' as const }] : []),
        ]}
      />
      <div className={record.columns}>
        <Facts
          title={words.record_data}
          facts={[
            [words.work_about, <About key="about" of={task} administration_id={administration_id} />],
            [words.tasks_due, task.completed_at ? <Day key="due" task={task} /> : <Due key="due" task={task} />],
            [words.work_whose, task.assigned_to ?? words.work_nobody],
            [words.record_created_at, <Moment key="made" at={task.created_at} />],
            [words.tasks_completed_at, task.completed_at && <Moment key="done" at={task.completed_at} />],
            [words.tasks_explain, task.completed_status_message],
          ]}
        />
        {task.description && (
          <Section title={words.tasks_what}>
            <Card>
              <p className={record.text}>{task.description}</p>
            </Card>
          </Section>
        )}
      </div>
      <TaskComments task={task} administration_id={administration_id} />
    </>
  )
}

const Day = ({ task }: { task: ShownTask }) => <Moment at={task.expiry_date} day />

function Way({ task, administration_id }: { task: ShownTask; administration_id: string }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [opened, setOpened] = useState(false)
  if (task.completed_at) {
    return <ReopenTask task={task} administration_id={administration_id} large onDone={focusHeading} />
  }
  return (
    <>
      <Button onClick={() => setOpened(true)}>{words.tasks_complete}</Button>
      <CompleteTask
        administration_id={administration_id}
        task={task}
        opened={opened}
        onClose={() => setOpened(false)}
        onDone={async ({ ours }) => {
          if (ours) say(fill(words.tasks_completed, { subject: task.subject || words.tasks_no_subject }))
          focusHeading()
          await workDone(queries)
        }}
      />
    </>
  )
}
