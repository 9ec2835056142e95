import { writeCursor } from '../api/cursor.ts'
import type { RawRow } from '../db/raw_rows.ts'

const opening = Buffer.from('{"data":[')
const comma = 44

/** Room for a page of 100; one that needs more grows, and is then kept for the larger pages to come. */
const size_first = 128 * 1024
const size_kept_max = 1024 * 1024
const kept_max = 16

/** Buffers whose page was sent. A new one for each page keeps the garbage collector busier than the page itself. */
const kept: Buffer[] = []
const lent = new WeakSet<ArrayBufferLike>()

/** Takes back the buffer of a page, after its last byte was sent. Any other buffer is left alone. */
export function giveBack(page: Buffer): void {
  if (!lent.delete(page.buffer)) return
  if (kept.length < kept_max && page.buffer.byteLength <= size_kept_max) kept.push(Buffer.from(page.buffer))
}

/**
 * Writes a page as it arrives from the database: the documents are copied once, from the socket's buffer into the
 * answer, and never become strings. The row beyond the page only tells that there is a next one.
 */
export function pageWriter(per_page: number, until: string | null) {
  let out = kept.pop() ?? Buffer.allocUnsafeSlow(size_first)
  let length = opening.copy(out)
  let count = 0
  let last_id = ''
  let last_day: string | null = null
  let more = false
  let pass = until

  function room(needed: number): void {
    if (length + needed <= out.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(out.length * 2, length + needed))
    out.copy(larger, 0, 0, length)
    out = larger
  }

  return {
    take: ({ bytes, starts, ends }: RawRow): void => {
      const [id_start = 0, start = 0, until_start = 0, day_start] = starts
      const [id_end = 0, end = 0, until_end = 0, day_end] = ends
      if (count === per_page) {
        more = true
        if (until_end > until_start && pass === null) pass = bytes.toString('latin1', until_start, until_end)
        return
      }
      room(end - start + 1)
      if (count > 0) out[length++] = comma
      length += bytes.copy(out, length, start, end)
      count++
      if (count < per_page) return
      last_id = bytes.toString('latin1', id_start, id_end)
      if (day_start !== undefined) last_day = bytes.toString('latin1', day_start, day_end)
    },
    finish: (): Buffer => {
      const closing = more
        ? `],"pagination":{"cursor":"${writeCursor({ id: last_id, until: pass, day: last_day })}"}}`
        : ']}'
      room(closing.length)
      length += out.write(closing, length, 'latin1')
      lent.add(out.buffer)
      return out.subarray(0, length)
    },
  }
}
