import assert from 'node:assert/strict'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../src/db/schema.ts'
import { workers } from './servers.ts'

/**
 * How the database would answer, if tables were too large to be read whole, or, `unsorted`, to be sorted. On a cluster
 * that is one node's part, of one unless the statement is about all administrations (`everywhere`).
 */
export async function planOf(
  db: Kysely<Tables>,
  statement: RawBuilder<unknown>,
  { unsorted = false, everywhere = false }: { unsorted?: boolean; everywhere?: boolean } = {},
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    if (workers.length > 0) await sql`set local citus.propagate_set_commands = 'local'`.execute(trx)
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    if (unsorted) await sql`set local enable_sort = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(trx)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    return everywhere ? ofOneNode(plan) : onOneNode(plan)
  })
}

/** Of a plan on a cluster, what the one node does that the statement goes to, with names as they are on one server. */
export function onOneNode(plan: string): string {
  if (workers.length > 0) assert.match(plan, /Task Count: 1\n/, plan)
  return ofOneNode(plan)
}

function ofOneNode(plan: string): string {
  if (workers.length === 0) return plan
  const [, task] = /\n +Node: [^\n]*\n +-> +(.*)$/s.exec(plan) ?? []
  return (task ?? plan).replaceAll(/_\d{6}\b/g, '')
}

/** A page reads an index in its order, from where it begins, and nothing is sorted or thrown away. */
export async function readsInOrder(db: Kysely<Tables>, statement: RawBuilder<unknown>, index: string): Promise<void> {
  const plan = await planOf(db, statement)
  assert.match(plan, new RegExp(`^Limit .*\\n +-> +Index Scan (Backward )?using ${index} `), plan)
  assert.doesNotMatch(plan, /Sort|Filter:/, plan)
}
