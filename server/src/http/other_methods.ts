import type { IncomingMessage, Server } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { refuse } from '../api/errors.ts'

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Refuses every method that a path does not take, and says which it does; HEAD is there wherever GET is. */
export function refuseOtherMethods(scope: FastifyInstance, url: string, taken: readonly HTTPMethods[]): void {
  const allowed = new Set<HTTPMethods>(taken)
  if (allowed.has('GET')) allowed.add('HEAD')
  const allow = [...allowed].join(', ')
  scope.route({
    method: methods.filter((method) => !allowed.has(method)),
    url,
    onRequest: async (request) =>
      refuse('method_not_allowed', `${methodOf(request.raw)} is not possible here; use ${allow}.`, { allow }),
    handler: () => {},
  })
}

/** Lies on the request, as what an answer holds lies on the answer (decision 111). */
const odd_method = Symbol('odd method')
type Routed = IncomingMessage & { [odd_method]?: string }

/**
 * The runtime understands methods that no path takes, as TRACE and PROPFIND. The router would say of each that there is
 * no such path; it hears of them as OPTIONS, which is refused everywhere with what is possible.
 */
export function routeOddMethods(server: Server): void {
  const routed: ReadonlySet<string> = new Set(methods)
  server.prependListener('request', (request: Routed) => {
    const { method = '' } = request
    if (routed.has(method)) return
    request[odd_method] = method
    request.method = 'OPTIONS'
  })
}

const methodOf = (request: Routed): string => request[odd_method] ?? request.method ?? ''
