import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuse, refuseParameters } from '../api/errors.ts'
import { overloaded } from '../api/overload.ts'
import { SentFile } from '../api/sent_file.ts'
import { types } from '../api/types.ts'
import { placeOf } from '../auth/failed_attempts.ts'
import { plainName } from '../domain/file_names.ts'
import type { Incoming } from '../files/incoming.ts'
import { StoreProblem } from '../files/problem.ts'
import type { FileStore } from '../files/store.ts'
import { takeRest } from './errors.ts'
import { formOf } from './forms.ts'
import { invalid_parts, watchParts } from './part_watch.ts'
import { onRequestEnd } from './request_end.ts'

const bytes_max = 50 * 1024 * 1024
const files_max = 10
const fields_max = 1000
/** Values stay in memory, unlike files. */
const value_bytes_max = 1024 * 1024
const values_bytes_max = 2 * 1024 * 1024
const too_long_values = `The values of the body have more than ${values_bytes_max / 1024 / 1024} MB; only files may.`
/**
 * Bodies in parts that are read at the same time, in all and of one caller: each has values in memory meanwhile. Those
 * of strangers have a room of their own, so that nobody without a name keeps out somebody who has one.
 */
const rooms = { known: { inside: 0, max: 40 }, strangers: { inside: 0, max: 24 } }
const of_caller_max = 8
const too_many = `body: must not have more than ${files_max} files and ${fields_max} values`
const too_large = `The body is larger than ${bytes_max / 1024 / 1024} MB.`

/** Lets bodies of multipart/form-data in, on the routes of this scope. */
export function takeFiles(app: FastifyInstance, store: FileStore): void {
  app.register(multipart)
  app.addHook('preHandler', async (request, reply) => {
    if (!request.isMultipart()) return
    if (Number(request.headers['content-length'] ?? 0) > bytes_max) refuse('content_too_large', too_large)
    request.body = await readParts(store, request, reply)
  })
}

/**
 * Reads the parts of a body: values as a form has them, files into the store's place for what comes in. Whatever of them
 * nobody keeps is forgotten when the answer was sent, or could not be.
 */
async function readParts(store: FileStore, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  const received: Incoming[] = []
  let over = false
  onRequestEnd(reply.raw, () => {
    over = true
    for (const one of received)
      void one.discard().catch((error) => request.log.warn({ reqId: request.id, err: error }, 'not discarded'))
  })
  const release = enter(request)
  onRequestEnd(reply.raw, release)
  const watch = watchParts(request.raw, { parts_max: files_max + fields_max, too_many })
  const pairs: [string, unknown][] = []
  let left = bytes_max
  let values_left = values_bytes_max
  try {
    const counted = { files: files_max, fields: fields_max, parts: Number.POSITIVE_INFINITY }
    const limits = { ...counted, fieldSize: value_bytes_max, fileSize: bytes_max + 1 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.valueTruncated) return refuseParameters([`${part.fieldname.slice(0, 60)}: is too long`])
        values_left -= String(part.value).length
        if (values_left < 0) return refuse('content_too_large', too_long_values)
        pairs.push([part.fieldname, part.value === '' ? null : part.value])
        continue
      }
      const incoming = await watch.during(store.receive(part.file, left))
      received.push(incoming)
      left -= incoming.byte_size
      pairs.push([part.fieldname, sentFile(store, part, incoming)])
    }
    // A client that went away in between hears nothing of it, but nothing else would discard the files.
    if (over) refuse('bad_request', 'The request was broken off.')
  } catch (error) {
    // The parser, which may wait for somebody to take a part, keeps the rest from coming.
    request.raw.unpipe()
    takeRest(request, reply)
    await Promise.all(received.map((one) => one.discard()))
    throw refusalOf(error)
  } finally {
    watch.end()
  }
  return formOf(pairs)
}

const reading = new Map<string, number>()

/** Takes a place among the bodies that are being read, or refuses; the place is given back once. */
function enter({ principal, ip }: FastifyRequest): () => void {
  const room = principal === null ? rooms.strangers : rooms.known
  const caller = principal?.key ?? placeOf(ip)
  const own = reading.get(caller) ?? 0
  if (room.inside >= room.max || own >= of_caller_max) throw overloaded('memory')
  reading.set(caller, own + 1)
  room.inside += 1
  let inside = true
  return () => {
    if (!inside) return
    inside = false
    room.inside -= 1
    const left = (reading.get(caller) ?? 1) - 1
    if (left === 0) reading.delete(caller)
    else reading.set(caller, left)
  }
}

function sentFile(store: FileStore, part: { filename: string; mimetype: string }, incoming: Incoming): SentFile {
  const { byte_size, checksum, path } = incoming
  return new SentFile({
    filename: plainName(part.filename),
    content_type: typeOf(part.mimetype),
    byte_size,
    checksum,
    path,
    keep: () => store.keep(incoming),
  })
}

/** What the sender calls the bytes, if it can be repeated in a header one day. */
function typeOf(content_type: string): string {
  const read = types.mediaType.read(content_type)
  return 'problem' in read ? 'application/octet-stream' : read.value
}

function refusalOf(error: unknown): unknown {
  if (error instanceof StoreProblem && error.reason === 'too_long') return new Refusal('content_too_large', too_large)
  const { code = '' } = error as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('content_too_large', too_large)
  if (code === 'FST_FILES_LIMIT' || code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return new Refusal('unprocessable_entity', too_many)
  }
  if (error instanceof Refusal || error instanceof StoreProblem) return error
  // What the reader of parts throws by itself, it throws about the body.
  if (error instanceof Error && !('errno' in error)) {
    return new Refusal('unprocessable_entity', invalid_parts)
  }
  return error
}
