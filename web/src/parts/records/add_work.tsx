import { Box, Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask } from '../../api/client.ts'
import type { RecordKey, TimelineFamily } from '../../api/records.ts'
import { taskChoicesQuery, workDone } from '../../api/work.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { useRole } from '../../session/use_role.ts'
import { useToday } from '../../session/use_today.ts'
import { useWords } from '../../words/words.tsx'
import { required, useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { Icon } from '../icons.tsx'
import { useNotice } from '../notices.tsx'

type Props = { record_key: RecordKey; family: TimelineFamily }

/** How a note or a task names what it is about. */
const members = { debtors: 'debtor_id', invoices: 'invoice_id', credit_cases: 'credit_case_id' } as const
const about = ({ family, record_key: { administration_id, id } }: Props) => ({
  administration_id,
  [members[family]]: id,
})

/** What people add to a dossier: notes for colleagues, and tasks. */
export function AddWork(props: Props) {
  const { may_work } = useRole(props.record_key.administration_id)
  return (
    <Box className="ways" mb={14}>
      <AddNote {...props} />
      {may_work && <AddTask {...props} />}
    </Box>
  )
}

/** A note for colleagues, for whoever may write there. */
function AddNote(props: Props) {
  const { words } = useWords()
  const { may_write } = useRole(props.record_key.administration_id)
  const [opened, setOpened] = useState(false)
  if (!may_write) return null
  const close = (): void => setOpened(false)
  return (
    <>
      <Button variant="default" leftSection={<Icon name="audit" size={15} />} onClick={() => setOpened(true)}>
        {words.work_add_note}
      </Button>
      <Dialog title={words.work_add_note} opened={opened} onClose={close}>
        <NoteForm {...props} onClose={close} />
      </Dialog>
    </>
  )
}

function AddTask(props: Props) {
  const { words } = useWords()
  const [opened, setOpened] = useState(false)
  const close = (): void => setOpened(false)
  return (
    <>
      <Button variant="default" leftSection={<Icon name="tasks" size={15} />} onClick={() => setOpened(true)}>
        {words.work_add_task}
      </Button>
      <Dialog title={words.work_add_task} opened={opened} onClose={close}>
        <TaskForm {...props} onClose={close} />
      </Dialog>
    </>
  )
}

type DialogProps = { title: string; opened: boolean; onClose: () => void; children: ReactNode }

function Dialog({ title, opened, onClose, children }: DialogProps) {
  const { words } = useWords()
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': words.close }}>
      {children}
    </Modal>
  )
}

/** What follows when something was added: it is said, and everything on the page is read again. */
function useAdded(onClose: () => void): (sentence: string) => Promise<void> {
  const queries = useQueryClient()
  const say = useNotice()
  return async (sentence) => {
    onClose()
    say(sentence)
    await workDone(queries)
  }
}

function NoteForm({ onClose, ...props }: Props & { onClose: () => void }) {
  const { words } = useWords()
  const added = useAdded(onClose)
  const form = useForm({
    initial: { content: '' },
    check: ({ content }) => ({ content: required(content, words) }),
    send: ({ content }) => ask('notes.create', { content, ...about(props) }),
    done: () => added(words.work_note_added),
  })
  return (
    <FormSheet form={form} label={words.work_add_note}>
      <Textarea
        label={words.work_note}
        description={words.work_note_sentence}
        autosize
        minRows={3}
        maxRows={12}
        data-autofocus
        {...form.text('content')}
      />
      <Button type="submit" loading={form.busy}>
        {words.work_add}
      </Button>
    </FormSheet>
  )
}

function TaskForm({ onClose, ...props }: Props & { onClose: () => void }) {
  const { words } = useWords()
  const added = useAdded(onClose)
  const { administration_id } = props.record_key
  const { person } = useSignedIn()
  const today = useToday(administration_id)
  const { colleagues = [], days = [] } = useQuery(taskChoicesQuery(administration_id)).data ?? {}
  const form = useForm({
    initial: {
      ...{ subject: '', description: '', expiry_date: days[0]?.day ?? today, blocks_dossiers: false },
      assigned_to_user_id: person.id,
    },
    check: ({ subject, expiry_date }) => ({
      subject: required(subject, words),
      expiry_date: required(expiry_date, words),
    }),
    send: ({ description, ...task }) =>
      ask('tasks.create', { ...task, ...(description.trim() === '' ? {} : { description }), ...about(props) }),
    done: () => added(words.work_task_added),
  })
  return (
    <FormSheet form={form} label={words.work_add_task}>
      <TextInput label={words.work_task_subject} data-autofocus {...form.text('subject')} />
      <Textarea
        label={words.work_task_description}
        description={words.optional}
        autosize
        minRows={2}
        maxRows={8}
        {...form.text('description')}
      />
      <NativeSelect
        label={words.work_whose}
        data={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.text('assigned_to_user_id')}
      />
      <TextInput type="date" label={words.work_task_due} {...form.text('expiry_date')} />
      <Checkbox
        label={words.work_task_blocks}
        checked={form.values.blocks_dossiers}
        onChange={({ currentTarget }) => form.set('blocks_dossiers', currentTarget.checked)}
      />
      <Button type="submit" loading={form.busy}>
        {words.work_add}
      </Button>
    </FormSheet>
  )
}
