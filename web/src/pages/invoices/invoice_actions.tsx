import { Button, Menu, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { ConsoleError } from '../../api/console_error.ts'
import type { ListedInvoice } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PauseUntil } from '../../parts/records/pause_until.tsx'
import { BarButton } from '../../parts/table/action_bar.tsx'
import { useListKeys } from '../../parts/table/use_list_keys.ts'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useToday } from '../../session/use_today.ts'
import { addDays } from '../../words/days.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayDay } from '../../words/formats.ts'
import { sayRefusal } from '../../words/refusals.ts'
import { useWords } from '../../words/words.tsx'
import classes from './invoices.module.css'
import { TaskForMany } from './task_for_many.tsx'
import type { Failure, Outcome, VerbProps } from './verb_props.ts'

type Props = { administration_id: string; invoices: readonly ListedInvoice[]; onDone: () => void }

/** What can be done with many invoices at once. What did not work is said for each of them. */
export function InvoiceActions({ administration_id, invoices, onDone }: Props) {
  const queries = useQueryClient()
  const say = useNotice()
  const [opened, setOpened] = useState<'pause' | 'task' | 'statement' | null>(null)
  const [failed, setFailed] = useState<Outcome | null>(null)
  const end = async ({ done, failures }: Outcome): Promise<void> => {
    setOpened(null)
    if (failures.length > 0) setFailed({ done, failures })
    else {
      say(done)
      onDone()
    }
    await workDone(queries)
  }
  const props = { administration_id, invoices, end }
  useListKeys({ p: () => setOpened('pause'), a: () => setOpened('task'), s: () => setOpened('statement') })
  return (
    <>
      <Pause {...props} opened={opened === 'pause'} onOpen={(open) => setOpened(open ? 'pause' : null)} />
      <TaskForMany {...props} opened={opened === 'task'} onOpen={(open) => setOpened(open ? 'task' : null)} />
      <Statements {...props} opened={opened === 'statement'} onOpen={(open) => setOpened(open ? 'statement' : null)} />
      <Failures outcome={failed} onClose={() => setFailed(null)} />
    </>
  )
}

function Pause({ administration_id, invoices, opened, onOpen, end }: VerbProps) {
  const { words, language } = useWords()
  const today = useToday(administration_id)
  const [asked, setAsked] = useState(false)
  const send = async (until: string | null): Promise<void> => {
    // One in a case rests with the case.
    const free = invoices.filter(({ holds }) => !holds.includes('credit_case'))
    const bound = invoices.filter(({ holds }) => holds.includes('credit_case'))
    const invoice_numbers = free.map(({ invoice_number }) => invoice_number)
    const answer =
      free.length === 0
        ? { errors: {} }
        : await ask('invoices.pause', { administration_id, invoice_numbers, ...(until ? { until } : {}) })
    const refused = Object.entries(answer.errors ?? {}).map(([name, reasons]) => ({
      name,
      reason: [reasons].join(', '),
    }))
    const paused = free.length - refused.length
    const done = until
      ? fill(words.invoices_paused_until, { count: paused, day: sayDay(until, language) })
      : fill(words.invoices_paused, { count: paused })
    const in_case = bound.map((one) => ({ name: one.invoice_number, reason: words.invoices_pause_case }))
    await end({ done, failures: [...in_case, ...refused] })
  }
  const { attempt } = useAttempt(send)
  return (
    <>
      <Menu opened={opened} onChange={onOpen} position="top-start" withinPortal>
        <Menu.Target>
          <BarButton hotkey="P" icon={<Icon name="pause" size={15} />}>
            {words.pause}
          </BarButton>
        </Menu.Target>
        <Menu.Dropdown>
          {[7, 14, 30].map((days) => (
            <Menu.Item key={days} onClick={() => attempt(addDays(today, days))}>
              {fill(words.pause_until, { day: sayDay(addDays(today, days), language) })}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsked(true)}>{words.pause_until_other}</Menu.Item>
          <Menu.Item onClick={() => attempt(null)}>{words.pause_until_resumed}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PauseUntil opened={asked} today={today} onClose={() => setAsked(false)} send={send} />
    </>
  )
}

/** One statement for each debtor of the invoices. */
function Statements({ administration_id, invoices, opened, onOpen, end }: VerbProps) {
  const { words } = useWords()
  const debtors = new Map(invoices.map(({ debtor_id, debtor_name }) => [debtor_id, debtor_name]))
  const send = async (): Promise<void> => {
    const failures: Failure[] = []
    for (const [debtor_id, name] of debtors) {
      await ask('statements.send', { administration_id, debtor_id }).catch((problem: unknown) => {
        failures.push({ name, reason: problem instanceof ConsoleError ? sayRefusal(words, problem) : String(problem) })
      })
    }
    const sent = debtors.size - failures.length
    await end({ done: counted(sent, words.invoices_statements_one, words.invoices_statements), failures })
  }
  return (
    <>
      <BarButton hotkey="S" icon={<Icon name="letters" size={15} />} onClick={() => onOpen(true)}>
        {words.invoices_statement}
      </BarButton>
      <Confirm
        opened={opened}
        onClose={() => onOpen(false)}
        title={words.invoices_statement}
        action={words.invoices_statement_send}
        grave={false}
        onConfirm={send}
      >
        <p>{counted(debtors.size, words.invoices_statement_confirm_one, words.invoices_statement_confirm)}</p>
      </Confirm>
    </>
  )
}

function Failures({ outcome, onClose }: { outcome: Outcome | null; onClose: () => void }) {
  const { words } = useWords()
  return (
    <Modal
      opened={outcome !== null}
      onClose={onClose}
      title={counted(outcome?.failures.length ?? 0, words.table_failed_one, words.table_failed)}
      closeButtonProps={{ 'aria-label': words.close }}
      centered
    >
      <p>{outcome?.done}</p>
      <ul className={classes.failures}>
        {outcome?.failures.map(({ name, reason }) => (
          <li key={name}>
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
      <Button onClick={onClose}>{words.close}</Button>
    </Modal>
  )
}
