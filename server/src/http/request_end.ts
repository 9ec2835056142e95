import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Called when a request is over. `sent`: its whole answer went out; otherwise the connection was gone before. */
export type RequestEnd = (sent: boolean) => void

type Under = { response: ServerResponse; socket: Socket; waiting: RequestEnd[] | null; sent: boolean }

/**
 * Where an answer keeps what is under way for it. Beside the answer, in a WeakMap, it would keep every request alive
 * over the next collection of garbage.
 */
const under_way = Symbol('under way')
type Followed = ServerResponse & { [under_way]?: Under }

const connections = new WeakMap<Socket, Set<Under>>()

/**
 * Calls back once, when a request is over in whatever way. Everything that a request holds is given back here. The
 * framework's `onResponse` comes only when an answer went out, never when a client left before; and an answer that
 * stands in line behind another one of its connection does not hear that the connection closed.
 */
export function onRequestEnd(response: ServerResponse, then: RequestEnd): void {
  const under = underOf(response)
  if (under.waiting === null) then(under.sent)
  else under.waiting.push(then)
}

/** The requests of a connection that are not over, the oldest first. */
export function requestsUnderWay(socket: Socket): ServerResponse[] {
  return [...(connections.get(socket) ?? [])].map(({ response }) => response)
}

/** Closes the connection of a request, whatever is still on its way. */
export function cutOff(response: ServerResponse): void {
  underOf(response).socket.destroy()
}

/** Closes the connection of an answer when nothing of it is taken for a while. */
export function limitSilence(response: ServerResponse, silence_ms: number): void {
  response.setTimeout(silence_ms)
  const { socket } = underOf(response)
  // The next one on the same connection may take its time until it is answered.
  onRequestEnd(response, () => {
    if ((connections.get(socket)?.size ?? 0) > 0) socket.setTimeout(0)
  })
}

const underOf = (response: Followed): Under => response[under_way] ?? follow(response)

function follow(response: Followed): Under {
  // Kept here: a request that is given up loses its connection, though the connection is still there.
  const { socket } = response.req
  const under: Under = { response, socket, waiting: [], sent: false }
  response[under_way] = under
  const here = connections.get(socket) ?? watch(socket)
  here.add(under)
  const end = (sent: boolean): void => {
    here.delete(under)
    settle(under, sent)
  }
  // Before anybody else hears of it, because some of them destroy the connection. When that is destroyed already, what
  // was still to be written is reported as if it had been.
  response.prependOnceListener('finish', () => {
    if (!socket.destroyed) end(true)
  })
  // An answer that can no longer be written says so, sometimes twice. It is nobody's fault, and must find a listener.
  response.on('error', () => {})
  if (socket.closed) process.nextTick(end, false)
  return under
}

function watch(socket: Socket): Set<Under> {
  const here = new Set<Under>()
  connections.set(socket, here)
  socket.once('close', () => {
    for (const under of here) settle(under, false)
    here.clear()
  })
  return here
}

function settle(under: Under, sent: boolean): void {
  const { waiting } = under
  if (waiting === null) return
  under.waiting = null
  under.sent = sent
  for (const one of waiting) {
    try {
      one(sent)
    } catch (error) {
      // The others give back what they hold all the same.
      process.nextTick(() => {
        throw error
      })
    }
  }
}
