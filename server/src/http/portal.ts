import type { FastifyInstance } from 'fastify'
import { refuse } from '../api/errors.ts'
import { placeOf } from '../auth/failed_attempts.ts'
import { addRoutes } from './routes.ts'
import type { Serving } from './serving.ts'

const body_bytes_max = 64 * 1024

/**
 * What the pages of the portal call. The link in the body is the permission. No cookie is read or set, so there is
 * nothing that another site could make a browser send along; what says it comes from one is refused all the same.
 */
export function addPortal(app: FastifyInstance, serving: Serving): void {
  const operations = serving.operations.filter(({ auth }) => auth === 'Link')
  addRoutes(
    app,
    serving,
    operations,
    async (_operation, request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      reply.header('x-robots-tag', 'noindex, nofollow')
      await serving.limit(`portal:${placeOf(request.ip)}`)
      const site = request.headers['sec-fetch-site']
      if (site === 'cross-site' || site === 'same-site') refuse('forbidden', 'Only the page itself can do this.')
    },
    { bodyLimit: body_bytes_max },
  )
}
