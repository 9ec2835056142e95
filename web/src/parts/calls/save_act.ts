import { ask } from '../../api/client.ts'
import type { TodayPanel } from '../../api/today.ts'
import { plainAmount } from '../../words/plain_amount.ts'
import type { Draft } from './draft.ts'

/** What can be noted about a debtor without a call. */
export type Act = 'promise' | 'dispute' | 'task'

type Of = { panel: TodayPanel; administration_id: string; invoice_id?: string | undefined }

/** A task as the service takes it. */
export function taskOf({ day, subject, user_id, note, blocks }: Draft, { panel, administration_id, invoice_id }: Of) {
  return {
    ...{ administration_id, subject, expiry_date: day, assigned_to_user_id: user_id },
    ...(invoice_id ? { invoice_id } : { debtor_id: panel.debtor_id }),
    ...(note.trim() === '' ? {} : { description: note.trim() }),
    ...(blocks ? { blocks_dossiers: true } : {}),
  }
}

/** Saves it; what it answers takes it back, where that can be done. */
export async function saveAct(act: Act, draft: Draft, of: Of): Promise<(() => Promise<unknown>) | null> {
  const { administration_id } = of
  const { debtor_id } = of.panel
  const { invoice_ids, day, amount, language, reason, user_id } = draft
  const note = draft.note.trim()
  if (act === 'task') {
    const { id } = await ask('tasks.create', taskOf(draft, of))
    return () => ask('tasks.delete', { administration_id, id })
  }
  if (act === 'dispute') {
    const about = { administration_id, debtor_id, invoice_ids, reason: reason ?? 'other', owner_user_id: user_id }
    await ask('debtor_verbs.dispute', { ...about, ...(note === '' ? {} : { note }) })
    return null
  }
  const { id } = await ask('promises.create', {
    ...{ administration_id, debtor_id, invoice_ids, promised_on: day },
    ...(amount.trim() === '' ? {} : { amount: plainAmount(amount, language) }),
    ...(note === '' ? {} : { remark: note }),
  })
  return () => ask('promises.withdraw', { administration_id, id })
}
