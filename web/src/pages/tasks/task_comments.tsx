import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { type ShownTask, workDone } from '../../api/work.ts'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import record from '../../parts/records/record.module.css'
import { Section } from '../../parts/section.tsx'
import { useRole } from '../../session/use_role.ts'
import { useWords } from '../../words/words.tsx'

type Props = { task: ShownTask; administration_id: string }

/** What was said of a task, and room to say more. */
export function TaskComments({ task, administration_id }: Props) {
  const { words } = useWords()
  const { may_write } = useRole(administration_id)
  const { comments } = task
  if (comments.length === 0 && !may_write) return null
  return (
    <Section title={words.tasks_comments}>
      {comments.length > 0 && (
        <ol className={record.entries}>
          {comments.map(({ id, content, person, created_at }) => (
            <li key={id} className={record.entry}>
              <div className={record.entry_top}>
                <span className={record.entry_name}>{person ?? '–'}</span>
                <span className={record.when}>
                  <Moment at={created_at} />
                </span>
              </div>
              <p className={record.text}>{content}</p>
            </li>
          ))}
        </ol>
      )}
      {may_write && <AddComment task={task} administration_id={administration_id} />}
    </Section>
  )
}

function AddComment({ task, administration_id }: Props) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const form = useForm({
    initial: { comment: '' },
    check: ({ comment }) => ({ comment: required(comment, words) }),
    send: ({ comment }) => ask('tasks.comment', { id: task.id, administration_id, comment }),
    done: async () => {
      form.reset()
      say(words.tasks_commented)
      await workDone(queries)
    },
  })
  return (
    <FormSheet form={form} label={words.tasks_comment}>
      <Textarea label={words.tasks_comment} autosize minRows={2} maxRows={8} {...form.text('comment')} />
      <div className="ways">
        <Button type="submit" variant="default" loading={form.busy}>
          {words.tasks_comment_send}
        </Button>
      </div>
    </FormSheet>
  )
}
