import type { RecordKey } from '../../api/records.ts'
import { type ShownTask, taskQuery } from '../../api/work.ts'
import { FactList } from '../../parts/records/facts.tsx'
import record from '../../parts/records/record.module.css'
import { RecordPanel } from '../../parts/records/record_panel.tsx'
import { Section } from '../../parts/section.tsx'
import { useRole } from '../../session/use_role.ts'
import { useWords } from '../../words/words.tsx'
import { TaskComments } from './task_comments.tsx'
import { TaskMarks, useTaskFacts } from './task_facts.tsx'
import { TaskWays } from './task_ways.tsx'

/** One task beside the list that it is on. */
export function TaskPanel({ task_key }: { task_key: RecordKey }) {
  const { words } = useWords()
  return (
    <RecordPanel
      family="tasks"
      record_key={task_key}
      query={taskQuery}
      nameOf={(task) => (task ? task.subject || words.tasks_no_subject : words.tasks_task)}
    >
      {(task) => <Content task={task} administration_id={task_key.administration_id} />}
    </RecordPanel>
  )
}

function Content({ task, administration_id }: { task: ShownTask; administration_id: string }) {
  const { words } = useWords()
  const { may_work } = useRole(administration_id)
  return (
    <>
      <TaskMarks task={task} />
      {may_work && (
        <div className="ways">
          <TaskWays task={task} administration_id={administration_id} keyed={false} />
        </div>
      )}
      {task.description && (
        <Section title={words.tasks_what}>
          <p className={record.text}>{task.description}</p>
        </Section>
      )}
      <Section title={words.record_data}>
        <FactList facts={useTaskFacts(task, administration_id)} />
      </Section>
      <TaskComments task={task} administration_id={administration_id} />
    </>
  )
}
