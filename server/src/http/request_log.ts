import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors } from '../api/errors.ts'
import { bareAddress } from '../auth/ip_allow_list.ts'
import { rawError } from './errors.ts'
import { onRequestEnd, requestsUnderWay } from './request_end.ts'
import type { Serving } from './serving.ts'

/** What proxies call a request whose client left before the answer was out. No client ever sees it. */
const left_status = 499

/** A connection that failed below HTTP, or speaks something else. */
type ClientError = Error & { code?: string }

/** One line in the log and one count for each request, however it ends. */
export type RequestLog = {
  follow: (request: FastifyRequest, reply: FastifyReply) => void
  /** Answers what cannot be understood as a request, as far as somebody can hear it. */
  answerBroken: (error: ClientError, socket: Socket) => void
  /** Refuses a client that asks for a tunnel to somewhere else. */
  refuseTunnel: (request: IncomingMessage, socket: Socket) => void
}

export function makeRequestLog({ observe, pressure, log }: Serving): RequestLog {
  /** Requests that were answered beside the framework, because their body is broken. */
  const answered = new WeakMap<ServerResponse, number>()

  function note(request: FastifyRequest, reply: FastifyReply, sent: boolean): void {
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    const { turned_away, streamed_after_ms } = request
    const whole = sent || streamed_after_ms !== null
    const status = whole ? reply.statusCode : (answered.get(reply.raw) ?? left_status)
    observe(route, status, (streamed_after_ms ?? reply.elapsedTime) / 1000)
    if (turned_away) pressure.turnedAway(turned_away)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const { ip: address, principal, refused } = request
    const said = status === left_status ? 'the client left' : 'answered'
    log.info(
      {
        reqId: request.id,
        route,
        status,
        ms,
        address,
        caller: principal?.key,
        overload: turned_away ?? undefined,
        ...refused,
      },
      said,
    )
  }

  /** An answer to what never became a request of a route. */
  function refuse(socket: Socket, code: ErrorCode, message: string): void {
    const { text, id } = rawError(code, message)
    socket.end(text)
    const { status } = errors[code]
    observe('unknown', status, 0)
    log.info({ reqId: id, route: 'unknown', status, address: socket.remoteAddress }, 'answered')
  }

  return {
    follow: (request, reply) => {
      // Worked out once: a request that was broken off has no connection any more that could be asked.
      Object.defineProperty(request, 'ip', { value: bareAddress(request.ip) })
      onRequestEnd(reply.raw, (sent) => note(request, reply, sent))
    },
    answerBroken: (error, socket) => {
      const [code, message] = wordsFor(error)
      const [first, second] = requestsUnderWay(socket)
      // A connection that was opened for later, or is gone, is no request.
      if (!socket.writable || error.code === 'ECONNRESET' || socket.bytesRead === 0) socket.destroy()
      else if (first === undefined) refuse(socket, code, message)
      // What came after a whole request is refused by closing the connection behind its answer.
      else if (second === undefined && first.req.complete && !first.headersSent) first.shouldKeepAlive = false
      // Before the answers that are still to come there is no place for another one.
      else if (second !== undefined || first.headersSent) socket.destroy()
      else {
        answered.set(first, errors[code].status)
        socket.end(rawError(code, message).text)
      }
    },
    refuseTunnel: (_request, socket) => {
      socket.on('error', () => {})
      refuse(socket, 'method_not_allowed', 'Nothing is passed on to elsewhere from here.')
    },
  }
}

function wordsFor({ code }: ClientError): [ErrorCode, string] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return ['request_header_fields_too_large', 'The headers, or the address, of the request are too long.']
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['bad_request', 'The request did not arrive in time; send it again.']
  if (code === 'HPE_INVALID_METHOD') {
    return ['bad_request', 'The request begins with no method that there is; methods are in capitals, as GET.']
  }
  return ['bad_request', 'This is not a request that can be understood.']
}
