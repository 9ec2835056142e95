import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../api/errors.ts'
import type { Operation } from '../api/operations.ts'
import type { Person } from '../api/principal.ts'
import { types } from '../api/types.ts'
import { refuseUnproven } from '../auth/people.ts'
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

/** What our own pages call: a session cookie says who it is, and a token in a header that it is one of our pages. */
export function addConsole(app: FastifyInstance, serving: Serving): void {
  app.register(async (room) => {
    await room.register(cookies)
    room.decorateRequest('visit', null)
    room.register(async (own) => addAuthorize(own, serving))
    addLive(room, serving)
    const operations = serving.operations.filter(({ auth }) => auth === 'Session')
    addRoutes(
      room,
      serving,
      operations,
      async (operation, request, reply) => {
        const { method, reach } = operation
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
        if (reach === 'company' && !person.address_proven) refuseUnproven()
        if (operation.takes_files) checkSender(operation, person, request)
      },
      { bodyLimit: body_bytes_max },
    )
  })
}

/**
 * Files take time, room and bytes, so they are not even let in from people who could do nothing with them: in the
 * administration that the path names, or in any where the body will name one.
 */
function checkSender({ doing }: Operation, { administrations }: Person, { params }: FastifyRequest): void {
  const roles = 'action' in doing ? doing.action.roles : undefined
  const named = types.id.read((params as { administration_id?: string }).administration_id)
  const reached = 'value' in named ? [administrations.get(named.value)] : [...administrations.values()]
  if (roles && !reached.some((one) => one?.role && roles.includes(one.role)))
    refuse('forbidden', 'Your role does not allow this.')
}
