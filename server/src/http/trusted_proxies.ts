import { allowList, bareAddress } from '../auth/ip_allow_list.ts'

/** What operators can name instead of networks. */
const named: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
])

/**
 * Whether the word of a proxy counts, by its address. The framework would ask for the address alone, and take a proxy
 * that another one wrote down with its port for the caller.
 */
export function trustedProxies(entries: readonly string[]): (address: string) => boolean {
  const trusts = allowList(entries.flatMap((one) => named.get(one) ?? [one]))
  return (address) => trusts(bareAddress(address))
}
