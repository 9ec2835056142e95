import type { FastifyReply, FastifyRequest } from 'fastify'
import { overloaded } from '../api/overload.ts'
import { type MemoryKeeper, makeMemoryKeeper } from './give_back_memory.ts'
import { onRequestEnd } from './request_end.ts'

/** Bytes that all bodies of a kind may have together. While it is read a body takes several times its size. */
const strangers_bytes_max = 16 * 1024 * 1024
const small_bytes_max = 64 * 1024 * 1024
const large_bytes_max = 44 * 1024 * 1024
/**
 * Small bodies have a room of their own, which large ones must not keep them out of; and those of strangers another
 * one, so that nobody without a name keeps out somebody who has one.
 */
const small_max = 256 * 1024
/** What a small body holds from the start; the rest is counted as it comes, because it may never come. */
const first_bytes = 4 * 1024

/** Each piece of a body is an object of its own until all of it is there; sent byte by byte, it is mostly those. */
const piece_bytes = 256

/** A body that came more slowly than this for a while has to go when others need its room. */
const slow_bytes_per_s = 64 * 1024
const patience_ms = 4_000

/** A place in a room; `release` gives it back, the second time it does nothing. */
type Reservation = { hold: (bytes: number) => boolean; release: () => void }
type Room = { enter: (isSlow: () => boolean, end: () => void) => Reservation }

/** Sees to it that bodies cannot fill memory, however many come and however slowly. */
export type BodyRoom = {
  /** False: there is no room for this body now. */
  admit: (request: FastifyRequest, reply: FastifyReply, length: number | null, bytes_max: number) => boolean
}

export function makeBodyRoom(): BodyRoom {
  const rooms = {
    strangers: makeRoom(strangers_bytes_max),
    small: makeRoom(small_bytes_max),
    large: makeRoom(large_bytes_max, makeMemoryKeeper()),
  }
  return {
    admit: (request, reply, length, bytes_max) => {
      const { raw } = request
      const place = (room: Room): Reservation => {
        const one = room.enter(slowness(request, reply), () => fail(request))
        onRequestEnd(reply.raw, one.release)
        return one
      }
      const said = Math.min(length ?? small_max, bytes_max)
      if (said > small_max) return place(rooms.large).hold(said)
      const small = place(request.principal === null ? rooms.strangers : rooms.small)
      if (!small.hold(first_bytes)) return false
      if (length !== null && length <= first_bytes) return true
      // Where nobody says how long it is, it may become a large one.
      const large = length === null && bytes_max > small_max ? place(rooms.large) : null
      let counted = first_bytes
      let received = 0
      raw.on('data', function count(chunk: Buffer): void {
        // Where the length is known, pieces are what the network makes of it, and not the choice of who sends.
        received += length === null ? Math.max(chunk.length, piece_bytes) : chunk.length
        if (received <= counted) return
        const in_small = Math.max(0, Math.min(received, small_max) - counted)
        const in_large = Math.max(0, received - Math.max(counted, small_max))
        counted = received
        if (small.hold(in_small) && (large === null ? received <= small_max : large.hold(in_large))) return
        raw.off('data', count)
        fail(request)
      })
      return true
    },
  }
}

/** Takes part in nothing else: whoever reads the body hears of it once, and if nobody does, nobody has to. */
function fail({ raw }: FastifyRequest): void {
  if (raw.listenerCount('error') > 0) raw.emit('error', overloaded('memory'))
}

/**
 * Makes a check of whether a body still comes, and too slowly; it is the last thing to come on its connection. When its
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

function makeRoom(bytes_max: number, memory?: MemoryKeeper): Room {
  type Held = { bytes: number; isSlow: () => boolean; end: () => void }
  const inside = new Set<Held>()
  let total = 0

  function leave(one: Held): void {
    if (!inside.delete(one)) return
    total -= one.bytes
    if (total === 0 && one.bytes > 0) memory?.rests()
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
          if (total === 0 && bytes > 0) memory?.works()
          total += bytes
          one.bytes += bytes
          return true
        },
        release: () => leave(one),
      }
    },
  }
}
