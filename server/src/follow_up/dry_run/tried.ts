import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { defaultFlows } from '../../flows/defaults.ts'
import type { Flow } from '../../flows/flow.ts'
import { surgeAbove } from '../decide/admit.ts'
import { type PublishedFlow, type Rules, rulesOf } from '../decide/rules.ts'
import type { Bounds } from '../decide/simulate.ts'
import type { Common } from '../read/facts.ts'
import { readStanding, type Standing } from '../read/rules.ts'

/** What a dry run tries: the flows as they would be, and as they are where that is compared. */
export type Tried = {
  readonly standing: Standing
  readonly after: Rules
  readonly before: Rules | null
  readonly common: Common
  readonly bounds: Bounds
  /** Every flow that is tried, for what else it says. */
  readonly flows: readonly PublishedFlow[]
}

export type Trying = {
  today: Day
  /** Flows that take the place of those with the same code, or come beside the others. */
  flows: readonly Flow[]
  /** Whether it is compared with what the flows in force would do. */
  compare: boolean
}

/**
 * How an administration would be if these flows were in force. While the engine is off it is as switching it on would
 * leave it: active, with the default flows where there are none, and everything seen today for the first time.
 */
export async function readTried(db: Kysely<Tables>, administration_id: string, trying: Trying): Promise<Tried> {
  const { today, flows, compare } = trying
  const standing = await readStanding(db, administration_id, today)
  const { settings } = standing
  const switched = { ...settings.administration, status: activated(settings.administration.status) }
  const as_on = standing.on ? settings : { ...settings, administration: switched }
  const in_force = await flowsWhenOn(db, administration_id, standing)
  const wanted = [...in_force.filter(({ flow }) => flows.every(({ code }) => code !== flow.code)), ...flows.map(draft)]
  return {
    standing,
    after: rulesOf({ ...as_on, flows: wanted }),
    before: compare ? rulesOf({ ...as_on, flows: in_force }) : null,
    common: standing.on ? standing.common : { ...standing.common, on_since: today },
    // A surge waits for a person, who lets it go.
    bounds: { admission: { ...standing.admission, surge_released: true }, sent: standing.sent },
    flows: wanted,
  }
}

/** A draft has no number yet, and nothing that is decided depends on it. */
const draft = (flow: Flow): PublishedFlow => ({ flow, version: 0 })

const activated = <Status extends string>(status: Status): Status | 'active' =>
  status === 'implementation' ? 'active' : status

async function flowsWhenOn(
  db: Kysely<Tables>,
  administration_id: string,
  { on, settings }: Standing,
): Promise<readonly PublishedFlow[]> {
  if (on || settings.flows.length > 0) return settings.flows
  const some = await db
    .selectFrom('flows')
    .select('id')
    .where('administration_id', '=', administration_id)
    .limit(1)
    .executeTakeFirst()
  if (some) return []
  const { business, consumer } = defaultFlows(settings.administration.country_code)
  return [business, consumer].map((flow) => ({ flow, version: 1 }))
}

/** Above so many letters on a day somebody has to look; null where nobody has to. */
export const surgeOf = ({ sandbox, admission, sent }: Standing): number | null =>
  sandbox || admission.surge_released ? null : surgeAbove(sent.before)

/** What keeps everything from going out, whatever the flows say. */
export function heldAsAWhole({ standing, after }: Tried, today: Day): string[] {
  const { administration, books_stale_on } = after
  return [
    ...(administration.status === 'active' ? [] : ['administration_status']),
    ...(standing.admission.stopped ? ['stopped'] : []),
    ...administration.held.map(({ reason }) => reason).filter((reason) => reason !== 'stopped'),
    ...(books_stale_on !== null && books_stale_on <= today ? ['books_stale'] : []),
  ]
}
