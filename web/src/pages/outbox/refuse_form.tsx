import { Modal, NativeSelect, TextInput } from '@mantine/core'
import { ask } from '../../api/client.ts'
import type { StepName } from '../../api/outbox.ts'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { FormWays } from '../../parts/form_ways.tsx'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

type Props = {
  administration_id: string
  shown: { debtor_id: string; letter: { key: string; step: StepName; record_ids: string[] } }
  of_case: boolean
  how: 'pause' | 'reset'
  onClose: () => void
  onDone: () => Promise<void>
}

const invoice_steps = [
  ...(['pre_reminder', 'reminder_1', 'reminder_2', 'reminder_3', 'reminder_4', 'call_reminder'] as const),
  ...(['end_of_service_announcement', 'end_of_service', 'final_reminder', 'collectable'] as const),
] satisfies StepName[]
const case_steps = [
  ...(['summons', 'summons_reminder', 'second_summons', 'second_summons_reminder'] as const),
  ...(['notice_of_default', 'prejudiciary', 'bailiff'] as const),
] satisfies StepName[]

/** Asks until when a letter is held, or with which step its records begin again. */
export function RefuseForm({ administration_id, shown, of_case, how, onClose, onDone }: Props) {
  const { words } = useWords()
  const steps: readonly StepName[] = of_case ? case_steps : invoice_steps
  const initial: { until: string; step: StepName } = { until: '', step: steps[1] ?? 'reminder_1' }
  const form = useForm({
    initial,
    check: ({ until }) => (how === 'pause' ? { until: required(until, words) } : {}),
    send: ({ until, step }) =>
      ask('outbox_verbs.refuse', {
        ...{ administration_id, ...shown, how },
        ...(how === 'pause' ? { until } : { step }),
      }),
    done: async () => {
      onClose()
      await onDone()
    },
  })
  const title = how === 'pause' ? words.outbox_hold_title : words.outbox_reset_title
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': words.close }}>
      <FormSheet form={form} label={title}>
        <p style={{ margin: 0 }}>{how === 'pause' ? words.outbox_hold_sentence : words.outbox_reset_sentence}</p>
        {how === 'pause' ? (
          <TextInput type="date" label={words.outbox_last_day} data-autofocus {...form.text('until')} />
        ) : (
          <NativeSelect
            label={words.outbox_first_step}
            data-autofocus
            value={form.values.step}
            data={steps.map((step) => ({ value: step, label: sayType(words, 'step', step) }))}
            onChange={({ currentTarget: { value } }) =>
              form.set('step', steps.find((one) => one === value) ?? 'reminder_1')
            }
          />
        )}
        <FormWays form={form} submit={how === 'pause' ? words.outbox_hold : words.outbox_reset_do} onCancel={onClose} />
      </FormSheet>
    </Modal>
  )
}
