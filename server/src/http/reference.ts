import { readFile } from 'node:fs/promises'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { policy, shielded } from './shield.ts'

/** The reference runs small scripts that stand in its own page. */
const reference_policy = { ...policy, scriptSrc: ["'self'", "'unsafe-inline'"] }

const configuration = {
  url: '/openapi.json',
  title: 'Dunlin API',
  pageTitle: 'Dunlin API reference',
  theme: 'default',
  withDefaultFonts: false,
  authentication: {
    preferredSecurityScheme: 'Bearer',
    // Until a reader fills in a credential, so that samples in any language have a header that is composed as it must
    // be. In small letters, because what stands here is veiled wherever it is shown.
    securitySchemes: { Basic: { username: 'client_id', password: 'client_secret' } },
  },
  // A section that a link leads to is focused for readers by ear; the frame around it would run down the whole page.
  customCss: 'section.section:focus { outline: none }',
  documentDownloadType: 'json',
  // Only what works on the reader's own machine.
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
} as const

const connecting = new URL('../../../docs/guides/connecting.md', import.meta.url)

/** What the answers of the reference say of themselves; the rest of their headers is ours. */
const told = ['content-type', 'location', 'etag', 'cache-control']

/**
 * The pages of the reference. They are a program of several megabytes, which a process that nobody reads them in does
 * not need in its memory: so it is loaded when the first reader comes, into a server that is asked from here.
 */
export async function addReference(app: FastifyInstance): Promise<void> {
  let loaded: Promise<FastifyInstance> | null = null
  await app.register(async (site) => {
    await site.register(helmet, shielded(reference_policy))
    site.get('/docs/guides/connecting', async (_request, reply) => {
      const text = await readFile(connecting, 'utf8').catch(() => null)
      if (text === null) return reply.callNotFound()
      // Browsers show plain text, where they would store Markdown.
      return reply.type('text/plain; charset=utf-8').send(text)
    })
    for (const url of ['/docs', '/docs/*']) {
      site.get(url, async (request, reply) => {
        loaded ??= loadReference()
        const answer = await (await loaded).inject({ method: 'GET', url: request.url })
        reply.code(answer.statusCode)
        for (const name of told) if (answer.headers[name] !== undefined) reply.header(name, answer.headers[name])
        return reply.send(answer.rawPayload)
      })
    }
  })
}

async function loadReference(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const server = Fastify()
  await server.register(reference, { routePrefix: '/docs', configuration })
  await server.ready()
  return server
}
