import { record_length_max } from './layouts.ts'

const newline = 0x0a
const carriage_return = 0x0d

/** Cuts bytes into lines as they come in, and never keeps more of a line than a record could have. */
export type LineCutter = {
  take: (bytes: Uint8Array) => void
  /** The last line need not end in a newline. */
  end: () => void
}

/**
 * One byte is one letter (ISO 8859-1), so that positions in the file are positions in the text. A line that is too long
 * is handed over with one letter too many, which is how the reader of records sees it; the rest is dropped.
 */
export function cutLines(give: (line: string) => void): LineCutter {
  const kept = Buffer.alloc(record_length_max + 2)
  let filled = 0
  const finish = (): void => {
    const length = filled > 0 && kept[filled - 1] === carriage_return ? filled - 1 : filled
    filled = 0
    give(kept.toString('latin1', 0, length))
  }
  return {
    take: (bytes) => {
      for (let from = 0; from < bytes.length; ) {
        const found = bytes.indexOf(newline, from)
        const to = found < 0 ? bytes.length : found
        const room = Math.min(to - from, kept.length - filled)
        kept.set(bytes.subarray(from, from + room), filled)
        filled += room
        if (found < 0) return
        finish()
        from = found + 1
      }
    },
    end: () => {
      if (filled > 0) finish()
    },
  }
}
