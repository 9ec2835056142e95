import { addresses_max, isAddress, plainAddress } from '../mail/addresses.ts'
import { entryProblem, ip_allow_list_max } from './ip_allow_list.ts'
import { isPermission, permission_names } from './permissions.ts'

/** Refuses names that are no permission, and tells which are. */
export function checkPermissions(names: readonly string[]): void {
  const unknown = names.filter((name) => !isPermission(name))
  if (unknown.length > 0) {
    throw new Error(`There is no permission ${unknown.join(', ')}. There are: ${permission_names.join(', ')}.`)
  }
}

/** Refuses entries that are neither an address nor a network. */
export function checkAllowList(entries: readonly string[]): void {
  if (entries.length > ip_allow_list_max) throw new Error(`An IP allow list has at most ${ip_allow_list_max} entries.`)
  const problems = entries.map(entryProblem).filter((problem) => problem !== null)
  if (problems.length > 0) throw new Error(problems.join('; '))
}

/** Refuses what no mail can be sent to. */
export function checkNotificationAddresses(addresses: readonly string[]): void {
  const wrong = addresses.filter((one) => !isAddress(plainAddress(one)))
  if (wrong.length > 0) throw new Error(`Notifications cannot be mailed to ${wrong.join(', ')}.`)
  if (addresses.length > addresses_max) throw new Error(`Notifications go to at most ${addresses_max} addresses.`)
}

/** A code is only ever sent to an address that cannot be listened in on: https, or the machine itself. */
export function checkRedirectUri(redirect_uri: string): void {
  const url = URL.canParse(redirect_uri) ? new URL(redirect_uri) : null
  const local = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!url || (url.protocol !== 'https:' && !local) || url.hash !== '' || redirect_uri.includes('#')) {
    throw new Error('redirect_uri must be an https address without a fragment, or an http address of this machine.')
  }
}
