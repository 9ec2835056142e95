import { Button, Modal, TagsInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { keepAnswer } from '../../api/keep_answer.ts'
import { settingsQuery } from '../../api/queries.ts'
import { useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { FormWays } from '../../parts/form_ways.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { useAdministration } from '../../session/use_administration.ts'
import { counted } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

/** Who gets the figures by mail every Monday; administrators decide it. */
export function EveryMonday({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const [opened, setOpened] = useState(false)
  const here = useAdministration(administration_id)
  const may_change = here?.role === 'administrator' && !here.sandbox
  const { data } = useQuery({ ...settingsQuery(administration_id), enabled: may_change })
  if (!may_change || !data) return null
  const { report_email_addresses: addresses } = data.values
  return (
    <>
      <Button variant="default" leftSection={<Icon name="clock" size={16} />} onClick={() => setOpened(true)}>
        {addresses.length === 0
          ? words.reports_monday
          : counted(addresses.length, words.reports_monday_one, words.reports_monday_to)}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.reports_monday}
        closeButtonProps={{ 'aria-label': words.close }}
        centered
      >
        {opened && <Who {...{ administration_id, addresses }} onClose={() => setOpened(false)} />}
      </Modal>
    </>
  )
}

type WhoProps = { administration_id: string; addresses: readonly string[]; onClose: () => void }

function Who({ administration_id, addresses, onClose }: WhoProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { person } = useSignedIn()
  const form = useForm({
    // Whoever opens it for the first time most likely means themselves.
    initial: { report_email_addresses: addresses.length === 0 ? [person.email_address] : [...addresses] },
    send: ({ report_email_addresses }) =>
      ask('administration_settings.change', { administration_id, report_email_addresses }),
    done: async (answer) => {
      await keepAnswer(queries, settingsQuery(administration_id), answer)
      onClose()
      const count = answer.values.report_email_addresses.length
      say(count === 0 ? words.reports_monday_nobody : words.reports_monday_saved)
    },
  })
  return (
    <FormSheet form={form} label={words.reports_monday}>
      <TagsInput
        label={words.reports_monday_who}
        description={words.reports_monday_sentence}
        value={form.values.report_email_addresses}
        onChange={(wanted) => form.set('report_email_addresses', wanted)}
        error={form.problem('report_email_addresses')}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        data-autofocus
      />
      <FormWays form={form} submit={words.today_save} onCancel={onClose} />
    </FormSheet>
  )
}
