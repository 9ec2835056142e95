import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { partsQuery } from '../../api/orders.ts'
import { type ListedPlan, type PlanShow, planListQuery } from '../../api/work.ts'
import { Moment } from '../../parts/moment.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { PlanProgress } from '../../parts/records/plan_progress.tsx'
import record from '../../parts/records/record.module.css'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Empty } from '../../parts/states.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useCurrency } from '../../session/use_currency.ts'
import { counted } from '../../words/fill.ts'
import { sayDay, sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import classes from './payment_plans.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/payment_plans')

const shows = ['running', 'proposed', 'ended'] as const satisfies PlanShow[]

export function PaymentPlansPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  const show = useShow()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading title={words.nav_payment_plans} sentence={words.plans_sentence} />
      {show === 'running' && <Waiting administration_id={administration_id} />}
      <Filters />
      <Plans key={`${administration_id} ${show}`} administration_id={administration_id} show={show} />
    </WithinReach>
  )
}

/** What the address asks for; what it does not know is left at what is running. */
function useShow(): PlanShow {
  const search = route.useSearch()
  return shows.find((one) => one === search.show) ?? 'running'
}

function useGo(): (show: string) => void {
  const navigate = route.useNavigate()
  return (show) => void navigate({ search: show === 'running' ? {} : { show }, replace: true })
}

/** Proposals wait for somebody, so they are told of where everybody looks. */
function Waiting({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const go = useGo()
  const parts = useQuery(partsQuery(administration_id))
  const count = parts.data?.proposed_payment_plans ?? 0
  if (count === 0) return null
  return (
    <div className={classes.note}>
      <Note tone="warning" title={sayCount(count, words.plans_waiting_one, words.plans_waiting)}>
        <Button className={classes.way} size="compact-sm" variant="default" onClick={() => go('proposed')}>
          {words.plans_show_waiting}
        </Button>
      </Note>
    </div>
  )
}

/** Counts stop at a hundred. */
const sayCount = (count: number, one: string, others: string): string =>
  count < 100 ? counted(count, one, others) : others.replace('{count}', '99+')

function Filters() {
  const { words } = useWords()
  const show = useShow()
  const go = useGo()
  return (
    <search className={record.filters}>
      <NativeSelect
        label={words.list_show}
        value={show}
        data={shows.map((one) => ({ value: one, label: words[`plans_${one}`] }))}
        onChange={({ currentTarget: { value } }) => go(value)}
      />
    </search>
  )
}

function Plans({ administration_id, show }: { administration_id: string; show: PlanShow }) {
  const { words } = useWords()
  const query = useInfiniteQuery(planListQuery(administration_id, show))
  const plans = query.data?.pages.flatMap((page) => page.payment_plans) ?? []
  const columns = useColumns(administration_id)[show]
  const nothing = (
    <Empty title={words[`plans_empty_${show}`]}>{show === 'running' && words.plans_empty_running_sentence}</Empty>
  )
  return (
    <Listing query={query} count={plans.length} expected={8} empty={nothing}>
      <DataTable list={`payment_plans_${show}`} label={words.nav_payment_plans} rows={plans} columns={columns} />
    </Listing>
  )
}

type PlanColumn = Column<ListedPlan>

/** What matters of a plan: how far it is while it runs, since when it waits, or how it ended. */
function useColumns(administration_id: string): Readonly<Record<PlanShow, PlanColumn[]>> {
  const { words, language } = useWords()
  const books = useCurrency(administration_id)
  const money = (amount: string, { currency_code }: ListedPlan): string =>
    sayMoney(amount, currency_code ?? books, language)
  const name: PlanColumn = {
    id: 'plan',
    title: words.plans_plan,
    cell: (plan) => (
      <RecordLink family="payment_plans" administration_id={administration_id} id={plan.id}>
        {plan.debtor_name || words.plans_plan}
      </RecordLink>
    ),
  }
  const progress: PlanColumn = {
    id: 'progress',
    title: words.plans_progress,
    cell: ({ terms, paid_terms, late_terms }) => <PlanProgress terms={terms} paid={paid_terms} late={late_terms} />,
  }
  const next = (title: string): PlanColumn => ({
    id: 'next',
    title,
    cell: (plan) => (
      <span className={record.two}>
        <span className={plan.late_terms > 0 ? record.late : undefined}>
          {plan.next_due_date ? sayDay(plan.next_due_date, language) : '–'}
        </span>
        {plan.next_amount && <span className="hint">{money(plan.next_amount, plan)}</span>}
      </span>
    ),
  })
  const since = (title: string): PlanColumn => ({
    id: 'since',
    title,
    cell: (plan) => <Moment at={plan.since} day />,
  })
  const total: PlanColumn = {
    id: 'total',
    title: words.record_total_amount,
    number: true,
    cell: (one) => money(one.total_amount, one),
  }
  const open: PlanColumn = {
    id: 'open',
    title: words.record_open_amount,
    number: true,
    cell: (one) => money(one.open_amount, one),
  }
  const state: PlanColumn = {
    id: 'state',
    title: words.record_state,
    cell: (plan) => sayType(words, 'plan', plan.state),
  }
  const terms: PlanColumn = { id: 'terms', title: words.plans_terms, number: true, cell: (plan) => plan.terms }
  return {
    running: [name, progress, next(words.plans_next), open, total],
    proposed: [name, since(words.plans_proposed_at), next(words.plans_first), terms, total],
    ended: [name, state, since(words.plans_changed_at), progress, total],
  }
}
