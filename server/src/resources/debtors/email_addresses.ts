import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { emitMany, type Happening } from '../../events/emit_many.ts'

/** Where mail to a debtor goes: in general, with invoices, with reminders. */
type Addresses = { id: string; general: string | null; invoices: string | null; reminders: string | null }

/**
 * Emits events about the email addresses of debtors that `work` changes: that one was given which was not there before,
 * or that one is gone. The events name the debtor alone, so that no address outlives its owner's wish.
 */
export async function emitAddressChanges<T>(
  context: Change,
  debtors: { ids: readonly string[] } | { of_contacts: readonly string[] },
  work: () => Promise<T>,
): Promise<T> {
  const wanted = 'ids' in debtors ? debtors.ids : debtors.of_contacts
  if (wanted.length === 0) return work()
  const before = new Map((await addresses(context, debtors)).map((one) => [one.id, one]))
  const result = await work()
  const after = await addresses(context, { ids: [...before.keys()] })
  await emitMany(
    context,
    after.flatMap((is) => happened(before.get(is.id) ?? is, is)),
  )
  return result
}

function happened(was: Addresses, is: Addresses): Happening[] {
  const kinds = ['general', 'invoices', 'reminders'] as const
  const about = { resource_type: 'debtor', resource_id: is.id } as const
  const gone = kinds.some((kind) => was[kind] !== null && is[kind] === null)
  const given = kinds.some((kind) => is[kind] !== null && is[kind] !== was[kind])
  return [
    ...(gone ? [{ event_name: 'debtor_email_address_removed' as const, ...about }] : []),
    ...(given ? [{ event_name: 'debtor_email_address_provided' as const, ...about }] : []),
  ]
}

async function addresses(
  { db, administration_id }: Change,
  debtors: { ids: readonly string[] } | { of_contacts: readonly string[] },
): Promise<Addresses[]> {
  const found =
    'ids' in debtors ? sql`id = any(${debtors.ids}::bigint[])` : sql`contact_id = any(${debtors.of_contacts}::bigint[])`
  const { rows } = await sql<Addresses>`
    select id, nullif(primary_email_address, '') as general, nullif(invoice_email_address, '') as invoices,
           nullif(reminder_email_address, '') as reminders
    from debtors where administration_id = ${administration_id}::bigint and ${found}
    order by id`.execute(db)
  return rows
}
