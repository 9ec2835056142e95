import type { PaymentPlan } from '../../api/work.ts'
import { DataTable } from '../../parts/data_table.tsx'
import { Section } from '../../parts/section.tsx'
import { counted, fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { daysBetween, todayUtc } from '../records/parts.tsx'
import record from '../records/record.module.css'

export type Term = NonNullable<PaymentPlan['payment_terms']>[number]

export const termsOf = ({ payment_terms }: PaymentPlan): Term[] => payment_terms ?? []

const isLate = ({ payment_date, due_date }: Term, today: string): boolean => payment_date === null && due_date < today

/** The terms that should have been paid by now. */
export const lateTerms = (plan: PaymentPlan, today: string): Term[] => termsOf(plan).filter((one) => isLate(one, today))

/** Amounts as the service prints them, added up without losing a cent. */
export function sumOf(amounts: readonly string[]): string {
  const cents = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

type PlanTermsProps = { plan: PaymentPlan; currency_code: string; running: boolean }

/** The terms of a plan in the order in which they are due. Only those of a running plan can be late. */
export function PlanTerms({ plan, currency_code, running }: PlanTermsProps) {
  const { words, language } = useWords()
  const today = todayUtc()
  const money = (amount: string): string => sayMoney(amount, currency_code, language)
  const stateOf = (term: Term) => {
    if (term.payment_date) return fill(words.plans_paid_on, { day: sayDay(term.payment_date, language) })
    if (!running || !isLate(term, today)) return words.plans_term_open
    return (
      <span key="late" className={record.late}>
        {counted(daysBetween(term.due_date, today), words.plans_term_late_one, words.plans_term_late)}
      </span>
    )
  }
  return (
    <Section title={words.plans_terms}>
      <DataTable
        label={words.plans_terms}
        columns={[
          words.plans_term,
          words.record_due_date,
          words.record_state,
          words.overview_amount,
          words.record_open_amount,
        ]}
        numbers={[words.overview_amount, words.record_open_amount]}
        rows={termsOf(plan).map((term, index) => ({
          key: term.id,
          cells: [
            index + 1,
            sayDay(term.due_date, language),
            stateOf(term),
            money(term.total_amount),
            money(term.amount_due),
          ],
        }))}
      />
    </Section>
  )
}
