import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ShownTask, workDone } from '../../api/work.ts'
import { useNotice } from '../../parts/notices.tsx'
import { focusHeading } from '../../parts/table/focus_row.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { CompleteTask } from './complete_task.tsx'
import { PassOn } from './pass_on.tsx'
import { ReopenTask } from './reopen_task.tsx'

type TaskWaysProps = { task: ShownTask; administration_id: string; keyed?: boolean }

/** All that can be done with one task: hand it on, put it off, complete it or open it again. */
export function TaskWays({ task, administration_id, keyed = true }: TaskWaysProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [opened, setOpened] = useState(false)
  if (task.completed_at) {
    return <ReopenTask task={task} administration_id={administration_id} large onDone={focusHeading} />
  }
  return (
    <>
      <PassOn {...{ administration_id, task, keyed }} />
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
