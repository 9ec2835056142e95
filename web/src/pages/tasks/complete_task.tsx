import { Checkbox, Modal, Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { CompletedTask, ListedTask } from '../../api/work.ts'
import { useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { FormWays } from '../../parts/form_ways.tsx'
import { useWords } from '../../words/words.tsx'
import { CompletedBefore } from './completed_before.tsx'

type Props = {
  administration_id: string
  task: ListedTask
  opened: boolean
  onClose: () => void
  /** Called once the task is completed, by whomever; whoever asked puts the keyboard where it goes on. */
  onDone: (result: { ours: boolean }) => Promise<void>
}

const outcomes = ['succeeded', 'failed'] as const
type Values = { completed_status: (typeof outcomes)[number]; completed_status_message: string; resume: boolean }

/** A task that a colleague completed before stays as it is, and the answer has their result instead of ours. */
const isOurs = (completed: CompletedTask, sent: Values): boolean =>
  completed.completed_status === sent.completed_status &&
  (completed.completed_status_message ?? '').trim() === sent.completed_status_message.trim()

/** Asks how a task ended. The answer that is right most often is chosen already, so that one key more is enough. */
export function CompleteTask({ administration_id, task, opened, onClose, onDone }: Props) {
  const { words } = useWords()
  const [done, setDone] = useState(false)
  const [before, setBefore] = useState<CompletedTask | null>(null)
  const initial: Values = { completed_status: 'succeeded', completed_status_message: '', resume: true }
  const leave = async (ours: boolean): Promise<void> => {
    setDone(true)
    onClose()
    await onDone({ ours })
  }
  const form = useForm({
    initial,
    send: ({ completed_status, completed_status_message, resume }) =>
      ask('tasks.mark_completed', {
        id: task.id,
        administration_id,
        completed_status,
        ...(completed_status_message.trim() === '' ? {} : { completed_status_message }),
        ...(task.blocks_dossiers ? { resume_dossiers: resume } : {}),
      }),
    done: async (completed, sent) => {
      if (isOurs(completed, sent)) await leave(true)
      else setBefore(completed)
    },
  })
  return (
    <Modal
      opened={opened}
      onClose={before ? () => void leave(false) : onClose}
      title={words.tasks_complete_title}
      centered
      returnFocus={!done}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {before ? (
        <CompletedBefore
          administration_id={administration_id}
          task={before}
          typed={form.values.completed_status_message}
          onLeave={() => leave(false)}
        />
      ) : (
        <FormSheet form={form} label={words.tasks_complete_title}>
          <p style={{ margin: 0 }}>{task.subject ?? words.tasks_no_subject}</p>
          <Radio.Group
            label={words.tasks_outcome}
            value={form.values.completed_status}
            onChange={(value) => form.set('completed_status', value === 'failed' ? 'failed' : 'succeeded')}
          >
            <div className="fields" style={{ gap: 8, marginTop: 6 }}>
              {outcomes.map((one) => (
                <Radio key={one} value={one} label={words[`tasks_outcome_${one}`]} />
              ))}
            </div>
          </Radio.Group>
          <Textarea
            label={words.tasks_explain}
            description={words.optional}
            autosize
            minRows={2}
            maxRows={8}
            {...form.text('completed_status_message')}
          />
          {task.blocks_dossiers && (
            <Checkbox
              label={words.tasks_resume}
              description={words.tasks_resume_sentence}
              checked={form.values.resume}
              onChange={({ currentTarget }) => form.set('resume', currentTarget.checked)}
            />
          )}
          <FormWays form={form} submit={words.tasks_complete} onCancel={onClose} autofocus />
        </FormSheet>
      )}
    </Modal>
  )
}
