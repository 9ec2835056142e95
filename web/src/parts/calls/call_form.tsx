import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useRef } from 'react'
import { ask } from '../../api/client.ts'
import { type CallOutcome, type TodayPanel, todayChanged } from '../../api/today.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { useNotice } from '../notices.tsx'
import { useAttempt } from '../use_attempt.ts'
import { type Key, useKeys } from '../use_keys.ts'
import classes from './call_form.module.css'
import { callOf, type Draft, isReady, likelyOutcome, type Mode } from './draft.ts'
import { digits, Fields, Follows } from './fields.tsx'
import { taskOf } from './save_act.ts'
import { useDraft } from './use_draft.ts'

type Props = {
  administration_id: string
  panel: TodayPanel
  /** Goes on to the next debtor, where there is a list of them. */
  onNext?: () => void
  onSaved?: () => void
  /** The call was taken back. */
  onUndone?: () => void
  onOpen?: () => void
  /** Other ways to be done with the debtor. */
  children?: ReactNode
}

const outcomes: readonly { outcome: CallOutcome; key: string; icon: IconName }[] = [
  { outcome: 'promise', key: 'p', icon: 'promise' },
  { outcome: 'dispute', key: 'd', icon: 'dispute' },
  { outcome: 'no_answer', key: 'n', icon: 'phone' },
  { outcome: 'wrong_number', key: 'w', icon: 'close' },
  { outcome: 'other', key: 'o', icon: 'dots' },
]

/** What came of the call: one key for the outcome, one for the day or the reason, and Enter. */
export function CallForm({ administration_id, panel, onOpen, children, ...after }: Props) {
  const { words } = useWords()
  const { draft, set, choose, amount, pickDay, touched } = useDraft(panel, likelyOutcome(panel), {
    kept_in: administration_id,
  })
  // What is most likely stands there already; until somebody takes it up, the other ways stay open.
  const begun = draft.mode !== null && touched
  const { save, busy } = useSave(administration_id, panel, draft, { choose, ...after })
  const note = useRef<HTMLTextAreaElement>(null)
  const ready = isReady(draft, panel)
  const begin = (mode: Mode): void => {
    choose(mode)
    if (mode === 'other') setTimeout(() => note.current?.focus())
  }
  useKeys({
    ...Object.fromEntries(
      outcomes.map(({ outcome, key }): [string, Key] => [
        key,
        [words[`today_outcome_${outcome}`], () => begin(outcome)],
      ]),
    ),
    t: [words.today_task, () => begin('task')],
    Enter: [begun ? words.today_save : words.keys_open, () => (begun ? ready && save(true) : onOpen?.())],
    ...digits(draft, panel, { pickDay, set, does: words.keys_choose }),
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
          {!begun ? (
            <>
              <Button key="task" variant="default" onClick={() => begin('task')} rightSection={<kbd>T</kbd>}>
                {words.today_task}
              </Button>
              {children}
            </>
          ) : (
            <>
              <Button key="save" type="submit" className={classes.save} disabled={!ready} loading={busy}>
                {after.onNext ? words.today_save_next : words.today_save} <kbd className={classes.on_fill}>↵</kbd>
              </Button>
              {after.onNext && (
                <Button variant="default" disabled={!ready || busy} onClick={() => save(false)}>
                  {words.today_save}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </form>
  )
}

type After = Pick<Props, 'onNext' | 'onSaved' | 'onUndone'> & { choose: (mode: Mode | null) => void }

function useSave(administration_id: string, panel: TodayPanel, draft: Draft, after: After) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { debtor_name, colleagues } = panel
  const makeTask = async (): Promise<void> => {
    await ask('tasks.create', taskOf(draft, { panel, administration_id }))
    const person = colleagues.find(({ id }) => id === draft.user_id)?.name ?? ''
    say(fill(words.today_task_made, { person, subject: draft.subject }))
  }
  const recordCall = async (mode: CallOutcome): Promise<void> => {
    const { call_id } = await ask('today_verbs.record_call', callOf(draft, panel, administration_id))
    const takeBack = async (): Promise<void> => {
      await ask('today_verbs.take_back_call', { administration_id, call_id })
      await todayChanged(queries)
      after.onUndone?.()
    }
    const sentence = fill(words.today_saved, {
      debtor: debtor_name,
      outcome: words[`today_outcome_${mode}`].toLowerCase(),
    })
    if (mode === 'dispute') say(sentence)
    else say(sentence, takeBack)
  }
  const { busy, attempt } = useAttempt(async (next: boolean) => {
    if (draft.mode === null) return
    if (draft.mode === 'task') await makeTask()
    else await recordCall(draft.mode)
    after.choose(null)
    if (next) after.onNext?.()
    after.onSaved?.()
    await todayChanged(queries)
  })
  return { busy, save: (next: boolean): void => void (busy || attempt(next)) }
}
