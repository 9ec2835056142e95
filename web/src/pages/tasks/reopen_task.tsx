import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { type ListedTask, workDone } from '../../api/work.ts'
import { useNotice } from '../../parts/notices.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

type Props = { task: ListedTask; administration_id: string; large?: boolean; onDone?: () => void }

/** Opens a task again. Nothing is lost by it, so nobody is asked twice. */
export function ReopenTask({ task, administration_id, large = false, onDone }: Props) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const subject = task.subject || words.tasks_no_subject
  const { busy, attempt } = useAttempt(async () => {
    await ask('tasks.unmark_completed', { id: task.id, administration_id })
    say(fill(words.tasks_reopened, { subject }))
    onDone?.()
    await workDone(queries)
  })
  return (
    <Button
      {...(large ? {} : { size: 'compact-sm' })}
      variant="default"
      loading={busy}
      aria-label={fill(words.tasks_reopen_one, { subject })}
      onClick={attempt}
    >
      {words.tasks_reopen}
    </Button>
  )
}
