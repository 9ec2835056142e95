import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** What came of a request: an answer, or the code of what broke on the way. */
export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; broke: string | null; ms: number }

export type Question = { method?: string; token?: string; headers?: Record<string, string>; body?: unknown }

/** Asks over connections that are kept and used again, as clients do. Nothing is repeated. */
export type Asker = { ask: (path: string, question?: Question) => Promise<Reply>; close: () => void }

export function makeAsker(base_url: string, options: { connections?: number; limit_ms?: number } = {}): Asker {
  const { connections = 8, limit_ms = 20_000 } = options
  const agent = new Agent({ keepAlive: connections > 0, maxSockets: Math.max(connections, 1), scheduling: 'fifo' })
  return {
    ask: (path, { method = 'GET', token, headers = {}, body } = {}) =>
      new Promise((resolve) => {
        const began = performance.now()
        const end = (reply: Omit<Reply, 'ms'>): void => resolve({ ...reply, ms: performance.now() - began })
        const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
        const all: Record<string, string> = { ...headers }
        if (token !== undefined) all.authorization = `Bearer ${token}`
        if (sent !== undefined) {
          all['content-type'] ??= 'application/json'
          all['content-length'] = String(Buffer.byteLength(sent))
        }
        const asked = request(`${base_url}${path}`, { method, agent, headers: all }, (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            text += chunk
          })
          response.on('end', () =>
            end({ status: response.statusCode ?? 0, headers: response.headers, text, broke: null }),
          )
          response.on('error', (error: NodeJS.ErrnoException) => broke(error))
        })
        const broke = (error: NodeJS.ErrnoException): void =>
          end({ status: 0, headers: {}, text: '', broke: error.code ?? error.message })
        asked.setTimeout(limit_ms, () => asked.destroy(Object.assign(new Error('silent'), { code: 'SILENT' })))
        asked.on('error', broke)
        asked.end(sent)
      }),
    close: () => agent.destroy(),
  }
}
