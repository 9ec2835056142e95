import { sql, type Transaction } from 'kysely'
import type { Browser, Context } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import type { Module } from '../api/modules.ts'
import type { Reaching } from '../api/operations.ts'
import type { Principal, Role, ServicePrincipal } from '../api/principal.ts'
import { beginChange, type Change, changeIn, momentsIn } from '../db/change.ts'
import { againAfterDeadlock } from '../db/deadlock.ts'
import type { Tables } from '../db/schema.ts'
import { type Service, serviceActor } from '../domain/actor.ts'
import type { Owner, Reading } from './reads.ts'
import { makeTurns } from './turns.ts'

/** Who calls, and from where. */
export type Calling = {
  principal: Principal | null
  address: string
  browser: Browser | null
  /** The change that a verb is a part of, when it is performed within one. */
  change?: Change
}

/** One transaction, with what a verb of this reach works with. `reading` is for who changes nothing. */
export function transact<T>(
  reading: Reading,
  reach: Reaching | 'reading',
  calling: Calling,
  { owner_id, calendar }: Owner,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const { db: all } = reading.database
  const now = reading.now()
  const { change: within, ...caller } = calling
  const actor = caller.principal !== null && 'actor' in caller.principal ? caller.principal.actor : undefined
  const outgoing = { secret_key: reading.store.link_key, opened_networks: reading.opened_networks ?? [] }
  const common = { ...caller, actor, outgoing, base_url: reading.base_url() }
  // The doorkeeper let in only who this reach is for, so the context has what its verbs expect.
  if (reach === 'portal') return work({ ...common, now, db: all, change: changesOf(reading) } as unknown as Context)
  if (reach === 'anybody' || reach === 'self') return work({ ...common, now, db: all } as unknown as Context)
  if ((reach === 'administration' || reach === 'reading') && within) return work({ ...common, ...within } as Context)
  if (reach === 'administration' && typeof owner_id === 'string' && actor) {
    const changing = { administration_id: owner_id, actor, real_now: now, calendar }
    const change = (): Promise<T> => changeIn(all, changing, (made) => work({ ...common, ...made } as Context))
    return inTurn(owner_id, () => againAfterDeadlock(change)).finally(() => noteChange(reading))
  }
  const inside = calendar === null ? { now } : { ...momentsIn(calendar, now), administration_id: owner_id }
  const role = roleIn(calling, owner_id)
  const transaction = (): Promise<T> =>
    all.transaction().execute(async (db) => {
      if (reach === 'reading') await sql`set local statement_timeout = ${sql.lit(reading_ms_max)}`.execute(db)
      return work({ ...common, ...inside, role, db } as unknown as Context)
    })
  return againAfterDeadlock(transaction)
}

/** Somebody looks at a page: beyond this they have given up, and their statement keeps others waiting. */
const reading_ms_max = 20_000

const inTurn = makeTurns()

function noteChange({ database }: Reading): void {
  database.grown(1)
  database.changed()
}

const roleIn = ({ principal }: Calling, owner_id: Owner['owner_id']): Role | undefined =>
  principal?.kind === 'person' ? principal.administrations.get(String(owner_id))?.role : undefined

/** What debtors say is written by the service. */
const changesOf =
  (reading: Reading) =>
  <T>(administration_id: string, work: (change: Change) => Promise<T>): Promise<T> =>
    changeAs(reading, { service: 'portal', administration_id }, (change) => work(change))

/** Which part of the service acts, where, and in whose transaction; without one it gets one of its own. */
export type ActingIn = { service: Service; administration_id: string; db?: Transaction<Tables> }

/** Makes a change as the service itself: one transaction with a stamp of its own, as for any caller. */
export function changeAs<T>(
  reading: Reading,
  { service, administration_id, db }: ActingIn,
  work: (change: Change, principal: ServicePrincipal) => Promise<T>,
): Promise<T> {
  const act = async (trx: Transaction<Tables>): Promise<T> => {
    const principal = await principalIn(trx, service, administration_id)
    const calendar = principal.administrations.get(administration_id)?.calendar ?? null
    const { actor } = principal
    return work(await beginChange(trx, { administration_id, actor, real_now: reading.now(), calendar }), principal)
  }
  if (db) return act(db)
  const own = (): Promise<T> => reading.database.db.transaction().execute(act)
  return inTurn(administration_id, own).finally(() => noteChange(reading))
}

async function principalIn(
  db: Transaction<Tables>,
  service: Service,
  administration_id: string,
): Promise<ServicePrincipal> {
  const found = await db
    .selectFrom('administrations')
    .select(['company_id', 'modules', 'timezone', 'days_ahead'])
    .where('id', '=', administration_id)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  const { company_id, modules, timezone, days_ahead } = found ?? refuse('not_found', 'There is no such administration.')
  // The database holds only modules that there are.
  const reach = { id: administration_id, modules: new Set(modules as Module[]), calendar: { timezone, days_ahead } }
  return {
    kind: 'service',
    key: `service:${service}`,
    company_id,
    administrations: new Map([[administration_id, reach]]),
    actor: serviceActor(service),
  }
}
