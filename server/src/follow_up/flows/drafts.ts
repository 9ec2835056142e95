import { sql } from 'kysely'
import { refuse, refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { type Flow, readFlow } from '../../flows/flow.ts'
import { draftOf, withDraft } from '../../flows/versions.ts'
import { type KeptFlow, type KeptVersion, readFlowVersions } from './read.ts'

/** More flows than this nobody can keep apart. */
const flows_max = 100

/** A flow as somebody wrote it, and the revision of the draft that they saw; null when they saw none. */
export type DraftWanted = { code: string; definition: unknown; revision: string | null }

/**
 * Keeps a draft, of a flow that there is or of a new one. It may be wrong in what it says, but not in its form. Whoever
 * did not see the draft as it is now is refused, so that nobody writes over the work of another person. The same again
 * changes nothing.
 */
export async function saveDraft(change: Change, wanted: DraftWanted): Promise<{ started: boolean }> {
  const { db, administration_id, stamp } = change
  const flow = readWritten(wanted)
  const kept = await findFlow(change, flow.code)
  const draft = kept ? draftOf(kept.versions) : null
  refuseOtherRevision(draft, wanted.revision)
  if (draft && sameFlow(draft.flow, flow)) return { started: false }
  const flow_id = kept?.id ?? (await insertFlow(change, flow))
  const written = draftOf(withDraft(kept?.versions ?? [], flow))
  await sql`
    insert into flow_versions (administration_id, flow_id, version, definition, created_at, updated_at)
    values (${administration_id}::bigint, ${flow_id}::bigint, ${written?.version ?? 1}::integer,
            ${JSON.stringify(flow)}::jsonb, ${stamp}::timestamptz, ${stamp}::timestamptz)
    on conflict (administration_id, flow_id, version) do update
    set definition = excluded.definition, updated_at = excluded.updated_at`.execute(db)
  if (kept?.versions.every(({ state }) => state === 'draft')) await renameFlow(change, flow_id, flow.name)
  return { started: draft === null }
}

/** Throws a draft away, and with it a flow that was never published; says whether the flow is gone. */
export async function discardDraft(change: Change, code: string, revision: string | null): Promise<boolean> {
  const { db, administration_id } = change
  const kept = (await findFlow(change, code)) ?? refuseUnknown(code)
  const draft = draftOf(kept.versions) ?? refuse('conflict', `The flow ${code} has no draft.`)
  refuseOtherRevision(draft, revision)
  const gone = kept.versions.length === 1
  await sql`
    delete from ${sql.table(gone ? 'flows' : 'flow_versions')}
    where administration_id = ${administration_id}::bigint
      and ${gone ? sql`id = ${kept.id}::bigint` : sql`flow_id = ${kept.id}::bigint and published_at is null`}`.execute(
    db,
  )
  return gone
}

export async function findFlow({ db, administration_id }: Change, code: string): Promise<KeptFlow | null> {
  const [kept] = await readFlowVersions(db, administration_id, code)
  return kept ?? null
}

export const refuseUnknown = (code: string): never => refuse('not_found', `There is no flow ${code}.`)

/** Somebody else may have saved, published or thrown away the draft meanwhile. */
export function refuseOtherRevision(draft: KeptVersion | null, revision: string | null): void {
  if ((draft?.revision ?? null) === revision) return
  refuse('conflict', 'Somebody else changed this draft meanwhile. Open it again to see what it says now.')
}

/** A flow out of what was sent; every problem of its form is said with its place. */
export function readWritten({ code, definition }: Pick<DraftWanted, 'code' | 'definition'>): Flow {
  const given = typeof definition === 'object' && definition !== null ? { ...definition, code } : definition
  const { flow, problems } = readFlow(given)
  if (problems.length > 0) refuseParameters(problems.map(({ place, sentence }) => `${place}: ${sentence}`))
  return flow
}

const sameFlow = (one: Flow, other: Flow): boolean => inOrder(one) === inOrder(other)

/** The database keeps members in an order of its own. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )

async function insertFlow({ db, administration_id, stamp }: Change, { code, name }: Flow): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into flows (administration_id, code, name, created_at, updated_at)
    select ${administration_id}::bigint, ${code}::text, ${name}::text, ${stamp}::timestamptz, ${stamp}::timestamptz
    where (select count(*) from flows where administration_id = ${administration_id}::bigint) < ${flows_max}::integer
    returning id::text`.execute(db)
  return rows[0]?.id ?? refuseParameters([`code: an administration has at most ${flows_max} flows`])
}

async function renameFlow({ db, administration_id, stamp }: Change, flow_id: string, name: string): Promise<void> {
  await sql`
    update flows set name = ${name}::text, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = ${flow_id}::bigint and name <> ${name}::text`.execute(
    db,
  )
}
