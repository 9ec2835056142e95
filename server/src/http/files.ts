import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Refusal, refuse, refuseParameters } from '../api/errors.ts'
import { type FileHolder, file_holders, isSigned } from '../api/file_links.ts'
import { isId } from '../api/types.ts'
import type { Incoming } from '../files/incoming.ts'
import { StoreProblem } from '../files/problem.ts'
import type { Range } from '../files/store.ts'
import { type Expected, findUpload, markUploaded } from '../files/uploads.ts'
import { changeAs } from '../runtime/transact.ts'
import { refuseOtherMethods } from './other_methods.ts'
import type { MadeFile, Serving } from './serving.ts'

const upload_path = '/files/uploads/:administration_id/:token'
const file_path = '/files/:holder/:administration_id/:id'

type Params = { holder: string; administration_id: string; id: string; token: string }

/** Where bytes come in and go out. The address itself is the permission: a token in it, or a signature. */
export function addFiles(app: FastifyInstance, serving: Serving): void {
  app.register(async (room) => {
    room.removeAllContentTypeParsers()
    // The bytes are read by the handler, piece by piece, whatever they claim to be.
    room.addContentTypeParser('*', (_request, _payload, done) => done(null))
    room.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff')
      reply.header('referrer-policy', 'no-referrer')
    })
    room.put(upload_path, (request, reply) => takeUpload(serving, request, reply))
    room.get(file_path, (request, reply) => giveFile(serving, request, reply))
    refuseOtherMethods(room, upload_path, ['PUT'])
    refuseOtherMethods(room, file_path, ['GET'])
  })
}

/** Takes the bytes of an announced file. What does not match is refused, and nothing of it stays. */
async function takeUpload(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { administration_id, token } = request.params as Params
  // Whoever is refused before the end of a long body is still sending it; then the connection has to go.
  reply.header('connection', 'close')
  const found = isId(administration_id) ? await findUpload(serving.database.db, administration_id, token) : null
  const expected = found ?? refuse('not_found', 'There is no such address for an upload; announce the file first.')
  if (Date.parse(expected.expires_at) <= serving.now().getTime()) {
    return refuse('forbidden', 'This address has expired; announce the file again.')
  }
  checkHeaders(expected, request)
  const incoming = await receive(serving, expected, request)
  try {
    if (incoming.byte_size !== expected.byte_size) {
      refuseParameters([`byte_size: ${expected.byte_size} bytes were announced, and ${incoming.byte_size} came`])
    }
    if (incoming.checksum !== expected.checksum) refuseParameters(['checksum: is not the one of these bytes'])
    await serving.store.keep(incoming)
  } finally {
    await incoming.discard()
  }
  // Whoever has the address may send; who that is, nobody knows.
  const by = { service: 'import', administration_id: expected.administration_id } as const
  const known = await changeAs(serving, by, (change) => markUploaded(change.db, change, expected))
  if (!known) refuse('not_found', 'The file is not expected any more; announce it again.')
  reply.removeHeader('connection')
  return reply.code(204).send()
}

function checkHeaders(expected: Expected, { headers }: FastifyRequest): void {
  const plain = (type: string): string => type.toLowerCase().replaceAll(/\s+/g, '')
  const sent = headers['content-type'] ?? ''
  if (plain(sent) !== plain(expected.content_type)) {
    refuseParameters([`content_type: ${expected.content_type} was announced, and ${sent.slice(0, 100) || 'none'} came`])
  }
  const length = headers['content-length']
  if (length !== undefined && Number(length) !== expected.byte_size) {
    refuseParameters([`byte_size: ${expected.byte_size} bytes were announced, and ${length} are to come`])
  }
}

async function receive(serving: Serving, expected: Expected, request: FastifyRequest): Promise<Incoming> {
  try {
    // Not destroyed when reading ends early: whoever is still sending could not hear the answer.
    return await serving.store.receive(request.raw.iterator({ destroyOnReturn: false }), expected.byte_size)
  } catch (error) {
    if (error instanceof StoreProblem && error.reason === 'too_long') {
      return refuseParameters([`byte_size: ${expected.byte_size} bytes were announced, and more came`])
    }
    if (error instanceof StoreProblem) throw error
    if (request.raw.destroyed && !request.raw.complete) throw new Refusal('bad_request', 'The upload was broken off.')
    throw error
  }
}

type Held = { filename: string; checksum: string; content_type: string; byte_size: string }

