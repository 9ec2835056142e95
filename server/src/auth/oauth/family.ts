import { type Kysely, sql } from 'kysely'
import { refuseParameters } from '../../api/errors.ts'
import type { Tables } from '../../db/schema.ts'
import { audit } from '../audit.ts'

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
export async function createGrant(db: Kysely<Tables>, told: NewGrant): Promise<string> {
  const { application_id, company_id, user_id, administration_ids, address, now } = told
  const { id } = await db
    .insertInto('grants')
    .values({
      application_id,
      company_id,
      user_id,
      permissions: [...told.permissions].sort(),
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

export type EndReason = 'code_reused' | 'refresh_token_reused' | 'revoked_by_client' | 'revoked_by_user'

/** Ends a grant, and with it every code and token of it. A second call changes nothing. */
export async function endGrant(
  db: Kysely<Tables>,
  told: {
    grant_id: string
    reason: EndReason
    /** Who ended it, when it was not the one who made it. */
    user_id?: string
    address: string | null
    now: Date
  },
): Promise<void> {
  const { grant_id, reason, address, now } = told
  const ended = await db
    .updateTable('grants')
    .set({ revoked_at: now.toISOString(), revoked_reason: reason })
    .where('id', '=', grant_id)
    .where('revoked_at', 'is', null)
    .returning(['company_id', 'user_id', 'application_id'])
    .executeTakeFirst()
  if (!ended) return
  const { user_id = ended.user_id } = told
  await audit(db, { action: 'grant_revoked', ...ended, user_id, grant_id, details: { reason }, address, now })
}
