import { BlockList, isIP } from 'node:net'

/** The most entries of an allow list. */
export const ip_allow_list_max = 100

/** What is wrong with an entry of an allow list, or null: an IPv4 or IPv6 address, or a network in CIDR form. */
export function entryProblem(entry: string): string | null {
  const [address = '', prefix, ...more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0 || address.includes('%'))
    return `${entry.slice(0, 50)}: must be an address like 192.0.2.1, or a network like 192.0.2.0/24`
  if (prefix === undefined) return null
  const bits = family === 4 ? 32 : 128
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) return `${entry}: the part after / must be from 0 to ${bits}`
  return null
}

/** An allow list that is ready to be asked; an empty one allows everybody. */
export function allowList(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => true
  const list = new BlockList()
  for (const entry of entries) {
    const [written = '', prefix] = entry.split('/')
    const address = prefix === undefined ? unmapped(written) : written
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const plain = unmapped(address).replace(/%.*$/, '')
    const family = isIP(plain)
    return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * The address alone of what proxies write down: some add the port of the caller, with brackets around IPv6. Whatever is
 * no address stays as it is.
 */
export function bareAddress(written: string): string {
  const [, bracketed, before_port] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([^:]+):\d{1,5})$/.exec(written) ?? []
  const address = bracketed ?? before_port ?? written
  return isIP(address) === 0 ? written : unmapped(address)
}

/** A socket that listens on both families shows IPv4 callers as ::ffff:192.0.2.1; others write ::ffff:c000:201. */
export function unmapped(address: string): string {
  if (!/:ffff:/i.test(address) || isIP(address) !== 6 || address.includes('%')) return address
  // However it was written, this has one way to write it.
  const { hostname } = new URL(`http://[${address}]`)
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(hostname) ?? []
  if (high === undefined || low === undefined) return address
  const bytes = Buffer.from(`${high.padStart(4, '0')}${low.padStart(4, '0')}`, 'hex')
  return bytes.join('.')
}
