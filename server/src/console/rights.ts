import { type Kysely, sql } from 'kysely'
import { refuseParameters } from '../api/errors.ts'
import type { Role } from '../api/principal.ts'
import { asTable } from '../db/rows_as_table.ts'
import type { Tables } from '../db/schema.ts'

/** A role in one administration. */
export type Right = { administration_id: string; role: Role }

type Given = { user_id: string; company_id: string; rights: readonly Right[] }

/** Gives a person these rights per administration, in place of all earlier ones. */
export async function giveRights(db: Kysely<Tables>, { user_id, company_id, rights }: Given): Promise<void> {
  const ids = rights.map(({ administration_id }) => administration_id)
  if (new Set(ids).size !== ids.length) refuseParameters(['administrations: has an administration twice'])
  await db.deleteFrom('user_administrations').where('user_id', '=', user_id).execute()
  if (rights.length === 0) return
  const { numInsertedOrUpdatedRows: given } = await db
    .insertInto('user_administrations')
    .columns(['user_id', 'administration_id', 'role'])
    .expression(
      sql`select ${user_id}::bigint, a.id, r.role
          from ${asTable('r', rights, { administration_id: 'bigint', role: 'text' })}
          join administrations a on a.id = r.administration_id
          where a.company_id = ${company_id}::bigint and a.status <> 'deleted'`,
    )
    .executeTakeFirstOrThrow()
  if (Number(given) !== rights.length) {
    refuseParameters(['administrations: has an administration that is not of this company'])
  }
}

/** Rights as the audit records them. */
export function rightsOf(company_role: Role | null, rights: readonly Right[]) {
  return {
    company_role: company_role ?? 'none',
    administrations: rights.map(({ administration_id, role }) => `${administration_id} ${role}`),
  }
}
