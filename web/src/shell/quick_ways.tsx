import { Link } from '@tanstack/react-router'
import { navigation } from '../pages/pages.ts'
import { Icon } from '../parts/icons.tsx'
import { useWords } from '../words/words.tsx'
import { Find } from './find.tsx'
import classes from './quick_ways.module.css'
import { useShownAdministration } from './use_shown_administration.ts'

/** What is looked at most on the way, without opening the navigation first. */
const quick = ['nav_today', 'nav_messages', 'nav_reports'] as const

/** On a phone: the pages that people go to most, one tap away, and the search. */
export function QuickWays() {
  const { words } = useWords()
  const administration_id = useShownAdministration()
  if (administration_id === undefined) return null
  return (
    <nav aria-label={words.quick_navigation} className={classes.quick}>
      {quick.map((word) => {
        const entry = navigation.find((one) => one.word === word)
        return (
          entry && (
            <Link
              key={word}
              to={entry.to}
              params={{ administration_id }}
              className={classes.way}
              aria-label={words[word]}
              activeOptions={{ exact: 'exact' in entry, includeSearch: false }}
            >
              <Icon name={entry.icon} size={20} />
            </Link>
          )
        )
      })}
      <Find compact />
    </nav>
  )
}
