import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Proven } from '../auth/oauth/clients.ts'
import { refuseOAuth, toOAuth } from '../auth/oauth/errors.ts'
import { introspect } from '../auth/oauth/introspect.ts'
import { metadata } from '../auth/oauth/metadata.ts'
import { type Parameters, readParameters } from '../auth/oauth/parameters.ts'
import type { IntrospectedToken, OAuthRequest } from '../auth/oauth/request.ts'
import { revoke } from '../auth/oauth/revoke.ts'
import { answerToken } from '../auth/oauth/token.ts'
import { takeParameters } from './bodies.ts'
import { noteError, toRefusal } from './errors.ts'
import { refuseOtherMethods } from './other_methods.ts'
import { limitHeaders } from './rate_limit.ts'
import type { Serving } from './serving.ts'
import { refuseUnknownClient } from './unknown_clients.ts'

declare module 'fastify' {
  interface FastifyRequest {
    proven: Proven | null
  }
}

const json = 'application/json; charset=utf-8'
const body_bytes_max = 64 * 1024
const metadata_path = '/.well-known/oauth-authorization-server'

const endpoints: { readonly [url: string]: (request: OAuthRequest) => Promise<object> } = {
  '/oauth/token': answerToken,
  '/oauth/introspect': introspect,
  '/oauth/revoke': revoke,
}

/** The part of OAuth that programs speak: tokens, what they are, their end, and the description of the server. */
export function addOAuth(app: FastifyInstance, serving: Serving): void {
  app.register(async (room) => {
    takeParameters(room)
    room.decorateRequest('proven', null)
    room.setErrorHandler((error, request, reply) => {
      const refusal = toOAuth(toRefusal(error))
      noteError(error, refusal, request)
      const { code, message } = refusal
      keepOut(reply).code(refusal.status).headers(refusal.headers).type(json)
      reply.serializer(JSON.stringify).send({ error: refusal.error, error_description: message, code, message })
    })
    const introspected = serving.memory.cache<IntrospectedToken | null>()
    for (const [url, answer] of Object.entries(endpoints)) {
      room.post(url, {
        bodyLimit: body_bytes_max,
        // Before the body is read: strangers cannot make us read one.
        onRequest: (request, reply) => enter(serving, request, reply),
        handler: async (request, reply) => {
          const { proven } = request
          if (proven === null) throw new Error('A request reached its handler without a client.')
          const parameters = readParameters(request.body)
          checkSaidTwice(parameters, proven)
          const { database, now, memory } = serving
          const { forget } = memory
          const address = request.ip
          const result = await answer({ database, ...proven, parameters, address, now: now(), introspected, forget })
          keepOut(reply).type(json)
          return JSON.stringify(result)
        },
      })
      refuseOtherMethods(room, url, ['POST'])
    }
    room.get(metadata_path, async (_request, reply) => {
      reply.type(json)
      return JSON.stringify(metadata(serving.base_url()))
    })
    refuseOtherMethods(room, metadata_path, ['GET'])
  })
}

/** Keeps what is said here out of every cache. */
const keepOut = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('pragma', 'no-cache').header('x-content-type-options', 'nosniff')

/** Finds out who calls, and counts it. Tokens are counted apart, so that whoever is busy can still get the next one. */
async function enter(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const proven = await serving.principals
    .client(request.headers.authorization, request.ip)
    .catch((error: unknown) => refuseUnknownClient(serving, request, error))
  request.proven = proven
  const { id: application_id, company_id } = proven.client
  request.principal = { kind: 'application', key: `application:${application_id}`, application_id, company_id }
  const limited = await serving.limit(`oauth:${application_id}`)
  if (limited) reply.headers(limitHeaders(limited))
}

/** Some clients say in the body as well who they are; then it must be the same. */
function checkSaidTwice(parameters: Parameters, { client, client_secret }: Proven): void {
  if ((parameters('client_id') ?? client.client_id) !== client.client_id) {
    refuseOAuth('invalid_request', 'client_id is not the one of the Authorization header.')
  }
  if ((parameters('client_secret') ?? client_secret) !== client_secret) {
    refuseOAuth('invalid_request', 'client_secret is not the one of the Authorization header; send it there alone.')
  }
}
