import { sql } from 'kysely'
import { refuse } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import type { Day } from '../../domain/days.ts'
import { cents } from '../../domain/money.ts'
import { releaseInvoices } from '../../ledger/cases.ts'
import { type Booking, post } from '../../ledger/post.ts'
import { openByHand } from '../decide/open_by_hand.ts'
import { readFacts } from '../read/facts.ts'
import { readStanding } from '../read/rules.ts'
import { openCase, refusePlanned } from './cases.ts'

// What people decide about credit cases themselves: to open one, what becomes of its costs, and that it ends.

/** Opens a case for invoices that are ready for collection. Holds do not stop a person; the law still does. */
export async function openCaseByHand(
  change: Change,
  { debtor_id, invoice_ids }: { debtor_id: string; invoice_ids: readonly string[] },
): Promise<string> {
  const { db, administration_id, today } = change
  await refuseUnripe(change, invoice_ids)
  const standing = await readStanding(db, administration_id, today)
  const portion = { administration_id, debtor_ids: [debtor_id], timezone: standing.timezone, today }
  const [facts] = await readFacts(db, portion, standing.common)
  const opened = facts ? openByHand(facts, standing.rules, today, invoice_ids) : null
  const chosen = opened ?? { into: null, charges: [], flow_code: null, flow_version: null }
  return openCase(change, { debtor_id, invoice_ids, ...chosen, origin: 'person', reasons: [{ reason: 'by_hand' }] })
}

async function refuseUnripe({ db, administration_id }: Change, invoice_ids: readonly string[]): Promise<void> {
  const unripe = await db
    .selectFrom('invoices')
    .select('invoice_number')
    .where('administration_id', '=', administration_id)
    .where('id', 'in', invoice_ids.length === 0 ? ['0'] : [...invoice_ids])
    .where('collectable_at', 'is', null)
    .orderBy('id')
    .execute()
  const numbers = unripe.map(({ invoice_number }) => invoice_number)
  if (numbers.length === 0) return
  refuse(
    'unprocessable_entity',
    `Not ready for collection yet: ${numbers.join(', ')}. Only invoices after their last reminder can be in a case.`,
  )
}

type Costs = { id: string; interest: string; collection: string }

/** Settles what is open of the costs and interest of a case: they were paid, or nobody asks for them any more. */
export async function settleCosts(
  change: Change,
  credit_case_id: string,
  { how, day }: { how: 'paid' | 'waived'; day: Day },
): Promise<void> {
  const { db, administration_id } = change
  const { rows } = await sql<Costs>`
    select id, interest_costs_open::text as interest, debt_collection_costs_open::text as collection
    from invoices
    where administration_id = ${administration_id}::bigint and active_credit_case_id = ${credit_case_id}::bigint
      and (interest_costs_open <> 0 or debt_collection_costs_open <> 0)
    order by id`.execute(db)
  const transaction_type = how === 'paid' ? 'payment' : 'write_off'
  const bookings = rows.flatMap(({ id, interest, collection }): Booking[] =>
    (
      [
        ['interest_costs', cents(interest)],
        ['debt_collection_costs', cents(collection)],
      ] as const
    )
      .filter(([, amount]) => amount !== 0n)
      .map(([cost_type, amount]) => ({ invoice_id: id, cost_type, transaction_type, amount, payment_date: day })),
  )
  if (bookings.length === 0) refuse('unprocessable_entity', 'Nothing is open of the costs of this case.')
  await post(change, bookings)
}

/**
 * Ends a case that is not paid. Its invoices are let go, and stay paused until somebody resumes them: otherwise the
 * engine would open the next case for them at once. A case that has ended is refused, and one that a payment plan is
 * about: the plan would ask for terms that no payment could fill any more.
 */
export async function endCase(change: Change, credit_case_id: string): Promise<void> {
  const { db, administration_id, now, stamp } = change
  const moment = now.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('credit_cases')
    .set({ deactivated_at: moment, updated_at: stamp })
    .where('administration_id', '=', administration_id)
    .where('id', '=', credit_case_id)
    .where('deactivated_at', 'is', null)
    .where('active_payment_plan_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await refuseToEnd(change, credit_case_id)
  await sql`
    update invoices set paused_at = coalesce(paused_at, ${moment}::timestamptz), paused_by_user = true,
                        updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and active_credit_case_id = ${credit_case_id}::bigint
      and open_amount > 0`.execute(db)
  await releaseInvoices(change, [credit_case_id])
}

async function refuseToEnd({ db, administration_id }: Change, credit_case_id: string): Promise<never> {
  const planned = await db
    .selectFrom('credit_cases')
    .select('id')
    .where('administration_id', '=', administration_id)
    .where('id', '=', credit_case_id)
    .where('active_payment_plan_id', 'is not', null)
    .executeTakeFirst()
  return planned ? refusePlanned() : refuse('conflict', 'This credit case has ended already.')
}
