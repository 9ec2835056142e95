import type { Setting } from '../../api/types.ts'
import { readEntries } from '../../parts/entries.ts'
import type { Language } from '../../words/languages.ts'
import { plainAmount } from '../../words/plain_amount.ts'

/** A value while it is typed: a text, a switch, or what is chosen of several. */
export type FormValue = string | boolean | readonly string[]

/** How a value stands in the form. Lists that are typed have one entry on each line. */
export function formValueOf({ kind }: Pick<Setting, 'kind'>, value: unknown): FormValue {
  if (kind === 'switch') return value === true
  if (Array.isArray(value)) return kind === 'choices' ? value : value.join('\n')
  return value === null || value === undefined ? '' : String(value)
}

/** What the service gets. An empty text takes the choice back, and the default counts again. */
function sentOf({ kind }: Pick<Setting, 'kind'>, typed: FormValue, language: Language): unknown {
  if (typeof typed !== 'string') return typed
  if (kind === 'days' || kind === 'email_addresses') return readEntries(typed)
  const text = typed.trim()
  if (text === '') return null
  return kind === 'amount' ? plainAmount(text, language) : text
}

type Typed = Readonly<Record<string, FormValue>>

/** The settings that were touched, as the service takes them. */
export function changesOf(
  settings: readonly Pick<Setting, 'name' | 'kind' | 'may_change'>[],
  before: Typed,
  typed: Typed,
  language: Language,
): Record<string, unknown> {
  const touched = settings.filter(
    ({ name, may_change }) => may_change && JSON.stringify(before[name]) !== JSON.stringify(typed[name]),
  )
  return Object.fromEntries(touched.map((one) => [one.name, sentOf(one, typed[one.name] ?? '', language)]))
}
