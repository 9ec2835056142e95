import { writeCursor } from '../api/cursor.ts'
import { overloaded } from '../api/overload.ts'
import type { Column } from '../api/print.ts'
import type { PageRequest } from '../api/select.ts'
import type { RawRow } from '../db/raw_rows.ts'
import { type RecordBuffer, recordWriter, writeDocument } from './record_writer.ts'

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

/** Pages that are on their way to a client, the oldest first. */
const lent = new Map<ArrayBufferLike, Lent>()
type Lent = { since_ms: number; end: (() => void) | null }
/** A client that has not taken its page for so long has to go when others need the room. */
const patience_ms = 10_000

/** Refuses a page before it is asked for, when too many wait to be sent. */
export function checkUnsent(): void {
  if (unsent_bytes <= unsent_bytes_max) return
  const late_ms = performance.now() - patience_ms
  for (const { since_ms, end } of lent.values()) if (since_ms < late_ms) end?.()
  throw overloaded('memory')
}

/** Notes who takes a page, and how to end it if they do not. */
export function sendPageTo(page: Buffer, end: () => void): void {
  const one = lent.get(page.buffer)
  if (one) one.end = end
}

/** Takes back the buffer of a page. It can hold the next one only if its last byte was sent. */
export function releasePage(page: Buffer, sent: boolean): void {
  if (!lent.delete(page.buffer)) return
  unsent_bytes -= page.buffer.byteLength
  if (sent) keep(Buffer.from(page.buffer))
}

function keep(buffer: Buffer): void {
  const list = buffer.length <= size_small ? kept.small : kept.large
  if (list.length < kept_max && buffer.length <= size_kept_max) list.push(buffer)
}

function takeBuffer(records: number): Buffer {
  if (records <= small_records_max) return kept.small.pop() ?? Buffer.allocUnsafeSlow(size_small)
  return kept.large.pop() ?? Buffer.allocUnsafeSlow(size_large)
}

const rounded = (size: number): number => Math.ceil(size / size_step) * size_step

/** The bytes of a page while it is written. */
class PageBuffer implements RecordBuffer {
  out: Buffer = nothing
  length = 0

  replaceBy(other: Buffer): void {
    unsent_bytes += other.length - this.out.length
    this.out = other
  }

  room(needed: number): void {
    const { out, length } = this
    if (length + needed <= out.length) return
    const larger = Buffer.allocUnsafeSlow(rounded(Math.max(out.length * growth, length + needed)))
    out.copy(larger, 0, 0, length)
    this.replaceBy(larger)
  }

  /** A large buffer with a small page in it goes back at once. */
  fit(): void {
    const { out, length } = this
    if (out.length <= size_small) return
    const size = rounded(length)
    if (out.length > size * growth) {
      const fitting = Buffer.allocUnsafeSlow(size)
      out.copy(fitting, 0, 0, length)
      keep(out)
      this.replaceBy(fitting)
    }
    size_large = Math.min(size, size_kept_max)
  }
}

/**
 * Writes a page as it arrives from the database: what a record consists of is copied once, from the socket's buffer
 * into the answer, and never becomes a string. The row beyond the page only tells that there is a next one.
 */
export function pageWriter({ per_page, cursor: { until }, order }: PageRequest, columns: readonly Column[] | null) {
  const paper = new PageBuffer()
  const write = columns === null ? writeDocument : recordWriter(columns)
  // Behind the id and the columns of the record.
  const until_at = 1 + (columns?.length ?? 1)
  const day_at = until_at + 1
  let count = 0
  let last_id = ''
  let last_day: string | null = null
  let more = false
  let pass = until

  /** Not before there is something to write: whoever waits for the database shall not hold memory as well. */
  function begin(): void {
    paper.replaceBy(takeBuffer(per_page))
    paper.length = opening.copy(paper.out)
  }

  return {
    take: (row: RawRow): void => {
      if (paper.out === nothing) begin()
      if (count === per_page) {
        more = true
        pass ??= textAt(row, until_at)
        return
      }
      paper.room(1)
      if (count > 0) paper.out[paper.length++] = comma
      write(paper, row)
      count++
      if (count < per_page) return
      last_id = textAt(row, 0) ?? ''
      last_day = textAt(row, day_at)
    },
    count: (): number => count,
    finish: (): Buffer => {
      if (paper.out === nothing) begin()
      const place = order && last_day !== null ? { order: order.name, day: last_day } : null
      const closing = more ? `],"pagination":{"cursor":"${writeCursor({ id: last_id, until: pass, place })}"}}` : ']}'
      paper.room(closing.length)
      paper.length += paper.out.write(closing, paper.length, 'latin1')
      paper.fit()
      lent.set(paper.out.buffer, { since_ms: performance.now(), end: null })
      return paper.out.subarray(0, paper.length)
    },
    /** There will be no page: the database broke off. */
    abandon: (): void => {
      if (paper.out !== nothing) keep(paper.out)
      paper.replaceBy(nothing)
    },
  }
}

export type PageWriter = ReturnType<typeof pageWriter>

/** A field of a row as text; null when the row has none there, or it has no value. */
function textAt({ bytes, starts, ends }: RawRow, field: number): string | null {
  const [start, end] = [starts[field], ends[field]]
  return start === undefined || end === undefined || end <= start ? null : bytes.toString('latin1', start, end)
}
