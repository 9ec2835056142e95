import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { policy, securityHeaders } from './shield.ts'

export const demo_callback_path = '/demo/callback'

/**
 * Where the application of the demo has people sent back to. It plays the part of the integrator's own page: it shows
 * the code, and how to exchange it. It is there only while an application names it, which `callback` finds out.
 */
export async function addDemoPage(app: FastifyInstance, callback: () => Promise<string | null>): Promise<void> {
  await app.register(async (site) => {
    await site.register(helmet, securityHeaders(policy))
    site.get(demo_callback_path, async (request, reply) => {
      const redirect_uri = await callback()
      if (redirect_uri === null) return reply.callNotFound()
      // A code is a secret for ten minutes: no cache and no other site shall hear of it.
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      reply.type('text/html; charset=utf-8')
      return pageOf(request.query as Query, redirect_uri)
    })
  })
}

type Query = { readonly [name: string]: unknown }

function pageOf(query: Query, redirect_uri: string): string {
  const parameter = (name: string): string => (typeof query[name] === 'string' ? query[name] : '')
  const code = parameter('code')
  if (code === '') {
    const error = parameter('error') || 'no code and no error came along'
    return html(
      'No code',
      `<p>Nobody was let in: <code>${escaped(error)}</code>. ${escaped(parameter('error_description'))}</p>`,
    )
  }
  const origin = redirect_uri.slice(0, -demo_callback_path.length)
  const command = [
    `curl --user "$CLIENT_ID:$CLIENT_SECRET"`,
    '--data-urlencode grant_type=authorization_code',
    `--data-urlencode ${quoted(`code=${code}`)}`,
    `--data-urlencode ${quoted(`redirect_uri=${redirect_uri}`)}`,
    quoted(`${origin}/oauth/token`),
  ].join(' \\\n  ')
  return html(
    'You are back',
    `<p>This page stands for one of your own, at your <code>redirect_uri</code>. Compare <code>state</code> with the one
     that you sent: <code>${escaped(parameter('state'))}</code>. Then exchange the code, from your server, within ten minutes:</p>
     <pre>${escaped(command)}</pre>
     <p><code>CLIENT_ID</code> and <code>CLIENT_SECRET</code> are in <code>demo.json</code>, under
     <code>applications.authorization_code</code>. The answer holds an access token and a refresh token.</p>
     <p>The code: <code id="code">${escaped(code)}</code></p>`,
  )
}

const html = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Dunlin demo</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem }
pre { padding: 1rem; overflow-x: auto; background: #f3f3f1 }
code { overflow-wrap: anywhere }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`

const entities: { readonly [letter: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)

/** What came in may hold anything, and is shown to be pasted into a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
