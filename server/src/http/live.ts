import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../api/errors.ts'
import type { Outlet } from '../live/streams.ts'
import { ownerOf, type Query } from '../runtime/reads.ts'
import { countVisit, readVisit } from './browser.ts'
import { cutOff, limitSilence, onRequestEnd } from './request_end.ts'
import type { Serving } from './serving.ts'

/** A page that takes nothing for so long is given up; what is written to it now and then keeps it. */
const silence_ms_max = 60_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // It is nobody's to keep or to compress: hints would wait until there are enough of them.
  'cache-control': 'no-store, no-transform',
  // nginx passes on what comes as it comes when an answer says so.
  'x-accel-buffering': 'no',
  // A connection that had a stream is not used again, so a process that stops is not waited for.
  connection: 'close',
}

/** What open pages listen to: hints that something changed in the administration that they show. */
export function addLive(room: FastifyInstance, serving: Serving): void {
  room.get('/console/live', { exposeHeadRoute: false }, async (request, reply) => {
    const visit = await readVisit(serving, request)
    const { person } = visit
    request.principal = person
    await countVisit(serving, request, person)
    if (person === null) return refuse('unauthorized', 'Sign in first.')
    const { owner_id: administration_id } = ownerOf(person, (request.query as Query).administration_id)
    const { user_id, session_id } = person
    const { raw } = reply
    const close = serving.live.open({ user_id, session_id, administration_id }, outletOf(raw))
    visit.settle(reply)
    reply.headers(headers).hijack()
    request.streamed_after_ms = reply.elapsedTime
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
    // Sent at once, so that the page knows that it is connected.
    raw.write(':\n\n')
    limitSilence(raw, silence_ms_max)
    onRequestEnd(raw, close)
  })
}

export const outletOf = (raw: ServerResponse): Outlet => ({
  write: (text) => void raw.write(text),
  waiting_bytes: () => raw.writableLength,
  end: () => void raw.end(),
  drop: () => cutOff(raw),
})
