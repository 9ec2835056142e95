import { isIP } from 'node:net'
import { makeNetworks } from './networks.ts'

const url_letters_max = 2_000

/**
 * What is wrong with an address that somebody wants events at, if anything is. Where a name leads is looked at whenever
 * something is sent.
 */
export function destinationProblem(url: string, opened: readonly string[]): string | null {
  if (url.length > url_letters_max) return `must not have more than ${url_letters_max} characters`
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return 'must be an address that begins with https://'
  if (parsed.username !== '' || parsed.password !== '')
    return 'must not hold a user name or password; requests are signed instead'
  if (parsed.hash !== '') return 'must not have a part behind #, which is never sent'
  const host = parsed.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const address = /^(.*\.)?localhost$/.test(host) ? '127.0.0.1' : host
  const networks = makeNetworks(opened)
  if (isIP(address) !== 0 && !networks.allows(address))
    return 'must be reachable from outside: addresses of this machine and of private networks get no events'
  if (parsed.protocol === 'https:') return null
  const inside = isIP(address) === 0 ? opened.length > 0 : networks.isOpened(address)
  return inside ? null : 'must begin with https://, so that nobody reads along'
}
