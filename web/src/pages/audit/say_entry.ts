import type { AuditEntry } from '../../api/types.ts'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'

type ActionKey = Extract<keyof Words, `action_${string}`>

const isActionKey = (key: string, words: Words): key is ActionKey => key.startsWith('action_') && key in words

/** An action as a sentence; one without words keeps its name. */
export function sayAction(action: string, words: Words): string {
  const key = `action_${action}`
  return isActionKey(key, words) ? words[key] : action.replaceAll('_', ' ')
}

/** The actions that there are sentences for, to choose from. */
export function actionsKnown(words: Words): { value: string; label: string }[] {
  return Object.keys(words)
    .filter((key) => isActionKey(key, words))
    .map((key) => key.replace('action_', ''))
    .map((value) => ({ value, label: sayAction(value, words) }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** Who did it: a person, software, or the service by itself. */
export function sayActor({ user_name, application_name }: AuditEntry, words: Words): string {
  if (user_name !== null) return user_name
  if (application_name !== null) return fill(words.audit_by_application, { application: application_name })
  return words.audit_by_nobody
}

/** What else is known about it, as short as it can be told. */
export function sayDetails({ details, application_name, administration_name, user_name }: AuditEntry): string {
  const told = Object.values(details).filter((value) => typeof value === 'string' || typeof value === 'number')
  const application = user_name === null ? null : application_name
  return [application, administration_name, ...told].filter((part) => part !== null && part !== '').join(' · ')
}
