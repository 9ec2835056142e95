import type { Kysely } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, dateTime, integer, json, key, listOf, oneOf, text } from '../api/field.ts'
import type { Role } from '../api/principal.ts'
import type { Tables } from '../db/schema.ts'
import type { Flow } from '../flows/flow.ts'
import { draftOf, publishedOf } from '../flows/versions.ts'
import { paymentConditions, problemsOf } from '../follow_up/flows/check.ts'
import { countFollowed } from '../follow_up/flows/followed.ts'
import { type KeptFlow, readFlowVersions } from '../follow_up/flows/read.ts'
import { settingsOf } from '../settings/store.ts'

/** Who may write and publish flows. */
export const flow_roles: readonly Role[] = ['administrator']

const payment_conditions = listOf(
  { code: text('Code.').required(), name: text('Name.').required() },
  'Payment conditions that flows can be for.',
).required()

const listed = listOf(
  {
    code: text('Code.').required(),
    name: text('Name.').required(),
    version: integer('Version that is in force; empty when none is.'),
    published_at: dateTime('When that version was published.'),
    published_by: text('Who published it; empty for the service itself.'),
    draft_version: integer('Version of the draft; empty without one.'),
    definition: json('What is in force; without that the draft, or what was in force last.').required(),
    invoices: integer('Open invoices that follow it.').required(),
  },
  'The flows, oldest first.',
).required()

export const shown_flow = {
  code: text('Code.').required(),
  name: text('Name.').required(),
  country_code: text('Country of the administration, ISO 3166 alpha-2.').required(),
  published_version: integer('Version that is in force; empty when none is.'),
  draft_version: integer('Version of the draft; empty without one.'),
  revision: text('State of the draft, to be sent with what is done to it; empty without one.'),
  definition: json('What the draft says; without one what is in force, or was in force last.').required(),
  problems: listOf(
    {
      place: text('Where, as `steps[2].day`.').required(),
      sentence: text('What is wrong.').required(),
      rule: text('Rule of law that it breaks; empty when it is none.'),
    },
    'What keeps it from being published.',
  ).required(),
  versions: listOf(
    {
      version: integer('Number.').required(),
      state: oneOf(['draft', 'published', 'retired'], 'Whether it is written, in force, or was in force.').required(),
      published_at: dateTime('When it was published.'),
      published_by: text('Who published it; empty for the service itself.'),
      definition: json('What it says.').required(),
    },
    'The versions, newest first.',
  ).required(),
  invoices: integer('Open invoices that follow the version in force.').required(),
  payment_conditions,
  may_change: boolean('Whether the person may change it.').required(),
}

/** Flows with their drafts and versions, for everybody who works there. */
export const flow_version_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/flow_versions',
    reach: 'member',
    description: 'Lists the flows of an administration: what is in force, what is being written, and what follows it.',
    body: {},
    answer: {
      flows: listed,
      without_flow: integer('Open invoices that follow no flow.').required(),
      engine_enabled: boolean('Whether invoices are followed up by themselves.').required(),
      may_change: boolean('Whether the person may change flows.').required(),
    },
    run: async ({ db, administration_id, role }) => {
      const kept = await readFlowVersions(db, administration_id)
      const followed = await countFollowed(db, administration_id, inForce(kept))
      const { engine_enabled } = await settingsOf(db, administration_id)
      return {
        flows: kept.flatMap((flow) => listedOf(flow, followed.get(flow.code) ?? 0)),
        without_flow: followed.get(null) ?? 0,
        engine_enabled,
        may_change: flow_roles.includes(role),
      }
    },
  }),
  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/flow_versions/{code}',
    reach: 'member',
    description: 'Shows a flow with its versions, and what keeps its draft from being published.',
    body: { code: key('Code of the flow.').required() },
    answer: shown_flow,
    run: ({ db, administration_id, role }, { code }) => shownOf(db, administration_id, { code, role }),
  }),
}

const inForce = (kept: readonly KeptFlow[]): Flow[] => kept.flatMap(({ versions }) => publishedOf(versions)?.flow ?? [])

function listedOf({ code, versions }: KeptFlow, invoices: number) {
  const published = publishedOf(versions)
  const draft = draftOf(versions)
  const shown = published ?? draft ?? versions[0]
  if (!shown) return []
  return [
    {
      ...{ code, name: shown.flow.name, invoices, definition: { ...shown.flow } },
      version: published?.version ?? null,
      published_at: published?.published_at ?? null,
      published_by: published?.published_by ?? null,
      draft_version: draft?.version ?? null,
    },
  ]
}

/** One flow as its page shows it; whoever changed it sees what came of that. */
export async function shownOf(
  db: Kysely<Tables>,
  administration_id: string,
  { code, role }: { code: string; role: Role | null },
) {
  const all = await readFlowVersions(db, administration_id)
  const kept = all.find((one) => one.code === code)
  const draft = draftOf(kept?.versions ?? [])
  const published = publishedOf(kept?.versions ?? [])
  const shown = draft ?? published ?? kept?.versions[0]
  if (!kept || !shown) return refuse('not_found', `There is no flow ${code}.`)
  const { flow } = shown
  const { country_code } = await db
    .selectFrom('administrations')
    .select('country_code')
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  const followed = await countFollowed(db, administration_id, inForce(all))
  return {
    ...{ code, name: flow.name, country_code, definition: { ...flow } },
    published_version: published?.version ?? null,
    draft_version: draft?.version ?? null,
    revision: draft?.revision ?? null,
    problems: await problemsOf(db, administration_id, flow),
    versions: kept.versions.map(({ version, state, published_at, published_by, flow: definition }) => ({
      ...{ version, state, published_at, published_by, definition: { ...definition } },
    })),
    invoices: followed.get(code) ?? 0,
    payment_conditions: await paymentConditions(db, administration_id),
    may_change: role !== null && flow_roles.includes(role),
  }
}
