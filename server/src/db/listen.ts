import type pg from 'pg'
import { type Connection, client } from './connect.ts'

export type Heard = {
  /** Something was told on the channel. */
  heard: (message: string) => void
  /** The connection broke: from now on things may be told that nobody hears. */
  lost: () => void
  /** We listen, for the first time or again; what was told in between is lost. */
  back: () => void
}

export type Listener = { ready: Promise<void>; listening: () => boolean; close: () => Promise<void> }

const listen_again_ms = 1_000

/** Keeps one connection listening, and comes back when it breaks. */
export function listen(
  connection: Connection,
  channel: string,
  { heard, lost, back }: Heard,
  log: (error: unknown) => void,
): Listener {
  let own: pg.Client | null = null
  let live = false
  let closed = false
  let again: NodeJS.Timeout | undefined

  async function start(): Promise<void> {
    const one = client(connection, 'dunlin listener')
    own = one
    one.on('notification', ({ payload }) => heard(payload ?? ''))
    one.on('end', () => {
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
