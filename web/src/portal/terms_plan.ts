import { addDays, addMonths } from '../words/days.ts'
import type { Shown } from './ask.ts'
import { centsOf, divided } from './money.ts'

type Asked = {
  amount: string
  count: number
  first_day: string
  today: string
  disputed: boolean
  allowed: Shown['allowed']
}

/** Monthly terms, and whether the rules of the creditor agree to them at once; the service decides again. */
export function planOf({ amount, count, first_day, today, disputed, allowed }: Asked) {
  const amounts = divided(amount, count)
  const terms = amounts.map((one, place) => ({ due_date: addMonths(first_day, place), amount: one }))
  const last = terms.at(-1)?.due_date ?? first_day
  const at_once =
    allowed.terms_at_once &&
    !disputed &&
    count <= allowed.terms_max &&
    last <= addDays(today, allowed.terms_days) &&
    first_day <= addDays(today, Math.ceil(allowed.terms_days / count)) &&
    centsOf(amounts.at(-1) ?? '0') >= centsOf(allowed.term_minimum)
  return { terms, at_once }
}
