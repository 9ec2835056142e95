import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListedTask, workDone } from '../../api/work.ts'
import { useNotice } from '../../parts/notices.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { CompleteTask } from './complete_task.tsx'
import { ReopenTask } from './reopen_task.tsx'

type TaskActionsProps = { task: ListedTask; administration_id: string; onLeave: () => void }

/** What is done most with a task, in its row. */
export function TaskActions({ task, administration_id, onLeave }: TaskActionsProps) {
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
