import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../api/errors.ts'
import { parseForm } from './forms.ts'
import { outOfBounds } from './json_bounds.ts'
import { turnAway } from './pressure.ts'

/** A body takes several times its size while it is read. All bodies together may have this many bytes in a process. */
const bodies_bytes_max = 44 * 1024 * 1024
/** Smaller bodies are not counted: there cannot be enough of them to matter. */
const counted_bytes_min = 256 * 1024
/** Smaller bodies are parsed as they are: whatever they hold takes no time. */
const checked_bytes_min = 16 * 1024

const read_whole = /^application\/(json|x-www-form-urlencoded)/i

/** Takes JSON and forms on every write, and nothing else. */
export function takeBodies(app: FastifyInstance): void {
  boundBodies(app)
  app.removeAllContentTypeParsers()
  // The framework hands over a buffer, because that is what `parseAs` asks for.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, parseJson(bytes as Buffer)),
  )
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseForm(String(text)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const problem = bytes.length < checked_bytes_min ? null : outOfBounds(bytes)
  if (problem !== null) throw new Refusal('unprocessable_entity', `body: ${problem}`)
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new Refusal('unprocessable_entity', 'body: is not valid JSON')
  }
}

/** Keeps large bodies from filling memory: those that come when others are being read already shall come again. */
function boundBodies(app: FastifyInstance): void {
  const held = new WeakMap<FastifyRequest, number>()
  let total = 0

  /** False: there is no room for so many bytes more. */
  function hold(request: FastifyRequest, bytes: number): boolean {
    if (total + bytes > bodies_bytes_max) return false
    total += bytes
    held.set(request, (held.get(request) ?? 0) + bytes)
    return true
  }

  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      const message = 'Send the body as it is: bodies with a Content-Encoding are not taken.'
      return done(new Refusal('unsupported_media_type', message))
    }
    // Files go to the disk as they come.
    if (!read_whole.test(request.headers['content-type'] ?? '')) return done(null, payload)
    const length = request.headers['content-length']
    if (length !== undefined) {
      const bytes = Math.min(Number(length) || 0, app.initialConfig.bodyLimit ?? bodies_bytes_max)
      const welcome = bytes < counted_bytes_min || hold(request, bytes)
      return welcome ? done(null, payload) : done(turnAway('memory'))
    }
    // Nobody says how long it is: it is counted as it comes.
    payload.on('data', (chunk: Buffer) => {
      if (!hold(request, chunk.length)) payload.emit('error', turnAway('memory'))
    })
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    total -= held.get(request) ?? 0
    done()
  })
}
