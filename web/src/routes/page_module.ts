import type { AnyRoute } from '@tanstack/react-router'
import type { Operations } from '../api/generated.ts'
import type { IconName } from '../parts/icons.tsx'

type Counts = Operations['overview.parts']['answers']
type CountName = { [Name in keyof Counts]: Counts[Name] extends number ? Name : never }[keyof Counts]

/**
 * A place in the navigation: what waits for somebody, what is looked up, what is arranged, and at the end the settings
 * of the company.
 */
type NavigationEntry = {
  group: 'work' | 'records' | 'rules' | 'settings'
  to: string
  icon: IconName
  /** The word for it. */
  word: string
  /** Whether only this very page is the one that is open, and not those below it. */
  exact?: boolean
  /** How much waits there, with the words for one and for many. */
  waits?: { count: CountName; one: string; others: string }
  /** How long its list is. */
  count?: CountName
  /** Left out of administrations that have nothing of the kind, or are not of it. */
  only_where?: 'orders' | 'sandbox'
}

/** Everything that a page brings along. One line in pages/pages.ts makes it a part of the site. */
export type PageModule = {
  /** Pages that everybody may open. */
  open_routes?: readonly AnyRoute[]
  /** Pages for people who are signed in. */
  routes?: readonly AnyRoute[]
  /** Pages for the administrators of the company. */
  settings_routes?: readonly AnyRoute[]
  navigation?: NavigationEntry
  /** Loaded when their language is spoken; all words of a language come as one file. */
  words: {
    en: () => Promise<{ en: Readonly<Record<string, string>> }>
    nl: () => Promise<{ nl: Readonly<Record<string, string>> }>
  }
}

export const definePage = <const Page extends PageModule>(page: Page): Page => page
