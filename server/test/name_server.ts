import { createSocket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import { after } from 'node:test'

/** The addresses of a name, as often as it is asked for. */
type Names = (name: string) => readonly string[]

const types = { a: 1, aaaa: 28 } as const

/** A name server on this machine that answers what the test says; what it does not know has no address. */
export async function startNameServer(names: Names): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    asked.push(name)
    const wanted = names(name).filter((address) => (isIPv4(address) ? types.a : types.aaaa) === type)
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(wanted.length, 6)
    head.writeUInt32BE(0, 8)
    const records = wanted.map((address) => record(type, bytesOf(address)))
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  after(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** An answer about the name of the question, which is not to be remembered. */
function record(type: number, address: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(address.length, 10)
  return Buffer.concat([head, address])
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [before = '', after = ''] = address.split('::')
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '')
  const [first, last] = [groups(before), groups(after)]
  const all = [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
