import { writeCursor } from '../api/cursor.ts'
import type { RawRow } from '../db/raw_rows.ts'

const opening = Buffer.from('{"data":[')
const comma = 44

/** Bytes that the last page of the same size needed, so that the next one is rarely grown. */
const sizes = new Map<string, number>()
const size_smallest = 4096

/**
 * Writes a page as it arrives from the database: the documents are copied once, from the socket's buffer into the
 * answer, and never become strings. The row beyond the page only tells that there is a next one.
 */
export function pageWriter(key: string, per_page: number, until: string | null) {
  let out = Buffer.allocUnsafe(sizes.get(key) ?? size_smallest)
  let length = opening.copy(out)
  let count = 0
  let last_id = ''
  let more = false
  let pass = until

  function room(needed: number): void {
    if (length + needed <= out.length) return
    const larger = Buffer.allocUnsafe(Math.max(out.length * 2, length + needed))
    out.copy(larger, 0, 0, length)
    out = larger
  }

  return {
    take: ({ bytes, starts, ends }: RawRow): void => {
      const [id_start = 0, start = 0, until_start] = starts
      const [id_end = 0, end = 0, until_end] = ends
      if (count === per_page) {
        more = true
        if (until_start !== undefined && pass === null) pass = bytes.toString('latin1', until_start, until_end)
        return
      }
      room(end - start + 1)
      if (count > 0) out[length++] = comma
      length += bytes.copy(out, length, start, end)
      count++
      if (count === per_page) last_id = bytes.toString('latin1', id_start, id_end)
    },
    finish: (): Buffer => {
      const closing = more ? `],"pagination":{"cursor":"${writeCursor(last_id, pass)}"}}` : ']}'
      room(closing.length)
      length += out.write(closing, length, 'latin1')
      sizes.set(key, Math.max(size_smallest, Math.ceil(length * 1.1)))
      return out.subarray(0, length)
    },
  }
}
