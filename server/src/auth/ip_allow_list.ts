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
  const mapped = unmapped(address)
  if (mapped !== address && Number(prefix) < mapped_bits) return `${entry}: must be an IPv4 network like ${mapped}/24`
  return null
}

/** An IPv4 address that is written as an IPv6 one stands behind so many bits. */
const mapped_bits = 96

/**
 * An entry as it is meant: what is written as IPv6 and stands for IPv4 is that, so that who reads the list sees that
 * `::ffff:0:0/96` is `0.0.0.0/0` and lets in everybody.
 */
export function plainEntry(entry: string): string {
  const [written = '', prefix] = entry.split('/')
  const address = unmapped(written)
  if (prefix === undefined) return address
  if (address === written || Number(prefix) < mapped_bits) return entry
  return `${address}/${Number(prefix) - mapped_bits}`
}

/** An allow list that is ready to be asked; an empty one allows everybody. A network is one of its own family alone. */
export function allowList(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => true
  // Apart, because the runtime finds IPv4 addresses in IPv6 networks as wide as `::/0`.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const entry of entries) {
    const [address = '', prefix] = plainEntry(entry).split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) lists[family].addAddress(address, family)
    else lists[family].addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const plain = unmapped(address.replace(/%.*$/, ''))
    if (isIP(plain) === 0) return false
    const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
    return lists[family].check(plain, family)
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
