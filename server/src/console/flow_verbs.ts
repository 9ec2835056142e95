import { type Actions, call } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuse } from '../api/errors.ts'
import { boolean, id, json, key, oneOf, text } from '../api/field.ts'
import { roleOf } from '../api/pages.ts'
import type { Flow } from '../flows/flow.ts'
import { draftOf } from '../flows/versions.ts'
import { dry_run_purposes, startDryRun } from '../follow_up/dry_run/runs.ts'
import { discardDraft, saveDraft } from '../follow_up/flows/drafts.ts'
import { disableFlow, publishDraft } from '../follow_up/flows/publish.ts'
import { readFlowVersions } from '../follow_up/flows/read.ts'
import { auditBy } from './audit_by.ts'
import { shown_flow, shownOf } from './flow_versions.ts'

const path = '/console/administrations/{administration_id}/flow_versions/{code}'
const code = key('Code of the flow.').required()
const revision = text('State of the draft that the person sees; empty when there is none.')

const shown = (context: Context, of: string) =>
  shownOf(context.db, context.administration_id, { code: of, role: roleOf(context) })

/** What those who may do it do with flows. Every verb says which draft it means, so that nobody undoes another's work. */
export const flow_verbs: Actions = {
  save: call({
    method: 'PATCH',
    path: `${path}/draft`,
    reach: 'administration',
    description: 'Keeps the draft of a flow, which is made if its code is new. Nothing changes until it is published.',
    body: { code, revision, definition: json('The flow.').required() },
    answer: shown_flow,
    run: async (context, { code: of, definition, revision: seen }) => {
      const { started } = await saveDraft(context, { code: of, definition, revision: seen || null })
      if (started) await auditBy(context, 'flow_draft_started', { name: of })
      return shown(context, of)
    },
  }),
  discard: call({
    method: 'POST',
    path: `${path}/discard`,
    reach: 'administration',
    description: 'Throws the draft of a flow away; a flow that was never published goes with it.',
    body: { code, revision },
    answer: { gone: boolean('Whether the flow is gone too.').required() },
    run: async (context, { code: of, revision: seen }) => {
      const gone = await discardDraft(context, of, seen || null)
      await auditBy(context, 'flow_draft_discarded', { name: of })
      return { gone }
    },
  }),
  publish: call({
    method: 'POST',
    path: `${path}/publish`,
    reach: 'administration',
    description: 'Puts the draft of a flow in force. What is wrong with it is refused, each problem with its place.',
    body: { code, revision },
    answer: shown_flow,
    run: async (context, { code: of, revision: seen }) => {
      const version = await publishDraft(context, of, seen || null)
      await auditBy(context, 'flow_published', { name: of, version: String(version) })
      return shown(context, of)
    },
  }),
  disable: call({
    method: 'POST',
    path: `${path}/disable`,
    reach: 'administration',
    description: 'Takes a flow out of force. Its versions stay, and its invoices follow another flow, or none.',
    body: { code },
    answer: shown_flow,
    run: async (context, { code: of }) => {
      if (await disableFlow(context, of)) await auditBy(context, 'flow_disabled', { name: of })
      return shown(context, of)
    },
  }),
}

export const dry_run_verbs: Actions = {
  start: call({
    method: 'POST',
    path: '/console/administrations/{administration_id}/dry_runs',
    reach: 'administration',
    description: 'Begins to count what the engine would do with everything open: with a draft, or when switched on.',
    body: {
      purpose: oneOf(dry_run_purposes, 'What it is counted for.').required(),
      code: key('Code of the flow whose draft is tried; needed before publishing.'),
    },
    answer: { id: id('Identifier of the dry run, to ask how far it is.').required() },
    run: async (context, { purpose, code: of }) => {
      const flows = purpose === 'publish' ? [await draftFlow(context, of ?? '')] : []
      return { id: await startDryRun(context, { purpose, flows }) }
    },
  }),
}

async function draftFlow({ db, administration_id }: Context, of: string): Promise<Flow> {
  const [kept] = await readFlowVersions(db, administration_id, of)
  if (!kept) return refuse('not_found', `There is no flow ${of}.`)
  return draftOf(kept.versions)?.flow ?? refuse('conflict', `The flow ${of} has no draft to try.`)
}
