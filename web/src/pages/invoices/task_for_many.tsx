import { Modal, TextInput } from '@mantine/core'
import { ask } from '../../api/client.ts'
import type { ListedInvoice } from '../../api/records.ts'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { FormWays } from '../../parts/form_ways.tsx'
import { Icon } from '../../parts/icons.tsx'
import { BarButton } from '../../parts/table/action_bar.tsx'
import type { RunMany } from '../../parts/table/use_many.tsx'
import { useToday } from '../../session/use_today.ts'
import { counted } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

type Props = {
  administration_id: string
  invoices: readonly ListedInvoice[]
  opened: boolean
  onOpen: (opened: boolean) => void
  run: RunMany
}

/** The same task about each of many invoices. */
export function TaskForMany({ administration_id, invoices, opened, onOpen, run }: Props) {
  const { words } = useWords()
  const today = useToday(administration_id)
  const form = useForm({
    initial: { subject: '', expiry_date: today },
    check: ({ subject, expiry_date }) => ({
      subject: required(subject, words),
      expiry_date: required(expiry_date, words),
    }),
    send: async (task) => {
      onOpen(false)
      await run({
        rows: invoices,
        nameOf: ({ invoice_number }) => invoice_number,
        act: { one: ({ id }) => ask('tasks.create', { administration_id, ...task, invoice_id: id }) },
        sayDone: (count) => counted(count, words.invoices_tasks_one, words.invoices_tasks),
      })
    },
    done: () => {
      form.reset()
    },
  })
  return (
    <>
      <BarButton hotkey="T" icon={<Icon name="tasks" size={15} />} onClick={() => onOpen(true)}>
        {words.invoices_task}
      </BarButton>
      <Modal
        opened={opened}
        onClose={() => onOpen(false)}
        title={counted(invoices.length, words.invoices_task_title_one, words.invoices_task_title)}
        closeButtonProps={{ 'aria-label': words.close }}
        centered
      >
        <FormSheet form={form} label={words.invoices_task}>
          <TextInput label={words.work_task_subject} data-autofocus {...form.text('subject')} />
          <TextInput type="date" label={words.work_task_due} {...form.text('expiry_date')} />
          <FormWays form={form} submit={words.work_add} onCancel={() => onOpen(false)} />
        </FormSheet>
      </Modal>
    </>
  )
}
