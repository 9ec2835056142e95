import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Networks } from './networks.ts'
import { Undelivered } from './undelivered.ts'

export type Resolve = (name: string) => Promise<string[]>

/**
 * Looks names up by asking name servers ourselves: the way of the operating system has few threads for all, so that one
 * slow name would keep everybody waiting. Without servers those of the machine are asked.
 */
export function makeResolve(servers: readonly string[] | null): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers !== null) resolver.setServers(servers)
  return async (given) => {
    const name = given.replace(/\.$/, '').toLowerCase()
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  }
}

/** The addresses behind a name, if requests may go to each of them. One that leads inside spoils the whole answer. */
export async function allowedAddresses(host: string, networks: Networks, resolve: Resolve): Promise<string[]> {
  const literal = host.startsWith('[') ? host.slice(1, -1) : host
  const addresses = isIP(literal) === 0 ? await resolve(literal) : [literal]
  if (addresses.length === 0) throw new Undelivered('unknown_name')
  if (!addresses.every(networks.allows)) throw new Undelivered('forbidden_address')
  return addresses
}

/** Connects to addresses that were looked at, whatever the name leads to by then. */
export const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_, options, found) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    const [first] = all
    if (options.all) found(null, all)
    else if (first) found(null, first.address, first.family)
    else found(new Error('There is no address.'), '', 0)
  }
