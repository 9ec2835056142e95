import { useRef, useState } from 'react'
import type { TodayPanel } from '../../api/today.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { type Draft, emptyDraft, type Mode } from './draft.ts'

/** What somebody is about to record, and the field that comes after the day. */
export function useDraft(panel: TodayPanel, mode: Mode | null = null, invoice_id?: string) {
  const { words } = useWords()
  const { person } = useSignedIn()
  const amount = useRef<HTMLInputElement>(null)
  const subject = fill(words.today_task_suggested, { debtor: panel.debtor_name })
  const [draft, setDraft] = useState<Draft>(() => ({
    ...emptyDraft(panel, mode, person.id, subject),
    ...(panel.invoices.some(({ id }) => id === invoice_id) && invoice_id ? { invoice_ids: [invoice_id] } : {}),
  }))
  const [touched, setTouched] = useState(false)
  const set = (change: Partial<Draft>): void => {
    setTouched(true)
    setDraft((before) => ({ ...before, ...change }))
  }
  return {
    draft,
    set,
    amount,
    /** Whether somebody has chosen or typed anything. */
    touched,
    // Whoever changes the outcome keeps what was typed.
    choose: (next: Mode | null): void => {
      setTouched(next !== null)
      setDraft(({ note }) => ({ ...emptyDraft(panel, next, person.id, subject), note: next === null ? '' : note }))
    },
    pickDay: (day: string): void => {
      set({ day, other_day: day === '' })
      // The amount is what differs next, and most often it is right.
      if (draft.mode === 'promise' && day !== '') setTimeout(() => amount.current?.select())
    },
  }
}
