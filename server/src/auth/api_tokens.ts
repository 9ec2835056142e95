import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { allowListProblems, nameProblems, permissionProblems, refuseProblems } from './checks.ts'
import { plainEntry } from './ip_allow_list.ts'
import { createSystemUser } from './people.ts'
import { hashSecret, makeSecret } from './secrets.ts'

/** What people give of a static API token. */
export type ApiTokenInput = {
  name: string
  permissions: readonly string[]
  /** Null: all administrations of the company, also those that are yet to come. */
  administration_ids: readonly string[] | null
  ip_allow_list?: readonly string[]
}

/** Makes a static API token, in a transaction. The token itself is returned once; only its hash is kept. */
export async function createApiToken(
  db: Kysely<Tables>,
  input: ApiTokenInput & { company_id: string; now: Date },
): Promise<{ id: string; token: string }> {
  checkApiToken(input)
  const token = makeSecret('api_token')
  const { company_id, now } = input
  const system_user_id = await createSystemUser(db, company_id, input.name, now)
  const { id } = await db
    .insertInto('api_tokens')
    .values({
      company_id,
      ...columns(input),
      token_hash: hashSecret(token),
      system_user_id,
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await choose(db, { id, company_id, administration_ids: input.administration_ids })
  return { id, token }
}

/** Changes what a token may do, and where, at once. */
export async function updateApiToken(
  db: Kysely<Tables>,
  { id, company_id }: { id: string; company_id: string },
  input: ApiTokenInput,
): Promise<void> {
  checkApiToken(input)
  await db.updateTable('api_tokens').set(columns(input)).where('id', '=', id).execute()
  await db.deleteFrom('api_token_administrations').where('api_token_id', '=', id).execute()
  await choose(db, { id, company_id, administration_ids: input.administration_ids })
}

const columns = (input: ApiTokenInput) => ({
  name: input.name.trim(),
  permissions: [...new Set(input.permissions)].sort(),
  all_administrations: input.administration_ids === null,
  ip_allow_list: [...new Set((input.ip_allow_list ?? []).map(plainEntry))],
})

function checkApiToken(input: ApiTokenInput): void {
  refuseProblems([
    ...nameProblems(input.name),
    ...permissionProblems(input.permissions),
    ...allowListProblems(input.ip_allow_list ?? []),
  ])
}

type Chosen = { id: string; company_id: string; administration_ids: readonly string[] | null }

async function choose(db: Kysely<Tables>, { id, company_id, administration_ids }: Chosen): Promise<void> {
  const wanted = [...new Set(administration_ids ?? [])]
  if (wanted.length === 0) return
  const { numInsertedOrUpdatedRows: reached } = await db
    .insertInto('api_token_administrations')
    .columns(['api_token_id', 'administration_id'])
    .expression(
      sql`select ${id}::bigint, id from administrations
          where company_id = ${company_id}::bigint and id = any(${wanted}::bigint[])`,
    )
    .executeTakeFirstOrThrow()
  if (Number(reached) !== wanted.length) {
    refuseProblems(['administration_ids: has an administration that is not of this company'])
  }
}
