import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type LetterChoice, type LetterShow, type LetterStep, letterTotalsQuery } from '../../api/outbox.ts'
import { bothWays, readWord } from '../../parts/table/read_choice.ts'

export const route = getRouteApi('/signed_in/administrations/$administration_id/letters')

export const shows = ['all', 'sent', 'unsent', 'to_print', 'not_arrived'] as const satisfies LetterShow[]
export const steps = [
  ...(['invoice', 'pre_reminder', 'reminder_1', 'reminder_2', 'reminder_3', 'reminder_4'] as const),
  ...(['end_of_service_announcement', 'end_of_service', 'final_reminder', 'summons', 'summons_reminder'] as const),
  ...(['second_summons', 'second_summons_reminder', 'notice_of_default', 'prejudiciary', 'statement'] as const),
] satisfies LetterStep[]

const orders = bothWays('day', 'debtor', 'amount')

/** What the address asks for; what it does not know is left at everything, the newest first. */
export function useChoice(): LetterChoice & { order: NonNullable<LetterChoice['order']> } {
  const { show, step, debtor = '', order, text } = route.useSearch()
  const known_step = readWord(steps, step, undefined)
  return {
    show: readWord(shows, show, 'all'),
    order: readWord(orders, order, 'day_desc'),
    ...(known_step ? { step: known_step } : {}),
    ...(/^\d{1,18}$/.test(debtor) ? { debtor_id: debtor } : {}),
    ...(text ? { text } : {}),
  }
}

export function useTotals(administration_id: string) {
  return useQuery({ ...letterTotalsQuery(administration_id, useChoice()), placeholderData: (before) => before })
}
