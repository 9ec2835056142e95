import { getRouteApi, Link } from '@tanstack/react-router'
import type { RecordKey } from '../../api/records.ts'
import { type ShownTask, taskQuery } from '../../api/work.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import record from '../../parts/records/record.module.css'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { keptSearch } from '../../parts/table/last_search.ts'
import { useRole } from '../../session/use_role.ts'
import { useWords } from '../../words/words.tsx'
import { TaskComments } from './task_comments.tsx'
import { TaskMarks, useTaskFacts } from './task_facts.tsx'
import { TaskWays } from './task_ways.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/tasks/$record_id')

export function TaskPage() {
  const params = route.useParams()
  const { administration_id } = params
  const { words } = useWords()
  const back = (
    <Link
      to="/administrations/$administration_id/tasks"
      params={{ administration_id }}
      search={keptSearch('tasks', administration_id)}
    >
      {words.nav_tasks}
    </Link>
  )
  return (
    <RecordPage params={params} query={taskQuery} list="tasks" back={back}>
      {(task, task_key) => <Content task={task} task_key={task_key} />}
    </RecordPage>
  )
}

function Content({ task, task_key: { administration_id } }: { task: ShownTask; task_key: RecordKey }) {
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  return (
    <>
      <PageHeading
        title={task.subject || words.tasks_no_subject}
        action={may_work && <TaskWays task={task} administration_id={administration_id} />}
      />
      <TaskMarks task={task} />
      <div className={record.columns}>
        <Facts title={words.record_data} facts={useTaskFacts(task, administration_id)} />
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
