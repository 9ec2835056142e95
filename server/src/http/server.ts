import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Refusal } from '../api/errors.ts'
import { takeBodies } from './bodies.ts'
import { addConsole } from './console.ts'
import { answerErrors, rawError, sendError } from './errors.ts'
import { addFiles } from './files.ts'
import { addOAuth } from './oauth.ts'
import { addPortal } from './portal.ts'
import { turnAway } from './pressure.ts'
import { addInterface } from './routes.ts'
import type { Serving } from './serving.ts'

/** Lists of 1,000 identifiers travel in the address, which Node counts as a header. */
const header_bytes_max = 128 * 1024

/** Whoever watches the service must be able to see it under overload as well. */
const always_answered: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/** The HTTP service, ready to listen: the interface, and nothing of pages. */
export function makeServer(serving: Serving): FastifyInstance {
  const app = Fastify({
    loggerInstance: serving.log,
    // One line for each answer is written below, with what operators ask about.
    logController: new LogController({ disableRequestLogging: true }),
    http: { maxHeaderSize: header_bytes_max, requestTimeout: 120_000 },
    keepAliveTimeout: 75_000,
    bodyLimit: 20 * 1024 * 1024,
    trustProxy: serving.trust_proxy.length > 0 ? serving.trust_proxy : false,
    routerOptions: { maxParamLength: 1000 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // An old address of the same interface, which clients in the field use.
    rewriteUrl: (request) =>
      request.url?.startsWith('/api/v1/') ? request.url.slice('/api'.length) : (request.url ?? '/'),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendError(error, request, reply)
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable || error.code === 'ECONNRESET') return
      socket.end(
        error.code === 'HPE_HEADER_OVERFLOW'
          ? rawError('request_header_fields_too_large', 'The headers, or the address, of the request are too long.')
          : rawError('bad_request', 'This is not a request that can be understood.'),
      )
    },
  }) as unknown as FastifyInstance

  app.decorateRequest('principal', null)
  app.decorateRequest('turned_away', null)
  app.decorateRequest('refused', null)
  serving.follow?.(app)
  const { pressure } = serving
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    if (serving.base_url().startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
    if (serving.leaving()) reply.header('connection', 'close')
    const reason = pressure.reason()
    if (reason === null || always_answered.has(request.routeOptions.url ?? '')) return done()
    done(turnAway(reason))
  })
  app.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof Refusal) request.refused = error.about
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    serving.observe(route, reply.statusCode, reply.elapsedTime / 1000)
    // Under overload there are many, and writing about each would be part of the load: their number is logged.
    if (request.turned_away !== null) {
      pressure.turnedAway(request.turned_away)
      return done()
    }
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const { ip: address, principal, refused } = request
    request.log.info({ route, status: reply.statusCode, ms, address, caller: principal?.key, ...refused }, 'answered')
    done()
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
