import type { ListedPlan, PlanShow } from '../../api/work.ts'
import { Moment } from '../../parts/moment.tsx'
import { PlanProgress } from '../../parts/records/plan_progress.tsx'
import { Grave, Soft } from '../../parts/table/cells.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { dayCell } from '../../parts/table/files/cell.ts'
import { PanelLink } from '../../parts/table/panel_link.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { fill } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

type PlanColumn = Column<ListedPlan>

const both = (name: string) => ({ asc: `${name}_asc`, desc: `${name}_desc` })

/** What matters of a plan: how far it is while it runs, since when it waits, or how it ended. */
export function usePlanColumns(administration_id: string, show: PlanShow): PlanColumn[] {
  const { words } = useWords()
  const { name, progress, state, terms } = useFacts()
  const { next, next_amount, total, open, currency } = useAmounts(administration_id)
  const since = (title: string, order: string): PlanColumn => ({
    ...{ id: 'since', title, width: 116, phone: 'beside', orders: both(order) },
    file: (plan) => dayCell(plan.since),
    cell: (plan) => <Moment at={plan.since} day />,
  })
  const columns: Readonly<Record<PlanShow, PlanColumn[]>> = {
    running: [name, progress, next(words.plans_next), next_amount, currency, { ...total, yields: 'panel' }, open],
    proposed: [
      ...[name, since(words.plans_proposed_at, 'since'), next(words.plans_first), next_amount, terms, currency],
      { ...total, phone: 'amount' },
    ],
    ended: [
      ...[name, { ...state, phone: 'below' as const }, since(words.plans_changed_at, 'changed')],
      ...[{ ...progress, phone: undefined }, currency, { ...total, phone: 'amount' as const }],
    ].map(({ phone, ...rest }) => (phone ? { ...rest, phone } : rest)),
  }
  return columns[show]
}

function useFacts(): Record<'name' | 'progress' | 'state' | 'terms', PlanColumn> {
  const { words } = useWords()
  return {
    name: {
      ...{ id: 'plan', title: words.record_debtor, phone: 'name', orders: both('debtor') },
      file: ({ debtor_name }) => debtor_name,
      cell: (plan) => <PanelLink id={plan.id}>{plan.debtor_name || words.plans_plan}</PanelLink>,
    },
    progress: {
      ...{ id: 'progress', title: words.plans_progress, width: 360, phone: 'below', yields: 'panel' },
      file: ({ paid_terms: paid, terms }) => fill(words.plans_progress_of, { paid, terms }),
      cell: ({ terms, paid_terms, late_terms }) => (
        <PlanProgress terms={terms} paid={paid_terms} late={late_terms} in_row />
      ),
    },
    state: {
      ...{ id: 'state', title: words.record_state, width: 150 },
      file: (plan) => sayType(words, 'plan', plan.state),
      cell: (plan) => sayType(words, 'plan', plan.state),
    },
    terms: {
      ...{ id: 'terms', title: words.plans_terms, width: 80, number: true },
      file: ({ terms }) => ({ number: String(terms) }),
      cell: ({ terms }) => terms,
    },
  }
}

function useAmounts(administration_id: string) {
  const { words, language } = useWords()
  const books = useCurrency(administration_id)
  const money = (amount: string, { currency_code }: ListedPlan): string =>
    sayMoney(amount, currency_code ?? books, language)
  const next = (title: string): PlanColumn => ({
    ...{ id: 'next', title, width: 116, phone: 'beside', orders: both('next') },
    file: ({ next_due_date }) => next_due_date && { day: next_due_date },
    cell: ({ next_due_date, late_terms }) => (
      <Grave grave={late_terms > 0}>{next_due_date ? sayDay(next_due_date, language) : '–'}</Grave>
    ),
  })
  const own: Record<'next_amount' | 'total' | 'open' | 'currency', PlanColumn> = {
    next_amount: {
      ...{ id: 'next_amount', title: words.plans_term, width: 110, number: true, yields: 'narrow' },
      file: ({ next_amount }) => next_amount && { number: next_amount },
      cell: (plan) => <Soft>{plan.next_amount ? money(plan.next_amount, plan) : '–'}</Soft>,
    },
    total: {
      ...{
        id: 'total',
        title: words.record_total_amount,
        width: 116,
        number: true,
        orders: both('total'),
        yields: 'panel',
      },
      file: ({ total_amount }) => ({ number: total_amount }),
      cell: (plan) => <Soft>{money(plan.total_amount, plan)}</Soft>,
    },
    open: {
      ...{
        id: 'open',
        title: words.record_open_amount,
        width: 126,
        number: true,
        phone: 'amount',
        orders: both('amount'),
      },
      file: ({ open_amount }) => ({ number: open_amount }),
      cell: (plan) => <strong>{money(plan.open_amount, plan)}</strong>,
    },
    currency: {
      ...{ id: 'currency', title: words.plans_currency, width: 80, optional: true, always_in_file: true },
      file: ({ currency_code }) => currency_code ?? books,
      cell: ({ currency_code }) => currency_code ?? books,
    },
  }
  return { next, ...own }
}
