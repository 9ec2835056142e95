import { sql } from 'kysely'
import { refuse, refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { userOf } from '../../domain/actor.ts'
import { draftOf, publishedOf, withPublished } from '../../flows/versions.ts'
import { raiseRules } from '../rules_version.ts'
import { problemsOf } from './check.ts'
import { findFlow, refuseOtherRevision, refuseUnknown } from './drafts.ts'

/**
 * Puts the draft of a flow in force for everything that is open. What is wrong is refused, each problem with its place.
 * A second call finds no draft, and is refused.
 */
export async function publishDraft(change: Change, code: string, revision: string | null): Promise<number> {
  const { db, administration_id, actor, now, stamp, today } = change
  const kept = (await findFlow(change, code)) ?? refuseUnknown(code)
  const draft = draftOf(kept.versions)
  refuseOtherRevision(draft, revision)
  const published = publishedOf(withPublished(kept.versions, today))
  if (!draft || !published) return refuse('conflict', `The flow ${code} has no draft to publish.`)
  const problems = await problemsOf(db, administration_id, draft.flow)
  if (problems.length > 0) refuseParameters(problems.map(({ place, sentence }) => `${place}: ${sentence}`))
  const user = userOf(actor)
  const { version, flow } = published
  await sql`
    update flow_versions
    set published_at = ${now.toISOString()}::timestamptz, published_by_user_id = ${user.id}::bigint,
        published_by_user_name = ${user.name}::text, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and flow_id = ${kept.id}::bigint
      and version = ${version}::integer`.execute(db)
  await sql`
    update flows
    set version = ${version}::integer, definition = ${JSON.stringify(flow)}::jsonb, name = ${flow.name}::text,
        published_at = ${now.toISOString()}::timestamptz, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = ${kept.id}::bigint`.execute(db)
  await raiseRules(change)
  return version
}

/**
 * Takes a flow out of force. Its versions stay; invoices that followed it follow another flow, or none. Whether it was
 * in force is said, so that a second call is seen to change nothing.
 */
export async function disableFlow(change: Change, code: string): Promise<boolean> {
  const { db, administration_id, stamp } = change
  const kept = (await findFlow(change, code)) ?? refuseUnknown(code)
  if (!publishedOf(kept.versions)) return false
  await sql`
    update flows set version = null, definition = null, published_at = null, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and id = ${kept.id}::bigint`.execute(db)
  await raiseRules(change)
  return true
}
