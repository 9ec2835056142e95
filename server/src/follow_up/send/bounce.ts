import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { withdrawLetters } from './withdraw.ts'

export type Bounce = { letter_id: string; refused: { readonly [address: string]: string } }

/**
 * A mail came back for good. The letter counts for nothing, its addresses are not written to again, and the engine
 * decides anew: by post where that is possible, and else it waits for somebody.
 */
export async function noteBounce(change: Change, { letter_id, refused }: Bounce): Promise<void> {
  await noteUndeliverable(change, refused)
  const [reason] = Object.values(refused)
  await withdrawLetters(change, [{ letter_id, reason: reason ?? 'bounced' }], 'bounced')
}

/** Addresses to which no mail of this administration goes any more. */
export async function noteUndeliverable(
  { db, administration_id, now }: Change,
  refused: Bounce['refused'],
): Promise<void> {
  const rows = Object.entries(refused).map(([address, reason]) => ({ address: address.toLowerCase(), reason }))
  if (rows.length === 0) return
  await sql`
    insert into undeliverable_addresses (administration_id, address, reason, since)
    select ${administration_id}::bigint, address, reason, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (address text, reason text)
    on conflict (administration_id, address) do update set reason = excluded.reason, since = excluded.since`.execute(db)
}
