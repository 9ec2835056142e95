import { sql } from 'kysely'
import { type Actions, type Batch, call } from '../../api/actions.ts'
import type { Context } from '../../api/context.ts'
import { refuseParameters } from '../../api/errors.ts'
import { keyList } from '../../api/field.ts'
import { emitMany } from '../../events/emit_many.ts'

/** The reason of a block that was set through the interface; only such a block is lifted through it. */
const reason = 'interface'

const body = {
  invoice_numbers: keyList('Invoices by number, at most 1,000.'),
  invoice_identifiers: keyList('Invoices by their key in the accounting software, at most 1,000.'),
}
const example = { invoice_numbers: ['2026-0117'] }
type Body = { [Name in keyof typeof body]?: string[] | null }

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
    body,
    example,
    answer: 'batch',
    takes_fields: true,
    run: async (context, request) => {
      const { found, not_found } = await find(context, request)
      const fresh = found.filter(({ block_reasons }) => !block_reasons.includes(reason))
      await setReasons(
        context,
        fresh.map(({ id, block_reasons }) => ({ id, reasons: [...block_reasons, reason] })),
      )
      const stopped = fresh.filter(({ block_reasons }) => block_reasons.length === 0)
      await emitMany(
        context,
        stopped.map(({ id }) => ({ event_name: 'invoice_blocked', resource_type: 'invoice', resource_id: id })),
      )
      return { count: found.length, errors: errorsOf(not_found) }
    },
  }),

  resume: call({
    method: 'PATCH',
    path: '/v1/invoices/resume',
    summary: 'Resume the follow-up of invoices',
    reach: 'administration',
    permission: 'invoices:write',
    description:
      'Lifts blocks that were set through this interface. An invoice that is blocked for another reason as well stays ' +
      'blocked, with a warning that names the reason.',
    body,
    example,
    answer: 'batch',
    takes_fields: true,
    run: async (context, request): Promise<Batch & { count: number }> => {
      const { found, not_found } = await find(context, request)
      const left = found.map((one) => ({ ...one, others: one.block_reasons.filter((other) => other !== reason) }))
      const lifted = left.filter(({ block_reasons, others }) => others.length < block_reasons.length)
      await setReasons(
        context,
        lifted.map(({ id, others }) => ({ id, reasons: others })),
      )
      await emitMany(
        context,
        lifted
          .filter(({ others }) => others.length === 0)
          .map(({ id }) => ({ event_name: 'invoice_resumed', resource_type: 'invoice', resource_id: id })),
      )
      const blocked = left.filter(({ others }) => others.length > 0)
      const warnings = new Map<string, string[]>()
      for (const { key, others } of blocked) {
        // Several invoices may have the same key in the accounting software.
        warnings.set(key, [...(warnings.get(key) ?? []), `is still blocked: ${others.join(', ')}`])
      }
      return { count: found.length, errors: errorsOf(not_found), warnings }
    },
  }),
}

type InvoiceMatch = { id: string; key: string; by: 'number' | 'identifier'; block_reasons: string[] }

/** The invoices of both lists, each once, under the key by which they were named. */
async function find(
  { db, administration_id }: Context,
  { invoice_numbers, invoice_identifiers }: Body,
): Promise<{ found: InvoiceMatch[]; not_found: string[] }> {
  const numbers = invoice_numbers ?? []
  const identifiers = invoice_identifiers ?? []
  if (numbers.length + identifiers.length === 0) {
    refuseParameters(['invoice_numbers: is missing, and so is invoice_identifiers'])
  }
  const { rows } = await sql<InvoiceMatch>`
    select i.id, wanted.key, 'number' as by, i.block_reasons from unnest(${numbers}::text[]) as wanted (key)
    join invoices i on i.administration_id = ${administration_id}::bigint and i.invoice_number = wanted.key
    union all
    select i.id, wanted.key, 'identifier' as by, i.block_reasons from unnest(${identifiers}::text[]) as wanted (key)
    join invoices i on i.administration_id = ${administration_id}::bigint and i.invoice_identifier = wanted.key
    order by id`.execute(db)
  const keysOf = (by: InvoiceMatch['by']) => new Set(rows.filter((row) => row.by === by).map(({ key }) => key))
  const known = { numbers: keysOf('number'), identifiers: keysOf('identifier') }
  return {
    found: [...new Map(rows.map((row) => [row.id, row])).values()],
    // The number of one invoice may be the identifier of another.
    not_found: [
      ...numbers.filter((key) => !known.numbers.has(key)),
      ...identifiers.filter((key) => !known.identifiers.has(key)),
    ],
  }
}

async function setReasons(
  { db, administration_id, stamp, now }: Context,
  changes: readonly { id: string; reasons: string[] }[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update invoices i
    set block_reasons = one.reasons, updated_at = ${stamp}::timestamptz,
        blocked_at = case when cardinality(one.reasons) > 0
                          then coalesce(i.blocked_at, ${now.toISOString()}::timestamptz) end
    from json_to_recordset(${JSON.stringify(changes)}::json) as one (id bigint, reasons text[])
    where i.administration_id = ${administration_id}::bigint and i.id = one.id`.execute(db)
}

const errorsOf = (not_found: string[]): Map<string, string[]> =>
  new Map(not_found.length > 0 ? [['not_found', not_found]] : [])
