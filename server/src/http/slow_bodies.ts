import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A body may take so long, however it comes; and longer, while so much of it comes between one look and the next. */
const usual = { ample_ms: 120_000, look_ms: 30_000, least_bytes_per_s: 4 * 1024 }

type Coming = { request: IncomingMessage; response: ServerResponse; socket: Socket; began_ms: number; bytes: number }

/**
 * Ends requests whose body hardly comes any more, so that half of a body cannot hold a connection for ever; the
 * runtime has a limit for the whole request alone, which 25 MB on a slow line do not keep.
 */
export function limitSlowBodies(server: Server, { ample_ms, look_ms, least_bytes_per_s } = usual): void {
  const coming = new Set<Coming>()
  const least_bytes = (least_bytes_per_s * look_ms) / 1000

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    if (length === '0' && encoding === undefined) return
    const { socket } = request
    const one = { request, response, socket, began_ms: performance.now(), bytes: socket.bytesRead }
    coming.add(one)
    // Most are whole long before anybody looks, and shall not be kept in memory until then.
    request.once('close', () => isOver(one) && coming.delete(one))
  })

  function look(): void {
    const now_ms = performance.now()
    for (const one of coming) {
      const { request, response, socket, began_ms } = one
      if (isOver(one)) {
        coming.delete(one)
        continue
      }
      const came = socket.bytesRead - one.bytes
      one.bytes = socket.bytesRead
      if (now_ms - began_ms < ample_ms || came >= least_bytes) continue
      // What lies here unread is waited for by the client, and not by us; but after its answer nobody reads it.
      if (request.readableLength > 0 && !response.writableEnded) continue
      coming.delete(one)
      server.emit('clientError', Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }
  }

  const timer = setInterval(look, look_ms).unref()
  server.once('close', () => clearInterval(timer))
}

const isOver = ({ request, socket }: Coming): boolean => request.complete || socket.destroyed
