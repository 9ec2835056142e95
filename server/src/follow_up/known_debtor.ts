import type { Kysely } from 'kysely'
import { refuse } from '../api/errors.ts'
import type { Tables } from '../db/schema.ts'

type Inside = { db: Kysely<Tables>; administration_id: string }
type Debtor = { name: string; language_code: string | null }

/** The debtor that is named; one of another administration is as unknown as one that never was. */
export async function knownDebtor({ db, administration_id }: Inside, debtor_id: string): Promise<Debtor> {
  const debtor = await db
    .selectFrom('debtors')
    .select(['name', 'language_code'])
    .where('administration_id', '=', administration_id)
    .where('id', '=', debtor_id)
    .executeTakeFirst()
  return debtor ?? refuseUnknownDebtor()
}

export const refuseUnknownDebtor = (): never => refuse('not_found', 'There is no such debtor.')
