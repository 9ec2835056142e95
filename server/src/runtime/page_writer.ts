import { writeCursor } from '../api/cursor.ts'
import { overloaded } from '../api/overload.ts'
import type { PageRequest, PageStatement } from '../api/select.ts'
import type { RawRow } from '../db/raw_rows.ts'
import { type RecordBuffer, recordWriter, writeDocument } from './record_writer.ts'

const nothing = Buffer.alloc(0)
const opening = Buffer.from('{"data":[')
const comma = 44

/** A buffer that is too small is followed by one that leaves little unused, because slow clients keep it all. */
const growth = 1.25
/** How large buffers are that can hold one page after another. A page that needs more gets a buffer of its own. */
const sizes = [128, 160, 200, 256, 320, 400, 512, 640, 800, 1024].map((kilobytes) => kilobytes * 1024)
const size_kept_max = sizes.at(-1) ?? 0
const size_step = 32 * 1024
const kept_bytes_max = 16 * 1024 * 1024

/**
 * How many bytes may wait for clients that read slowly, in one process. What comes beyond is refused, so that however
 * many they are and however slowly they read, memory stays bounded.
 */
const unsent_bytes_max = 64 * 1024 * 1024
let unsent_bytes = 0

/**
 * Buffers whose page was sent, the last one at the end. A new one for each page keeps the garbage collector busier than
 * the page itself.
 */
const kept: Buffer[] = []
let kept_bytes = 0

/** What a record of each statement took on its last page, so that the next page begins in a buffer that holds it. */
const record_bytes = new Map<string, number>()
const statements_max = 200
/** Records differ a little from page to page. */
const slack = 1.05

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
  if (buffer.length > size_kept_max) return
  kept.push(buffer)
  kept_bytes += buffer.length
  // Those of a size that nobody has asked for lately go first.
  while (kept_bytes > kept_bytes_max) kept_bytes -= kept.shift()?.length ?? 0
}

/** A buffer for so many bytes, or a few more. */
function takeBuffer(needed: number): Buffer {
  const size = sizeFor(needed)
  for (let at = kept.length - 1; at >= 0; at--) {
    const buffer = kept[at]
    if (buffer?.length !== size) continue
    kept.splice(at, 1)
    kept_bytes -= size
    return buffer
  }
  return Buffer.allocUnsafeSlow(size)
}

const sizeFor = (needed: number): number =>
  sizes.find((size) => size >= needed) ?? Math.ceil(needed / size_step) * size_step

/** The bytes of a page while it is written. */
class PageBuffer implements RecordBuffer {
  out: Buffer = nothing
  length = 0

  /** Fewer records may come than are expected, so more than is kept is not taken before it is needed. */
  begin(expected: number): void {
    this.replaceBy(takeBuffer(Math.min(expected, size_kept_max)))
  }

  room(needed: number): void {
    const { out, length } = this
    if (length + needed <= out.length) return
    const larger = takeBuffer(Math.max(length + needed, out.length * growth))
    out.copy(larger, 0, 0, length)
    this.giveBack()
    this.replaceBy(larger)
  }

  /** A large buffer with a small page in it goes back at once. One of the next size is near enough. */
  fit(): void {
    const { out, length } = this
    if (out.length <= sizeFor(sizeFor(length) + 1)) return
    const fitting = takeBuffer(length)
    out.copy(fitting, 0, 0, length)
    this.giveBack()
    this.replaceBy(fitting)
  }

  giveBack(): void {
    if (this.out !== nothing) keep(this.out)
    this.replaceBy(nothing)
  }

  private replaceBy(other: Buffer): void {
    unsent_bytes += other.length - this.out.length
    this.out = other
  }
}

/**
 * Writes a page as it arrives from the database: what a record consists of is copied once, from the socket's buffer
 * into the answer, and never becomes a string. The row beyond the page only shows that there is a next one.
 */
export function pageWriter({ per_page, cursor: { until }, order }: PageRequest, { columns, text }: PageStatement) {
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
    paper.begin((record_bytes.get(text) ?? 0) * per_page * slack)
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
      if (count > 0) remember(text, paper.length / count)
      paper.fit()
      lent.set(paper.out.buffer, { since_ms: performance.now(), end: null })
      return paper.out.subarray(0, paper.length)
    },
    /** There will be no page: the database broke off. */
    abandon: (): void => paper.giveBack(),
  }
}

function remember(statement: string, bytes: number): void {
  if (record_bytes.size >= statements_max && !record_bytes.has(statement)) record_bytes.clear()
  record_bytes.set(statement, bytes)
}

export type PageWriter = ReturnType<typeof pageWriter>

/** A field of a row as text; null when the row has none there, or it has no value. */
function textAt({ bytes, starts, ends }: RawRow, field: number): string | null {
  const [start, end] = [starts[field], ends[field]]
  return start === undefined || end === undefined || end <= start ? null : bytes.toString('latin1', start, end)
}
