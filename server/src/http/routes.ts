import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { Refusal, refuse } from '../api/errors.ts'
import type { Operation } from '../api/operations.ts'
import type { Application, Bearer, Principal } from '../api/principal.ts'
import { giveBack } from './page_writer.ts'
import { limitHeaders, rateLimit } from './rate_limit.ts'
import { type Query, readList, readOne } from './reads.ts'
import type { Serving } from './serving.ts'
import { writeMany, writeOne } from './writes.ts'

const json = 'application/json; charset=utf-8'
const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** One route for each operation, and a refusal for every other method on its path. */
export function addRoutes(app: FastifyInstance, serving: Serving): void {
  const enter = doorkeeper(serving)
  for (const operation of serving.operations) {
    app.route({
      method: operation.method,
      url: url(operation),
      onRequest: (request, reply) => enter(operation, request, reply),
      handler: async (request, reply) => {
        const answer = await perform(serving, operation, request).catch(async (error: unknown) => {
          if (!isForbidden(error) || operation.auth !== 'Bearer') throw error
          request.principal = await serving.principals.renew(request.headers.authorization, request.ip)
          return perform(serving, operation, request)
        })
        reply.code(operation.status).type(json)
        // When it was sent, the buffer of a page can hold the next one.
        if (typeof answer !== 'string') reply.raw.once('finish', () => giveBack(answer))
        return answer
      },
    })
  }
  for (const [path, operations] of Map.groupBy(serving.operations, url)) {
    const allowed = new Set<HTTPMethods>(operations.map((operation) => operation.method))
    if (allowed.has('GET')) allowed.add('HEAD')
    const allow = [...allowed].join(', ')
    app.route({
      method: methods.filter((method) => !allowed.has(method)),
      url: path,
      onRequest: async (request) =>
        refuse('method_not_allowed', `${request.method} is not possible here; use ${allow}.`, { allow }),
      handler: () => {},
    })
  }
}

const url = (operation: Operation): string => operation.path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Who calls, within which limit, and whether they may: all before a body is read. */
function doorkeeper(serving: Serving) {
  const limit = rateLimit(serving.rate_limit, serving.now)
  return async (operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { authorization } = request.headers
    const { basic, bearer, renew } = serving.principals
    let principal: Principal = await (operation.auth === 'Basic' ? basic : bearer)(authorization, request.ip)
    request.principal = principal
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    const limited = limit(principal.key)
    if (limited) reply.headers(limitHeaders(limited))
    if (!may(principal, operation)) {
      principal = await renew(authorization, request.ip)
      request.principal = principal
      if (!may(principal, operation)) refuse('forbidden', `Missing permission: ${operation.permission}`)
    }
  }
}

const may = (principal: Principal, { permission }: Operation): boolean =>
  permission === null || (principal.kind !== 'application' && principal.permissions.has(permission))

const isForbidden = (error: unknown): boolean => error instanceof Refusal && error.code === 'forbidden'

function perform(serving: Serving, operation: Operation, request: FastifyRequest): Promise<Buffer | string> {
  const { doing } = operation
  const principal = callerOf(request)
  const query = request.query as Query
  const { id = '' } = request.params as { id?: string }
  switch (doing.do) {
    case 'list':
      return readList(serving, doing.resource, principal, query)
    case 'show':
      return readOne(serving, doing.resource, principal, query, id)
    case 'one':
      return writeOne(serving, doing.action, bearer(principal), id, request.body)
    case 'many':
      return writeMany(serving, doing.action, bearer(principal), request.body)
  }
}

function callerOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error('A request reached its handler without a caller.')
  return request.principal
}

/** Verbs are for tokens; an application with its own credential only reads. */
function bearer(principal: Bearer | Application): Bearer {
  return principal.kind === 'application' ? refuse('forbidden', 'This needs a token.') : principal
}
