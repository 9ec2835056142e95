import type { PaymentPlan } from '../../api/work.ts'

export type Term = NonNullable<PaymentPlan['payment_terms']>[number]
type WithTerms = Pick<PaymentPlan, 'payment_terms'>

export const termsOf = ({ payment_terms }: WithTerms): Term[] => payment_terms ?? []

export const isLate = ({ payment_date, due_date }: Term, today: string): boolean =>
  payment_date === null && due_date < today

/** How many terms should have been paid by now. */
export const countLate = (plan: WithTerms, today: string): number =>
  termsOf(plan).filter((term) => isLate(term, today)).length

export const countPaid = (plan: WithTerms): number =>
  termsOf(plan).filter(({ payment_date }) => payment_date !== null).length
