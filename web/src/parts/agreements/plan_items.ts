import type { AgreementScope, Agreements } from '../../api/agreements.ts'

/** An invoice or a credit case that a plan can be about. */
export type Item = {
  key: string
  kind: 'invoice' | 'credit_case'
  id: string
  number: string
  currency_code: string
  amount: string
  costs_amount: string
  due_date: string | null
  overdue: boolean
  disputed: boolean
}

/** All that is in no plan yet. An invoice in a case is agreed on with the case. */
export function itemsOf({ invoices, credit_cases }: Agreements): Item[] {
  const cases = credit_cases
    .filter(({ in_plan }) => !in_plan)
    .map(
      ({ id, credit_case_number, currency_code, amount }): Item => ({
        ...{ key: `credit_case ${id}`, kind: 'credit_case', id, number: credit_case_number, currency_code, amount },
        ...{ costs_amount: '0.00', due_date: null, overdue: true, disputed: false },
      }),
    )
  const free = invoices
    .filter(({ in_plan, credit_case_id, amount }) => !in_plan && credit_case_id === null && Number(amount) !== 0)
    .map(
      ({ invoice_number, ...one }): Item => ({
        ...{ key: `invoice ${one.id}`, kind: 'invoice', id: one.id, number: invoice_number },
        ...{ currency_code: one.currency_code, amount: one.amount, costs_amount: one.costs_amount },
        ...{ due_date: one.due_date, overdue: one.overdue, disputed: one.disputed },
      }),
    )
  return [...cases, ...free]
}

/** What is chosen at first: all that is overdue, and where it began; on the page of a case that case alone. */
export function usualItems(items: readonly Item[], { invoice_id, credit_case_id }: AgreementScope): Item[] {
  const own = items.find(
    ({ kind, id }) => (kind === 'invoice' && id === invoice_id) || (kind === 'credit_case' && id === credit_case_id),
  )
  if (own?.kind === 'credit_case') return [own]
  const usual = items.filter((one) => one === own || (one.overdue && Number(one.amount) > 0))
  const currency_code = (own ?? usual[0])?.currency_code
  return usual.filter((one) => one.currency_code === currency_code)
}
