import { Autocomplete, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choicesQuery } from '../../api/reports.ts'
import { useSignedIn, wholeName } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'
import { required, useForm } from '../form.ts'
import { FormSheet } from '../form_sheet.tsx'
import { FormWays } from '../form_ways.tsx'
import { Icon } from '../icons.tsx'
import { BarButton } from './action_bar.tsx'

type Props = {
  administration_id: string
  opened: boolean
  onOpen: (opened: boolean) => void
  send: (text: string) => Promise<void>
}

/** Says who looks after the debtors that are chosen. */
export function AssignMany(props: Props) {
  const { words } = useWords()
  const { person } = useSignedIn()
  const me = wholeName(person)
  return (
    <OneText
      {...props}
      hotkey="A"
      icon="person"
      verb={words.table_assign}
      label={words.table_assign_to}
      hint={words.table_assign_hint}
      segment="owner"
      first={me}
      empty
    />
  )
}

/** Gives what is chosen a label besides those that it has. */
export function LabelMany(props: Props) {
  const { words } = useWords()
  return (
    <OneText
      {...props}
      hotkey="L"
      icon="plus"
      verb={words.table_label}
      label={words.segment_label}
      hint={words.table_label_hint}
      segment="label"
    />
  )
}

type OneTextProps = Props & {
  hotkey: string
  icon: 'person' | 'plus'
  verb: string
  label: string
  hint: string
  segment: 'owner' | 'label'
  /** What is offered first. */
  first?: string
  /** Whether nothing is an answer too. */
  empty?: boolean
}

/** A button of the bar that asks for one text, with those that are used already to choose from. */
function OneText({ administration_id, opened, onOpen, send, ...asked }: OneTextProps) {
  const { words } = useWords()
  const { hotkey, icon, verb, label, hint, segment, first, empty = false } = asked
  const { data } = useQuery({ ...choicesQuery(administration_id), enabled: opened })
  const known = (data?.values ?? []).flatMap((one) => (one.segment === segment && one.value ? [one.value] : []))
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: empty ? null : required(text, words) }),
    send: async ({ text }) => {
      onOpen(false)
      await send(text.trim())
    },
    done: () => {
      form.reset()
    },
  })
  return (
    <>
      <BarButton hotkey={hotkey} icon={<Icon name={icon} size={15} />} onClick={() => onOpen(true)}>
        {verb}
      </BarButton>
      <Modal
        opened={opened}
        onClose={() => onOpen(false)}
        title={verb}
        closeButtonProps={{ 'aria-label': words.close }}
        centered
      >
        <FormSheet form={form} label={verb}>
          <Autocomplete
            label={label}
            description={hint}
            data={[...new Set([...(first ? [first] : []), ...known])]}
            value={form.values.text}
            onChange={(text) => form.set('text', text)}
            error={form.problem('text')}
            maxLength={100}
            data-autofocus
          />
          <FormWays form={form} submit={verb} onCancel={() => onOpen(false)} />
        </FormSheet>
      </Modal>
    </>
  )
}
