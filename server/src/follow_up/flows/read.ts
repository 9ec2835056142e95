import { type Kysely, sql } from 'kysely'
import { momentText, shownMoment } from '../../db/moments.ts'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import type { Flow } from '../../flows/flow.ts'
import type { FlowVersion } from '../../flows/versions.ts'

/** A version of a flow as it is kept: with who published it, and what tells one state of a draft from the next. */
export type KeptVersion = FlowVersion & {
  readonly published_at: string | null
  readonly published_by: string | null
  readonly revision: string
}

export type KeptFlow = {
  readonly id: string
  readonly code: string
  /** The name of what is in force, or of what was in force last. */
  readonly name: string
  readonly created_at: string
  /** The newest first. */
  readonly versions: readonly KeptVersion[]
}

type Row = {
  id: string
  code: string
  name: string
  created_at: string
  version: number | null
  state: FlowVersion['state']
  definition: unknown
  published_at: string | null
  published_on: Day | null
  published_by: string | null
  revision: string
}

/** How far back the history of a flow is shown. */
const versions_shown = 50

/** The flows of an administration by their age, or the one with a code, each with its versions. */
export async function readFlowVersions(
  db: Kysely<Tables>,
  administration_id: string,
  code: string | null = null,
): Promise<KeptFlow[]> {
  const { rows } = await sql<Row>`
    select f.id::text, f.code, f.name, ${shownMoment('f.created_at')} as created_at, v.version, v.definition,
           case when v.published_at is null then 'draft' when v.version = f.version then 'published' else 'retired' end
             as state,
           ${shownMoment('v.published_at')} as published_at,
           (v.published_at at time zone a.timezone)::date::text as published_on,
           v.published_by_user_name as published_by, ${momentText('v.updated_at')} as revision
    from flows f
    join administrations a on a.id = f.administration_id
    left join lateral (
      select * from flow_versions v
      where v.administration_id = ${administration_id}::bigint and v.flow_id = f.id
      order by v.version desc limit ${versions_shown}::integer
    ) v on true
    where f.administration_id = ${administration_id}::bigint and (${code}::text is null or f.code = ${code}::text)
    order by f.id, v.version desc`.execute(db)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const { id, name, created_at } = first
    return [{ id, code: first.code, name, created_at, versions: same.flatMap(versionOf) }]
  })
}

function versionOf({ version, state, definition, published_at, published_on, published_by, revision }: Row) {
  if (version === null) return []
  // What is kept was read as a flow before.
  const flow = definition as Flow
  return [{ version, state, published_on, published_at, published_by, revision, flow }]
}
