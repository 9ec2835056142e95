import { sql } from 'kysely'
import { type Actions, call, onOne } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import type { Resource } from '../api/define.ts'
import { refuseParameters } from '../api/errors.ts'
import { boolean, date } from '../api/field.ts'
import { plural } from '../api/wording.ts'
import { auditVerb } from '../auth/audit.ts'
import { type Day, readDay } from '../domain/days.ts'
import { emitMany } from '../events/emit_many.ts'
import { type Held, type PauseKind, pause, resume } from '../follow_up/hold/pauses.ts'
import { findNamed, keyFields, type NamedFamily, notFound } from './named.ts'

/** What pausing needs to know of a family. */
export type PausedNoun = {
  resource: Resource<NamedFamily, 'administration'>
  permission: string
  /** The column by which people know a record. */
  number: string
  /** The records of the samples, as a body names them. */
  example: { readonly [list: string]: readonly string[] }
  /** What a pause means there, in sentences. */
  meaning: string
  /** Whether reminders can be paused alone. */
  by_kind: boolean
  /** Why some of these records cannot be paused, by their ids. */
  unpausable: (context: Context, ids: readonly string[]) => Promise<Map<string, string>>
}

export const pause_members = {
  until: date('The last day of the pause; without one it lasts until somebody resumes.'),
}
export const pause_kind = {
  reminding_only: boolean('Pauses reminders alone: invoices are still sent.'),
}
export const resume_kind = {
  reminding_only: boolean('Ends a pause of reminders alone: one of everything stays.'),
}
/** A day that is never over, for samples. */
export const sample_until = '2099-12-31'

const again = 'What is paused already stays paused, until the day that was said last.'
const unpaused = 'What is not paused stays as it is.'

/** Verbs that pause records of a family, many or one. */
export function pauseVerbs(noun: PausedNoun): Actions {
  const { resource, permission, meaning, by_kind, example } = noun
  const family = resource.table
  const members = { ...pause_members, ...(by_kind ? pause_kind : {}) }
  const common = { method: 'PATCH', description: `${meaning} ${again}` } as const
  return {
    pause: call({
      ...common,
      path: `${resource.path}/pause`,
      summary: `Pause ${plural(resource.one)}`,
      reach: 'administration',
      permission,
      body: { ...keyFields(family), ...members },
      example: { ...example, until: sample_until },
      answer: 'batch',
      run: async (context, body) => {
        const pausing = pausingOf(body, context.today)
        const { found, not_found } = await findNamed(context, family, body)
        const all = found.map(({ id }) => id)
        const problems = await noun.unpausable(context, all)
        const good = all.filter((id) => !problems.has(id))
        await write(context, noun, 'paused', await pause(context, family, good, pausing), pausing.until)
        const errors = notFound(not_found)
        for (const { id, key } of found) {
          const problem = problems.get(id)
          if (problem !== undefined) errors.set(key, [...(errors.get(key) ?? []), problem])
        }
        return { count: good.length, errors }
      },
    }),

    pause_one: onOne(resource, {
      ...common,
      path_name: 'pause',
      summary: `Pause one ${resource.one}`,
      body: members,
      example: { until: sample_until },
      run: async (context, { id }, body) => {
        const pausing = pausingOf(body, context.today)
        const problem = (await noun.unpausable(context, [id])).get(id)
        if (problem !== undefined) refuseParameters([`id: ${problem}`])
        await write(context, noun, 'paused', await pause(context, family, [id], pausing), pausing.until)
      },
    }),
  }
}

/** Verbs that resume records of a family, many or one, whoever paused them. */
export function resumeVerbs(noun: PausedNoun): Actions {
  const { resource, permission, by_kind, example } = noun
  const family = resource.table
  const members = by_kind ? resume_kind : {}
  const of_many = `Resumes ${plural(resource.one)} that are paused, whoever paused them. ${unpaused}`
  return {
    resume: call({
      method: 'PATCH',
      path: `${resource.path}/resume`,
      summary: `Resume ${plural(resource.one)}`,
      description: of_many,
      reach: 'administration',
      permission,
      body: { ...keyFields(family), ...members },
      example,
      answer: 'batch',
      run: async (context, body) => {
        const { found, not_found } = await findNamed(context, family, body)
        const ids = found.map(({ id }) => id)
        await resumeKinds(context, noun, ids, body)
        return { count: found.length, errors: notFound(not_found) }
      },
    }),
    resume_one: resumeOne(noun),
  }
}

/** The verb on one record alone. */
export const resumeOne = (noun: PausedNoun) =>
  onOne(noun.resource, {
    method: 'PATCH',
    path_name: 'resume',
    summary: `Resume one ${noun.resource.one}`,
    description: `Ends the pause of one ${noun.resource.one}, whoever made it. ${unpaused}`,
    body: noun.by_kind ? resume_kind : {},
    run: (context, { id }, body) => resumeKinds(context, noun, [id], body),
  })

type Given = { readonly [member: string]: unknown }

/** What a body says about a pause; its last day must not be over. */
export function pausingOf({ until, reminding_only }: Given, today: Day): { kind: PauseKind; until: Day | null } {
  const day = typeof until === 'string' ? readDay(until) : null
  if (day !== null && day < today) refuseParameters([`until: is over; give ${today} or a later day, or none`])
  return { kind: reminding_only === true ? 'reminding' : 'all', until: day }
}

async function resumeKinds(context: Context, noun: PausedNoun, ids: readonly string[], given: Given): Promise<void> {
  const family = noun.resource.table
  const kinds: PauseKind[] = !noun.by_kind
    ? ['all']
    : given.reminding_only === true
      ? ['reminding']
      : ['all', 'reminding']
  const changed = new Set<string>()
  const happened: Held['happened'] = []
  for (const kind of kinds) {
    const held = await resume(context, family, ids, kind)
    for (const id of held.changed) changed.add(id)
    happened.push(...held.happened)
  }
  await write(context, noun, 'resumed', { changed: [...changed], happened }, null)
}

/** Keeps who did it, for the records that changed, and emits the events. */
async function write(
  context: Context,
  { resource, number }: PausedNoun,
  done: 'paused' | 'resumed',
  { changed, happened }: Held,
  until: Day | null,
): Promise<void> {
  if (changed.length === 0) return
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(number)} as name from ${sql.table(resource.table)}
    where administration_id = ${context.administration_id}::bigint and id = any(${changed}::bigint[])
    order by id`.execute(context.db)
  const names = { name: rows.map(({ name }) => name) }
  await auditVerb(context, `${resource.table}_${done}`, until === null ? names : { ...names, until })
  await emitMany(context, happened)
}
