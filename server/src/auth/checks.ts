import { refuseParameters } from '../api/errors.ts'
import { entryProblem, ip_allow_list_max } from './ip_allow_list.ts'
import { isPermission, permission_names } from './permissions.ts'

const name_length_max = 200

/** What would end a line, turn a text around, or not be seen at all: a name with it could pass for another one. */
const treacherous = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}[\p{Cf}--[\u200c\u200d]]]/v

/** What is wrong with a name that people will read in lists, written as `<parameter>: <problem>`. */
export function nameProblems(name: string, parameter = 'name'): string[] {
  if (name.trim() === '') return [`${parameter}: is missing`]
  if (treacherous.test(name)) return [`${parameter}: must not hold control characters`]
  return name.length > name_length_max ? [`${parameter}: must not be longer than ${name_length_max} characters`] : []
}

/** What a reader of mail makes a link of. Names stand in our mails to strangers, and must lead them nowhere. */
const link = /:\/\/|\bwww\.|\.\p{L}{2,}(?:[/?#]|:\d)/iu

/** Like example.com, which is part of the name of many a company, and of no person. */
const domain = /[\p{L}\p{N}-]{2,}\.\p{L}{2,}/u

/** A name as a browser would read it in the place of an address: wide letters and other full stops are dots as well. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\u3002\uff61]/g, '.')
    .replaceAll(/[\u200c\u200d]/g, '')

const link_problem = 'must not hold a web address'

/** What is wrong with the name of a company or an application. */
export function companyNameProblems(name: string, parameter = 'name'): string[] {
  return [...nameProblems(name, parameter), ...(link.test(plain(name)) ? [`${parameter}: ${link_problem}`] : [])]
}

/** What is wrong with the names of a person, as `{ first_name, last_name }`. */
export const personNameProblems = (names: { readonly [parameter: string]: string }): string[] =>
  Object.entries(names).flatMap(([parameter, name]) => {
    const problems = companyNameProblems(name, parameter)
    return problems.length === 0 && domain.test(plain(name)) ? [`${parameter}: ${link_problem}`] : problems
  })

/** Names that are no permission, with those that are. */
export function permissionProblems(names: readonly string[]): string[] {
  const unknown = names.filter((name) => !isPermission(name))
  if (unknown.length === 0) return []
  const shown = unknown.slice(0, 5).map((name) => name.slice(0, 50))
  return [`permissions: there is no permission ${shown.join(', ')}; there are ${permission_names.join(', ')}`]
}

/** Entries that are neither an address nor a network, and lists that are too long. */
export function allowListProblems(entries: readonly string[]): string[] {
  if (entries.length > ip_allow_list_max) return [`ip_allow_list: must not have more than ${ip_allow_list_max} entries`]
  return entries
    .map(entryProblem)
    .filter((problem) => problem !== null)
    .map((problem) => `ip_allow_list: ${problem}`)
}

const redirect_uri_length_max = 2000

/** A code is only ever sent to an address that cannot be listened in on: https, or the machine itself. */
export function redirectUriProblems(redirect_uri: string): string[] {
  const url = URL.canParse(redirect_uri) ? new URL(redirect_uri) : null
  const local = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const safe = url !== null && (url.protocol === 'https:' || local) && url.username === '' && url.password === ''
  // Only what stands in addresses, and no fragment: what a browser would change on the way could not be compared
  // letter by letter.
  const plain = /^https?:\/\/[a-z0-9[][a-z0-9._~:/?[\]@!$&'()*+,;=%-]*$/i.test(redirect_uri)
  if (!safe || !plain)
    return ['redirect_uri: must be an https address without a fragment, or an http address of this machine']
  return redirect_uri.length > redirect_uri_length_max
    ? [`redirect_uri: must not be longer than ${redirect_uri_length_max} characters`]
    : []
}

/** Refuses when there is anything wrong. */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) refuseParameters(problems)
}
