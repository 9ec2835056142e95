import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { partsQuery } from '../api/orders.ts'
import { Icon, type IconName } from '../parts/icons.tsx'
import { fill } from '../words/fill.ts'
import { useWords } from '../words/words.tsx'
import { lastAdministration } from './last_administration.ts'
import classes from './navigation.module.css'
import { useSignedIn } from './signed_in.tsx'

const records = [
  { to: '/administrations/$administration_id/debtors', icon: 'debtors', word: 'nav_debtors', waits: null },
  { to: '/administrations/$administration_id/invoices', icon: 'invoices', word: 'nav_invoices', waits: null },
  { to: '/administrations/$administration_id/credit_cases', icon: 'cases', word: 'nav_cases', waits: null },
  {
    to: '/administrations/$administration_id/tasks',
    icon: 'tasks',
    word: 'nav_tasks',
    waits: { count: 'due_tasks', one: 'nav_waiting_tasks_one', others: 'nav_waiting_tasks' },
  },
  {
    to: '/administrations/$administration_id/messages',
    icon: 'messages',
    word: 'nav_messages',
    waits: { count: 'unread_messages', one: 'nav_waiting_messages_one', others: 'nav_waiting_messages' },
  },
  {
    to: '/administrations/$administration_id/payment_plans',
    icon: 'plans',
    word: 'nav_plans',
    waits: { count: 'proposed_payment_plans', one: 'nav_waiting_plans_one', others: 'nav_waiting_plans' },
  },
] as const satisfies { to: string; icon: IconName; word: string; waits: object | null }[]

const settings = [
  { to: '/settings/connections', icon: 'connections', word: 'nav_connections' },
  { to: '/settings/users', icon: 'users', word: 'nav_users' },
  { to: '/settings/mail', icon: 'mail', word: 'nav_mail' },
  { to: '/settings/audit', icon: 'audit', word: 'nav_audit' },
] as const satisfies { to: string; icon: IconName; word: string }[]

/** Where somebody can go: only what exists, and only what their role opens. */
export function Navigation() {
  const { words } = useWords()
  const { person, administrations } = useSignedIn()
  const { administration_id } = useParams({ strict: false })
  const within = administrations.some((one) => one.id === administration_id)
  const id = within ? administration_id : lastAdministration(administrations)?.id
  const parts = useQuery({ ...partsQuery(id ?? ''), enabled: id !== undefined })
  return (
    <nav aria-label={words.navigation} className={classes.nav}>
      {id !== undefined && (
        <>
          <Link
            to="/administrations/$administration_id"
            params={{ administration_id: id }}
            className={classes.entry}
            activeOptions={{ exact: true }}
          >
            <Icon name="overview" />
            {words.nav_overview}
          </Link>
          {records.map(({ to, icon, word, waits }) => (
            <Link key={to} to={to} params={{ administration_id: id }} className={classes.entry}>
              <Icon name={icon} />
              {words[word]}
              {waits && (
                <Waiting count={parts.data?.[waits.count]} one={words[waits.one]} others={words[waits.others]} />
              )}
            </Link>
          ))}
          {parts.data?.orders && (
            <Link
              to="/administrations/$administration_id/orders"
              params={{ administration_id: id }}
              className={classes.entry}
            >
              <Icon name="orders" />
              {words.nav_orders}
            </Link>
          )}
        </>
      )}
      {person.company_role === 'administrator' && (
        <>
          <p className={classes.group}>{words.nav_settings}</p>
          {settings.map(({ to, icon, word }) => (
            <Link key={to} to={to} className={classes.entry}>
              <Icon name={icon} />
              {words[word]}
            </Link>
          ))}
        </>
      )}
    </nav>
  )
}

type WaitingProps = { count: number | undefined; one: string; others: string }

/** How much waits there, as far as anybody has to know: more than 99 is many. */
function Waiting({ count = 0, one, others }: WaitingProps) {
  if (count === 0) return null
  const said = count > 99 ? '99+' : String(count)
  return (
    <>
      <span className={classes.waiting} aria-hidden="true">
        {said}
      </span>
      <VisuallyHidden>{fill(count === 1 ? one : others, { count: said })}</VisuallyHidden>
    </>
  )
}
