import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { chanceFrom } from '../test/chance.ts'
import { attacks } from './attacks.ts'
import { breakOff } from './break_off.ts'
import type { Hand, Target } from './hand.ts'

// Attackers, in a thread of their own, so that what they prepare does not delay those who are watched.

/** What came of it: which requests were read for certain and which perhaps, and how many of each kind ended how. */
export type Attacked = { must: string[]; may: string[]; kinds: Record<string, Record<string, number>> }

const attackers = 16
const pause_ms_max = 120
const answer_ms_max = 10_000
const held_max = 250
const held_ms_max = 8_000
/** So often in a hundred a client is killed in the middle. */
const killed_often = 20

function makeHand(target: Target, ids: Map<string, boolean>): Hand & { end: () => void } {
  const chance = chanceFrom(target.seed)
  const held = new Set<Socket>()
  let count = 0

  const open = async (): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port: target.port })
    socket.on('error', () => {})
    await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()))
    return socket
  }
  const head: Hand['head'] = (line, headers = []) => {
    const id = `hostile-${target.seed}-${++count}`
    ids.set(id, false)
    // From many places, as far as the service can know.
    const from = `x-forwarded-for: 198.51.100.${chance.below(250)}`
    return {
      id,
      text: [`${line} HTTP/1.1`, 'host: dunlin', `x-request-id: ${id}`, from, ...headers, '', ''].join('\r\n'),
    }
  }
  const seen = (id: string): void => void ids.set(id, true)
  return {
    chance,
    target,
    open,
    head,
    seen,
    exchange: async (line, headers = [], body = '') => {
      const socket = await open()
      const length = body.length > 0 ? [`content-length: ${Buffer.byteLength(body)}`] : []
      const { id, text } = head(line, ['connection: close', ...length, ...headers])
      if (chance.percent(killed_often)) setTimeout(() => breakOff(socket), chance.below(150))
      const status = statusOf(socket)
      socket.write(text)
      if (body.length > 0) socket.write(body)
      const answer = await status
      if (/^\d/.test(answer)) seen(id)
      socket.destroy()
      return answer
    },
    listen: (socket) =>
      new Promise((resolve) => {
        socket.once('data', (bytes) => resolve(String(bytes))).once('close', () => resolve(''))
        setTimeout(() => resolve(null), answer_ms_max)
      }),
    hold: (socket) => {
      held.add(socket)
      socket.once('close', () => held.delete(socket))
      const [oldest] = held
      if (oldest && held.size > held_max) breakOff(oldest)
      setTimeout(() => (chance.percent(50) ? breakOff(socket) : socket.destroy()), chance.below(held_ms_max))
    },
    end: () => {
      for (const socket of held) socket.destroy()
    },
  }
}

/** The status of the answer, or how it ended without one. The rest of the answer is read as well. */
async function statusOf(socket: Socket): Promise<string> {
  let heard = ''
  socket.on('data', (bytes: Buffer) => {
    if (heard.length < 200) heard += bytes.toString('latin1')
  })
  const ended = await Promise.race([
    new Promise<boolean>((resolve) => socket.once('close', () => resolve(true))),
    pause(answer_ms_max, false),
  ])
  const status = /HTTP\/1\.1 (?!100)(\d+)/.exec(heard)?.[1]
  return status ?? (ended ? 'broke' : 'silent')
}

async function attack(target: Target): Promise<Attacked> {
  const ids = new Map<string, boolean>()
  const kinds: Attacked['kinds'] = {}
  const hand = makeHand(target, ids)
  const end = performance.now() + target.seconds * 1000
  const all = attacks.flatMap((one) => Array.from({ length: one.share }, () => one))
  const busy = new Set<string>()
  const run = async (): Promise<void> => {
    while (performance.now() < end) {
      const { name, alone, run: strike } = hand.chance.pick(all)
      if (alone && busy.has(name)) continue
      busy.add(name)
      const outcome = await strike(hand)
      const row = kinds[name] ?? {}
      kinds[name] = { ...row, [outcome]: (row[outcome] ?? 0) + 1 }
      // One that takes the processor is not sent again at once: that would be load, and no trick.
      await pause(alone ? 1_000 : hand.chance.below(pause_ms_max))
      busy.delete(name)
    }
  }
  await Promise.all(Array.from({ length: attackers }, run))
  hand.end()
  const named = (certain: boolean): string[] => [...ids].filter(([, one]) => one === certain).map(([id]) => id)
  return { must: named(true), may: named(false), kinds }
}

attack(workerData as Target).then((attacked) => parentPort?.postMessage(attacked))
