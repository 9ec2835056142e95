import type { PaymentPlan } from '../../api/work.ts'
import { amountOf, centsOf } from '../../parts/agreements/cents.ts'
import { isLate, type Term, termsOf } from '../../parts/records/plan_terms.ts'
import record from '../../parts/records/record.module.css'
import { Section } from '../../parts/section.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { daysBetween } from '../../words/days.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'

type PlanTermsProps = { plan: PaymentPlan; today: string; currency_code: string; running: boolean }

/** The terms of a plan in the order in which they are due. Only those of a running plan can be late. */
export function PlanTerms({ plan, today, currency_code, running }: PlanTermsProps) {
  const { words, language } = useWords()
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
        rows={termsOf(plan).map((term, index) => ({ ...term, number: index + 1 }))}
        columns={[
          { id: 'term', title: words.plans_term, cell: ({ number }) => number },
          {
            id: 'due_date',
            phone: 'below',
            title: words.record_due_date,
            cell: ({ due_date }) => sayDay(due_date, language),
          },
          { id: 'state', phone: 'beside', title: words.record_state, cell: stateOf },
          {
            id: 'amount',
            title: words.overview_amount,
            number: true,
            cell: ({ total_amount }) => money(total_amount),
          },
          {
            id: 'paid',
            title: words.plans_paid,
            number: true,
            cell: ({ total_amount, amount_due }) =>
              money(amountOf((centsOf(total_amount) ?? 0n) - (centsOf(amount_due) ?? 0n))),
          },
          {
            id: 'open',
            phone: 'amount',
            title: words.record_open_amount,
            number: true,
            cell: ({ amount_due }) => money(amount_due),
          },
        ]}
      />
    </Section>
  )
}
