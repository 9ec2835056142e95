import type { FastifyInstance, HTTPMethods } from 'fastify'
import { refuse } from '../api/errors.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Refuses every method that a path does not take, and says which it does; HEAD is there wherever GET is. */
export function refuseOtherMethods(scope: FastifyInstance, url: string, taken: readonly HTTPMethods[]): void {
  const allowed = new Set<HTTPMethods>(taken)
  if (allowed.has('GET')) allowed.add('HEAD')
  const allow = [...allowed].join(', ')
  scope.route({
    method: methods.filter((method) => !allowed.has(method)),
    url,
    onRequest: async (request) =>
      refuse('method_not_allowed', `${request.method} is not possible here; use ${allow}.`, { allow }),
    handler: () => {},
  })
}
