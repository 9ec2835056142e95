import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type PlanChoice, type PlanMark, type PlanShow, planTotalsQuery } from '../../api/work.ts'
import { bothWays, readMarks, readWord } from '../../parts/table/read_choice.ts'

export const route = getRouteApi('/signed_in/administrations/$administration_id/payment_plans')

export const shows = ['running', 'proposed', 'ended'] as const satisfies PlanShow[]

/** What matters of plans, by how far they are. */
export const marks_of: Readonly<Record<PlanShow, readonly PlanMark[]>> = {
  running: ['late', 'due_7', 'by_debtor', 'with_costs'],
  proposed: ['by_debtor', 'with_costs'],
  ended: ['by_debtor', 'with_costs'],
}

const orders = bothWays('next', 'since', 'changed', 'debtor', 'total', 'amount')
const usual = { running: 'next_asc', proposed: 'since_asc', ended: 'changed_desc' } as const

export type Choice = PlanChoice & { order: NonNullable<PlanChoice['order']>; named: readonly PlanMark[] }

/** What the address asks for; what it does not know is left at what is running. */
export function useChoice(): Choice {
  const search = route.useSearch()
  const { text } = search
  const show = readWord(shows, search.show, 'running')
  const named = readMarks(marks_of[show], search.marks)
  return {
    ...{ show, named, order: readWord(orders, search.order, usual[show]) },
    ...(text ? { text } : {}),
    ...(named.length > 0 ? { marks: named.join(',') } : {}),
  }
}

export function useTotals(administration_id: string) {
  const { named: _, ...choice } = useChoice()
  return useQuery({ ...planTotalsQuery(administration_id, choice), placeholderData: (before) => before })
}
