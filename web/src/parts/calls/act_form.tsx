import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { type TodayPanel, todayChanged } from '../../api/today.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { useNotice } from '../notices.tsx'
import { useAttempt } from '../use_attempt.ts'
import { useKeys } from '../use_keys.ts'
import classes from './call_form.module.css'
import { isReady } from './draft.ts'
import { digits, Fields, Follows } from './fields.tsx'
import { type Act, saveAct } from './save_act.ts'
import { useDraft } from './use_draft.ts'

type Props = {
  administration_id: string
  panel: TodayPanel
  act: Act
  onClose: () => void
  /** The invoice that it is about, unless somebody says otherwise. */
  invoice_id?: string
}

/** A promise, a dispute or a task of a debtor: figures choose a day or a reason, and Enter saves. */
export function ActForm({ administration_id, panel, act, onClose, invoice_id }: Props) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const { draft, set, amount, pickDay } = useDraft(panel, act, { invoice_id })
  const ready = isReady(draft, panel)
  const { busy, attempt } = useAttempt(async () => {
    const takeBack = await saveAct(act, draft, { panel, administration_id, invoice_id })
    const person = panel.colleagues.find(({ id }) => id === draft.user_id)?.name ?? ''
    const said =
      act === 'task'
        ? fill(words.today_task_made, { person, subject: draft.subject })
        : fill(words.today_saved, {
            debtor: panel.debtor_name,
            outcome: words[`today_outcome_${act}`].toLowerCase(),
          })
    say(said, takeBack ? () => takeBack().then(() => todayChanged(queries)) : undefined)
    onClose()
    await todayChanged(queries)
  })
  const save = (): void => void (ready && !busy && attempt())
  useKeys({
    Enter: [words.today_save, save],
    Escape: [words.cancel, onClose],
    ...digits(draft, panel, { pickDay, set, does: words.keys_choose }),
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    save()
  }
  const name = act === 'task' ? words.today_task : words[`today_outcome_${act}`]
  return (
    <form className={classes.form} onSubmit={submit} aria-label={name} noValidate>
      <div className={classes.fields}>
        <Fields draft={draft} panel={panel} set={set} pickDay={pickDay} amount={amount} may_block />
        <Textarea
          label={words.today_note}
          autosize
          minRows={1}
          maxRows={5}
          value={draft.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
      </div>
      <div className={classes.foot}>
        <Follows administration_id={administration_id} panel={panel} draft={draft} />
        <div className={classes.ways}>
          <Button type="submit" className={classes.save} disabled={!ready} loading={busy}>
            {words.today_save} <kbd className={classes.on_fill}>↵</kbd>
          </Button>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
        </div>
      </div>
    </form>
  )
}
