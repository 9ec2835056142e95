import { Modal, TextInput } from '@mantine/core'
import { useWords } from '../../words/words.tsx'
import { required, useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { FormWays } from '../form_ways.tsx'

type Props = {
  opened: boolean
  /** The first day that can be chosen. */
  today: string
  onClose: () => void
  send: (until: string) => Promise<void>
  /** What is asked for, where it is no pause. */
  title?: string
  label?: string
  submit?: string
}

/** Asks for a day: the last one of a pause, unless it says otherwise. */
export function PauseUntil({ opened, today, onClose, send, ...own }: Props) {
  const { words } = useWords()
  const { title = words.pause_until_title, label = words.pause_last_day, submit = words.pause } = own
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
    <Modal opened={opened} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': words.close }}>
      <FormSheet form={form} label={title}>
        <TextInput type="date" label={label} min={today} data-autofocus {...form.text('until')} />
        <FormWays form={form} submit={submit} onCancel={onClose} />
      </FormSheet>
    </Modal>
  )
}
