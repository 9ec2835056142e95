import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { ConsoleError } from '../../api/console_error.ts'
import { type ListedTask, workDone } from '../../api/work.ts'
import { useNotice } from '../../parts/notices.tsx'
import { fill } from '../../words/fill.ts'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'

type Props = { task: ListedTask; administration_id: string; large?: boolean; onDone?: () => void }

/** Opens a task again. Nothing is lost by it, so nobody is asked twice. */
export function ReopenTask({ task, administration_id, large = false, onDone }: Props) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [busy, setBusy] = useState(false)
  const subject = task.subject || words.tasks_no_subject
  const reopen = async (): Promise<void> => {
    setBusy(true)
    try {
      await ask('tasks.unmark_completed', { id: task.id, administration_id })
      say(fill(words.tasks_reopened, { subject }))
      onDone?.()
      await workDone(queries)
    } catch (problem) {
      if (!(problem instanceof ConsoleError)) throw problem
      say(sayRefusal(words, problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      {...(large ? {} : { size: 'compact-sm' })}
      variant="default"
      loading={busy}
      aria-label={fill(words.tasks_reopen_one, { subject })}
      onClick={() => void reopen()}
    >
      {words.tasks_reopen}
    </Button>
  )
}
