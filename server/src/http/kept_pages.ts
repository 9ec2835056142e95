import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A page that never changes while the process runs: as it is, compressed once, and under a mark of its content. */
export type KeptPage = { type: string; hash: string; bytes: Readonly<Record<Encoding, Buffer>> }

type Encoding = 'identity' | 'gzip' | 'br'

/** The best quality takes ten times as long for a twentieth less. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Compresses a page in every way that browsers ask for, aside from the thread that serves. */
export async function keepPage(text: string, type: string): Promise<KeptPage> {
  const identity = Buffer.from(text)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, brotli), promisify(gzip)(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { type, hash, bytes: { identity, gzip: gz, br } }
}

/** Remembers what is made when it is asked for first; what failed is made again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

/** What a cache may do: keep for ever what has its hash in its address, and ask again about everything else. */
export const for_ever = 'public, max-age=31536000, immutable'
export const ask_again = 'no-cache'

/** Sends a page as small as the browser takes it, or says that the one it has is still good. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, hash, bytes }: KeptPage,
  cache_control = ask_again,
): FastifyReply {
  const etag = `W/"${hash}"`
  reply.header('cache-control', cache_control).header('etag', etag).header('vary', 'accept-encoding')
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes[encoding])
}

/** Weak marks and strong ones are compared alike. */
function isKnown(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false
  const bare = etag.slice('W/'.length)
  return given.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === bare)
}

function encodingFor(accepted = ''): Encoding {
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((one) => one.replaceAll(' ', ''))
      .filter((one) => !/;q=0(\.0*)?$/.test(one))
      .map((one) => one.split(';')[0]),
  )
  return (['br', 'gzip'] as const).find((one) => taken.has(one)) ?? 'identity'
}
