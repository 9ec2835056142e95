import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { changeIn } from '../src/db/change.ts'
import type { Tables } from '../src/db/schema.ts'
import { serviceActor } from '../src/domain/actor.ts'
import type { Day } from '../src/domain/days.ts'
import { cents, sumOf } from '../src/domain/money.ts'
import type { Letter } from '../src/follow_up/decide/decision.ts'
import { writeLetters } from '../src/follow_up/perform/letters.ts'
import { enqueueLetters } from '../src/follow_up/send/send.ts'
import type { Tenant } from './given.ts'

/** An administration that is followed up. */
export async function switchOn(db: Kysely<Tables>, { administration_id }: Tenant, own: object = {}): Promise<void> {
  const settings = JSON.stringify({ engine_enabled: true })
  await db
    .updateTable('administrations')
    .set({ status: 'active', settings, bank_account_number: 'NL91ABNA0417164300', ...own })
    .where('id', '=', administration_id)
    .execute()
}

type Decided = Partial<Letter> & { invoice_ids: readonly string[] }

/** A letter as it would be decided about these invoices as they are. */
export async function letterAbout(db: Kysely<Tables>, tenant: Tenant, today: Day, decided: Decided): Promise<Letter> {
  const { invoice_ids, ...own } = decided
  const { rows } = await sql<{ id: string; debtor_id: string; open: string; costs: string }>`
    select id::text, debtor_id::text, open_amount::text as open,
           (administration_costs_open + interest_costs_open + debt_collection_costs_open)::text as costs
    from invoices
    where administration_id = ${tenant.administration_id}::bigint and id = any(${[...invoice_ids]}::bigint[])
    order by id`.execute(db)
  const step = own.step ?? 'reminder_1'
  const flow = { flow_code: 'usual', flow_version: 1 }
  return {
    ...{ key: 'x', debtor_id: rows[0]?.debtor_id ?? '', day: today, due_since: today, law: 'nl' },
    ...{ recipient: 'debtor', language_code: 'nl', currency_code: 'EUR', party: 'business', legal: false },
    ...{ channel: 'mail', step, text: step, ...flow, credit_case_id: null, credit: 0n, term_days: 14 },
    ...{ term_rule: null, charges: [], stated: null, stated_vat: false, stated_interest: null },
    ...{ approval: 'none', bundled: false },
    items: rows.map(({ id, open, costs }) => ({
      ...{ invoice_id: id, performs: own.credit_case_id ? null : step, round: 1, ...flow },
      ...{ open_amount: cents(open), costs_open: cents(costs) },
    })),
    amount: sumOf(rows.map(({ open, costs }) => cents(open) + cents(costs))),
    ...own,
  }
}

type Performed = Decided & { at: Date; queued?: boolean }

/** A letter that was decided and performed at a moment, and waits to be sent. */
export function performLetter(db: Kysely<Tables>, tenant: Tenant, performed: Performed): Promise<string> {
  const { at: real_now, queued, ...decided } = performed
  const { administration_id } = tenant
  return changeIn(db, { administration_id, actor: serviceActor('engine'), real_now }, async (change) => {
    const letter = await letterAbout(change.db, tenant, change.today, decided)
    const { letter_ids } = await writeLetters(change, [letter], new Map())
    if (queued) await enqueueLetters(change, letter_ids)
    return letter_ids[0] ?? ''
  })
}

export const letterRow = (db: Kysely<Tables>, { administration_id }: Tenant, id: string) =>
  db
    .selectFrom('letters')
    .selectAll()
    .where('administration_id', '=', administration_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
