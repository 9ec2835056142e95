import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { until } from './until.ts'

export type StreamEvent = { event: string; data: { readonly [member: string]: unknown } }

/** A page that listens to an administration, as a browser would. */
export type Listener = {
  status: number
  headers: IncomingMessage['headers']
  /** What it received, in order. */
  events: StreamEvent[]
  /** Records that it was notified of, as `kind id`. */
  heard: () => string[]
  ended: () => boolean
  close: () => void
}

type Asking = { headers: () => Record<string, string> }

/** Opens a stream. One that is let in has been greeted when this returns: from then on it hears everything. */
export async function listenTo(base_url: string, { headers }: Asking, administration_id: string): Promise<Listener> {
  const address = `${base_url}/console/live?administration_id=${administration_id}`
  const asked = request(address, { agent: false, headers: headers() }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const events: StreamEvent[] = []
  let ended = false
  let text = ''
  answer.setEncoding('utf8')
  answer.on('data', (piece: string) => {
    const messages = (text + piece).split('\n\n')
    text = messages.pop() ?? ''
    events.push(...messages.flatMap(readMessage))
  })
  answer.on('error', () => {})
  answer.on('close', () => {
    ended = true
  })
  const status = answer.statusCode ?? 0
  if (status === 200) await until('it is greeted', () => events.length > 0 || ended)
  return {
    ...{ status, headers: answer.headers, events },
    heard: () => events.flatMap(({ event, data }) => (event === 'changed' ? recordsIn(data) : [])),
    ended: () => ended,
    close: () => void asked.destroy(),
  }
}

function readMessage(message: string): StreamEvent[] {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(message) ?? []
  return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) }]
}

type Changes = { changes?: { kind: string; id: string }[] }

const recordsIn = ({ changes = [] }: Changes): string[] => changes.map(({ kind, id }) => `${kind} ${id}`)
