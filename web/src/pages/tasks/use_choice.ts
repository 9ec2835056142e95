import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type TaskChoice, type TaskMark, taskTotalsQuery } from '../../api/work.ts'
import { bothWays, readMarks, readWord } from '../../parts/table/read_choice.ts'

export const route = getRouteApi('/signed_in/administrations/$administration_id/tasks')

/** The views that stand beside the name of the page, each by what its address says. */
export const views = ['open', 'mine', 'nobody', 'done'] as const
export type View = (typeof views)[number]

export const marks = [
  ...(['late', 'today', 'next_7', 'blocks', 'with_invoice', 'with_case'] as const),
] satisfies TaskMark[]

const orders = bothWays('due', 'subject', 'owner', 'debtor')
const done_orders = [...orders, ...bothWays('completed')]

export type Choice = TaskChoice & { order: NonNullable<TaskChoice['order']>; named: readonly TaskMark[] }

/** What the address asks for; what it does not know is left at everything that is open. */
export function useChoice(): Choice {
  const search = route.useSearch()
  const { text, assigned_to } = search
  const show = readWord(['open', 'done'] as const, search.show, 'open')
  const whose = readWord(['everybody', 'mine', 'nobody'] as const, search.whose, 'everybody')
  const named = show === 'open' ? readMarks(marks, search.marks) : []
  const order =
    show === 'open' ? readWord(orders, search.order, 'due_asc') : readWord(done_orders, search.order, 'completed_desc')
  return {
    ...{ show, whose, named, order },
    ...(whose === 'everybody' && /^\d{1,18}$/.test(assigned_to ?? '') ? { assigned_to } : {}),
    ...(text ? { text } : {}),
    ...(named.length > 0 ? { marks: named.join(',') } : {}),
  }
}

export const searchOfView: Readonly<Record<View, Record<string, string>>> = {
  ...{ open: {}, mine: { whose: 'mine' }, nobody: { whose: 'nobody' }, done: { show: 'done' } },
}

export const viewOf = ({ show, whose }: Pick<Choice, 'show' | 'whose'>): View =>
  show === 'done' ? 'done' : whose === 'everybody' ? 'open' : whose

export function useTotals(administration_id: string) {
  const { named: _, ...choice } = useChoice()
  return useQuery({ ...taskTotalsQuery(administration_id, choice), placeholderData: (before) => before })
}
