import type { Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Service } from '../domain/actor.ts'
import type { EventName } from './catalogue.ts'

/** An event as it is kept. Who the debtor and the administration are is looked up by whoever needs it. */
export type FollowedEvent = {
  id: string
  event_id: string
  event_name: EventName
  event_time: string
  step: string | null
  resource_type: string
  resource_id: string
  context: { readonly [member: string]: unknown }
  actor_user_id: string | null
  actor_service: Service | null
}

export type FollowedCompanyEvent = Omit<FollowedEvent, 'step' | 'resource_type' | 'resource_id'>

/**
 * What a follower gets at a time, of one administration or one company. Events come in the order of their commits, each
 * once. A dossier that was touched comes once, however much changed in it: after everything that changed before.
 */
export type Portion =
  | {
      feed: 'administrations'
      administration_id: string
      events: readonly FollowedEvent[]
      /** Debtors whose dossier changed in any way, by id. */
      touched: readonly string[]
      /** What changed in them has a later stamp. */
      touched_since: string
    }
  | { feed: 'companies'; company_id: string; events: readonly FollowedCompanyEvent[] }

/**
 * Somebody who works with what happened. One file of `followers/` defines one, and a line in its index adds it.
 *
 * `handle` runs in the transaction that moves the position: what it writes is there with the position or not at all. So
 * it must not speak to anybody outside the database; that is for `prepare`, which runs before, without a transaction, and
 * may run again for the same portion when a process dies.
 */
export type Follower<Ready = unknown> = {
  name: string
  /** Which events of administrations: all, some by name, none, or only the last one, for who reads them later. */
  events: 'all' | 'none' | 'the last' | readonly EventName[]
  /** Whether it wants to know which dossiers were touched. */
  touched: boolean
  /** Whether it wants events of accounts as well. */
  company_events: boolean
  /** Where it begins in administrations that are there before it: with what is kept, or with what comes. */
  begins: 'at the beginning' | 'now'
  /** Whether it reaches beyond the database: then it rests in a restored copy, as jobs do that send mail. */
  reaches_outside: boolean
  /** How many events and dossiers it gets at most at a time. */
  at_once?: { events: number; touched: number }
  prepare?: (portion: Portion, signal: AbortSignal) => Promise<Ready>
  handle: (db: Transaction<Tables>, portion: Portion, ready: Ready) => Promise<void>
}

/** Defines a follower, so that what `prepare` returns is what `handle` gets. */
export const follower = <Ready = undefined>(defined: Follower<Ready>): Follower =>
  // The runner hands over to a follower what that follower itself prepared.
  defined as Follower
