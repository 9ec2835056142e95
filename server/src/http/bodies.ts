import type { FastifyInstance } from 'fastify'
import { Refusal, refuseParameters } from '../api/errors.ts'
import { readJson, repeatedNames } from '../api/json.ts'
import { overloaded } from '../api/overload.ts'
import { isObject } from '../domain/is_object.ts'
import { makeBodyRoom } from './body_room.ts'
import { parseForm } from './forms.ts'

const read_whole = /^application\/(json|x-www-form-urlencoded)/i

/** Takes JSON and forms on every write, and nothing else. */
export function takeBodies(app: FastifyInstance): void {
  boundBodies(app)
  app.removeAllContentTypeParsers()
  // The framework hands over a buffer, because that is what `parseAs` asks for. What a parser throws is answered.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, parseBody(bytes as Buffer)),
  )
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, parseForm(String(text))),
  )
}

/** The same where a parameter may be given once: a name that comes again makes a list in JSON as it does in a form. */
export function takeParameters(room: FastifyInstance): void {
  room.removeContentTypeParser('application/json')
  room.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, parseParameters(bytes as Buffer)),
  )
}

function parseParameters(bytes: Buffer): unknown {
  const body = parseBody(bytes)
  if (!isObject(body)) return body
  const lists = repeatedNames(bytes.toString()).map((name): [string, unknown] => [name, []])
  return lists.length === 0 ? body : Object.fromEntries([...Object.entries(body), ...lists])
}

/** Some programs put it in front of what they write; readers may take no notice of it (RFC 8259, 8.1). */
const byte_order_mark = Buffer.from('\ufeff')

function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const marked = bytes.subarray(0, byte_order_mark.length).equals(byte_order_mark)
  const body = readJson(marked ? bytes.subarray(byte_order_mark.length) : bytes, 'body')
  return body === undefined ? refuseParameters(['body: is not valid JSON']) : body
}

/** Keeps bodies from filling memory: those that come when others are being read already shall come again. */
function boundBodies(app: FastifyInstance): void {
  const room = makeBodyRoom()
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-encoding': encoding, 'content-type': type = '', 'content-length': length } = request.headers
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      const message = 'Send the body as it is: bodies with a Content-Encoding are not taken.'
      return done(new Refusal('unsupported_media_type', message))
    }
    // Files go to the disk as they come.
    if (!read_whole.test(type)) return done(null, payload)
    const bytes_max = request.routeOptions.bodyLimit ?? 0
    const welcome = room.admit(request, reply, length === undefined ? null : Number(length), bytes_max)
    return welcome ? done(null, payload) : done(overloaded('memory'))
  })
}
