import type { IncomingMessage } from 'node:http'
import { Refusal } from '../api/errors.ts'

export const invalid_parts = 'body: is not a valid multipart/form-data'

/** What was sent whole is read in less, unless the parser waits for an end that it overlooked. */
const finish_ms = 2_000

/**
 * Watches over a body that is read in parts, where its parser does not: with a limit of parts it forgets to listen to
 * those beyond, and when the body ends in one of them, the process ends with it; and a body that ends inside the
 * headers of a part is never done.
 */
export function watchParts(raw: IncomingMessage, { parts_max, too_many }: { parts_max: number; too_many: string }) {
  const boundary = boundaryOf(raw)
  let parts = 0
  let pieces = 0
  let bytes = 0
  let taking = 0
  let timer: NodeJS.Timeout | undefined

  /** Whoever reads the parts hears of it. */
  const fail = (message: string): void => {
    end()
    raw.emit('error', new Refusal('unprocessable_entity', message))
  }
  function count(piece: Buffer): void {
    pieces++
    bytes += piece.length
    if (boundary !== null) parts += countOf(boundary, piece)
    // The last one closes the body.
    if (pieces > pieces_max && bytes / pieces < piece_bytes) fail('body: comes in too many pieces')
    else if (parts > parts_max + 1) fail(too_many)
  }
  function finish(): void {
    timer = setTimeout(() => (taking > 0 ? finish() : fail(invalid_parts)), finish_ms).unref()
  }
  function end(): void {
    clearTimeout(timer)
    raw.off('data', count).off('end', finish)
  }

  raw.on('data', count).once('end', finish)
  return {
    /** Goes on waiting while a part is taken in. */
    during: <T>(work: Promise<T>): Promise<T> => {
      taking++
      return work.finally(() => {
        taking--
      })
    },
    end,
  }
}

/** So many small pieces no program sends; a value is put together of them one by one. */
const pieces_max = 50_000
const piece_bytes = 64

function countOf(text: Buffer, piece: Buffer): number {
  let count = 0
  for (let at = piece.indexOf(text); at !== -1; at = piece.indexOf(text, at + text.length)) count++
  return count
}

/** What stands before each part, or null where the header does not say it in a way that is usual. */
function boundaryOf({ headers }: IncomingMessage): Buffer | null {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;,]+))/i.exec(headers['content-type'] ?? '') ?? []
  const boundary = quoted ?? plain
  return boundary === undefined ? null : Buffer.from(`\r\n--${boundary}`)
}
