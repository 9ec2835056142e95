import type { ShownTask } from '../../api/work.ts'
import { Moment } from '../../parts/moment.tsx'
import { About } from '../../parts/records/about.tsx'
import { Badges } from '../../parts/records/badges.tsx'
import type { Fact } from '../../parts/records/facts.tsx'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { Due } from './due.tsx'

/** How a task stands. */
export function TaskMarks({ task }: { task: ShownTask }) {
  const { words } = useWords()
  const status = task.completed_status ?? 'open'
  return (
    <Badges
      badges={[
        { text: sayType(words, 'task', status), ...(status === 'succeeded' ? { tone: 'good' } : {}) },
        ...(task.blocks_dossiers && status === 'open' ? [{ text: words.tasks_blocks, tone: 'bad' as const }] : []),
      ]}
    />
  )
}

/** What a task is about, until when and by whom it is to be done, and what came of it. */
export function useTaskFacts(task: ShownTask, administration_id: string): Fact[] {
  const { words } = useWords()
  return [
    [words.work_about, <About key="about" of={task} administration_id={administration_id} />],
    [
      words.tasks_due,
      task.completed_at ? <Moment key="due" at={task.expiry_date} day /> : <Due key="due" task={task} />,
    ],
    [words.work_whose, task.assigned_to ?? words.work_nobody],
    [words.record_created_at, <Moment key="made" at={task.created_at} />],
    [words.tasks_completed_at, task.completed_at && <Moment key="done" at={task.completed_at} />],
    [words.tasks_explain, task.completed_status_message],
  ]
}
