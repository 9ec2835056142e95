import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { userOf } from '../../domain/actor.ts'
import { defaultFlows } from '../../flows/defaults.ts'
import type { Flow } from '../../flows/flow.ts'
import { raiseRules } from '../rules_version.ts'

/**
 * Gives an administration without flows those of its country, published as version 1, and says whether it did. An
 * administration that has a flow, even a draft, keeps what it has.
 */
export async function ensureDefaultFlows(change: Change): Promise<boolean> {
  const { country_code } = await change.db
    .selectFrom('administrations')
    .select('country_code')
    .where('id', '=', change.administration_id)
    .executeTakeFirstOrThrow()
  const { business, consumer } = defaultFlows(country_code)
  return publishFirst(change, [business, consumer])
}

/** Publishes the first flows of an administration, each as version 1; says no where there are flows already. */
export async function publishFirst(change: Change, flows: readonly Flow[]): Promise<boolean> {
  const { db, administration_id, actor, now, stamp } = change
  const user = userOf(actor)
  const { rows } = await sql`
    with made as (
      insert into flows (administration_id, code, name, version, definition, published_at, created_at, updated_at)
      select ${administration_id}::bigint, flow ->> 'code', flow ->> 'name', 1, flow, ${now.toISOString()}::timestamptz,
             ${stamp}::timestamptz, ${stamp}::timestamptz
      from jsonb_array_elements(${JSON.stringify(flows)}::jsonb) with ordinality as given (flow, place)
      where not exists (select from flows where administration_id = ${administration_id}::bigint)
      order by place
      returning id, definition
    )
    insert into flow_versions (administration_id, flow_id, version, definition, published_at, published_by_user_id,
                               published_by_user_name, created_at, updated_at)
    select ${administration_id}::bigint, id, 1, definition, ${now.toISOString()}::timestamptz, ${user.id}::bigint,
           ${user.name}::text, ${stamp}::timestamptz, ${stamp}::timestamptz
    from made returning id`.execute(db)
  if (rows.length === 0) return false
  await raiseRules(change)
  return true
}
