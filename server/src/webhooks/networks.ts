import { BlockList, isIP } from 'node:net'

/** Networks that are not the world outside: this machine, its neighbours, and what is set aside for other purposes. */
const closed_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // A cloud's service for its own machines, on an address that looks like any other.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Of the others only this one leads outside, without the parts of it that are set aside. */
const open_6 = '2000::/3'
const closed_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Whether requests may go to an address. */
export type Networks = { allows: (address: string) => boolean; isOpened: (address: string) => boolean }

/** The world outside, and the networks inside that the operator opened: `10.1.0.0/16`, `127.0.0.1`. */
export function makeNetworks(opened: readonly string[]): Networks {
  const inside = listOf(closed_4)
  const outside = listOf([open_6])
  const set_aside = listOf(closed_6)
  const own = listOf(opened)
  const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  const isOpened = (address: string): boolean => isIP(address) !== 0 && isIn(own, plainAddress(address))
  const isOutside = (address: string): boolean => {
    if (isIP(address) === 4) return !isIn(inside, address)
    return isIP(address) === 6 && isIn(outside, address) && !isIn(set_aside, address)
  }
  return { isOpened, allows: (address) => isOpened(address) || isOutside(plainAddress(address)) }
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}

/** Blocks of the sixth version whose last 32 bits are an address of the fourth, to which they lead. */
const carriers = listOf(['::/96', '::ffff:0:0/96', '64:ff9b::/96'])

/** An address as the network sees it: one of the fourth version stays one, however it is wrapped. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%')
  if (isIP(bare) !== 6 || !carriers.check(bare, 'ipv6')) return bare
  // The URL parser writes every spelling in the same way, the last two groups in hexadecimal.
  const groups = new URL(`http://[${bare}]/`).hostname.slice(1, -1).split(':').slice(-2)
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
