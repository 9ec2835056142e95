import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Asked, Granted } from '../limits/authority.ts'
import { type HandedConnections, serveHandedConnections } from './handed_connections.ts'
import type { FromPrimary, FromWorker } from './messages.ts'
import type { Values } from './sums.ts'

/** A worker among others, as seen from inside. */
export type Member = {
  /** Asks for requests of a token, from what all workers may let in. */
  ask: (asked: Asked) => Promise<Granted>
  /** The numbers of all workers together, as text. */
  sums: () => Promise<string>
  /** Begins to take connections for this server. */
  ready: (server: Server) => HandedConnections
  failed: (error: unknown) => void
  /** Says whether it has the port where mail comes in: null, or why it does not. */
  mailPort: (problem: Error | null) => void
  /** Asks for no more connections. */
  retire: () => void
  /** Sends the last numbers; settled when they are on their way. */
  leaving: () => Promise<void>
}

type Options = { values: () => Promise<Values>; leave: () => void; stop: () => void }

/** The primary does nothing else, so it answers at once; if it does not, nobody shall wait for it. */
const answer_ms_max = 1_000

/** Takes up the conversation with the primary. Without it there is nothing to do here. */
export function joinWorkers({ values, leave, stop }: Options): Member {
  const { question, answered } = makeQuestions()
  let batch: { asked: Asked; settle: (granted: Granted) => void }[] = []

  let connections: HandedConnections | null = null

  process.on('message', (message: FromPrimary, socket?: Socket) => {
    if (message.is === 'connection') {
      // Without a socket it was closed on the way here.
      if (socket) connections?.take(socket)
      return send({ is: 'taken' })
    }
    if ('number' in message && message.is !== 'values wanted') return answered(message.number, message)
    if (message.is === 'leave') leave()
    else if (message.is === 'stop') stop()
    else if (message.is === 'alive?') send({ is: 'alive' })
    else if (message.is === 'values wanted') {
      const { number } = message
      // Without them, the last ones that were sent go on counting.
      values().then(
        (all) => send({ is: 'values', number, values: all }),
        () => {},
      )
    }
  })

  process.on('disconnect', () => process.exit(0))

  /** Asks for everything that came up since the last time, in one message. */
  async function askBatch(): Promise<void> {
    const all = batch
    batch = []
    const answer = await question((number) => ({ is: 'asked', number, asked: all.map(({ asked }) => asked) }))
    const granted = answer?.is === 'granted' ? answer.granted : []
    // Without an answer requests are let in: a limit that cannot be counted must not close the door.
    for (const [index, { asked, settle }] of all.entries()) {
      settle(granted[index] ?? { granted: asked.wanted, left: asked.wanted })
    }
  }

  return {
    ask: (asked) =>
      new Promise((settle) => {
        if (batch.push({ asked, settle }) === 1) setImmediate(askBatch)
      }),
    sums: async () => {
      const answer = await question((number) => ({ is: 'sums wanted', number }))
      if (answer?.is !== 'sums') throw new Error('The primary did not answer.')
      return answer.text
    },
    ready: (server) => {
      connections = serveHandedConnections(server)
      send({ is: 'ready' })
      return connections
    },
    retire: () => send({ is: 'retiring' }),
    failed: (error) => send({ is: 'failed', message: error instanceof Error ? error.message : String(error) }),
    mailPort: (problem) => send({ is: 'mail port', problem: problem?.message ?? null }),
    leaving: async () => {
      const message: FromWorker = { is: 'leaving', values: await values() }
      await new Promise((resolve) => (process.connected ? process.send?.(message, resolve) : resolve(null)))
    },
  }
}

/** Questions to the primary, each under a number that its answer carries. */
function makeQuestions() {
  const waiting = new Map<number, (message: FromPrimary | null) => void>()
  let last_number = 0

  /** Null when nobody answered in time. */
  function question(make: (number: number) => FromWorker): Promise<FromPrimary | null> {
    const number = ++last_number
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(null), answer_ms_max)
      const settle = (message: FromPrimary | null): void => {
        clearTimeout(timer)
        waiting.delete(number)
        resolve(message)
      }
      waiting.set(number, settle)
      send(make(number))
    })
  }

  return { question, answered: (number: number, message: FromPrimary): void => waiting.get(number)?.(message) }
}

function send(message: FromWorker): void {
  // A primary that is gone takes its workers along: there is nobody to tell.
  if (process.connected) process.send?.(message, () => {})
}
