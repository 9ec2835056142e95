import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RecordKey } from '../../api/records.ts'
import { type ShownTask, taskQuery, workDone } from '../../api/work.ts'
import { Moment } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { About } from '../../parts/records/about.tsx'
import { Badges } from '../../parts/records/badges.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import record from '../../parts/records/record.module.css'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { focusHeading } from '../../parts/table/focus_row.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { CompleteTask } from './complete_task.tsx'
import { Due } from './due.tsx'
import { PassOn } from './pass_on.tsx'
import { ReopenTask } from './reopen_task.tsx'
import { TaskComments } from './task_comments.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/tasks/$record_id')

export function TaskPage() {
  const params = route.useParams()
  const { words } = useWords()
  const back = (
    <Link to="/administrations/$administration_id/tasks" params={{ administration_id: params.administration_id }}>
      {words.nav_tasks}
    </Link>
  )
  return (
    <RecordPage params={params} query={taskQuery} back={back}>
      {(task, task_key) => <Content task={task} task_key={task_key} />}
    </RecordPage>
  )
}

function Content({ task, task_key: { administration_id } }: { task: ShownTask; task_key: RecordKey }) {
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  const status = task.completed_status ?? 'open'
  return (
    <>
      <PageHeading
        title={task.subject || words.tasks_no_subject}
        action={may_work && <TaskActions task={task} administration_id={administration_id} />}
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

function TaskActions({ task, administration_id }: { task: ShownTask; administration_id: string }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [opened, setOpened] = useState(false)
  if (task.completed_at) {
    return <ReopenTask task={task} administration_id={administration_id} large onDone={focusHeading} />
  }
  return (
    <>
      <PassOn administration_id={administration_id} task={task} />
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
