import { readdir } from 'node:fs/promises'
import helmet from '@fastify/helmet'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../api/errors.ts'
import { addDemoPage } from './demo_page.ts'
import { ask_again, for_ever, keepPage, once, sendPage } from './kept_pages.ts'
import { addReference } from './reference.ts'
import { policy, securityHeaders } from './shield.ts'

export type Pages = {
  openapi: () => object
  metrics: { text: () => Promise<string>; type: string }
  /** Rejects while the database cannot be reached. */
  ready: () => Promise<void>
  /** Whether a link of the portal leads to a record. */
  opensPortal: (link: { administration_id: string; family: string; token: string }) => Promise<boolean>
  /** The address of the page that the application of the demo has, or null where there is none. */
  demoCallback: () => Promise<string | null>
  web_folder: string | null
}

/** What is not the interface itself: its description, the reference, health, metrics and the web interface. */
export async function addPages(app: FastifyInstance, pages: Pages): Promise<void> {
  // These describe this moment alone.
  app.get('/health', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    await pages.ready().catch(() => {
      throw new Refusal('service_unavailable', 'The database cannot be reached.', { 'retry-after': '1' })
    })
    return { status: 'ok' }
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type(pages.metrics.type).header('cache-control', 'no-store')
    return pages.metrics.text()
  })
  const description = once(() => keepPage(JSON.stringify(pages.openapi()), 'application/json; charset=utf-8'))
  app.get('/openapi.json', async (request, reply) => sendPage(request, reply, await description()))
  await addReference(app)
  await addDemoPage(app, pages.demoCallback)
  const { web_folder } = pages
  if (web_folder === null) return
  await app.register(async (site) => {
    await site.register(helmet, securityHeaders(policy))
    addPortalPage(site, pages)
    await addWeb(site, web_folder)
  })
}

/** The built web interface. Its assets carry their hash in their name, so a browser may keep them for ever. */
async function addWeb(site: FastifyInstance, root: string): Promise<void> {
  await site.register(files, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // What a debtor opens has said already that it is not to be stored.
      if (!reply.hasHeader('cache-control'))
        reply.header('cache-control', path.includes('/assets/') ? for_ever : ask_again)
    },
  })
  site.get('/', (_request, reply) => reply.sendFile('index.html'))
  const own = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isFile())
  for (const { name } of own) site.get(`/${name}`, (_request, reply) => reply.sendFile(name))
  // One route for all assets: there are hundreds, and a route for each would take a third of the time of a start.
  site.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) =>
    /^[\w-]+(\.[\w-]+)+$/.test(params['*']) ? reply.sendFile(`assets/${params['*']}`) : reply.callNotFound(),
  )
  // An address that a browser opens is a page's own matter; everything else keeps its refusal in JSON.
  site.get('/*', (request, reply) => {
    const wants_page =
      request.headers.accept?.includes('text/html') && !/^\/(v1|api|assets|docs|files|portal)(\/|$)/.test(request.url)
    if (wants_page) return reply.sendFile(in_frame.test(request.url) ? 'frame.html' : 'index.html')
    return reply.callNotFound()
  })
}

/** Pages of whoever is signed in: their frame is drawn before any script has come. */
const in_frame = /^\/(administrations|settings|account)(\/|\?|$)/

/** What a debtor opens. The address itself is what lets in, so it is shown to nobody and kept by no search engine. */
function addPortalPage(site: FastifyInstance, { opensPortal }: Pages): void {
  const send = (reply: FastifyReply, status: 200 | 404): FastifyReply => {
    reply.code(status).header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer')
    return reply.header('cache-control', 'no-store').sendFile('portal.html')
  }
  site.get('/portal/:administration_id/:family/:token', async (request, reply) =>
    send(reply, (await opensPortal(request.params as Parameters<Pages['opensPortal']>[0])) ? 200 : 404),
  )
  // Links break on their way through mail; people who open a piece of one get a page that says so.
  site.get('/portal/*', (request, reply) =>
    request.headers.accept?.includes('text/html') ? send(reply, 404) : reply.callNotFound(),
  )
}
