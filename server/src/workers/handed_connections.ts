import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The connections that this process was given. */
export type HandedConnections = {
  take: (socket: Socket) => void
  /** Settled when all of them are closed. Those on which nothing happens are closed now. */
  leave: () => Promise<void>
}

/** Serves connections that somebody else accepted, on a server that listens nowhere itself. */
export function serveHandedConnections(server: Server): HandedConnections {
  const connections = new Set<Socket>()
  let empty = (): void => {}
  // Servers begin to watch over slow and idle connections when they listen; this one never does by itself.
  server.emit('listening')
  return {
    take: (socket) => {
      connections.add(socket)
      socket.once('close', () => {
        connections.delete(socket)
        if (connections.size === 0) empty()
      })
      // What a server does with connections that it accepts itself.
      socket.setNoDelay(true)
      server.emit('connection', socket)
    },
    leave: () => {
      const gone = new Promise<void>((resolve) => {
        empty = resolve
      })
      server.closeIdleConnections()
      return connections.size === 0 ? Promise.resolve() : gone
    },
  }
}
