import { type Kysely, sql } from 'kysely'
import type { Tables } from '../src/db/schema.ts'
import { indexDossiers } from '../src/search/index_dossiers.ts'

/** Does at once what the follower does soon: every dossier of an administration can be found. */
export async function searchable(db: Kysely<Tables>, administration_id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id::text from debtors where administration_id = ${administration_id}::bigint`.execute(db)
  const debtor_ids = rows.map(({ id }) => id)
  await indexDossiers(db, { administration_id, debtor_ids, since: '-infinity' })
}
