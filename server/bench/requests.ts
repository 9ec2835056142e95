import type { Ask, Load } from './load.ts'

/** What an answer must be; null is what does not matter. */
export type Expected = { status: number | null; body_bytes: number | null }

export type Request = { bytes: Buffer; expected?: Expected }

const head_end = Buffer.from('\r\n\r\n')

/** The requests of a load as bytes; with a body, one request with that. */
export function requestsOf(load: Load, body?: string): Request[] {
  const { pathname, search, host } = new URL(load.url)
  const lines = Object.entries({ host, ...load.headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const asks: Ask[] = body === undefined ? (load.asks ?? [{}]) : [{ body }]
  return asks.map((one) => {
    const begin = `${load.method ?? 'GET'} ${one.path ?? `${pathname}${search}`} HTTP/1.1\r\n${lines.join('')}`
    const sent = one.body === undefined ? null : Buffer.from(one.body)
    const head = Buffer.from(`${begin}${sent === null ? '' : `content-length: ${sent.length}\r\n`}\r\n`)
    const body_bytes = one.body_bytes ?? load.body_bytes
    const status = load.status ?? (body_bytes === null ? null : 200)
    return { bytes: sent === null ? head : Buffer.concat([head, sent]), expected: { status, body_bytes } }
  })
}

type Answer = { status: number; head_bytes: number; body_bytes: number; problem?: string }

/** Looks at the head of an answer. A server sends it in one piece; if one ever does not, this says so. */
export function readAnswer(bytes: Buffer, expected: Expected | undefined, whole: boolean): Answer {
  const end = bytes.indexOf(head_end)
  if (end < 0) return { status: 0, head_bytes: 0, body_bytes: 0, problem: 'the head of an answer came in pieces' }
  const head = bytes.toString('latin1', 0, end)
  const length = /content-length: *(\d+)/i.exec(head)
  const answer = {
    status: Number(head.slice(9, 12)),
    head_bytes: end + head_end.length,
    body_bytes: Number(length?.[1] ?? -1),
  }
  const { status = null, body_bytes = null } = expected ?? {}
  if ((status ?? answer.status) !== answer.status || (body_bytes ?? answer.body_bytes) !== answer.body_bytes) {
    const said = bytes.toString('utf8', answer.head_bytes, answer.head_bytes + 300)
    const wanted = `${status ?? 'any status'} with ${body_bytes ?? 'any number of'} bytes`
    return { ...answer, problem: `status ${answer.status} with ${answer.body_bytes} bytes, not ${wanted}: ${said}` }
  }
  if (whole && answer.head_bytes + answer.body_bytes !== bytes.length) {
    return { ...answer, problem: 'an answer that is read came in pieces' }
  }
  return answer
}
