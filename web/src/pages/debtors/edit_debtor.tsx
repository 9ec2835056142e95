import { Modal, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { contactsQuery, type Debtor, type RecordKey } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { FormWays } from '../../parts/form_ways.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

type Props = { debtor: Debtor; debtor_key: RecordKey; opened: boolean; onClose: () => void }

/** How a debtor is reached, and what colleagues should know of it. */
export function EditDebtor({ debtor, debtor_key, opened, onClose }: Props) {
  const { words } = useWords()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.debtor_edit_title}
      size="lg"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {opened && <Form debtor={debtor} debtor_key={debtor_key} onClose={onClose} />}
    </Modal>
  )
}

const initialOf = (debtor: Debtor) => ({
  default_email_address: debtor.primary_email_address ?? '',
  reminder_email_address: debtor.reminder_email_address ?? '',
  reminder_cc_email_address: debtor.reminder_cc_email_address ?? '',
  invoice_email_address: debtor.invoice_email_address ?? '',
  invoice_cc_email_address: debtor.invoice_cc_email_address ?? '',
  call_phone_number: debtor.call_phone_number ?? '',
  sms_phone_number: debtor.sms_phone_number ?? '',
  relation_manager: debtor.relation_manager ?? '',
  remark: debtor.remark ?? '',
  labels: (debtor.labels ?? []).map(({ name }) => name),
})

function Form({ debtor, debtor_key: { administration_id, id }, onClose }: Omit<Props, 'opened'>) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { data } = useQuery(contactsQuery(administration_id, debtor.debtor_number))
  const others = (data?.data ?? [])
    .flatMap(({ debtor_numbers }) => debtor_numbers)
    .filter((number) => number !== debtor.debtor_number)
  const initial = initialOf(debtor)
  const form = useForm({
    initial,
    // Only what was changed is sent, so that nothing that a colleague or the books changed meanwhile is put back.
    send: (values) => ask('debtor_verbs.change', { administration_id, debtor_id: id, ...changedOf(initial, values) }),
    done: async () => {
      onClose()
      say(words.debtor_saved)
      await workDone(queries)
    },
  })
  return (
    <FormSheet form={form} label={words.debtor_edit_title}>
      {others.length > 0 && (
        <p className="hint">{fill(words.debtor_shared_contact, { numbers: others.slice(0, 5).join(', ') })}</p>
      )}
      <div className="pair">
        <TextInput label={words.debtor_use_default} data-autofocus {...form.text('default_email_address')} />
        <TextInput label={words.debtor_use_reminder} {...form.text('reminder_email_address')} />
        <TextInput label={words.debtor_use_reminder_cc} {...form.text('reminder_cc_email_address')} />
        <TextInput label={words.debtor_use_invoice} {...form.text('invoice_email_address')} />
        <TextInput label={words.debtor_use_invoice_cc} {...form.text('invoice_cc_email_address')} />
        <TextInput label={words.record_phone} type="tel" {...form.text('call_phone_number')} />
        <TextInput label={words.debtor_use_sms} type="tel" {...form.text('sms_phone_number')} />
        <TextInput label={words.debtor_relation_manager} {...form.text('relation_manager')} />
      </div>
      <TagsInput
        label={words.debtor_labels}
        value={form.values.labels}
        onChange={(labels) => form.set('labels', labels)}
      />
      <Textarea label={words.record_remark} autosize minRows={2} maxRows={6} {...form.text('remark')} />
      <FormWays form={form} submit={words.today_save} onCancel={onClose} />
    </FormSheet>
  )
}

type Values = ReturnType<typeof initialOf>

const changedOf = (initial: Values, values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name as keyof Values]),
    ),
  )
