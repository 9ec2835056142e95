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

  async function start(): Promise<void> {
    const one = client(connection, 'dunlin listener')
    own = one
    one.on('notification', ({ payload }) => heard(payload ?? ''))
    const pulse = setInterval(() => {
      if (!live) return
      const late = setTimeout(() => socketOf(one).destroy(), pulse_ms).unref()
      one.query('select 1').then(
        () => clearTimeout(late),
        () => clearTimeout(late),
      )
    }, pulse_ms).unref()
    one.on('end', () => {
      clearInterval(pulse)
      live = false
      lost()
      if (!closed) again = setTimeout(() => start().catch(log), listen_again_ms).unref()
    })
    await one.connect()
    await one.query(`listen ${one.escapeIdentifier(channel)}`)
    live = true
    back()
  }

  return {
    ready: start().catch(log),
    listening: () => live,
    close: async (): Promise<void> => {
      closed = true
      clearTimeout(again)
      await own?.end().catch(log)
    },
  }
}
