import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { Hold, RecordKey } from '../../api/records.ts'
import { workDone } from '../../api/work.ts'
import { useRole } from '../../session/use_role.ts'
import { useToday } from '../../session/use_today.ts'
import { addDays } from '../../words/days.ts'
import { fill } from '../../words/fill.ts'
import { sayDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { Key } from '../key.tsx'
import { useNotice } from '../notices.tsx'
import { useAttempt } from '../use_attempt.ts'
import { useKeys } from '../use_keys.ts'
import { PauseUntil } from './pause_until.tsx'

export type PausedFamily = 'debtors' | 'invoices' | 'credit_cases'

/** What is paused: all, or reminders alone, which only debtors know. */
export type PauseKind = 'all' | 'reminding'

/** The holds that a record itself was paused with. */
const own_pauses: Readonly<Record<PausedFamily, readonly string[]>> = {
  debtors: ['debtor_paused', 'debtor_reminding_paused'],
  invoices: ['invoice_paused'],
  credit_cases: ['case_paused', 'costs_left'],
}

type Of = { family: PausedFamily; record_key: RecordKey }
/** `holds` are not there while nobody knows them; of what is over nothing can be paused. */
type Props = Of & { holds: readonly Hold[] | undefined; over: boolean }

/** Pauses a record for a while, or resumes it, for those who may work there. The page says what holds it. */
export function PauseMenu({ family, record_key, holds, over }: Props) {
  const { may_work } = useRole(record_key.administration_id)
  if (!may_work || !holds || over) return null
  // An invoice in a case rests with the case.
  if (holds.some(({ reason }) => family === 'invoices' && reason === 'credit_case')) return null
  const paused = holds.some(({ reason }) => own_pauses[family].includes(reason))
  return (
    <div className="ways">
      {paused && <Resume family={family} record_key={record_key} />}
      <Pause family={family} record_key={record_key} paused={paused} />
    </div>
  )
}

function Resume({ family, record_key }: Of) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { busy, attempt } = useAttempt(async () => {
    await ask(`${family}.resume_one`, record_key)
    say(words.pause_resumed)
    await workDone(queries)
  })
  return (
    <Button loading={busy} onClick={attempt}>
      {words.pause_resume}
    </Button>
  )
}

type Choice = { kind: PauseKind; until: string | null }

function Pause({ family, record_key, paused }: Of & { paused: boolean }) {
  const { words, language } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const today = useToday(record_key.administration_id)
  const [asked, setAsked] = useState<PauseKind | null>(null)
  const [opened, setOpened] = useState(false)
  useKeys({ h: [words.pause, () => setOpened(true)] })
  const send = async ({ kind, until }: Choice): Promise<void> => {
    const reminding = family === 'debtors' && kind === 'reminding' ? { reminding_only: true } : {}
    await ask(`${family}.pause_one`, { ...record_key, ...(until ? { until } : {}), ...reminding })
    const takeBack = async (): Promise<void> => {
      await ask(`${family}.resume_one`, { ...record_key, ...reminding })
      await workDone(queries)
    }
    const done = until ? fill(words.pause_done_until, { day: sayDay(until, language) }) : words.pause_done
    // What was paused before would not be so again.
    say(done, paused ? undefined : takeBack)
    await workDone(queries)
  }
  const { busy, attempt } = useAttempt(send)
  const kinds: readonly PauseKind[] = family === 'debtors' ? ['reminding', 'all'] : ['all']
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-start" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            loading={busy}
            {...(paused
              ? { 'aria-label': words.pause_change, title: words.pause_change }
              : { leftSection: <Icon name="pause" size={15} /> })}
            aria-keyshortcuts="h"
            rightSection={<Key of="H" />}
          >
            {/* Beside «Resume» its sign says enough, and all verbs stay in one line. */}
            {paused ? <Icon name="pause" size={15} /> : words.pause}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map((kind) => (
            <div key={kind}>
              {kinds.length > 1 && <Menu.Label>{words[`pause_kind_${kind}`]}</Menu.Label>}
              {[7, 14, 30].map((days) => (
                <Menu.Item key={days} onClick={() => attempt({ kind, until: addDays(today, days) })}>
                  {fill(words.pause_until, { day: sayDay(addDays(today, days), language) })}
                </Menu.Item>
              ))}
              <Menu.Item onClick={() => setAsked(kind)}>{words.pause_until_other}</Menu.Item>
              <Menu.Item onClick={() => attempt({ kind, until: null })}>{words.pause_until_resumed}</Menu.Item>
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
      <PauseUntil
        opened={asked !== null}
        today={today}
        onClose={() => setAsked(null)}
        send={(until) => send({ kind: asked ?? 'all', until })}
      />
    </>
  )
}
