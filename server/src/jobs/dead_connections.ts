import { type Kysely, sql, type Transaction } from 'kysely'
import { type EndReason, endGrantsOf } from '../auth/oauth/family.ts'
import {
  accessTokenLives,
  grant_company_wide,
  grant_joins,
  grant_names,
  grant_permissions,
} from '../auth/principals.sql.ts'
import type { Tables } from '../db/schema.ts'

// What people let in ends when it can give no token any more, or none that opens anything: listed on, it would look as
// if it worked. An application that works by itself needs nobody for its next token, so that is left alone; and so is
// what signed up a company that nobody has confirmed: it still hears of that, or goes with the company.

const at_once = 500

/** Ends connections that nothing can come of any more, and keeps why. Returns how many. */
export async function endDeadConnections(db: Kysely<Tables>, now: Date): Promise<number> {
  let total = 0
  for (let last = at_once; last === at_once; total += last) {
    last = await db.transaction().execute((trx) => endSome(trx, now))
  }
  return total
}

/** A token that lives, a refresh token to get the next one with, or a code that is still on its way. */
const has_token = `
  exists (select from refresh_tokens r where r.grant_id = g.id and r.used_at is null and r.revoked_at is null
            and r.expires_at > clock.now)
  or exists (select from access_tokens t where t.grant_id = g.id and ${accessTokenLives('clock.now')})
  or exists (select from authorization_codes k where k.grant_id = g.id and k.used_at is null
               and k.expires_at > clock.now)`

/** An administration that is there, or may be made or brought back. */
const reaches = `
  (g.all_administrations and ${grant_company_wide}) or exists (select from administrations a where ${grant_names})`

const reason = `
  case when u.deleted_at is not null then 'user_removed'
       when 'deleted' in (c.status, o.status) then 'company_deleted'
       when not (${has_token}) then 'no_token_left'
       when ${grant_permissions} = '{}' then 'no_permission_left'
       when not (${reaches}) then 'nothing_in_reach' end`

async function endSome(trx: Transaction<Tables>, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string; reason: EndReason }>`
    select g.id, why.reason
    from grants g ${sql.raw(grant_joins)}
      cross join (select ${now.toISOString()}::timestamptz as now) clock
      cross join lateral (select ${sql.raw(reason)} as reason) why
    where g.revoked_at is null and p.grant_type = 'authorization_code' and c.status <> 'unconfirmed'
      and why.reason is not null
    order by g.id limit ${at_once}::integer for update of g skip locked`.execute(trx)
  for (const [why, dead] of Map.groupBy(rows, (row) => row.reason)) {
    const grant_ids = dead.map(({ id }) => id)
    await endGrantsOf(trx, { grant_ids }, { reason: why, service: 'upkeep', address: null, now })
  }
  return rows.length
}
