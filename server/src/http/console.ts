import cookies from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../api/errors.ts'
import { addAuthorize } from './authorize.ts'
import { checkOrigin, countVisit, readVisit, type Visit } from './browser.ts'
import { addLive } from './live.ts'
import { addRoutes } from './routes.ts'
import type { Serving } from './serving.ts'

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | null
  }
}

/** Nothing that a page sends is long, and strangers can send it. */
const body_bytes_max = 256 * 1024

/** What our own pages call: a session cookie tells who it is, and a token in a header that it is one of our pages. */
export function addConsole(app: FastifyInstance, serving: Serving): void {
  app.register(async (room) => {
    await room.register(cookies)
    room.decorateRequest('visit', null)
    addAuthorize(room, serving)
    addLive(room, serving)
    const operations = serving.operations.filter(({ auth }) => auth === 'Session')
    addRoutes(
      room,
      serving,
      operations,
      async ({ method, reach }, request, reply) => {
        reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
        const visit = await readVisit(serving, request)
        const { person, browser } = visit
        request.visit = visit
        request.principal = person
        await countVisit(serving, request, person)
        if (method !== 'GET') checkOrigin(request, browser, request.headers['x-csrf-token'])
        if (reach === 'anybody') return
        if (person === null) refuse('unauthorized', 'Sign in first.')
        if (reach === 'company' && person.company_role !== 'administrator') {
          refuse('forbidden', 'Only an administrator of the company can do this.')
        }
        // Else a stranger in the name of another could invite people, and register applications that sign others up.
        if (reach === 'company' && !person.address_proven) {
          refuse('forbidden', 'Confirm your email address first: open the link in the mail that was sent to it.')
        }
      },
      { bodyLimit: body_bytes_max },
    )
  })
}
