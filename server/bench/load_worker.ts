import { connect, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'
import type { Load } from './load.ts'
import type { Loaded } from './measure.ts'
import { type Expected, type Request, readAnswer, requestsOf } from './requests.ts'

// A load generator on bare sockets: requests are bytes before the clock runs, answers are read into one buffer for each
// connection, and only their heads are looked at, so that it costs a fraction of any server that it asks.

const buffer_bytes = 256 * 1024
/** A server that says nothing for so long is broken, and would be waited for without end. */
const silence_ms_max = 60_000

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
  const made = requestsOf(load)
  const words: string[] = []
  const started = performance.now()
  const ends = load.once ? Number.POSITIVE_INFINITY : started + load.run_ms
  let turn = 0
  const inTurn = (): Request | null => (load.once && turn >= made.length ? null : (made[turn++ % made.length] ?? null))
  await Promise.all(
    Array.from({ length: load.connections }, (_, index) => {
      const { chain } = load
      if (!chain) return ask(load.url, inTurn, ends, note)
      words[index] = chain.words[index] ?? ''
      const next = (): Request => requestsOf(load, `${chain.before}${words[index]}`)[0] ?? { bytes: Buffer.alloc(0) }
      const hear = (body: string): void => {
        words[index] = new RegExp(`"${chain.member}":"([^"]+)"`).exec(body)?.[1] ?? ''
      }
      return ask(load.url, next, ends, note, hear)
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const { p50_ms, p99_ms } = middleOf(latencies)
  const statuses = Object.fromEntries([...by_status].map(([status, all]) => [status, middleOf(all)]))
  return { requests: latencies.length, seconds, p50_ms, p99_ms, statuses, ...(load.chain ? { words } : {}) }
}

function middleOf(all: number[]): { count: number; p50_ms: number; p99_ms: number } {
  const sorted = all.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  return { count: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99) }
}

/** One connection that asks again as soon as it is answered, until the time or what there is to ask is over. */
function ask(
  url: string,
  take: () => Request | null,
  ends: number,
  note: (status: number, ms: number) => void,
  hear?: (body: string) => void,
): Promise<void> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let asked = 0
    let missing = 0
    let status = 0
    let expected: Expected | undefined
    let socket: Socket
    const fail = (problem: string): void => {
      socket.destroy()
      reject(new Error(problem))
    }
    const next = (): void => {
      // Each asks once at least, however long it took to connect.
      const request = asked === 0 || performance.now() < ends ? take() : null
      if (request === null) {
        socket.end(resolve)
        return
      }
      expected = request.expected
      asked = performance.now()
      socket.write(request.bytes)
    }
    const read = (length: number, buffer: Uint8Array): boolean => {
      let rest = length
      if (missing === 0) {
        const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length)
        const answer = readAnswer(bytes, expected, hear !== undefined)
        if (answer.problem !== undefined) {
          fail(answer.problem)
          return false
        }
        status = answer.status
        missing = answer.body_bytes
        rest -= answer.head_bytes
        hear?.(bytes.toString('latin1', answer.head_bytes))
      }
      missing -= rest
      if (missing > 0) return true
      note(status, performance.now() - asked)
      next()
      return true
    }
    const onread = { buffer: Buffer.allocUnsafe(buffer_bytes), callback: read }
    socket = connect({ host: hostname, port: Number(port), noDelay: true, onread }, next)
    socket.setTimeout(silence_ms_max, () => fail('no answer'))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
  })
}
