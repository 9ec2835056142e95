import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { followingQuery, type TodayPanel } from '../../api/today.ts'
import { fill } from '../../words/fill.ts'
import { sayMoney, sayWeekday } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import type { Key, Keys } from '../use_keys.ts'
import classes from './call_form.module.css'
import { DayChoice, InvoiceChoice, PersonChoice, ReasonChoice } from './choices.tsx'
import { amountProblem, type Draft, dispute_reasons, openOf } from './draft.ts'

export type Setting = { pickDay: (day: string) => void; set: (change: Partial<Draft>) => void }
/** Besides, what a figure is said to do. */
type Figures = Setting & { does: string }

/** What figures stand for: days, or what is wrong. */
export function digits({ mode }: Draft, { days }: TodayPanel, { pickDay, set, does }: Figures): Keys {
  if (mode === null || mode === 'other') return {}
  const choices =
    mode === 'dispute'
      ? dispute_reasons.map((reason) => () => set({ reason }))
      : [
          ...days.map(
            ({ day }) =>
              () =>
                pickDay(day),
          ),
          () => pickDay(''),
        ]
  return Object.fromEntries(choices.map((act, place): [string, Key] => [String(place + 1), [does, act]]))
}

type FieldsProps = Setting & {
  draft: Draft
  panel: TodayPanel
  amount: React.RefObject<HTMLInputElement | null>
  /** Whether a task can hold the dossier, where there is room to ask. */
  may_block?: boolean
}

const day_labels = {
  promise: 'today_pays_on',
  no_answer: 'today_call_again',
  wrong_number: 'today_find_by',
  task: 'today_due_on',
} as const

/** What an outcome asks for. */
export function Fields({ draft, panel, set, pickDay, amount, may_block = false }: FieldsProps) {
  const { words, language } = useWords()
  const { mode, invoice_ids, user_id, day } = draft
  if (mode === null || mode === 'other') return null
  const people = (label: string) => (
    <PersonChoice label={label} people={panel.colleagues} chosen={user_id} onChoose={(id) => set({ user_id: id })} />
  )
  const open = openOf(panel, invoice_ids)
  const wrongAmount = ({ amount: most, currency_code }: NonNullable<typeof open>): string | null => {
    const problem = amountProblem(draft, panel)
    if (problem === 'unreadable') return words.problem_amount
    return problem && fill(words.today_too_much, { amount: sayMoney(most, currency_code, language) })
  }
  const invoices = (
    <InvoiceChoice panel={panel} mode={mode} chosen={invoice_ids} onChoose={(ids) => set({ invoice_ids: ids })} />
  )
  if (mode === 'dispute') {
    return (
      <>
        <ReasonChoice chosen={draft.reason} onChoose={(reason) => set({ reason })} />
        {invoices}
        {people(words.today_owner)}
      </>
    )
  }
  return (
    <>
      {mode === 'task' && (
        <TextInput
          label={words.today_task_subject}
          value={draft.subject}
          onChange={(event) => set({ subject: event.currentTarget.value })}
        />
      )}
      <DayChoice
        label={words[day_labels[mode]]}
        days={panel.days}
        chosen={day}
        other={draft.other_day}
        onChoose={pickDay}
        onType={(typed) => set({ day: typed })}
      />
      {mode === 'promise' ? (
        <div className={classes.pair}>
          <TextInput
            ref={amount}
            label={words.today_amount}
            inputMode="decimal"
            leftSection={open?.currency_code}
            leftSectionWidth={44}
            classNames={{ input: classes.number ?? '' }}
            value={draft.amount === '' ? (open?.amount ?? '') : draft.amount}
            onChange={(event) => set({ amount: event.currentTarget.value })}
            error={open === null ? words.today_one_currency : wrongAmount(open)}
          />
          {invoices}
        </div>
      ) : (
        people(words.today_assignee)
      )}
      {mode === 'task' && may_block && (
        <Checkbox
          size="xs"
          label={words.work_task_blocks}
          checked={draft.blocks}
          onChange={(event) => set({ blocks: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

/** What follows, as the engine says it. */
export function Follows({
  administration_id,
  panel,
  draft,
}: {
  administration_id: string
  panel: TodayPanel
  draft: Draft
}) {
  const { words, language } = useWords()
  const { mode, day, invoice_ids } = draft
  const asked = mode !== null && mode !== 'task' && (mode !== 'promise' || day !== '')
  const supposed = {
    outcome: mode === null || mode === 'task' ? ('other' as const) : mode,
    invoice_ids: mode === 'promise' || mode === 'dispute' ? invoice_ids : [],
    promised_on: mode === 'promise' ? day : '',
  }
  const { data } = useQuery({ ...followingQuery(administration_id, panel.debtor_id, supposed), enabled: asked })
  if (mode === null) return null
  const said = (iso: string): string => sayWeekday(iso, language)
  const first =
    mode === 'promise'
      ? data?.held_until
        ? fill(words.today_follows_promise, { day: said(data.held_until) })
        : words.today_follows_promise_open
      : fill(words[`today_follows_${mode}`], { day: day === '' ? '' : said(day) })
  const next =
    data?.step && data.day
      ? fill(words.today_follows_step, { step: sayType(words, 'step', data.step).toLowerCase(), day: said(data.day) })
      : null
  return (
    <p className={classes.follows} aria-live="polite">
      {first} {next}
    </p>
  )
}
