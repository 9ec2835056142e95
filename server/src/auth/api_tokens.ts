import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { checkAllowList, checkPermissions } from './checks.ts'
import { createSystemUser } from './people.ts'
import { hashSecret, makeSecret } from './secrets.ts'

export type NewApiToken = {
  company_id: string
  name: string
  permissions: readonly string[]
  /** Null: all administrations of the company, also those that are yet to come. */
  administration_ids: readonly string[] | null
  ip_allow_list?: readonly string[]
  now: Date
}

/** Makes a static API token. The token itself is returned once; only its hash is kept. */
export async function createApiToken(db: Kysely<Tables>, told: NewApiToken): Promise<{ id: string; token: string }> {
  checkPermissions(told.permissions)
  checkAllowList(told.ip_allow_list ?? [])
  const token = makeSecret('api_token')
  const created_at = told.now.toISOString()
  return db.transaction().execute(async (trx) => {
    const system_user_id = await createSystemUser(trx, told.company_id, told.name, told.now)
    const { id } = await trx
      .insertInto('api_tokens')
      .values({
        company_id: told.company_id,
        name: told.name,
        token_hash: hashSecret(token),
        permissions: [...told.permissions],
        all_administrations: told.administration_ids === null,
        ip_allow_list: [...(told.ip_allow_list ?? [])],
        system_user_id,
        created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (told.administration_ids !== null && told.administration_ids.length > 0) {
      const own = await trx
        .selectFrom('administrations')
        .select('id')
        .where('company_id', '=', told.company_id)
        .where('id', 'in', [...told.administration_ids])
        .execute()
      if (own.length !== new Set(told.administration_ids).size) {
        throw new Error('A token can only reach administrations of its own company.')
      }
      await trx
        .insertInto('api_token_administrations')
        .values(own.map(({ id: administration_id }) => ({ api_token_id: id, administration_id })))
        .execute()
    }
    return { id, token }
  })
}
