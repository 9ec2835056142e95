import { Button, Textarea } from '@mantine/core'
import { ask } from '../../api/client.ts'
import type { CompletedTask } from '../../api/work.ts'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Note } from '../../parts/note.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { useWords } from '../../words/words.tsx'

type Props = { administration_id: string; task: CompletedTask; typed: string; onLeave: () => Promise<void> }

/** Says that a colleague was first, and with what result; what was typed is not lost, but can become a comment. */
export function CompletedBefore({ administration_id, task, typed, onLeave }: Props) {
  const { words } = useWords()
  const say = useNotice()
  const form = useForm({
    initial: { comment: typed },
    check: ({ comment }) => ({ comment: required(comment, words) }),
    send: ({ comment }) => ask('tasks.comment', { id: task.id, administration_id, comment }),
    done: async () => {
      say(words.tasks_commented)
      await onLeave()
    },
  })
  return (
    <FormSheet form={form} label={words.tasks_comment}>
      <Note tone="warning" title={words.tasks_before} live>
        <p>
          {words[`tasks_outcome_${task.completed_status ?? 'succeeded'}`]}
          {task.completed_at && (
            <>
              {' · '}
              <Moment at={task.completed_at} />
            </>
          )}
        </p>
        {task.completed_status_message && <p>{task.completed_status_message}</p>}
        <p>{words.tasks_before_sentence}</p>
      </Note>
      <Textarea label={words.tasks_comment} autosize minRows={2} maxRows={8} {...form.text('comment')} />
      <div className="ways">
        <Button type="submit" loading={form.busy}>
          {words.tasks_comment_send}
        </Button>
        <Button variant="default" onClick={() => void onLeave()}>
          {words.close}
        </Button>
      </div>
    </FormSheet>
  )
}
