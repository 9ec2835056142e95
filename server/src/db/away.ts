import type pg from 'pg'

/** What PostgreSQL and its driver say when there is no database to speak to right now. */
const codes = /^(08|57P)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND)$/
const words = /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable/

export type Away = {
  /** Whether an error says that the database is away: then it was reported already, or is reported now. */
  took: (error: unknown) => boolean
  isAway: () => boolean
  stop: () => void
}

type AwayListener = { away: (reason: string) => void; back: () => void }

const look_again_ms = 1_000

/**
 * Many parts of a process notice that the database is away, and try again every second. This reports it once, watches
 * for the database, and reports once that it is back.
 */
export function watchAway(pool: Pick<pg.Pool, 'query'>, listener: AwayListener, again_ms = look_again_ms): Away {
  let away = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const look = async (): Promise<void> => {
    const there = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    if (stopped) return
    if (!there) return later()
    away = false
    listener.back()
  }
  const later = (): void => {
    timer = setTimeout(look, again_ms).unref()
  }
  return {
    took: (error) => {
      if (!isAwayError(error)) return false
      if (!away && !stopped) {
        const { code, message } = readError(error)
        away = true
        listener.away(message || code)
        later()
      }
      return true
    },
    isAway: () => away,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Whether an error says that there was no server to speak to, and not that it refused what was said. */
export function isAwayError(error: unknown): boolean {
  const { code, message } = readError(error)
  return codes.test(code) || words.test(message)
}

/** What was thrown, with where it was or not, or what the queue makes of it: an object with the members of an error. */
function readError(thrown: unknown): { code: string; message: string } {
  if (typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error) && 'error' in thrown)
    return readError(thrown.error)
  const { code, message } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Partial<
    Record<string, unknown>
  >
  return { code: String(code ?? ''), message: String(message ?? '') }
}
