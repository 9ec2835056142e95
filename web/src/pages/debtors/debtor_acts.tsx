import { ActionIcon, Button, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Debtor, Hold, ListedInvoice, RecordKey } from '../../api/records.ts'
import { copyText } from '../../browser/copy_text.ts'
import { AgreementButtons } from '../../parts/agreements/agreement_buttons.tsx'
import { FillButtons, type Filling } from '../../parts/calls/fill_buttons.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { OpenCase } from '../../parts/records/open_case.tsx'
import { PauseMenu } from '../../parts/records/pause_menu.tsx'
import { SendStatement } from '../../parts/records/send_statement.tsx'
import { useKeys } from '../../parts/use_keys.ts'
import { useRole } from '../../session/use_role.ts'
import { useWords } from '../../words/words.tsx'
import { EditDebtor } from './edit_debtor.tsx'

type Props = {
  debtor: Debtor
  debtor_key: RecordKey
  holds: readonly Hold[] | undefined
  /** What is open, as far as it was read. */
  invoices: readonly ListedInvoice[]
  filling: Filling | null
  /** Not there while nobody knows what could be filled in. */
  onFill: ((filling: Filling | null) => void) | undefined
}

const fillings = ['call', 'promise', 'dispute', 'task'] as const

/** All that can be done with a debtor, each with its key. */
export function DebtorActs({ debtor, debtor_key, holds, invoices, filling, onFill }: Props) {
  const { administration_id, id } = debtor_key
  return (
    <>
      <FillButtons administration_id={administration_id} fillings={fillings} filling={filling} onFill={onFill} />
      <AgreementButtons administration_id={administration_id} debtor_id={id} />
      <PauseMenu family="debtors" record_key={debtor_key} holds={holds} over={false} />
      <SendStatement administration_id={administration_id} debtor_id={id} debtor_name={debtor.name} />
      <OpenCase
        administration_id={administration_id}
        debtor_id={id}
        invoices={invoices.filter((invoice) => invoice.holds.includes('collectable'))}
      />
      <More debtor={debtor} debtor_key={debtor_key} />
    </>
  )
}

function More({ debtor, debtor_key }: Pick<Props, 'debtor' | 'debtor_key'>) {
  const { words } = useWords()
  const say = useNotice()
  const navigate = useNavigate()
  const { administration_id, id } = debtor_key
  const { may_work } = useRole(administration_id)
  const [editing, setEditing] = useState(false)
  useKeys(may_work ? { e: [words.debtor_edit, () => setEditing(true)] } : {})
  const { public_url } = debtor
  const copy = async (url: string): Promise<void> => {
    const copied = await copyText(url, null)
    if (copied === 'copied') say(words.debtor_link_copied)
    else await seeLink()
  }
  const seeLink = () =>
    navigate({
      to: '/administrations/$administration_id/debtors/$record_id',
      params: { administration_id, record_id: id },
      search: { tab: 'data' },
    })
  return (
    <>
      {may_work && (
        <Button variant="default" rightSection={<kbd>E</kbd>} onClick={() => setEditing(true)}>
          {words.debtor_edit}
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={words.debtor_more}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {public_url && <Menu.Item onClick={() => void copy(public_url)}>{words.debtor_copy_link}</Menu.Item>}
          <Menu.Item onClick={() => void seeLink()}>{words.debtor_see_link}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {may_work || <span className="hint">{words.debtor_only_look}</span>}
      <EditDebtor debtor={debtor} debtor_key={debtor_key} opened={editing} onClose={() => setEditing(false)} />
    </>
  )
}
