import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import type { Step } from '../../domain/steps.ts'
import { emitMany, type Happening } from '../../events/emit_many.ts'
import { notify } from '../perform/notify.ts'
import { statement_step } from './rows.ts'
import { withdrawLetters } from './withdraw.ts'

/** A letter whose mail came back for good, and what was said of each address. */
export type Bounce = { letter_id: string; refused: { readonly [address: string]: string } }

/**
 * A mail came back for good. The letter counts for nothing, its addresses are not written to again, and the engine
 * decides anew: by post where the setting `undeliverable_mail` says so, and else it waits for somebody
 * (`read/recipients.ts`).
 */
export async function noteBounce(change: Change, { letter_id, refused }: Bounce): Promise<void> {
  await noteUndeliverable(change, refused)
  const bounce_reason = Object.values(refused)[0] ?? 'bounced'
  await withdrawLetters(change, [{ letter_id, reason: bounce_reason }], 'bounced')
  const about = await aboutLetter(change, letter_id)
  if (!about) return
  await notify(change, [{ notification_type: 'mail_bounced', debtor_id: about.debtor_id, details: { bounce_reason } }])
  await emitMany(change, happeningsOf(about, { letter_id: Number(letter_id), bounce_reason }))
}

/** Addresses to which no mail of this administration goes any more. */
export async function noteUndeliverable(
  { db, administration_id, stamp }: Change,
  refused: Bounce['refused'],
): Promise<void> {
  const rows = Object.entries(refused).map(([address, reason]) => ({ address: address.toLowerCase(), reason }))
  if (rows.length === 0) return
  await sql`
    insert into undeliverable_addresses (administration_id, address, reason, since)
    select ${administration_id}::bigint, address, reason, ${stamp}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (address text, reason text)
    on conflict (administration_id, address) do update set reason = excluded.reason, since = excluded.since`.execute(db)
}

type About = {
  debtor_id: string
  step: string
  credit_case_id: string | null
  items: { invoice_id: string; performs: Step | null }[]
}

async function aboutLetter({ db, administration_id }: Change, letter_id: string): Promise<About | undefined> {
  const { rows } = await sql<About>`
    select l.debtor_id::text, l.step, l.data->>'credit_case_id' as credit_case_id,
           (select coalesce(json_agg(json_build_object('invoice_id', t.invoice_id::text, 'performs', t.performs)
                                     order by t.id), '[]')
            from letter_items t where t.administration_id = l.administration_id and t.letter_id = l.id) as items
    from letters l
    where l.administration_id = ${administration_id}::bigint and l.id = ${letter_id}::bigint`.execute(db)
  return rows[0]
}

type Details = { letter_id: number; bounce_reason: string }

/** The debtor always hears of it, and what the letter was about: the case, the invoice, or several at once. */
function happeningsOf({ debtor_id, step, credit_case_id, items }: About, details: Details): Happening[] {
  const ofDebtor = (event_name: Happening['event_name']): Happening => ({
    ...{ event_name, resource_type: 'debtor', resource_id: debtor_id, details },
  })
  if (credit_case_id !== null) {
    const of_case = { resource_type: 'credit_case', resource_id: credit_case_id } as const
    return [ofDebtor('email_bounced'), { event_name: 'case_email_bounced', ...of_case, details }]
  }
  if (step === statement_step) return [ofDebtor('email_bounced')]
  if (items.length > 1) return [ofDebtor('email_bounced'), ofDebtor('bundled_reminder_email_bounced')]
  const of_invoices = items.map(
    ({ invoice_id }): Happening => ({
      ...{ event_name: 'invoice_email_bounced', resource_type: 'invoice', resource_id: invoice_id, details },
    }),
  )
  return [ofDebtor('email_bounced'), ...of_invoices]
}
