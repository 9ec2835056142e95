import type { Query, QueryClient } from '@tanstack/react-query'
import { ask, wroteLately } from './client.ts'
import { type DebtorOf, type Hint, urgencyOf } from './concerned.ts'
import { session_query } from './queries.ts'

/** What open pages follow: one administration, as one person. */
type Following = { administration_id: string; person_id: string; queries: QueryClient }

/** Lists are read again at most so often. */
const gather_ms = 600
/** A tab that is out of sight for so long lets go of its connection. */
const hidden_ms = 10_000
const wait_ms_min = 1_000
const wait_ms_max = 30_000
/** An answer that came this long after a change may have been read before it. */
const on_its_way_ms = 3_000
const wash_ms = 5_000

let others_changed_at = Number.NEGATIVE_INFINITY

/** Whether somebody else changed something that this page showed just now. */
export const changedByOthers = (): boolean => Date.now() - others_changed_at < wash_ms

/**
 * Keeps what pages have read up to date while the tab is in sight; returns what ends it. Without a connection nothing
 * is lost: it is tried again, less and less often, and pages read again what they missed.
 */
export function followLive(following: Following): () => void {
  let source: EventSource | null = null
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  const refresh = makeRefresh(following)

  const close = (): void => {
    clearTimeout(again)
    source?.close()
    source = null
  }
  const retry = (): void => {
    close()
    // At random, so that not all pages come at once when a process went away.
    const wait = Math.min(wait_ms_max, wait_ms_min * 2 ** failures++) * (0.5 + Math.random())
    again = setTimeout(open, wait)
  }
  const open = (): void => {
    close()
    const own = new EventSource(`/console/live?administration_id=${encodeURIComponent(following.administration_id)}`)
    source = own
    own.addEventListener('ready', ({ data }) => {
      failures = 0
      refresh.catchUp(JSON.parse(data).changed_ms_ago)
    })
    own.addEventListener('changed', ({ data }) => refresh.changed(JSON.parse(data).changes ?? null))
    own.addEventListener('ended', () => {
      close()
      void refresh.ended().then((signed_in) => signed_in && retry(), retry)
    })
    own.addEventListener('error', retry)
  }
  const look = (): void => {
    clearTimeout(hiding)
    if (document.hidden) hiding = setTimeout(close, hidden_ms)
    else if (source === null) open()
  }
  const online = (): void => void (document.hidden || open())

  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', online)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', online)
    clearTimeout(hiding)
    close()
    refresh.stop()
  }
}

/** Has queries read again that show what changed. Those of pages that are not open are only marked as old. */
function makeRefresh({ administration_id, person_id, queries }: Following) {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const debtorOf: DebtorOf = (family, id) => debtorIn(queries.getQueryData(['records', family, administration_id, id]))
  const urgency = ({ queryKey: key }: Query, hints: readonly Hint[] | null) =>
    urgencyOf({ administration_id, key }, hints, debtorOf)

  const flush = (): void => {
    timer = undefined
    const hashes = new Set(waiting)
    waiting.clear()
    void queries.invalidateQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) })
  }

  return {
    /** What was read before the last change is old; mostly nothing is. */
    catchUp: (changed_ms_ago: number | null): void => {
      if (changed_ms_ago === null) return
      const changed_at = Date.now() - changed_ms_ago
      const isOld = (query: Query): boolean =>
        (query.state.dataUpdatedAt || Date.now()) < changed_at + on_its_way_ms && urgency(query, null) !== null
      void queries.invalidateQueries({ predicate: isOld })
    },
    changed: (hints: readonly Hint[] | null): void => {
      const by_others = hints === null || hints.some(({ by }) => (by === null ? !wroteLately() : by !== person_id))
      if (by_others) others_changed_at = Date.now()
      const now = new Set<string>()
      for (const query of queries.getQueryCache().getAll()) {
        const how = urgency(query, hints)
        // What this person did is read again by the page that did it; this is for their other tabs.
        if (how !== null) (how === 'now' && by_others ? now : waiting).add(query.queryHash)
      }
      if (now.size > 0) void queries.invalidateQueries({ predicate: ({ queryHash }) => now.has(queryHash) })
      if (waiting.size > 0) timer ??= setTimeout(flush, gather_ms)
    },
    /**
     * The service let go of this page; returns whether somebody is still signed in. Somebody who lost an administration
     * is told so. After signing out elsewhere the page stays as it is: something may be typed on it, and the next step
     * says so.
     */
    ended: async (): Promise<boolean> => {
      const { person } = await ask('session.show', {})
      if (person !== null) await queries.invalidateQueries({ queryKey: session_query.queryKey })
      return person !== null
    },
    stop: (): void => clearTimeout(timer),
  }
}

/** Records name their debtor, if they have one. */
function debtorIn(record: unknown): string | null {
  const { debtor_id } = (record ?? {}) as { debtor_id?: unknown }
  return typeof debtor_id === 'string' ? debtor_id : null
}
