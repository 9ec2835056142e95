import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { changeIn } from '../src/db/change.ts'
import { serviceActor } from '../src/domain/actor.ts'
import { emitMany, type Happening } from '../src/events/emit_many.ts'
import type { Service } from './harness.ts'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; event: ReceivedEvent }
export type ReceivedEvent = {
  id: string
  event_name: string
  event_time: string
  step?: string
  context: Record<string, unknown>
}

/** Answers a request; nothing answered means nothing is sent back until the test says so. */
type Answering = (received: Received, response: ServerResponse) => void

/** A receiver of webhooks on this machine, made of nothing but Node's own HTTP. */
export async function startReceiver(answering: Answering = taken) {
  const received: Received[] = []
  const state = { answering }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body).event }
      received.push(one)
      state.answering(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  after(close)
  return {
    received,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    answer: (how: Answering) => {
      state.answering = how
    },
    close,
  }
}

/** Takes what comes. */
export const taken: Answering = (_, response) => void response.end('thanks')

/** Answers with a status. */
export const answering =
  (status: number, body = ''): Answering =>
  (_, response) =>
    void response.writeHead(status).end(body)

type Made = { id: string; secret: string }

/** Makes a webhook through the interface. */
export async function givenWebhook(
  { call }: Pick<Service, 'call'>,
  token: string,
  administration_id: string,
  body: object,
): Promise<Made> {
  const answer = await call('POST /v1/webhooks', { token, json: { administration_id, ...body } })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body as Made
}

/** Lets things happen in an administration, in one change. */
export async function happen(
  { database }: Pick<Service, 'database'>,
  administration_id: string,
  happenings: readonly Happening[],
): Promise<void> {
  const changing = { administration_id, actor: serviceActor('upkeep'), real_now: new Date() }
  await changeIn(database.db, changing, (change) => emitMany(change, happenings))
  database.changed()
}
