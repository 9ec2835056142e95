import { createServer, type Socket } from 'node:net'

/** Somebody who takes connections, one at a time. */
export type ConnectionTaker = { give: (socket: Socket) => void }

/** The port, and who takes the connections that come. */
export type Dispatcher = {
  port: number
  /** Said by a taker that is new, or has taken what it was given: it can have the next one. */
  free: (taker: ConnectionTaker) => void
  /** It shall get no more; what it was given already is its own. */
  retire: (taker: ConnectionTaker) => void
  /** It is gone. What it was given and had not taken goes to another. */
  lost: (taker: ConnectionTaker) => void
  close: () => void
}

/** While nobody can take them, so many connections may wait; more are closed. */
const waiting_max = 2_000

/**
 * Holds the port, and hands out connections in turn to those who are free to take one. A connection is held here
 * until somebody says that they have it. So it is not lost with a process that was killed at that moment, and it waits
 * when there is nobody at all for a while. The runtime's own way of sharing a port does neither.
 */
export async function startDispatcher({ host, port }: { host: string; port: number }): Promise<Dispatcher> {
  const free: ConnectionTaker[] = []
  const given = new Map<ConnectionTaker, Socket>()
  const waiting: Socket[] = []

  // Paused: not a byte is read here.
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {})
    if (waiting.length >= waiting_max) return void socket.destroy()
    waiting.push(socket)
    deal()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  // Out of file handles, for example: those who come then are lost, those who are there are not.
  server.removeAllListeners('error').on('error', () => {})

  function deal(): void {
    while (waiting.length > 0 && free.length > 0) {
      const [taker, socket] = [free.shift(), waiting.shift()]
      if (taker === undefined || socket === undefined) return
      given.set(taker, socket)
      taker.give(socket)
    }
  }

  function retire(taker: ConnectionTaker): void {
    const place = free.indexOf(taker)
    if (place >= 0) free.splice(place, 1)
  }

  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    free: (taker) => {
      taken(given, taker)
      free.push(taker)
      deal()
    },
    retire,
    lost: (taker) => {
      retire(taker)
      const socket = given.get(taker)
      given.delete(taker)
      if (socket) waiting.unshift(socket)
      deal()
    },
    close: () => {
      server.close()
      for (const socket of [...waiting, ...given.values()]) socket.destroy()
    },
  }
}

/** Closes our end of what somebody else has now. */
function taken(given: Map<ConnectionTaker, Socket>, taker: ConnectionTaker): void {
  given.get(taker)?.destroy()
  given.delete(taker)
}
