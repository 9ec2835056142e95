import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type DebtorChoice, type DebtorMark, debtorTotalsQuery } from '../../api/records.ts'
import { bothWays, readMarks, readWord } from '../../parts/table/read_choice.ts'

export const route = getRouteApi('/signed_in/administrations/$administration_id/debtors')

export const shows = ['open', 'overdue', 'all'] as const satisfies DebtorChoice['show'][]
export const marks = [
  ...(['late_30', 'paused', 'promised', 'disputed', 'in_plan', 'in_case', 'no_mail_address', 'mail_bounced'] as const),
] satisfies DebtorMark[]

/** What else tells debtors apart; the first two can be chosen on the page, others come with a link. */
export const segments = ['owner', 'label', 'country', 'party', 'category'] as const

const orders = bothWays('name', 'number', 'city', 'owner', 'invoices', 'late', 'overdue', 'open')

export type Choice = DebtorChoice & { named: readonly DebtorMark[] }

/** What the address asks for; what it does not know is left at everybody of whom something is open. */
export function useChoice(): Choice {
  const search = route.useSearch()
  const { text } = search
  const show = readWord(shows, search.show, 'open')
  const named = readMarks(marks, search.marks)
  return {
    ...{ show, named, order: readWord(orders, search.order, show === 'all' ? 'name_asc' : 'overdue_desc') },
    ...(text ? { text } : {}),
    ...(named.length > 0 ? { marks: named.join(',') } : {}),
    ...Object.fromEntries(segments.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
  }
}

export function useTotals(administration_id: string) {
  const { named: _, ...choice } = useChoice()
  return useQuery({ ...debtorTotalsQuery(administration_id, choice), placeholderData: (before) => before })
}
