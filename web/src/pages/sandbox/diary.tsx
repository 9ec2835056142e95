import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { DiaryEntry, Sandbox } from '../../api/sandbox.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { LetterButton } from '../../parts/records/letter_button.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { Section } from '../../parts/section.tsx'
import { Empty } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { sayMoney, sayWeekday } from '../../words/formats.ts'
import type { Words } from '../../words/languages.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import type { Turned } from './clock.tsx'
import { Planned } from './planned.tsx'
import classes from './sandbox.module.css'

type DiaryProps = { sandbox: Sandbox; administration_id: string; turned: Turned | null }

const shows = ['all', 'letters', 'money'] as const
type Show = (typeof shows)[number]

const isShown = ({ kind }: DiaryEntry, show: Show): boolean =>
  show === 'all' || (show === 'letters' ? kind === 'letter' || kind === 'bounce' : kind === 'payment')

/** What was done here, the newest day first; the days of the last turn stand out. */
export function Diary({ sandbox, administration_id, turned }: DiaryProps) {
  const { words, language } = useWords()
  const [show, setShow] = useState<Show>('all')
  const [of, setOf] = useState('')
  const named = new Map(sandbox.diary.map(({ debtor_id, debtor_name }) => [debtor_id, debtor_name]))
  const shown = sandbox.diary.filter((entry) => isShown(entry, show) && (of === '' || entry.debtor_id === of))
  const days = [...Map.groupBy(shown, ({ day }) => day)]
  if (sandbox.diary.length === 0) {
    return (
      <div>
        <Planned {...{ sandbox, administration_id }} />
      </div>
    )
  }
  return (
    <Section
      title={words.sandbox_diary}
      action={
        sandbox.diary.length > 0 && (
          <div className={classes.diary_filter}>
            <NativeSelect
              size="xs"
              aria-label={words.sandbox_diary_of}
              value={of}
              data={[
                { value: '', label: words.sandbox_all_debtors },
                ...[...named]
                  .map(([value, label]) => ({ value, label }))
                  .sort((one, other) => one.label.localeCompare(other.label)),
              ]}
              onChange={({ currentTarget }) => setOf(currentTarget.value)}
            />
            <SegmentedControl
              size="xs"
              aria-label={words.sandbox_diary_show}
              value={show}
              onChange={(value) => setShow(shows.find((one) => one === value) ?? 'all')}
              data={shows.map((one) => ({ value: one, label: words[`sandbox_show_${one}`] }))}
            />
          </div>
        )
      }
    >
      {days.length === 0 && <Nothing of={of} />}
      {days.length > 0 && (
        <ol className={classes.diary}>
          {days.map(([day, entries]) => (
            <li key={day} data-new={(turned && day > turned.from && day <= turned.to) || undefined}>
              <p className={classes.diary_day}>
                <time dateTime={day}>{sayWeekday(day, language)}</time>
                {day === sandbox.today && <span className="hint">{words.sandbox_today}</span>}
              </p>
              <ul className={classes.entries}>
                {entries.map((entry) => (
                  <li key={`${entry.kind} ${entry.id}`}>
                    <Entry entry={entry} administration_id={administration_id} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

function Nothing({ of }: { of: string }) {
  const { words } = useWords()
  if (of !== '') return <Empty title={words.sandbox_empty_of} />
  return <Empty title={words.sandbox_empty}>{words.sandbox_empty_sentence}</Empty>
}

const icons: Readonly<Record<DiaryEntry['kind'], IconName>> = {
  ...{ letter: 'mail', step: 'cases', payment: 'bank', promise: 'promise', dispute: 'dispute' },
  ...{ message: 'messages', plan: 'plans', bounce: 'warning' },
}

function Entry({ entry, administration_id }: { entry: DiaryEntry; administration_id: string }) {
  const { words, language } = useWords()
  const { kind, id, step, channel, debtor_id, debtor_name, invoices, amount, currency_code } = entry
  const said = sayEntry(entry, words)
  const icon = kind === 'step' && step === 'call_reminder' ? 'phone' : channel === 'post' ? 'print' : icons[kind]
  return (
    <div className={classes.entry} data-kind={kind === 'promise' ? step : kind}>
      <Icon name={icon} size={16} />
      <span>
        {kind === 'letter' || kind === 'bounce' ? (
          <LetterButton letter_key={{ administration_id, id }}>{said}</LetterButton>
        ) : (
          said
        )}{' '}
        <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
          {debtor_name}
        </RecordLink>{' '}
        {invoices > 1 && <span className="hint">{fill(words.sandbox_for, { count: invoices })}</span>}
      </span>
      <span className={classes.amount}>{amount && sayMoney(amount, currency_code ?? 'EUR', language)}</span>
    </div>
  )
}

function sayEntry({ kind, step }: DiaryEntry, words: Words): string {
  switch (kind) {
    case 'letter':
      return fill(words.sandbox_letter, { step: sayType(words, 'step', step) })
    case 'bounce':
      return fill(words.sandbox_bounced, { step: sayType(words, 'step', step) })
    case 'step':
      return fill(words.sandbox_step, { step: sayType(words, 'step', step) })
    case 'promise':
      return step === 'kept' ? words.sandbox_promise_kept : words.sandbox_promise_broken
    default:
      return words[`sandbox_did_${kind}`]
  }
}
