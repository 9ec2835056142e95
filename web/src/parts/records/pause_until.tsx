import { Modal, TextInput } from '@mantine/core'
import { useWords } from '../../words/words.tsx'
import { required, useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { FormWays } from '../form_ways.tsx'

type Props = { opened: boolean; today: string; onClose: () => void; send: (until: string) => Promise<void> }

/** Asks for the last day of a pause. */
export function PauseUntil({ opened, today, onClose, send }: Props) {
  const { words } = useWords()
  const form = useForm({
    initial: { until: '' },
    check: ({ until }) => ({ until: required(until, words) }),
    send: ({ until }) => send(until),
    done: () => {
      form.reset()
      onClose()
    },
  })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.pause_until_title}
      centered
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <FormSheet form={form} label={words.pause_until_title}>
        <TextInput type="date" label={words.pause_last_day} min={today} data-autofocus {...form.text('until')} />
        <FormWays form={form} submit={words.pause} onCancel={onClose} />
      </FormSheet>
    </Modal>
  )
}
