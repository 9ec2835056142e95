import { type Kysely, type RawBuilder, sql } from 'kysely'
import { refuseParameters } from '../../api/errors.ts'
import type { Tables } from '../../db/schema.ts'
import type { Service } from '../../domain/actor.ts'
import { audit, inet } from '../audit.ts'

// A grant is the family: every code and token belongs to one, and lives only while it does. Whoever issues, replaces or
// ends one of them holds the row of the grant, so that no two of these can happen at once.

export type NewGrant = {
  application_id: string
  company_id: string
  /** The person who consented, or the system user of the application. */
  user_id: string
  permissions: readonly string[]
  /** Null: all administrations of the company, also those that are yet to come. */
  administration_ids: readonly string[] | null
  address: string | null
  now: Date
}

/** Connects a company to an application. Give it a transaction: the administrations are rows of their own. */
export async function createGrant(db: Kysely<Tables>, grant: NewGrant): Promise<string> {
  const { application_id, company_id, user_id, administration_ids, address, now } = grant
  const { id } = await db
    .insertInto('grants')
    .values({
      application_id,
      company_id,
      user_id,
      permissions: [...grant.permissions].sort(),
      all_administrations: administration_ids === null,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (administration_ids !== null) await chooseAdministrations(db, { grant_id: id, company_id, administration_ids })
  await audit(db, { action: 'grant_created', company_id, user_id, application_id, grant_id: id, address, now })
  return id
}

type Chosen = { grant_id: string; company_id: string; administration_ids: readonly string[] }

/** Ties a grant to administrations of its own company, and to at least one. */
export async function chooseAdministrations(
  db: Kysely<Tables>,
  { grant_id, company_id, administration_ids }: Chosen,
): Promise<void> {
  const wanted = [...new Set(administration_ids)]
  const { numInsertedOrUpdatedRows: reached } = await db
    .insertInto('grant_administrations')
    .columns(['grant_id', 'administration_id'])
    .expression(
      sql`select ${grant_id}::bigint, id from administrations
          where company_id = ${company_id}::bigint and id = any(${wanted}::bigint[])`,
    )
    .executeTakeFirstOrThrow()
  if (wanted.length === 0 || Number(reached) !== wanted.length) {
    refuseParameters(['administration_ids: must be administrations of the company, and at least one'])
  }
}

export type EndReason =
  | 'code_reused'
  | 'refresh_token_reused'
  | 'revoked_by_client'
  | 'revoked_by_user'
  | 'user_removed'
  | 'address_confirmed'
  | 'application_deleted'
  | 'sign_up_expired'
  | 'no_token_left'
  | 'no_permission_left'
  | 'nothing_in_reach'
  | 'company_deleted'

/** Why, by whom and from where grants are ended. */
export type GrantEnd = {
  reason: EndReason
  /** Who ended it, when it was not the one who made it. */
  by?: { user_id: string; company_id: string }
  /** The part of the service that ended it by itself. */
  service?: Service
  address: string | null
  now: Date
}

/** Ends a grant, and with it every code and token of it. A second call changes nothing. */
export const endGrant = (db: Kysely<Tables>, { grant_id, ...ending }: GrantEnd & { grant_id: string }): Promise<void> =>
  endGrantsOf(db, { grant_ids: [grant_id] }, ending)

/** Ends these grants, all that a person made, or all that an application has. */
export function endGrantsOf(
  db: Kysely<Tables>,
  of: { grant_ids: readonly string[] } | { user_id: string } | { application_id: string },
  ending: GrantEnd,
): Promise<void> {
  if ('grant_ids' in of) return end(db, sql`g.id = any(${of.grant_ids}::bigint[])`, ending)
  if ('user_id' in of) return end(db, sql`g.user_id = ${of.user_id}::bigint`, ending)
  return end(db, sql`g.application_id = ${of.application_id}::bigint`, ending)
}

/** Ends the grants that were made in the name of a person to other applications than this one. */
export const endGrantsToOthers = (
  db: Kysely<Tables>,
  { user_id, application_id }: { user_id: string; application_id: string | null },
  ending: GrantEnd,
): Promise<void> =>
  end(db, sql`g.user_id = ${user_id}::bigint and g.application_id is distinct from ${application_id}::bigint`, ending)

/**
 * Ends grants, and records it for each company whose data they open. When the other side of the connection ended it,
 * the name of the person there is left out, and that side has an entry of its own.
 */
async function end(db: Kysely<Tables>, which: RawBuilder<unknown>, { reason, by, service, address, now }: GrantEnd) {
  const at = now.toISOString()
  const details = JSON.stringify({ reason })
  await sql`
    with ended as (
      update grants g set revoked_at = ${at}::timestamptz, revoked_reason = ${reason}::text
      where g.revoked_at is null and ${which}
      returning g.id, g.company_id, g.user_id, g.application_id
    ), noted as (
      select company_id, id, application_id,
             case when ${service ?? null}::text is not null then null
                  when ${by?.company_id ?? null}::bigint is null then user_id
                  when company_id = ${by?.company_id ?? null}::bigint then ${by?.user_id ?? null}::bigint end as user_id
      from ended
      union all
      select ${by?.company_id ?? null}::bigint, id, application_id, ${by?.user_id ?? null}::bigint
      from ended where company_id <> ${by?.company_id ?? null}::bigint
    )
    insert into audit_entries (action, company_id, user_id, actor_service, application_id, grant_id, details, ip,
                               created_at)
    select 'grant_revoked', company_id, user_id, ${service ?? null}::text, application_id, id, ${details}::jsonb,
           ${inet(address)}::inet, ${at}::timestamptz
    from noted`.execute(db)
}
