import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { after } from 'node:test'
import type { Answer, CallOptions, Service } from './harness.ts'

/**
 * As `call` of the harness, with a fraction of its work: connections are kept, and nothing is read that is not looked
 * at. For tests that ask tens of thousands of times.
 */
export function keepAlive({ app }: Pick<Service, 'app'>, connections: number): Service['call'] {
  const { hostname, port } = new URL(app.server.listeningOrigin)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  after(() => agent.destroy())
  return async (line, options = {}) => {
    const [method = '', path = ''] = line.split(' ')
    const { headers, body } = await packed(options)
    return new Promise<Answer>((resolve, reject) => {
      const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('error', reject)
        response.on('end', () => resolve(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(pieces))))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

type Packed = { headers: Record<string, string | number>; body: string | Uint8Array | undefined }

async function packed({ token, basic, json, form, multipart, headers, body }: CallOptions): Promise<Packed> {
  const own: Packed = { headers: { ...headers }, body }
  if (token) own.headers.authorization = `Bearer ${token}`
  if (basic) {
    const pair = Buffer.from(`${basic.client_id}:${basic.client_secret}`).toString('base64')
    own.headers.authorization = `Basic ${pair}`
  }
  const put = (type: string, content: string | Uint8Array): void => {
    own.headers['content-type'] ??= type
    own.body = content
  }
  if (json !== undefined) put('application/json', JSON.stringify(json))
  if (form !== undefined) put('application/x-www-form-urlencoded', form)
  if (multipart !== undefined) {
    const response = new Response(multipart)
    put(response.headers.get('content-type') ?? '', new Uint8Array(await response.arrayBuffer()))
  }
  if (own.body !== undefined) own.headers['content-length'] = Buffer.byteLength(own.body)
  return own
}

function answerOf(status: number, given: IncomingHttpHeaders, bytes: Buffer): Answer {
  const text = bytes.toString()
  const is_json = given['content-type']?.includes('json') && text !== ''
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  return { status, headers, text, body: is_json ? JSON.parse(text) : undefined }
}
