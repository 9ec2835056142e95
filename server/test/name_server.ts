import { createSocket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import { after } from 'node:test'

/** The addresses of a name, as often as it is asked for. */
type Names = (name: string) => readonly string[]

const types = { a: 1, txt: 16, aaaa: 28 } as const

/** A name server on this machine that answers what the test says; what it does not know has no address. */
export async function startNameServer(names: Names): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = []
  const address = await answerWith(({ name, type }) => {
    asked.push(name)
    return names(name)
      .filter((one) => (isIPv4(one) ? types.a : types.aaaa) === type)
      .map(bytesOf)
  })
  return { address, asked }
}

/** A name server that knows these texts as they are when it is asked, and nothing else. Returns its address. */
export function startTextServer(texts: ReadonlyMap<string, readonly string[]>): Promise<string> {
  const bytesIn = (text: string): Buffer =>
    Buffer.concat((text.match(/.{1,200}/g) ?? []).flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]))
  return answerWith(({ name, type }) => (type === types.txt ? (texts.get(name) ?? []).map(bytesIn) : []))
}

async function answerWith(answer: (question: { name: string; type: number }) => Buffer[]): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { end, ...question } = readQuestion(query)
    const found = answer(question)
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(found.length, 6)
    head.writeUInt32BE(0, 8)
    const records = found.map((bytes) => record(question.type, bytes))
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  after(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return `127.0.0.1:${socket.address().port}`
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
function record(type: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [before = '', after = ''] = address.split('::')
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '')
  const [first, last] = [groups(before), groups(after)]
  const all = [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
