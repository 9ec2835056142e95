import type { FastifyReply, FastifyRequest } from 'fastify'
import { turnAway } from './pressure.ts'
import { whenOver } from './request_end.ts'

/** Bytes that all bodies of a kind may have together. While it is read a body takes several times its size. */
const small_bytes_max = 64 * 1024 * 1024
const large_bytes_max = 44 * 1024 * 1024
/** Small bodies have a room of their own: strangers can send them, and large ones must not keep them out. */
const small_max = 256 * 1024

/** A body that came more slowly than this for a while has to go when others need its room. */
const slow_bytes_per_s = 64 * 1024
const patience_ms = 4_000

/** A place in a room; `release` gives it back, the second time it does nothing. */
type Place = { hold: (bytes: number) => boolean; release: () => void }
type Room = { enter: (isSlow: () => boolean, end: () => void) => Place }

/** Sees to it that bodies cannot fill memory, however many come and however slowly. */
export type BodyRoom = {
  /** False: there is no room for this body now. */
  admit: (request: FastifyRequest, reply: FastifyReply, length: number | null, bytes_max: number) => boolean
}

export function makeBodyRoom(): BodyRoom {
  const rooms = { small: makeRoom(small_bytes_max), large: makeRoom(large_bytes_max) }
  return {
    admit: (request, reply, length, bytes_max) => {
      const { raw } = request
      const place = (room: Room): Place => {
        const one = room.enter(slowness(request, reply), () => fail(request))
        whenOver(reply.raw, one.release)
        return one
      }
      const said = Math.min(length ?? small_max, bytes_max)
      if (said > small_max) return place(rooms.large).hold(said)
      if (!place(rooms.small).hold(said)) return false
      // Nobody says how long it is: what comes beyond is counted as it comes.
      if (length === null && bytes_max > small_max) {
        const more = place(rooms.large)
        let received = 0
        const count = (chunk: Buffer): void => {
          const before = received
          received += chunk.length
          if (received <= small_max || more.hold(received - Math.max(before, small_max))) return
          raw.off('data', count)
          fail(request)
        }
        raw.on('data', count)
      }
      return true
    },
  }
}

/** Takes part in nothing else: whoever reads the body hears of it once, and if nobody does, nobody has to. */
function fail({ raw }: FastifyRequest): void {
  if (raw.listenerCount('error') > 0) raw.emit('error', turnAway('memory'))
}

/**
 * Tells whether a body is still coming, and too slowly; it is the last thing that its connection brings. When its
 * answer is made, it is not needed any more, although the client may never take the answer.
 */
function slowness({ raw }: FastifyRequest, { raw: response }: FastifyReply): () => boolean {
  const { socket } = raw
  const began_ms = performance.now()
  const began_bytes = socket.bytesRead
  return () => {
    if (response.writableEnded) return true
    const passed_ms = performance.now() - began_ms
    const bytes = socket.bytesRead - began_bytes
    return !raw.complete && passed_ms > patience_ms && bytes < (passed_ms / 1000) * slow_bytes_per_s
  }
}

function makeRoom(bytes_max: number): Room {
  type Held = { bytes: number; isSlow: () => boolean; end: () => void }
  const inside = new Set<Held>()
  let total = 0

  function leave(one: Held): void {
    if (inside.delete(one)) total -= one.bytes
  }

  /** Those who came first are looked at first: they had the most time. */
  function clear(bytes: number): boolean {
    for (const one of inside) {
      if (total + bytes <= bytes_max) break
      if (!one.isSlow()) continue
      leave(one)
      one.end()
    }
    return total + bytes <= bytes_max
  }

  return {
    enter: (isSlow, end) => {
      const one: Held = { bytes: 0, isSlow, end }
      inside.add(one)
      return {
        hold: (bytes) => {
          if (!inside.has(one) || (total + bytes > bytes_max && !clear(bytes)) || !inside.has(one)) return false
          total += bytes
          one.bytes += bytes
          return true
        },
        release: () => leave(one),
      }
    },
  }
}