/** Gives a file out to whoever has a link that is signed and still good. */
async function giveFile(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { holder: named, administration_id, id } = request.params as Params
  const { until, signature } = request.query as { until?: unknown; signature?: unknown }
  const holder = file_holders.find((one) => one === named)
  if (holder === undefined || !isId(administration_id) || !isId(id))
    return refuse('not_found', 'There is no such file.')
  const wanted = { holder, administration_id, id, until: Number(until) }
  const whole = typeof until === 'string' && /^\d{1,12}$/.test(until) && typeof signature === 'string'
  if (!whole || !isSigned(serving.store.link_key, wanted, signature)) {
    return refuse('forbidden', 'This link is not valid; ask for a new one.')
  }
  if (wanted.until * 1000 <= serving.now().getTime()) {
    return refuse('forbidden', 'This link has expired; ask for a new one.')
  }
  let held = await findHeld(serving, holder, administration_id, id)
  if (held === null) {
    const made = await serving.makeFile(holder, { administration_id, id })
    if (made !== null && made !== 'kept') return giveDraft(reply, made)
    held = made === null ? null : await findHeld(serving, holder, administration_id, id)
  }
  if (held === null) return refuse('not_found', 'There is no such file any more.')
  const byte_size = Number(held.byte_size)
  const range = readRange(request, byte_size, `"${held.checksum}"`)
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${byte_size}`).send()
  const bytes =
    request.method === 'HEAD' ? Readable.from([]) : await serving.store.open(held.checksum, range ?? undefined)
  if (bytes === null) {
    request.log.error(
      { reqId: request.id, administration_id, holder, id },
      'the bytes of a file are missing from the store',
    )
    return refuse('not_found', 'The bytes of this file are missing.')
  }
  describeFile(reply, held)
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${byte_size}`)
  reply.header('content-length', range === null ? byte_size : range.to - range.from + 1)
  return reply.send(bytes)
}

/** What is not final, as it would look now: a letter that is still to go. */
function giveDraft(reply: FastifyReply, { filename, bytes }: Exclude<MadeFile, 'kept'>): FastifyReply {
  describeFile(reply, { filename, checksum: null, content_type: 'application/pdf' })
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

async function findHeld(
  serving: Serving,
  holder: FileHolder,
  administration_id: string,
  id: string,
): Promise<Held | null> {
  const { rows } = await sql<Held>`
    select h.filename, f.checksum, f.content_type, f.byte_size
    from ${sql.table(holder)} h join files f on f.administration_id = ${administration_id}::bigint and f.id = h.file_id
      join administrations a on a.id = h.administration_id
    where h.administration_id = ${administration_id}::bigint and h.id = ${id}::bigint and f.uploaded_at is not null
      and a.status <> 'deleted'`.execute(serving.database.db)
  return rows[0] ?? null
}

/** A file is saved and never shown as a page of ours, whatever its uploader said it is. */
function describeFile(
  reply: FastifyReply,
  { filename, checksum, content_type }: Pick<Held, 'filename' | 'content_type'> & { checksum: string | null },
): void {
  reply.header('content-type', content_type)
  if (checksum !== null) reply.header('etag', `"${checksum}"`).header('accept-ranges', 'bytes')
  reply.header('content-disposition', disposition(filename))
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  reply.header('cross-origin-resource-policy', 'same-origin')
}

/** RFC 6266: a name of plain letters for old programs, and the whole name as RFC 8187 writes it. */
export function disposition(filename: string): string {
  const plain = filename.replaceAll(/[^\w.()+, -]/g, '_')
  const escaped = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const extended = plain === filename ? '' : `; filename*=UTF-8''${escaped}`
  return `attachment; filename="${plain}"${extended}`
}

/** One range of bytes; null for all of them, also when several are asked for; `none` when there is no such part. */
function readRange(request: FastifyRequest, byte_size: number, etag: string): Range | null | 'none' {
  const { range, 'if-range': condition } = request.headers
  const match = range === undefined ? null : /^bytes=(\d{0,12})-(\d{0,12})$/.exec(range)
  if (!match || (match[1] === '' && match[2] === '') || (condition !== undefined && condition !== etag)) return null
  const last = byte_size - 1
  if (match[1] === '') {
    const count = Math.min(Number(match[2]), byte_size)
    return count === 0 ? 'none' : { from: byte_size - count, to: last }
  }
  const from = Number(match[1])
  const to = match[2] === '' ? last : Math.min(Number(match[2]), last)
  if (from > last) return 'none'
  return to < from ? null : { from, to }
}
