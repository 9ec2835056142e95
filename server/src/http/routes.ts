import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../api/errors.ts'
import { isBodiless, type Operation } from '../api/operations.ts'
import type { Principal } from '../api/principal.ts'
import { releasePage, sendPageTo } from '../runtime/page_writer.ts'
import { type Query, readList, readOne, withoutBrackets } from '../runtime/reads.ts'
import type { Calling } from '../runtime/transact.ts'
import { write } from '../runtime/writes.ts'
import { refuseOtherMethods } from './other_methods.ts'
import { type Limited, limitHeaders } from './rate_limit.ts'
import { cutOff, onRequestEnd } from './request_end.ts'
import type { Serving } from './serving.ts'
import { refuseUnknownClient } from './unknown_clients.ts'
import { takeFiles } from './uploads.ts'

const json = 'application/json; charset=utf-8'

/** Lets a request in, or refuses it, before its body is read; at once, where nobody has to be asked. */
type Doorkeeper = (operation: Operation, request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined

/** The routes of the interface, for tokens and applications. */
export function addInterface(app: FastifyInstance, serving: Serving): void {
  const operations = serving.operations.filter(({ auth }) => auth === 'Bearer' || auth === 'Basic')
  addRoutes(app, serving, operations, doorkeeper(serving))
}

/** One route for each operation, and a refusal for every other method on its path. */
export function addRoutes(
  app: FastifyInstance,
  serving: Serving,
  operations: readonly Operation[],
  enter: Doorkeeper,
  limits: { bodyLimit?: number } = {},
): void {
  const add = (scope: FastifyInstance, operation: Operation): void =>
    void scope.route({
      method: operation.method,
      url: url(operation),
      ...limits,
      onRequest: (request, reply, done) => settled(done, () => enter(operation, request, reply)),
      handler: async (request, reply) => {
        const answer = await perform(serving, operation, request).catch(async (error: unknown) => {
          if (!isForbidden(error) || operation.auth !== 'Bearer') throw error
          request.principal = await serving.principals.renew(request.headers.authorization, request.ip)
          return perform(serving, operation, request)
        })
        reply.code(operation.status).type(json)
        request.visit?.settle(reply)
        return typeof answer === 'string' ? answer : lend(answer, reply)
      },
    })
  const { with_files = [], without = [] } = Object.groupBy(operations, ({ takes_files }) =>
    takes_files ? 'with_files' : 'without',
  )
  for (const operation of without) add(app, operation)
  // In a scope of their own: what looks out for files would look at every request otherwise.
  if (with_files.length > 0)
    app.register(async (scope) => {
      takeFiles(scope, serving.store)
      for (const operation of with_files) add(scope, operation)
    })
  for (const [path, here] of Map.groupBy(operations, url)) {
    refuseOtherMethods(
      app,
      path,
      here.map(({ method }) => method),
    )
  }
}

/** When it was sent, the buffer of a page can hold the next one. Whoever left meanwhile gets nothing. */
function lend(page: Buffer, { raw }: FastifyReply): Buffer {
  sendPageTo(page, () => cutOff(raw))
  onRequestEnd(raw, (sent) => releasePage(page, sent))
  return page
}

const url = (operation: Operation): string => operation.path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Who calls, within which limit, and whether they may: all before a body is read. */
function doorkeeper(serving: Serving): Doorkeeper {
  const { basic, bearer, renew } = serving.principals

  /** A promise when the limit or the database had to be asked. */
  function receive(operation: Operation, request: FastifyRequest, reply: FastifyReply, principal: Principal) {
    request.principal = principal
    reply.header('cache-control', 'no-store')
    const limited = serving.limit(countedAs(principal))
    if (limited instanceof Promise) return limited.then((counted) => admit(operation, request, reply, counted))
    return admit(operation, request, reply, limited)
  }

  function admit(operation: Operation, request: FastifyRequest, reply: FastifyReply, limited: Limited | null) {
    if (limited) reply.headers(limitHeaders(limited))
    if (request.principal !== null && may(request.principal, operation)) return
    return renew(request.headers.authorization, request.ip).then((principal) => {
      request.principal = principal
      if (!may(principal, operation)) refusePermission(operation)
    })
  }

  return (operation, request, reply) => {
    const { authorization } = request.headers
    if (operation.auth === 'Basic') {
      return basic(authorization, request.ip)
        .catch((error: unknown) => refuseUnknownClient(serving, request, error))
        .then((principal) => receive(operation, request, reply, principal))
    }
    const known = bearer(authorization, request.ip)
    if (!(known instanceof Promise)) return receive(operation, request, reply, known)
    return known
      .catch((error: unknown) => refuseUnknownClient(serving, request, error))
      .then((principal) => receive(operation, request, reply, principal))
  }
}

/** All tokens of an application are counted as one with itself: it can get as many as it likes. */
const countedAs = (principal: Principal): string =>
  principal.kind === 'access_token' ? `application:${principal.application_id}` : principal.key

/** Says that something is done when it is, or what went wrong with it. */
function settled(done: (error?: Error) => void, work: () => Promise<void> | undefined): void {
  try {
    const pending = work()
    if (pending === undefined) done()
    else pending.then(() => done(), done)
  } catch (error) {
    // Refusals are errors, and so is whatever the platform throws.
    done(error as Error)
  }
}

const may = (principal: Principal, { permission }: Operation): boolean =>
  permission === null || ('permissions' in principal && principal.permissions.has(permission))

/** Says which permission is needed in the words of the standard as well (RFC 6750, 3.1). */
function refusePermission({ permission }: Operation): never {
  return refuse('forbidden', `Missing permission: ${permission}`, {
    'www-authenticate': `Bearer realm="Dunlin", error="insufficient_scope", scope="${permission}"`,
  })
}

const isForbidden = (error: unknown): boolean => error instanceof Refusal && error.code === 'forbidden'

async function perform(serving: Serving, operation: Operation, request: FastifyRequest): Promise<Buffer | string> {
  const { doing } = operation
  const query = request.query as Query
  const params = request.params as { [name: string]: string }
  const { id = '' } = params
  if (doing.do === 'list') return readList(serving, doing.resource, callerOf(request), query)
  if (doing.do === 'show') {
    const key = params[doing.resource.shown_by?.column ?? 'id'] ?? ''
    return readOne(serving, doing.resource, callerOf(request), query, key)
  }
  const { principal, ip: address, visit, body } = request
  const calling: Calling = { principal, address, browser: visit?.browser ?? null }
  const sent = doing.do === 'call' ? sentFor(operation, query, params, body) : body
  const answer = await write(serving, doing.action, calling, id, sent)
  // What is changed above administrations decides what tokens may do: here at once, elsewhere after a notification.
  // What is open to anybody decides nothing, and strangers must not be able to empty the memory.
  const { method, reach } = operation
  const decides = reach !== 'administration' && reach !== 'anybody' && reach !== 'portal'
  if (method !== 'GET' && decides) serving.memory.forget()
  return answer
}

/** What a call is sent: its body, or its query where it has none; and what its path names. */
function sentFor({ parameters, method }: Operation, query: Query, params: object, body: unknown): unknown {
  const isList = (name: string): boolean => parameters[name]?.schema.type === 'array'
  return withPath(isBodiless(method) ? withoutBrackets(query, isList) : body, params)
}

/** The members of a call that stand in its path count as members of its body. */
function withPath(body: unknown, params: object): unknown {
  const named = Object.keys(params).length > 0
  return named && (typeof body === 'object' || body === undefined) ? { ...(body as object | null), ...params } : body
}

function callerOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error('A request reached its handler without a caller.')
  return request.principal
}
