import { sql } from 'kysely'
import { refuse, refuseParameters } from '../api/errors.ts'
import type { Change } from '../db/change.ts'
import { type Actor, userOf } from '../domain/actor.ts'
import { cents } from '../domain/money.ts'
import type { ClaimOrigin } from '../domain/promise.ts'
import { emit } from '../events/emit.ts'
import { emitMany } from '../events/emit_many.ts'
import { type Colleague, colleagueOf } from './colleagues.ts'
import { lapses_after_days } from './decide/hold_ends.ts'

export type WantedDispute = {
  invoice_id?: string | null
  invoice_number?: string | null
  reason: string
  description?: string | null
  amount?: string | null
  owner_user_id?: string | null
  /** What the debtor wrote about it, with the files that came along. */
  message_id?: string | null
  origin: ClaimOrigin
}

/** Opens a dispute of an invoice, and says so. One that is disputed already is refused. Returns its id. */
export async function openDispute(change: Change, wanted: WantedDispute): Promise<string> {
  const { db, administration_id, stamp, today, now } = change
  const invoice = await invoiceOf(change, wanted)
  const { reason, description = null, amount = null, message_id = null, origin } = wanted
  if (amount !== null && (cents(amount) <= 0n || cents(amount) > cents(invoice.total_amount))) {
    refuseParameters([`amount: must be more than 0.00, and at most the ${invoice.total_amount} of the invoice`])
  }
  const owner = wanted.owner_user_id ? await ownerOf(change, wanted.owner_user_id) : null
  const { id } = await db
    .insertInto('disputes')
    .values({
      ...{ administration_id, invoice_id: invoice.id, debtor_id: invoice.debtor_id },
      ...{ reason, description, amount, message_id, origin, opened_on: today },
      // Whoever names an owner has taken it up.
      ...(owner ? { ...ownerColumns(owner), taken_up_at: now.toISOString() } : {}),
      ...{ created_at: stamp, updated_at: stamp },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(change, 'dispute_opened', 'dispute', id)
  return id
}

type Disputed = { id: string; debtor_id: string; total_amount: string }

async function invoiceOf({ db, administration_id }: Change, wanted: WantedDispute): Promise<Disputed> {
  const { invoice_id, invoice_number } = wanted
  if (!invoice_id && !invoice_number) {
    refuseParameters(['invoice_id: is missing, unless invoice_number is given'])
  }
  const { rows } = await sql<Disputed & { number: string; dispute_id: string | null; opened_on: string | null }>`
    select i.id::text, i.debtor_id::text, i.total_amount::text, i.invoice_number as number,
           d.id::text as dispute_id, d.opened_on::text
    from invoices i
    left join disputes d on d.administration_id = ${administration_id}::bigint and d.invoice_id = i.id
      and d.ended_at is null
    where i.administration_id = ${administration_id}::bigint
      and i.id = coalesce(${invoice_id ?? null}::bigint, i.id)
      and i.invoice_number = coalesce(${invoice_number ?? null}::text, i.invoice_number)`.execute(db)
  const [found] = rows
  if (!found) {
    return refuseParameters([`${invoice_id ? 'invoice_id' : 'invoice_number'}: there is no such invoice`])
  }
  if (found.dispute_id === null) return found
  const known = `dispute ${found.dispute_id} since ${found.opened_on}`
  return refuse('conflict', `Invoice ${found.number} is in ${known}; end that one before another is opened.`)
}

const ownerOf = (change: Change, id: string): Promise<Colleague> => colleagueOf(change, id, 'owner_user_id')

const ownerColumns = ({ id, name, email_address }: Colleague) => ({
  owner_user_id: id,
  owner_user_name: name,
  owner_user_email_address: email_address,
})

type OpenDispute = { id: string; ended_at: string | null; taken_up_at: string | null; owner_user_id: string | null }

/**
 * Takes up a dispute, which from then on holds the invoice until it ends. Its owner is who was named, else the person
 * who does so; taken up again it changes hands where another owner is named, and otherwise stays as it is.
 */
export async function takeUpDispute(
  change: Change,
  dispute: OpenDispute,
  { owner_user_id }: { owner_user_id?: string | null },
): Promise<void> {
  if (dispute.ended_at !== null) refuseParameters(['id: the dispute has ended; open another one'])
  const owner = owner_user_id ? await ownerOf(change, owner_user_id) : ownOwner(change.actor, dispute)
  const same = owner === null || owner.id === dispute.owner_user_id
  if (dispute.taken_up_at !== null && same) return
  await change.db
    .updateTable('disputes')
    .set({
      taken_up_at: dispute.taken_up_at ?? change.now.toISOString(),
      ...(owner ? ownerColumns(owner) : {}),
      updated_at: change.stamp,
    })
    .where('administration_id', '=', change.administration_id)
    .where('id', '=', dispute.id)
    .execute()
  await emit(change, 'dispute_taken_up', 'dispute', dispute.id)
}

/** A person who takes up what has no owner becomes it; a token stands for nobody. */
function ownOwner(actor: Actor, { owner_user_id }: OpenDispute): Colleague | null {
  if (actor.kind !== 'person' || owner_user_id !== null) return null
  const { id, name, email_address } = userOf(actor)
  return id === null ? null : { id, name: name ?? '', email_address: email_address ?? '' }
}

/** Ends disputes that are open, all in the same way, and says so. One that has ended before stays as it is. */
export async function endDisputes(
  change: Change,
  ids: readonly string[],
  { outcome, message }: { outcome: string; message: string | null },
): Promise<void> {
  if (ids.length === 0) return
  const { db, administration_id, now, today, stamp } = change
  // It lapsed on its day, also where nobody looked then.
  const ended_on =
    outcome === 'lapsed' ? sql`least(opened_on + ${lapses_after_days}::integer, ${today}::date)` : sql`${today}::date`
  const { rows } = await sql<{ id: string }>`
    with ended as (
      update disputes set outcome = ${outcome}::text, outcome_message = ${message}::text,
                          ended_at = ${now.toISOString()}::timestamptz, ended_on = ${ended_on},
                          updated_at = ${stamp}::timestamptz
      where administration_id = ${administration_id}::bigint and id = any(${[...ids]}::bigint[]) and ended_at is null
      returning id
    )
    select id from ended order by ended.id`.execute(db)
  await emitMany(
    change,
    rows.map(({ id }) => ({ event_name: 'dispute_ended', resource_type: 'dispute', resource_id: id })),
  )
}
