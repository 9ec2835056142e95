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

const odd_methods = new WeakMap<IncomingMessage, string>()

/**
 * The runtime understands methods that no path takes, as TRACE and PROPFIND. The router would say of each that there is
 * no such path; it hears of them as OPTIONS, which is refused everywhere with what is possible.
 */
export function routeOddMethods(server: Server): void {
  const routed: ReadonlySet<string> = new Set(methods)
  server.prependListener('request', (request: IncomingMessage) => {
    const { method = '' } = request
    if (routed.has(method)) return
    odd_methods.set(request, method)
    request.method = 'OPTIONS'
  })
}

const methodOf = (request: IncomingMessage): string => odd_methods.get(request) ?? request.method ?? ''
