import { type AuditEntry, company_roles } from '../../api/types.ts'
import { fill } from '../../words/fill.ts'
import { sayDay } from '../../words/formats.ts'
import type { Language, Words } from '../../words/languages.ts'
import { summarize } from '../../words/say_permission.ts'
import { sayType } from '../../words/say_type.ts'

type ActionKey = Extract<keyof Words, `action_${string}`>

type EndKey = Extract<keyof Words, `ended_${string}`>

const isEndKey = (key: string, words: Words): key is EndKey => key.startsWith('ended_') && key in words

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
export function sayActor(entry: AuditEntry, words: Words): string {
  const { user_name, actor_service, application_name, api_token_name } = entry
  if (user_name !== null) return user_name
  if (actor_service !== null) return sayType(words, 'service', actor_service)
  if (api_token_name !== null) return fill(words.audit_by_application, { application: api_token_name })
  if (application_name !== null) return fill(words.audit_by_application, { application: application_name })
  return words.audit_by_nobody
}

/** Details that people understand; the rest is for programs. */
const readable = [
  'name',
  'email_address',
  'company_role',
  'permissions',
  'redirect_uri',
  'ip_allow_list',
  'notification_email_addresses',
  'changed',
  'until',
  'reason',
]

/** What else is known about it, as briefly as possible. */
export function sayDetails(entry: AuditEntry, words: Words, language: Language): string {
  const { application_name, api_token_name, administration_name, user_name, actor_service } = entry
  // The service keeps texts and lists of texts as details.
  const details = Object.entries(entry.details as Record<string, unknown>).filter(([name]) => readable.includes(name))
  const texts = details.map(([name, value]) => sayDetail(name, value, words, language))
  // What the entry is about is named once, although its details may repeat it.
  const by_application = user_name === null && actor_service === null
  const parts = [by_application ? null : application_name, api_token_name, administration_name, ...texts]
  return [...new Set(parts.filter((part) => part !== null && part !== ''))].join(' · ')
}

function sayDetail(name: string, value: unknown, words: Words, language: Language): string | null {
  if (name === 'permissions' && Array.isArray(value)) return summarize(value.map(String), words)
  if (name === 'company_role') return sayRole(String(value), words)
  if (name === 'reason') return sayEnd(String(value), words)
  if (name === 'until') return fill(words.audit_until, { day: sayDay(String(value), language) })
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/** Why a connection ended; a reason that is newer than these pages is shown by its name. */
function sayEnd(reason: string, words: Words): string {
  const key = `ended_${reason}`
  return isEndKey(key, words) ? words[key] : reason.replaceAll('_', ' ')
}

const sayRole = (role: string, words: Words): string | null => {
  const known = company_roles.find((one) => one === role)
  return known ? fill(words.users_whole_company, { role: words[`role_${known}`] }) : null
}
