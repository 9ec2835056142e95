import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type CaseChoice, type CaseMark, type CaseShow, caseTotalsQuery } from '../../api/records.ts'
import { case_stages } from '../../parts/records/stage.ts'
import { bothWays, readMarks, readWord } from '../../parts/table/read_choice.ts'

export const route = getRouteApi('/signed_in/administrations/$administration_id/credit_cases')

export const shows = ['open', 'ended'] as const satisfies CaseShow[]
export const marks = ['still_30', 'held', 'paused', 'in_plan', 'disputed'] as const satisfies CaseMark[]

const orders = bothWays('since', 'started', 'number', 'debtor', 'total', 'open')
const ended_orders = [...orders, ...bothWays('ended')]

export type Choice = CaseChoice & { order: NonNullable<CaseChoice['order']>; named: readonly CaseMark[] }

/** What the address asks for; what it does not know is left at everything that is open. */
export function useChoice(): Choice {
  const search = route.useSearch()
  const { text } = search
  const show = readWord(shows, search.show, 'open')
  const open = show === 'open'
  const stage = open ? readWord(case_stages, search.stage, undefined) : undefined
  // Of cases that are over nothing is held any more.
  const named = open ? readMarks(marks, search.marks) : []
  const order = open ? readWord(orders, search.order, 'since_asc') : readWord(ended_orders, search.order, 'ended_desc')
  return {
    ...{ show, named, order },
    ...(stage ? { stage } : {}),
    ...(text ? { text } : {}),
    ...(named.length > 0 ? { marks: named.join(',') } : {}),
  }
}

export function useTotals(administration_id: string) {
  const { named: _, ...choice } = useChoice()
  return useQuery({ ...caseTotalsQuery(administration_id, choice), placeholderData: (before) => before })
}
