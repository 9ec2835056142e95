import { useRef, useState } from 'react'
import type { TodayPanel } from '../../api/today.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { type Draft, emptyDraft, type Mode } from './draft.ts'
import { forgetNote, keepNote, readNote } from './kept_note.ts'

type Options = {
  invoice_id?: string | undefined
  /** The administration, where what was typed is kept for its debtor until it is saved. */
  kept_in?: string
}

/** What somebody is about to record, and the field that comes after the day. */
export function useDraft(panel: TodayPanel, mode: Mode | null, { invoice_id, kept_in }: Options) {
  const { words, language } = useWords()
  const { person } = useSignedIn()
  const amount = useRef<HTMLInputElement>(null)
  const subject = fill(words.today_task_suggested, { debtor: panel.debtor_name })
  const place = kept_in === undefined ? null : [person.id, kept_in, panel.debtor_id].join('.')
  const [draft, setDraft] = useState<Draft>(() => {
    // Days and invoices that were chosen then may not be there any more: the words are what is lost.
    const kept = place === null ? null : readNote(place)
    return {
      ...emptyDraft(panel, kept?.mode ?? mode, subject, { user_id: person.id, language }),
      // One that is not among those that can be chosen never stands for others.
      ...(invoice_id ? { invoice_ids: panel.invoices.some(({ id }) => id === invoice_id) ? [invoice_id] : [] } : {}),
      ...(kept && { note: kept.note }),
    }
  })
  const [chosen, setChosen] = useState(false)
  const keep = (mode: Mode | null, note: string): void => {
    if (place !== null && mode !== 'task') keepNote(place, { mode, note })
  }
  const set = (change: Partial<Draft>): void => {
    if (change.note === undefined) setChosen(true)
    else keep(draft.mode, change.note)
    setDraft((before) => ({ ...before, ...change }))
  }
  return {
    draft,
    set,
    amount,
    /** Whether somebody has chosen or typed anything; whoever empties the note again has not. */
    touched: chosen || draft.note !== '',
    // Whoever changes the outcome keeps what was typed.
    choose: (next: Mode | null): void => {
      setChosen(next !== null)
      if (next !== null) keep(next, draft.note)
      else if (place !== null) forgetNote(place)
      setDraft(({ note }) => ({
        ...emptyDraft(panel, next, subject, { user_id: person.id, language }),
        note: next === null ? '' : note,
      }))
    },
    pickDay: (day: string): void => {
      set({ day, other_day: day === '' })
      // The amount is what differs next, and most often it is right.
      if (draft.mode === 'promise' && day !== '') setTimeout(() => amount.current?.select())
    },
  }
}
