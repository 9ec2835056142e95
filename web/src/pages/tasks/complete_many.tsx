import { Checkbox, Modal, Radio, Textarea } from '@mantine/core'
import type { ListedTask } from '../../api/work.ts'
import { useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { FormWays } from '../../parts/form_ways.tsx'
import { counted } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

const outcomes = ['succeeded', 'failed'] as const

export type Ending = {
  completed_status: (typeof outcomes)[number]
  completed_status_message?: string
  resume_dossiers?: boolean
}

type Props = {
  tasks: readonly ListedTask[]
  opened: boolean
  onClose: () => void
  send: (ending: Ending) => Promise<void>
}

/** Asks once how tasks ended. Those that a colleague completed meanwhile stay as they are. */
export function CompleteMany({ tasks, opened, onClose, send }: Props) {
  const { words } = useWords()
  const blocks = tasks.some(({ blocks_dossiers }) => blocks_dossiers)
  const initial: { status: (typeof outcomes)[number]; message: string; resume: boolean } = {
    ...{ status: 'succeeded', message: '', resume: true },
  }
  const form = useForm({
    initial,
    send: ({ status, message, resume }) =>
      send({
        completed_status: status,
        ...(message.trim() === '' ? {} : { completed_status_message: message.trim() }),
        ...(blocks ? { resume_dossiers: resume } : {}),
      }),
    done: () => {
      form.reset()
    },
  })
  const title = counted(tasks.length, words.tasks_complete_many_one, words.tasks_complete_many)
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': words.close }}>
      <FormSheet form={form} label={title}>
        <Radio.Group
          label={words.tasks_outcome}
          value={form.values.status}
          onChange={(value) => form.set('status', value === 'failed' ? 'failed' : 'succeeded')}
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
          {...form.text('message')}
        />
        {blocks && (
          <Checkbox
            label={words.tasks_resume}
            description={words.tasks_resume_sentence}
            checked={form.values.resume}
            onChange={({ currentTarget }) => form.set('resume', currentTarget.checked)}
          />
        )}
        <FormWays form={form} submit={words.tasks_complete} onCancel={onClose} autofocus />
      </FormSheet>
    </Modal>
  )
}
