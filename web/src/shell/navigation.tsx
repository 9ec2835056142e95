import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { partsQuery } from '../api/orders.ts'
import { showInBox } from '../browser/show_in_box.ts'
import { navigation } from '../pages/pages.ts'
import { Icon } from '../parts/icons.tsx'
import { useSignedIn } from '../session/signed_in.ts'
import { useAdministration } from '../session/use_administration.ts'
import { fill } from '../words/fill.ts'
import { sayNumber } from '../words/formats.ts'
import { useWords } from '../words/words.tsx'
import classes from './navigation.module.css'
import { useShownAdministration } from './use_shown_administration.ts'

/** Where somebody can go: only what exists, and only what their role opens. */
export function Navigation() {
  const { words } = useWords()
  const { person } = useSignedIn()
  const id = useShownAdministration()
  const nav = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // On a low screen the end of the list is out of sight, and where one is would be too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked for changes with the path.
  useEffect(() => {
    showInBox(nav.current?.querySelector('[aria-current="page"]'))
  }, [path])
  return (
    <nav ref={nav} aria-label={words.navigation} className={classes.nav}>
      {id !== undefined && groups.map((group) => <Group key={group} group={group} administration_id={id} />)}
      {person.company_role === 'administrator' && <CompanySettings />}
    </nav>
  )
}

/** The order of the groups: what waits, what is looked up, and what is arranged. */
const groups = ['work', 'records', 'rules'] as const

type GroupProps = { group: (typeof groups)[number]; administration_id: string }

function Group({ group, administration_id }: GroupProps) {
  const { words, language } = useWords()
  const { data: counts } = useQuery(partsQuery(administration_id))
  const there = { orders: counts?.orders, sandbox: useAdministration(administration_id)?.sandbox }
  return (
    <div className={classes.group}>
      {navigation
        .filter((entry) => entry.group === group)
        .filter((entry) => !('only_where' in entry) || there[entry.only_where])
        .map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            params={{ administration_id }}
            className={classes.entry}
            activeOptions={{ exact: 'exact' in entry, includeSearch: false }}
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
            {'count' in entry && counts && (
              <span className={classes.count} aria-hidden="true">
                {sayLength(counts[entry.count], (number) => sayNumber(number, language))}
              </span>
            )}
          </Link>
        ))}
    </div>
  )
}

const settings_entries = navigation.filter((entry) => entry.group === 'settings')

/** What few people need seldom: folded, unless one is there. */
function CompanySettings() {
  const { words } = useWords()
  const inside = useRouterState({ select: ({ location }) => location.pathname.startsWith('/settings') })
  const [opened, setOpened] = useState(false)
  const shown = opened || inside
  return (
    <div className={classes.group}>
      <UnstyledButton className={classes.entry} aria-expanded={shown} onClick={() => setOpened(!shown)}>
        <Icon name="company" />
        {words.nav_settings}
        <span className={classes.fold} data-shown={shown || undefined}>
          <Icon name="chevron" size={14} />
        </span>
      </UnstyledButton>
      {shown &&
        settings_entries.map(({ to, icon, word }) => (
          <Link key={to} to={to} className={classes.entry}>
            <Icon name={icon} />
            {words[word]}
          </Link>
        ))}
    </div>
  )
}

/** The service counts so far and no further. */
const listed_max = 10_000
const sayLength = (count: number, say: (number: number) => string): string =>
  count >= listed_max ? `${say(listed_max)}+` : say(count)

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
