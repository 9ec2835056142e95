import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../api/errors.ts'
import { placeOf } from '../auth/failed_attempts.ts'
import { disposition } from './files.ts'
import { addRoutes } from './routes.ts'
import { type PortalPaper, portal_papers, type Serving } from './serving.ts'

const body_bytes_max = 64 * 1024

/**
 * What the pages of the portal call. The link in the body is the permission. No cookie is read or set, so there is
 * nothing that another site could make a browser send along; what says it comes from one is refused all the same.
 */
export function addPortal(app: FastifyInstance, serving: Serving): void {
  const operations = serving.operations.filter(({ auth }) => auth === 'Link')
  addRoutes(app, serving, operations, (_operation, request, reply) => receive(serving, request, reply), {
    bodyLimit: body_bytes_max,
  })
  for (const paper of portal_papers) {
    app.get(`/portal/:administration_id/:family/:token/${paper}`, async (request, reply) => {
      await receive(serving, request, reply)
      return givePaper(serving, paper, request, reply)
    })
  }
}

async function receive(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  reply.header('x-robots-tag', 'noindex, nofollow')
  await serving.limit(`portal:${placeOf(request.ip)}`)
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') refuse('forbidden', 'Only the page itself can do this.')
}

/** A file that is saved, and never shown as a page of ours. */
async function givePaper(
  serving: Serving,
  paper: PortalPaper,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const link = request.params as { administration_id: string; family: string; token: string }
  const { language } = request.query as { language?: unknown }
  const { filename, content_type, bytes } = await serving.portalPaper({ ...link, paper, language }, request.ip)
  reply.type(content_type).header('content-disposition', disposition(filename))
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  return reply.send(bytes)
}
