/** How much one mail may hold, far beyond what people write. Reading it takes as long as it has lines and parts. */
export const lines_max = 50_000
export const parts_max = 1_000
/** Files are encoded in lines of at least this many characters without a blank; those are read fast. */
const encoded_length_min = 50

const [line_feed, blank, dash] = [0x0a, 0x20, 0x2d]

/** Counts the lines of text and the parts of a mail while it comes in. */
export type Measure = {
  /** Counts some bytes more; returns whether the mail is still within its bounds. */
  see: (piece: Uint8Array) => boolean
  /** What is too much, in words for whoever sent it; null when nothing is. */
  problem: () => string | null
}

/** A mail goes through this before anybody reads it, so that what would take too long is refused at once. */
export function measureMail(): Measure {
  let lines = 0
  let parts = 0
  let length = 0
  let dashes = 0
  let is_text = false
  const endLine = (): void => {
    if (is_text || length < encoded_length_min) lines++
    // So the parts of a mail begin, and each of them ends; other lines of dashes are few.
    if (dashes === 2) parts++
    length = 0
    dashes = 0
    is_text = false
  }
  const problem = (): string | null => {
    if (lines > lines_max) return `The message has more than ${lines_max} lines; please send them as a file.`
    return parts > parts_max ? `The message has more than ${parts_max} parts.` : null
  }
  const see = (piece: Uint8Array): boolean => {
    if (problem() !== null) return false
    let blank_at = piece.indexOf(blank)
    for (let at = 0; at < piece.length; ) {
      const found = piece.indexOf(line_feed, at)
      const end = found < 0 ? piece.length : found
      if (blank_at >= 0 && blank_at < at) blank_at = piece.indexOf(blank, at)
      if (blank_at >= at && blank_at < end) is_text = true
      for (let first = at; first < end && length + first - at < 2; first++) if (piece[first] === dash) dashes++
      length += end - at
      if (found >= 0) endLine()
      at = end + 1
    }
    return problem() === null
  }
  return { see, problem }
}

/** The pieces of a mail; what is too much is heard to its end, as the protocol wants it, and not kept. */
export async function* measured(pieces: AsyncIterable<Uint8Array>, measure: Measure): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) if (measure.see(piece)) yield piece
}
