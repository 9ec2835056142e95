import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core'
import { ask } from '../../api/client.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { required, useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { useNewSandbox } from './use_new_sandbox.ts'

type NewSandboxProps = { opened: boolean; onClose: () => void; like_id: string }

/** Asks how a new sandbox is called and which administration it is like, and opens it. */
export function NewSandbox({ opened, onClose, like_id }: NewSandboxProps) {
  const { words } = useWords()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.new_sandbox}
      centered
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <NewSandboxForm like_id={like_id} onDone={onClose} />
    </Modal>
  )
}

function NewSandboxForm({ like_id, onDone }: { like_id: string; onDone: () => void }) {
  const { words } = useWords()
  const { administrations } = useSignedIn()
  const follow = useNewSandbox()
  const nameFor = (id: string): string =>
    fill(words.new_sandbox_name_of, { name: administrations.find((one) => one.id === id)?.name ?? '' }).slice(0, 60)
  const form = useForm({
    initial: { name: nameFor(like_id), like: like_id, invent: true },
    check: ({ name }) => ({ name: required(name, words) }),
    send: ({ name, like, invent }) => follow(ask('sandboxes.make', { name, like_id: like }), invent),
    done: onDone,
  })
  return (
    <FormSheet form={form} label={words.new_sandbox}>
      <span className="hint">{words.new_sandbox_sentence}</span>
      <TextInput
        label={words.new_sandbox_name}
        maxLength={60}
        data-autofocus
        autoComplete="off"
        {...form.text('name')}
      />
      <NativeSelect
        label={words.new_sandbox_like}
        description={words.new_sandbox_like_sentence}
        data={administrations.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.text('like')}
      />
      <Checkbox
        label={words.new_sandbox_invent}
        checked={form.values.invent}
        onChange={({ currentTarget }) => form.set('invent', currentTarget.checked)}
      />
      <div>
        <Button type="submit" loading={form.busy}>
          {words.new_sandbox_make}
        </Button>
      </div>
    </FormSheet>
  )
}
