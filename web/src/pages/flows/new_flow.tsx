import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { type FlowList, flowIn } from '../../api/flows.ts'
import { required, useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { useWords } from '../../words/words.tsx'
import { codeOf } from './code_of.ts'

type NewFlowProps = { administration_id: string; flows: FlowList['flows'] }

/** Begins a flow as a copy of another one. */
export function NewFlow({ administration_id, flows }: NewFlowProps) {
  const { words } = useWords()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button onClick={() => setOpened(true)}>{words.flows_new}</Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.flows_new}
        centered
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <NewFlowForm administration_id={administration_id} flows={flows} />
      </Modal>
    </>
  )
}

function NewFlowForm({ administration_id, flows }: NewFlowProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({
    initial: { name: '', copy: flows[0]?.code ?? '' },
    check: ({ name }) => ({ name: required(name, words) }),
    send: ({ name, copy }) => {
      const code = codeOf(
        name,
        flows.map((one) => one.code),
      )
      const copied = flowIn(flows.find((one) => one.code === copy)?.definition)
      // A second fall-back for the same invoices could not be published.
      const definition = { ...copied, code, name: name.trim(), fallback: false }
      return ask('flow_versions.save', { administration_id, code, definition, revision: null })
    },
    done: async ({ code }) => {
      void queries.invalidateQueries({ queryKey: ['flow_versions', administration_id] })
      await navigate({ to: '/administrations/$administration_id/flows/$code', params: { administration_id, code } })
    },
  })
  return (
    <FormSheet form={form} label={words.flows_new}>
      <TextInput label={words.flows_name} data-autofocus autoComplete="off" {...form.text('name')} />
      <NativeSelect
        label={words.flows_copy_of}
        data={flows.map(({ code, name }) => ({ value: code, label: name }))}
        {...form.text('copy')}
      />
      <div>
        <Button type="submit" loading={form.busy}>
          {words.flows_begin}
        </Button>
      </div>
    </FormSheet>
  )
}
