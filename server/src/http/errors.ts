import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { type ErrorCode, errors, Refusal } from '../api/errors.ts'
import { Overloaded } from '../api/overload.ts'
import { isDeadlockOfNodes } from '../db/deadlock.ts'
import { StoreProblem } from '../files/problem.ts'

/** What the framework refuses by itself, in the words of our catalogue. */
const framework: Record<string, { code: ErrorCode; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'content_too_large',
    message: 'The body is too large; send it in parts.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'Send the body as application/json or application/x-www-form-urlencoded.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'bad_request',
    message: 'The body is not as long as Content-Length says.',
  },
  FST_ERR_BAD_URL: { code: 'bad_request', message: 'The address has a broken percent-encoding.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', message: 'There is no such record.' },
}

/** What PostgreSQL and its driver say when there is no database to speak to right now. */
const unreachable = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)$/
const unreachable_text =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|pool after calling end/

/** What a coordinator says of a node that it has lost, or a shard that was just cut, without a code for it. */
const cluster_moves = /^(failure on connection marked as essential|could not find valid entry for shard)/

/** What PostgreSQL says when a statement took longer than it may. */
const took_too_long = '57014'

/** Turns whatever was thrown into a refusal from the catalogue. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StoreProblem) return refusalOfStore(error)
  const { code = '', message = '', statusCode } = error as Partial<FastifyError>
  const known = framework[code]
  // Only reading a body gives a broken connection a status: it is the client's fault, and nobody hears the answer.
  if (code === 'ECONNRESET' && statusCode === 400) return new Refusal('bad_request', 'The body ended too early.')
  if (known) return new Refusal(known.code, known.message)
  if (code === took_too_long) {
    return new Refusal('service_unavailable', 'This takes too long right now. Ask for less at once, or try again.', {
      'retry-after': '5',
    })
  }
  if (isDeadlockOfNodes(error)) {
    return new Refusal('service_unavailable', 'Others change the same right now; try again.', { 'retry-after': '1' })
  }
  const lost = error instanceof pg.DatabaseError ? cluster_moves : unreachable_text
  if (unreachable.test(code) || lost.test(message)) {
    return new Refusal('service_unavailable', 'The database cannot be reached right now; try again.', {
      'retry-after': '1',
    })
  }
  return new Refusal('internal_server_error', 'Something went wrong on our side. It is logged under the x-request-id.')
}

function refusalOfStore({ reason }: StoreProblem): Refusal {
  if (reason === 'too_long') return new Refusal('content_too_large', 'The file is larger than the interface takes.')
  const message =
    reason === 'full' ? 'There is no room for more files; nothing was kept.' : 'Files cannot be reached right now.'
  return new Refusal('service_unavailable', message, { 'retry-after': '60' })
}

/** Answers every error, of ours, of the framework or of the database, with one envelope. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((_request, reply) => send(reply, noSuchPath()))
}

export const noSuchPath = (): Refusal =>
  new Refusal('not_found', 'There is no such path; /docs shows those that exist.')

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error)
  noteError(error, refusal, request)
  if (refusal.code === 'content_too_large' || error instanceof StoreProblem) takeRest(request, reply)
  send(reply, refusal)
}

/** Beyond this the rest of a body that is refused anyway is not waited for. */
const rest_bytes_max = 200 * 1024 * 1024

/**
 * Lets the rest of a body come, and forgets it. Closed while they still send, most clients would see a broken
 * connection instead of the answer, and try again.
 */
export function takeRest({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (!(Number(headers['content-length']) <= rest_bytes_max)) return
  reply.removeHeader('connection')
  raw.resume()
}

/** A fault is logged with all that is known of it; whoever was turned away is no fault. */
export function noteError(error: unknown, refusal: Refusal, request: FastifyRequest): void {
  if (error instanceof Overloaded) request.turned_away = error.reason
  else if (refusal.status >= 500) request.log.error({ reqId: request.id, err: error }, refusal.code)
}

function send(reply: FastifyReply, refusal: Refusal): void {
  reply.code(refusal.status).headers(refusal.headers).type('application/json; charset=utf-8')
  // What is refused now may be there in a moment.
  reply.header('cache-control', 'no-store')
  // Written out here: a serializer of the route would look for the fields of its success.
  reply.serializer(JSON.stringify).send({ code: refusal.code, message: refusal.message })
}

/** For what fails before there is a request: broken HTTP, headers beyond the limit, a client that is too slow. */
export function rawError(code: ErrorCode, message: string): { text: string; id: string } {
  const body = JSON.stringify({ code, message })
  const { status } = errors[code]
  const id = randomUUID()
  const text =
    `HTTP/1.1 ${status} ${code.replaceAll('_', ' ')}\r\ncontent-type: application/json; charset=utf-8\r\n` +
    `x-request-id: ${id}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
  return { text, id }
}
