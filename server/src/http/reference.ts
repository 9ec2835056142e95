import { readFile } from 'node:fs/promises'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { ask_again, for_ever, type KeptPage, keepPage, once, sendPage } from './kept_pages.ts'
import { reference_css, reference_script } from './reference_look.ts'
import { policy, securityHeaders } from './shield.ts'

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
  customCss: reference_css,
  documentDownloadType: 'json',
  // Only what works on the reader's own machine.
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
} as const

const connecting = new URL('../../../docs/guides/connecting.md', import.meta.url)

type Reference = { page: KeptPage; script: KeptPage }

/** Where the script stands beside the page; with its hash behind it, a browser may keep it for ever. */
const script_path = 'js/scalar.js'

/**
 * The pages of the reference. Their script has several megabytes, which a process that nobody reads them in does not
 * need in its memory: so it is loaded, and compressed, when the first reader comes.
 */
export async function addReference(app: FastifyInstance): Promise<void> {
  const reference = once(loadReference)
  const guide = once(async () => keepPage(await readFile(connecting, 'utf8'), 'text/plain; charset=utf-8'))
  await app.register(async (site) => {
    await site.register(helmet, securityHeaders(reference_policy))
    // Browsers show plain text, where they would store Markdown.
    site.get('/docs/guides/connecting', async (request, reply) => {
      const page = await guide().catch(() => null)
      return page === null ? reply.callNotFound() : sendPage(request, reply, page)
    })
    site.get('/docs', (_request, reply) => reply.redirect('/docs/', 301))
    site.get('/docs/', async (request, reply) => sendPage(request, reply, (await reference()).page))
    site.get(`/docs/${script_path}`, async (request, reply) => {
      const { script } = await reference()
      const { v } = request.query as { v?: unknown }
      return sendPage(request, reply, script, v === script.hash ? for_ever : ask_again)
    })
  })
}

/** Asks the reference for what it consists of, in a server of its own that ends with that. */
async function loadReference(): Promise<Reference> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const server = Fastify()
  await server.register(reference, { routePrefix: '/docs', configuration })
  const bodyOf = async (url: string): Promise<string> => {
    const answer = await server.inject({ method: 'GET', url })
    if (answer.statusCode !== 200) throw new Error(`The reference has no ${url}.`)
    return answer.body
  }
  const [text, code] = [await bodyOf('/docs/'), await bodyOf(`/docs/${script_path}`)]
  await server.close()
  const script = await keepPage(code, 'text/javascript; charset=utf-8')
  const own = text
    .replace(script_path, `${script_path}?v=${script.hash}`)
    .replace('<html>', '<html lang="en">')
    .replace('</body>', `<script>${reference_script}</script></body>`)
  const page = await keepPage(own, 'text/html; charset=utf-8')
  return { page, script }
}
