import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { partsQuery } from '../api/orders.ts'
import { navigation } from '../pages/pages.ts'
import { Icon } from '../parts/icons.tsx'
import { useSignedIn } from '../session/signed_in.ts'
import { useAdministration } from '../session/use_administration.ts'
import { useCurrentAdministration } from '../session/use_current_administration.ts'
import { fill } from '../words/fill.ts'
import { useWords } from '../words/words.tsx'
import classes from './navigation.module.css'

/** Where somebody can go: only what exists, and only what their role opens. */
export function Navigation() {
  const { words } = useWords()
  const { person, administrations } = useSignedIn()
  const id = useCurrentAdministration(administrations)
  return (
    <nav aria-label={words.navigation} className={classes.nav}>
      {id !== null && <AdministrationEntries administration_id={id} />}
      {person.company_role === 'administrator' && (
        <>
          <p className={classes.group}>{words.nav_settings}</p>
          {settings_entries.map(({ to, icon, word }) => (
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

const entries = navigation.filter((entry) => entry.group === 'administration')
const settings_entries = navigation.filter((entry) => entry.group === 'settings')

function AdministrationEntries({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const { data: counts } = useQuery(partsQuery(administration_id))
  const there = { orders: counts?.orders, sandbox: useAdministration(administration_id)?.sandbox }
  return entries
    .filter((entry) => !('only_where' in entry) || there[entry.only_where])
    .map((entry) => (
      <Link
        key={entry.to}
        to={entry.to}
        params={{ administration_id }}
        className={classes.entry}
        activeOptions={{ exact: 'exact' in entry }}
      >
        <Icon name={entry.icon} />
        {words[entry.word]}
        {'waits' in entry && (
          <Waiting
            count={counts?.[entry.waits.count]}
            one={words[entry.waits.one]}
            others={words[entry.waits.others]}
          />
        )}
      </Link>
    ))
}

type WaitingProps = { count: number | undefined; one: string; others: string }

/** How much waits there, as far as anybody has to know: more than 99 is many. */
function Waiting({ count = 0, one, others }: WaitingProps) {
  if (count === 0) return null
  const shown = count > 99 ? '99+' : String(count)
  return (
    <>
      <span className={classes.waiting} aria-hidden="true">
        {shown}
      </span>
      <VisuallyHidden>{fill(count === 1 ? one : others, { count: shown })}</VisuallyHidden>
    </>
  )
}
