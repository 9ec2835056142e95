import type pg from 'pg'
import { type Connection, client } from './connect.ts'
import { socketOf } from './tap.ts'

export type ListenHandlers = {
  /** Something was said on the channel. */
  heard: (message: string) => void
  /** The connection broke: from now on things may be said that nobody hears. */
  lost: () => void
  /** We listen, for the first time or again; what was said in between is lost. */
  back: () => void
}

export type Listener = { ready: Promise<void>; listening: () => boolean; close: () => Promise<void> }

const listen_again_ms = 1_000
const pulse_ms_usual = 5_000

/**
 * Keeps one connection listening, and comes back when it breaks. A connection that only listens would not notice that
 * the other end is gone without a word, so it asks now and then; without an answer it counts as broken.
 */
export function listen(
  connection: Connection,
  channel: string,
  { heard, lost, back }: ListenHandlers,
  log: (error: unknown) => void,
  pulse_ms = pulse_ms_usual,
): Listener {
  let own: pg.Client | null = null
  let live = false
  let closed = false
  let again: NodeJS.Timeout | undefined
  let logged = ''

  /** Once, however often it is tried: it is the same for as long as it is the same. */
  function note(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (message !== logged && !closed) log(error)
    logged = message
  }

  /** Asks, and breaks the connection when no answer comes in time. */
  async function asked(one: pg.Client, text: string): Promise<void> {
    const late = setTimeout(() => socketOf(one).destroy(), pulse_ms).unref()
    await one.query(text).finally(() => clearTimeout(late))
  }

  async function start(): Promise<void> {
    const one = client(connection, 'dunlin listener')
    own = one
    one.on('notification', ({ payload }) => heard(payload ?? ''))
    const pulse = setInterval(() => {
      if (live) asked(one, 'select 1').catch(() => {})
    }, pulse_ms).unref()
    one.on('end', () => {
      clearInterval(pulse)
      live = false
      lost()
      if (!closed) again = setTimeout(() => start().catch(note), listen_again_ms).unref()
    })
    await one.connect()
    try {
      await asked(one, `listen ${one.escapeIdentifier(channel)}`)
    } catch (error) {
      // Where nobody can listen now, as on a server that still recovers, the next connection tries again.
      socketOf(one).destroy()
      throw error
    }
    live = true
    logged = ''
    back()
  }

  return {
    ready: start().catch(note),
    listening: () => live,
    close: async (): Promise<void> => {
      closed = true
      clearTimeout(again)
      await own?.end().catch(log)
    },
  }
}
