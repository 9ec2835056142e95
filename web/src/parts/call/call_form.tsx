import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { ask } from '../../api/client.ts'
import { type CallOutcome, followingQuery, type TodayPanel, todayChanged } from '../../api/today.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { fill } from '../../words/fill.ts'
import { sayType } from '../../words/say_type.ts'
import { sayWeekday } from '../../words/weekdays.ts'
import { useWords } from '../../words/words.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { useNotice } from '../notices.tsx'
import { useAttempt } from '../use_attempt.ts'
import { useKeys } from '../use_keys.ts'
import classes from './call_form.module.css'
import { DayChoice, InvoiceChoice, PersonChoice, ReasonChoice } from './choices.tsx'
import { callOf, type Draft, dispute_reasons, emptyDraft, isReady, type Mode, openOf } from './draft.ts'

type Props = {
  administration_id: string
  panel: TodayPanel
  onDone: () => void
  onOpen: () => void
  /** Other ways to be done with the debtor. */
  children: ReactNode
}

const outcomes: readonly { outcome: CallOutcome; key: string; icon: IconName }[] = [
  { outcome: 'promise', key: 'p', icon: 'promise' },
  { outcome: 'dispute', key: 'd', icon: 'dispute' },
  { outcome: 'no_answer', key: 'n', icon: 'phone' },
  { outcome: 'wrong_number', key: 'w', icon: 'close' },
  { outcome: 'other', key: 'o', icon: 'dots' },
]

/** What came of the call: one key for the outcome, one for the day or the reason, and Enter. */
export function CallForm({ administration_id, panel, onDone, onOpen, children }: Props) {
  const { words } = useWords()
  const { draft, set, choose } = useDraft(panel)
  const { save, busy } = useSave(administration_id, panel, draft, { choose, onDone })
  const amount = useRef<HTMLInputElement>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  const ready = isReady(draft, panel)
  const begin = (mode: Mode): void => {
    choose(mode)
    if (mode === 'other') setTimeout(() => note.current?.focus())
  }
  const pickDay = (day: string): void => {
    set({ day, other_day: day === '' })
    // The amount is what differs next, and most often it is right.
    if (draft.mode === 'promise' && day !== '') setTimeout(() => amount.current?.select())
  }
  useKeys({
    ...Object.fromEntries(outcomes.map(({ outcome, key }) => [key, () => begin(outcome)])),
    t: () => begin('task'),
    Enter: () => (draft.mode === null ? onOpen() : ready && save(true)),
    ...digits(draft, panel, { pickDay, set }),
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (ready) save(true)
  }
  return (
    <form className={classes.form} onSubmit={submit} aria-label={words.today_outcome} noValidate>
      <div className={classes.fields}>
        <fieldset className={classes.outcomes}>
          <legend className={classes.legend}>{words.today_outcome}</legend>
          {outcomes.map(({ outcome, key, icon }) => (
            <button
              key={outcome}
              type="button"
              className={classes.outcome}
              aria-pressed={draft.mode === outcome}
              onClick={() => begin(outcome)}
            >
              <Icon name={icon} size={16} />
              {words[`today_outcome_${outcome}`]}
              <kbd>{key.toUpperCase()}</kbd>
            </button>
          ))}
        </fieldset>
        <Fields draft={draft} panel={panel} set={set} pickDay={pickDay} amount={amount} />
        {draft.mode !== null && draft.mode !== 'task' && (
          <Textarea
            ref={note}
            label={draft.mode === 'other' ? words.today_note_needed : words.today_note}
            autosize
            minRows={2}
            maxRows={5}
            value={draft.note}
            onChange={(event) => set({ note: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return
              event.preventDefault()
              if (ready) save(true)
            }}
          />
        )}
      </div>
      <div className={classes.foot}>
        <Follows administration_id={administration_id} panel={panel} draft={draft} />
        <div className={classes.ways}>
          {/* Each button has a key: one that became another while it is clicked would submit the form. */}
          {draft.mode === null ? (
            <>
              <Button key="task" variant="default" onClick={() => begin('task')} rightSection={<kbd>T</kbd>}>
                {words.today_task}
              </Button>
              {children}
            </>
          ) : (
            <>
              <Button key="save" type="submit" className={classes.save} disabled={!ready} loading={busy}>
                {words.today_save_next} <kbd className={classes.on_fill}>↵</kbd>
              </Button>
              <Button variant="default" disabled={!ready || busy} onClick={() => save(false)}>
                {words.today_save}
              </Button>
            </>
          )}
        </div>
      </div>
    </form>
  )
}

function useDraft(panel: TodayPanel) {
  const { words } = useWords()
  const { person } = useSignedIn()
  const subject = fill(words.today_task_suggested, { debtor: panel.debtor_name })
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(panel, null, person.id, subject))
  return {
    draft,
    set: (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change })),
    // Whoever changes the outcome keeps what was typed.
    choose: (mode: Mode | null): void =>
      setDraft(({ note }) => ({ ...emptyDraft(panel, mode, person.id, subject), note: mode === null ? '' : note })),
  }
}

