import { sql } from 'kysely'
import { type Actions, type Batch, call } from '../../api/actions.ts'
import type { Context } from '../../api/context.ts'
import { boolean } from '../../api/field.ts'
import { auditVerb } from '../../auth/audit.ts'
import { emitMany } from '../../events/emit_many.ts'
import { block, unblock } from '../../follow_up/hold/blocks.ts'
import { resume } from '../../follow_up/hold/pauses.ts'
import { findNamed, keyFields, type NamedRecord, notFound } from '../named.ts'

/** The reason of a block that was set through the interface; only such a block is lifted through it. */
const reason = 'interface'

const example = { invoice_numbers: ['2026-0117'] }
const which = keyFields('invoices')

export const blocking: Actions = {
  block: call({
    method: 'PATCH',
    path: '/v1/invoices/block',
    summary: 'Block the follow-up of invoices',
    reach: 'administration',
    permission: 'invoices:write',
    description:
      'Blocks the follow-up of invoices until it is resumed. One of the two lists is needed. An invoice that is blocked ' +
      'already counts as done.',
    body: which,
    example,
    answer: 'batch',
    takes_fields: true,
    run: async (context, request) => {
      const { found, not_found } = await findNamed(context, 'invoices', request)
      await emitMany(context, await block(context, idsOf(found), reason))
      return { count: found.length, errors: notFound(not_found) }
    },
  }),

  resume: call({
    method: 'PATCH',
    path: '/v1/invoices/resume',
    summary: 'Resume the follow-up of invoices',
    reach: 'administration',
    permission: 'invoices:write',
    description:
      'Lifts blocks and pauses that were set through this interface, and pauses of people where that is asked for. An ' +
      'invoice that is blocked for another reason as well, or paused by a person, stays so, with a warning that names ' +
      'the reason.',
    body: { ...which, paused_by_user: boolean('Also resumes invoices that a person paused.') },
    example,
    answer: 'batch',
    takes_fields: true,
    run: async (context, request): Promise<Batch & { count: number }> => {
      const { found, not_found } = await findNamed(context, 'invoices', request)
      const ids = idsOf(found)
      const people = request.paused_by_user === true
      const paused = people ? ids : await pausedBySoftware(context, ids)
      // What is blocked and paused goes on once, when both are lifted.
      const unblocked = await unblock(context, ids, reason)
      const resumed = await resume(context, 'invoices', paused, 'all')
      const names = found.filter(({ id }) => resumed.changed.includes(id)).map(({ key }) => key)
      if (names.length > 0) await auditVerb(context, 'invoices_resumed', { name: names })
      await emitMany(context, [...unblocked, ...resumed.happened])
      return { count: found.length, errors: notFound(not_found), warnings: await stillHeld(context, found) }
    },
  }),
}

const idsOf = (found: readonly NamedRecord[]): string[] => found.map(({ id }) => id)

/** Software that lifts its own blocks must not lift what a person decided. */
async function pausedBySoftware({ db, administration_id }: Context, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices
    where administration_id = ${administration_id}::bigint and id = any(${[...ids]}::bigint[])
      and paused_at is not null and not paused_by_user`.execute(db)
  return rows.map(({ id }) => id)
}

/** What else keeps invoices, under the key by which they were named; several may have the same one. */
async function stillHeld(
  { db, administration_id }: Context,
  found: readonly NamedRecord[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; block_reasons: string[]; paused: boolean }>`
    select id::text, block_reasons, paused_at is not null as paused from invoices
    where administration_id = ${administration_id}::bigint and id = any(${idsOf(found)}::bigint[])
      and (paused_at is not null or blocked_at is not null)`.execute(db)
  const held = new Map(rows.map((row) => [row.id, row]))
  const warnings = new Map<string, string[]>()
  for (const { id, key } of found) {
    const { block_reasons = [], paused = false } = held.get(id) ?? {}
    const said = [
      ...(block_reasons.length > 0 ? [`is still blocked: ${block_reasons.join(', ')}`] : []),
      ...(paused ? ['is still paused by a person; send paused_by_user to resume it as well'] : []),
    ]
    if (said.length > 0) warnings.set(key, [...(warnings.get(key) ?? []), ...said])
  }
  return warnings
}
