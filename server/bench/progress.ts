/** Reports how far a part of the run is: its share, from 0 to 1, and what is under way. */
export type Progress = (share: number, line: string) => void

const width = 24
/** Into a file there is a line for each of so many parts, not for each step. */
const parts = 10

/** A bar with the time that is left, written over itself; into a file now and then a line. */
export function makeProgress(what: string, stream: NodeJS.WriteStream, now = () => performance.now()): Progress {
  const started = now()
  let last_shown = -1
  return (share, line) => {
    const text = `${bar(share)} ${what}, ${left(now() - started, share)}: ${line}`
    if (stream.isTTY) {
      stream.write(`\r\x1b[K${text.slice(0, stream.columns - 1)}${share >= 1 ? '\n' : ''}`)
      return
    }
    const part = Math.floor(share * parts)
    if (part === last_shown) return
    last_shown = part
    stream.write(`${text}\n`)
  }
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * width)
  return `[${'='.repeat(full)}${' '.repeat(width - full)}] ${String(Math.floor(Math.min(1, share) * 100)).padStart(3)} %`
}

/** What is left, by what was needed so far; at the very beginning that says nothing. */
export function left(passed_ms: number, share: number): string {
  if (share >= 1) return `${Math.round(passed_ms / 1000)} s`
  if (share < 0.02) return 'time left unknown'
  const seconds = Math.round((passed_ms * (1 - share)) / share / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`
}
