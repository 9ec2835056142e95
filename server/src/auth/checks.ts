import { refuseParameters } from '../api/errors.ts'
import { entryProblem, ip_allow_list_max } from './ip_allow_list.ts'
import { isPermission, permission_names } from './permissions.ts'

const name_length_max = 200

/** What is wrong with a name that people will read in lists, told as `<parameter>: <problem>`. */
export function nameProblems(name: string): string[] {
  if (name.trim() === '') return ['name: is missing']
  return name.length > name_length_max ? [`name: must not be longer than ${name_length_max} characters`] : []
}

/** Names that are no permission, with those that are. */
export function permissionProblems(names: readonly string[]): string[] {
  const unknown = names.filter((name) => !isPermission(name))
  if (unknown.length === 0) return []
  return [`permissions: there is no permission ${unknown.join(', ')}; there are ${permission_names.join(', ')}`]
}

/** Entries that are neither an address nor a network, and lists that are too long. */
export function allowListProblems(entries: readonly string[]): string[] {
  if (entries.length > ip_allow_list_max) return [`ip_allow_list: must not have more than ${ip_allow_list_max} entries`]
  return entries
    .map(entryProblem)
    .filter((problem) => problem !== null)
    .map((problem) => `ip_allow_list: ${problem}`)
}

/** A code is only ever sent to an address that cannot be listened in on: https, or the machine itself. */
export function redirectUriProblems(redirect_uri: string): string[] {
  const url = URL.canParse(redirect_uri) ? new URL(redirect_uri) : null
  const local = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const good = url && (url.protocol === 'https:' || local) && url.hash === '' && !redirect_uri.includes('#')
  // What the browser would change on the way could never be compared letter by letter.
  const plain = /^[!-~]+$/.test(redirect_uri) && url?.username === '' && url.password === ''
  return good && plain
    ? []
    : ['redirect_uri: must be an https address without a fragment, or an http address of this machine']
}

/** Refuses when there is anything wrong. */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) refuseParameters(problems)
}
