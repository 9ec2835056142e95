import { writeCursor } from '../api/cursor.ts'
import type { RawRow } from '../db/raw_rows.ts'
import { turnAway } from './pressure.ts'

const nothing = Buffer.alloc(0)
const opening = Buffer.from('{"data":[')
const comma = 44

/** Room for a page of 100. One that needs more grows in steps that leave little unused: slow clients keep it all. */
const size_small = 128 * 1024
const growth = 1.25
const size_step = 32 * 1024
const size_kept_max = 1024 * 1024
const kept_max = 16
/** Pages of more records than this lie in large buffers, which are kept apart. */
const small_records_max = 100

/**
 * How many bytes may wait for clients that read slowly, in one process. What comes beyond is refused, so that however
 * many they are and however slowly they read, memory stays bounded.
 */
const unsent_bytes_max = 64 * 1024 * 1024
let unsent_bytes = 0

/** Buffers whose page was sent. A new one for each page keeps the garbage collector busier than the page itself. */
const kept: { small: Buffer[]; large: Buffer[] } = { small: [], large: [] }
/** What the last large page took: the next one will take about as much. */
let size_large = 2 * size_small
const lent = new WeakSet<ArrayBufferLike>()

/** Refuses a page before it is asked for, when too many wait to be sent. */
export function checkUnsent(): void {
  if (unsent_bytes > unsent_bytes_max) throw turnAway('memory')
}

/** Takes back the buffer of a page. It can hold the next one only if its last byte was sent. */
export function giveBack(page: Buffer, sent: boolean): void {
  if (!lent.delete(page.buffer)) return
  unsent_bytes -= page.buffer.byteLength
  if (sent) keep(Buffer.from(page.buffer))
}

function keep(buffer: Buffer): void {
  const shelf = buffer.length <= size_small ? kept.small : kept.large
  if (shelf.length < kept_max && buffer.length <= size_kept_max) shelf.push(buffer)
}

function takeBuffer(records: number): Buffer {
  if (records <= small_records_max) return kept.small.pop() ?? Buffer.allocUnsafeSlow(size_small)
  return kept.large.pop() ?? Buffer.allocUnsafeSlow(size_large)
}

const rounded = (size: number): number => Math.ceil(size / size_step) * size_step

/**
 * Writes a page as it arrives from the database: the documents are copied once, from the socket's buffer into the
 * answer, and never become strings. The row beyond the page only tells that there is a next one.
 */
export function pageWriter(per_page: number, until: string | null) {
  let out: Buffer = nothing
  let length = 0
  let count = 0
  let last_id = ''
  let last_day: string | null = null
  let more = false
  let pass = until

  /** Not before there is something to write: whoever waits for the database shall not hold memory as well. */
  function begin(): void {
    replaceBy(takeBuffer(per_page))
    length = opening.copy(out)
  }

  function replaceBy(other: Buffer): void {
    unsent_bytes += other.length - out.length
    out = other
  }

  function room(needed: number): void {
    if (length + needed <= out.length) return
    const larger = Buffer.allocUnsafeSlow(rounded(Math.max(out.length * growth, length + needed)))
    out.copy(larger, 0, 0, length)
    replaceBy(larger)
  }

  /** A large buffer with a small page in it goes back at once. */
  function fit(): void {
    if (out.length <= size_small) return
    const size = rounded(length)
    if (out.length > size * growth) {
      const fitting = Buffer.allocUnsafeSlow(size)
      out.copy(fitting, 0, 0, length)
      keep(out)
      replaceBy(fitting)
    }
    size_large = Math.min(size, size_kept_max)
  }

  return {
    take: ({ bytes, starts, ends }: RawRow): void => {
      if (out === nothing) begin()
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
      if (out === nothing) begin()
      const closing = more
        ? `],"pagination":{"cursor":"${writeCursor({ id: last_id, until: pass, day: last_day })}"}}`
        : ']}'
      room(closing.length)
      length += out.write(closing, length, 'latin1')
      fit()
      lent.add(out.buffer)
      return out.subarray(0, length)
    },
    /** There will be no page: the database broke off. */
    abandon: (): void => {
      if (out !== nothing) keep(out)
      replaceBy(nothing)
    },
  }
}
