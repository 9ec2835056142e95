import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Refusal } from '../api/errors.ts'
import { overloaded } from '../api/overload.ts'
import { takeBodies } from './bodies.ts'
import { addConsole } from './console.ts'
import { answerErrors, noSuchPath, sendError } from './errors.ts'
import { addFiles } from './files.ts'
import { addOAuth } from './oauth.ts'
import { routeOddMethods } from './other_methods.ts'
import { addPortal } from './portal.ts'
import { limitSilence, onRequestEnd } from './request_end.ts'
import { makeRequestLog, type RequestLog } from './request_log.ts'
import { addInterface } from './routes.ts'
import type { Serving } from './serving.ts'
import { limitSlowBodies } from './slow_bodies.ts'
import { trustedProxies } from './trusted_proxies.ts'

/** Lists of 1,000 identifiers travel in the address, which Node counts as a header. */
const header_bytes_max = 128 * 1024

/** Headers come in one go. How long a body may take depends on how it comes (`slow_bodies.ts`). */
const arrival = { headersTimeout: 60_000, requestTimeout: 0 }

/** A client that takes nothing of its answer for so long is given up. */
const answer_silence_ms_max = 60_000

/** Whoever watches the service must be able to see it under overload as well. */
const always_answered: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/** The HTTP service, ready to listen: the interface, and nothing of pages. */
export function makeServer(serving: Serving): FastifyInstance {
  const request_log = makeRequestLog(serving)
  const app = Fastify({
    loggerInstance: serving.log,
    // One line for each request is written by `request_log`, with what operators ask about.
    logController: new LogController({ disableRequestLogging: true }),
    // A log of its own for each request is dear; whoever writes a line names the request.
    childLoggerFactory: (log) => log,
    // A request without a host is refused below, where it has its line and an answer in our words.
    http: { maxHeaderSize: header_bytes_max, ...arrival, requireHostHeader: false },
    keepAliveTimeout: 75_000,
    bodyLimit: 20 * 1024 * 1024,
    trustProxy: serving.trust_proxy.length > 0 ? trustedProxies(serving.trust_proxy) : false,
    routerOptions: { maxParamLength: 1000 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // An old address of the same interface, which clients in the field use.
    rewriteUrl: (request) =>
      request.url?.startsWith('/api/v1/') ? request.url.slice('/api'.length) : (request.url ?? '/'),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    // Hooks do not see these.
    frameworkErrors: (error, request, reply) => {
      request_log.follow(request, reply)
      reply.header('x-request-id', request.id)
      sendError(error, request, reply)
    },
    clientErrorHandler: request_log.answerBroken,
  }) as unknown as FastifyInstance

  app.decorateRequest('principal', null)
  app.decorateRequest('turned_away', null)
  app.decorateRequest('refused', null)
  app.decorateRequest('streamed_after_ms', null)
  listenClosely(app.server, request_log)
  routeOddMethods(app.server)
  limitSlowBodies(app.server)
  serving.follow?.(app, onRequestEnd)
  const { pressure } = serving
  app.addHook('onRequest', (request, reply, done) => {
    request_log.follow(request, reply)
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    if (serving.base_url().startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
    if (serving.leaving()) reply.header('connection', 'close')
    const reason = pressure.reason()
    if (reason !== null && !always_answered.has(request.routeOptions.url ?? '')) return done(overloaded(reason))
    // Here already: the body of a request that leads nowhere is not read.
    if (request.is404) return done(noSuchPath())
    done(hostProblem(request.raw))
  })
  app.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof Refusal) request.refused = error.about
    done()
  })
  // From here on only the client is waited for.
  app.addHook('onSend', (_request, reply, payload, done) => {
    limitSilence(reply.raw, answer_silence_ms_max)
    done(null, payload)
  })
  takeBodies(app)
  answerErrors(app)
  addInterface(app, serving)
  addOAuth(app, serving)
  addConsole(app, serving)
  addPortal(app, serving)
  addFiles(app, serving)
  return app
}

/** A caller may bring its own id, if it is harmless in a log. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{8,80}$/.test(given) ? given : randomUUID()
}

/** What the runtime would answer by itself, without a line in the log. */
function listenClosely(server: Server, { refuseTunnel }: RequestLog): void {
  server.on('connect', (request, socket) => refuseTunnel(request, socket as Socket))
  // Expectations of which nobody has heard are no reason to refuse.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connection', (socket) => {
    // Asked now, the runtime remembers it until a request comes. A socket without an address is gone already.
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}

/** HTTP/1.1 wants the host to be named. */
function hostProblem({ headers, httpVersion }: IncomingMessage): Refusal | undefined {
  if (headers.host !== undefined || httpVersion === '1.0') return undefined
  return new Refusal('bad_request', 'The request does not name the host that it is for.')
}
