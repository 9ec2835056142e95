import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { overviewQuery } from '../../api/queries.ts'
import type { Overview } from '../../api/types.ts'
import { FirstHour } from '../../parts/first_hour/first_hour.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { LoadFailed } from '../../parts/states.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayMoney, sayNumber, sayShare } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { AgeBars } from './age_bars.tsx'
import classes from './overview_page.module.css'
import { Weeks } from './weeks.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/overview')

const counts = [
  { to: '/administrations/$administration_id/tasks', word: 'overview_tasks', count: 'open_tasks' },
  { to: '/administrations/$administration_id/inbox', word: 'overview_messages', count: 'unread_messages' },
  { to: '/administrations/$administration_id/payment_plans', word: 'overview_plans', count: 'running_payment_plans' },
  { to: '/administrations/$administration_id/debtors', word: 'overview_debtors', count: 'debtors' },
] as const

export function OverviewPage() {
  const { administration_id } = route.useParams()
  return (
    <WithinReach administration_id={administration_id}>
      <OverviewOf key={administration_id} id={administration_id} />
    </WithinReach>
  )
}

function OverviewOf({ id }: { id: string }) {
  const { words } = useWords()
  const { administrations } = useSignedIn()
  const overview = useQuery(overviewQuery(id))
  const name = administrations.find((one) => one.id === id)?.name ?? overview.data?.name ?? words.nav_overview
  return (
    <>
      <PageHeading title={name} sentence={words.overview_sentence} />
      {overview.isPending && <Waiting />}
      {overview.isError && <LoadFailed error={overview.error} retry={() => void overview.refetch()} />}
      {overview.isSuccess && <Content overview={overview.data} />}
    </>
  )
}

function Content({ overview }: { overview: Overview }) {
  const { words, language } = useWords()
  const money = (amount: string): string => sayMoney(amount, overview.currency_code, language)
  if (overview.debtors === 0 && overview.open_invoices === 0) return <FirstHour administration_id={overview.id} />
  const overdue = Number(overview.overdue_amount) > 0
  const params = { administration_id: overview.id }
  return (
    <div className={classes.page}>
      <dl className={classes.amounts}>
        <div className={classes.amount}>
          <dt>{words.overview_open}</dt>
          <dd className={classes.figure}>{money(overview.open_amount)}</dd>
          <dd className={classes.remark}>
            <Link
              className="link"
              to="/administrations/$administration_id/invoices"
              params={{ administration_id: overview.id }}
            >
              {counted(overview.open_invoices, words.overview_open_invoices_one, words.overview_open_invoices)}
            </Link>
          </dd>
        </div>
        <div className={classes.amount} data-overdue={overdue || undefined}>
          <dt>{words.overview_overdue}</dt>
          <dd className={classes.figure}>{money(overview.overdue_amount)}</dd>
          <dd className={classes.remark}>
            {overdue ? (
              <Link
                className="link"
                to="/administrations/$administration_id/invoices"
                params={{ administration_id: overview.id }}
                search={{ show: 'overdue' }}
              >
                {fill(words.overview_overdue_share, {
                  share: sayShare(overview.overdue_amount, overview.open_amount, language),
                })}
              </Link>
            ) : (
              words.overview_nothing_overdue
            )}
          </dd>
        </div>
        {overview.credit_notes > 0 && (
          <div className={classes.amount}>
            <dt>{words.overview_credit}</dt>
            <dd className={classes.figure}>{money(overview.credit_amount)}</dd>
            <dd className={classes.remark}>
              <Link
                className="link"
                to="/administrations/$administration_id/invoices"
                params={params}
                search={{ show: 'credit' }}
              >
                {counted(overview.credit_notes, words.overview_credit_notes_one, words.overview_credit_notes)}
              </Link>
            </dd>
          </div>
        )}
      </dl>
      <dl className={classes.counts}>
        {counts.map(({ to, word, count }) => (
          <Count
            key={to}
            label={
              <Link className="link" to={to} params={params}>
                {words[word]}
              </Link>
            }
            value={overview[count]}
          />
        ))}
      </dl>
      <AgeBars overview={overview} />
      <Weeks overview={overview} />
    </div>
  )
}

function Count({ label, value }: { label: ReactNode; value: number }) {
  const { language } = useWords()
  return (
    <div className={classes.count}>
      <dt>{label}</dt>
      <dd>{sayNumber(value, language)}</dd>
    </div>
  )
}

function Waiting() {
  const { words } = useWords()
  return (
    <div className={classes.page} role="status" aria-label={words.loading}>
      <div className={classes.amounts}>
        <Skeleton height={118} radius="lg" />
        <Skeleton height={118} radius="lg" />
      </div>
      <Skeleton height={300} radius="lg" />
      <Skeleton height={84} radius="lg" />
    </div>
  )
}
