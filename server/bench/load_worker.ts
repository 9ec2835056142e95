import { connect, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'
import type { Load } from './load.ts'
import type { Loaded } from './measure.ts'

// A load generator on bare sockets: it reads into one buffer for each connection and looks at the head of each answer
// only, so that it costs a fraction of any server that it asks.

const buffer_bytes = 256 * 1024
/** A server that says nothing for so long is broken, and would be waited for without end. */
const silence_ms_max = 20_000
const head_end = Buffer.from('\r\n\r\n')

parentPort?.on('message', (load: Load) => {
  run(load).then(
    (loaded) => parentPort?.postMessage(loaded),
    (error) => parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) }),
  )
})

async function run(load: Load): Promise<Loaded> {
  const latencies: number[] = []
  const by_status = new Map<number, number[]>()
  const note = (status: number, ms: number): void => {
    latencies.push(ms)
    if (load.body_bytes !== null) return
    const known = by_status.get(status)
    if (known) known.push(ms)
    else by_status.set(status, [ms])
  }
  const started = performance.now()
  const ends = started + load.run_ms
  await Promise.all(Array.from({ length: load.connections }, () => ask(load, ends, note)))
  const seconds = (performance.now() - started) / 1000
  const { p50_ms, p99_ms } = middleOf(latencies)
  const statuses = Object.fromEntries([...by_status].map(([status, all]) => [status, middleOf(all)]))
  return { requests: latencies.length, seconds, p50_ms, p99_ms, statuses }
}

function middleOf(all: number[]): { count: number; p50_ms: number; p99_ms: number } {
  const sorted = all.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  return { count: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99) }
}

/** One connection that asks again as soon as it is answered, until the time is over. */
function ask(load: Load, ends: number, note: (status: number, ms: number) => void): Promise<void> {
  const { hostname, port, pathname, search, host } = new URL(load.url)
  const lines = Object.entries({ host, ...load.headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return new Promise((resolve, reject) => {
    let asked = 0
    let missing = 0
    let status = 0
    let socket: Socket
    const fail = (problem: string): void => {
      socket.destroy()
      reject(new Error(problem))
    }
    const next = (): void => {
      asked = performance.now()
      socket.write(request)
    }
    const read = (length: number, buffer: Uint8Array): boolean => {
      let rest = length
      if (missing === 0) {
        const answer = readHead(Buffer.from(buffer.buffer, buffer.byteOffset, length))
        status = answer.status
        if (load.body_bytes !== null && (status !== 200 || answer.body_bytes !== load.body_bytes)) {
          fail(`status ${answer.status} with ${answer.body_bytes} bytes, expected ${load.body_bytes}`)
          return false
        }
        missing = answer.body_bytes
        rest -= answer.head_bytes
      }
      missing -= rest
      if (missing > 0) return true
      const now = performance.now()
      note(status, now - asked)
      if (now < ends) next()
      else socket.end(resolve)
      return true
    }
    const onread = { buffer: Buffer.allocUnsafe(buffer_bytes), callback: read }
    socket = connect({ host: hostname, port: Number(port), noDelay: true, onread }, next)
    socket.setTimeout(silence_ms_max, () => fail('no answer'))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
  })
}

/** A server sends the head of an answer in one piece; if one ever does not, this says so. */
function readHead(bytes: Buffer): { status: number; head_bytes: number; body_bytes: number } {
  const end = bytes.indexOf(head_end)
  if (end < 0) throw new Error('the head of an answer came in pieces')
  const head = bytes.toString('latin1', 0, end)
  const length = /content-length: *(\d+)/i.exec(head)
  return { status: Number(head.slice(9, 12)), head_bytes: end + head_end.length, body_bytes: Number(length?.[1] ?? -1) }
}