type After = { choose: (mode: Mode | null) => void; onDone: () => void }

function useSave(administration_id: string, panel: TodayPanel, draft: Draft, { choose, onDone }: After) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { debtor_id, debtor_name, colleagues } = panel
  const makeTask = async (): Promise<void> => {
    const { day, subject, user_id } = draft
    const about = { administration_id, debtor_id, subject, expiry_date: day, assigned_to_user_id: user_id }
    await ask('tasks.create', about)
    const person = colleagues.find(({ id }) => id === user_id)?.name ?? ''
    say(fill(words.today_task_made, { person, subject }))
  }
  const recordCall = async (mode: CallOutcome): Promise<void> => {
    const { call_id } = await ask('today_verbs.record_call', callOf(draft, panel, administration_id))
    const takeBack = async (): Promise<void> => {
      await ask('today_verbs.take_back_call', { administration_id, call_id })
      await todayChanged(queries)
    }
    const sentence = fill(words.today_saved, {
      debtor: debtor_name,
      outcome: words[`today_outcome_${mode}`].toLowerCase(),
    })
    if (mode === 'dispute') say(sentence)
    else say(sentence, () => void takeBack())
  }
  const { busy, attempt } = useAttempt(async (next: boolean) => {
    if (draft.mode === null) return
    if (draft.mode === 'task') await makeTask()
    else await recordCall(draft.mode)
    choose(null)
    if (next) onDone()
    await todayChanged(queries)
  })
  return { busy, save: (next: boolean): void => void (busy || attempt(next)) }
}

type Setting = { pickDay: (day: string) => void; set: (change: Partial<Draft>) => void }

/** What figures stand for: days, or what is wrong. */
function digits({ mode }: Draft, { days }: TodayPanel, { pickDay, set }: Setting): Record<string, () => void> {
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
  return Object.fromEntries(choices.map((act, place) => [String(place + 1), act]))
}

type FieldsProps = Setting & { draft: Draft; panel: TodayPanel; amount: React.RefObject<HTMLInputElement | null> }

const day_labels = {
  promise: 'today_pays_on',
  no_answer: 'today_call_again',
  wrong_number: 'today_find_by',
  task: 'today_due_on',
} as const

/** What an outcome asks for. */
function Fields({ draft, panel, set, pickDay, amount }: FieldsProps) {
  const { words } = useWords()
  const { mode, invoice_ids, user_id, day } = draft
  if (mode === null || mode === 'other') return null
  const people = (label: string) => (
    <PersonChoice label={label} people={panel.colleagues} chosen={user_id} onChoose={(id) => set({ user_id: id })} />
  )
  const open = openOf(panel, invoice_ids)
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
            error={open === null && words.today_one_currency}
          />
          {invoices}
        </div>
      ) : (
        people(words.today_assignee)
      )}
    </>
  )
}

/** What follows, as the engine says it. */
function Follows({ administration_id, panel, draft }: { administration_id: string; panel: TodayPanel; draft: Draft }) {
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
