import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'
import { refuse } from '../api/errors.ts'
import { type Client, makeClients } from '../auth/oauth/clients.ts'
import { refuseOAuth, toOAuth } from '../auth/oauth/errors.ts'
import { type Found, introspect } from '../auth/oauth/introspect.ts'
import { metadata } from '../auth/oauth/metadata.ts'
import { type Parameters, readParameters } from '../auth/oauth/parameters.ts'
import type { OAuthRequest } from '../auth/oauth/request.ts'
import { revoke } from '../auth/oauth/revoke.ts'
import { answerToken } from '../auth/oauth/token.ts'
import { noteError, toRefusal } from './errors.ts'
import type { Serving } from './serving.ts'

declare module 'fastify' {
  interface FastifyRequest {
    client: Client | null
  }
}

const json = 'application/json; charset=utf-8'
const body_bytes_max = 64 * 1024
const other_methods: HTTPMethods[] = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']

const endpoints: { readonly [url: string]: (request: OAuthRequest) => Promise<object> } = {
  '/oauth/token': answerToken,
  '/oauth/introspect': introspect,
  '/oauth/revoke': revoke,
}

/** The part of OAuth that programs speak: tokens, what they are, their end, and the description of the server. */
export function addOAuth(app: FastifyInstance, serving: Serving): void {
  app.register(async (room) => {
    room.decorateRequest('client', null)
    room.setErrorHandler((error, request, reply) => {
      const refusal = toOAuth(toRefusal(error))
      noteError(error, refusal, request)
      const { code, message } = refusal
      keepOut(reply).code(refusal.status).headers(refusal.headers).type(json)
      reply.serializer(JSON.stringify).send({ error: refusal.error, error_description: message, code, message })
    })
    const introspected = serving.memory.shelf<Found | null>()
    const authenticate = makeClients(serving.principals.client, serving.now)
    for (const [url, answer] of Object.entries(endpoints)) {
      room.post(url, {
        bodyLimit: body_bytes_max,
        // Before the body is read: strangers cannot make us read one.
        onRequest: async (request) => {
          const client = await authenticate(request.headers.authorization, request.ip)
          request.client = client
          const { id: application_id, company_id } = client
          request.principal = { kind: 'application', key: `application:${application_id}`, application_id, company_id }
        },
        handler: async (request, reply) => {
          const { client } = request
          if (client === null) throw new Error('A request reached its handler without a client.')
          const parameters = readParameters(request.body)
          checkOneCredential(parameters, client)
          const { database, now, memory } = serving
          const { forget } = memory
          const address = request.ip
          const told = await answer({ database, client, parameters, address, now: now(), introspected, forget })
          keepOut(reply).type(json)
          return JSON.stringify(told)
        },
      })
      room.route({
        method: other_methods,
        url,
        onRequest: async () => refuse('method_not_allowed', 'Use POST.', { allow: 'POST' }),
        handler: () => {},
      })
    }
    room.get('/.well-known/oauth-authorization-server', async (_request, reply) => {
      reply.type(json)
      return JSON.stringify(metadata(serving.base_url()))
    })
  })
}

/** Keeps what is said here out of every cache. */
const keepOut = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').header('pragma', 'no-cache').header('x-content-type-options', 'nosniff')

/** A client says once who it is: in the header, and not otherwise in the body. */
function checkOneCredential(parameters: Parameters, client: Client): void {
  if (parameters('client_secret') !== undefined) {
    refuseOAuth('invalid_request', 'Send the client_secret in the Authorization header alone.')
  }
  if ((parameters('client_id') ?? client.client_id) !== client.client_id) {
    refuseOAuth('invalid_request', 'client_id is not the one of the Authorization header.')
  }
}
