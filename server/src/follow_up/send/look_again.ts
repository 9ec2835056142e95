import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import type { Day } from '../../domain/days.ts'
import type { HoldReason } from '../../domain/holds.ts'
import { cents, sumOf } from '../../domain/money.ts'
import type { Step } from '../../domain/steps.ts'
import type { HeldFact } from '../decide/facts.ts'
import { endOf } from '../decide/hold_ends.ts'
import { stops } from '../decide/holds_now.ts'
import { readDecisions } from '../read/decisions.ts'
import { readHolds } from '../read/holds.ts'
import type { OpenRecords } from '../read/portion.ts'
import { readStanding, type Standing } from '../read/rules.ts'
import type { NotedCharge } from './rows.ts'

/** Why a letter is not sent after all, where nothing holds its records: what only concerns a letter. */
export const letter_reasons = ['day_over', 'engine_off', 'amount_changed', 'debtor_changed', 'gone'] as const
export type WithdrawnReason = HoldReason | (typeof letter_reasons)[number]

type Fresh = {
  id: string
  debtor_id: string
  step: Step
  day: Day
  amount: string
  credit_case_id: string | null
  charges: NotedCharge[] | null
  items: { invoice_id: string; performs: Step | null; debtor_id: string; amount: string; open: string }[]
}

/**
 * Looks once more at letters that are about to go, and locks them: the facts may have changed since they were decided.
 * Whatever is found here would also have kept the engine from deciding on the letter, so that it does not decide the
 * same again. Returns those that go with null, and the others with the reason; letters that do not wait are left out.
 */
export async function lookAgain(
  change: Change,
  letter_ids: readonly string[],
  { status, on_its_day }: { status: 'waiting' | 'underway'; on_its_day: boolean },
): Promise<Map<string, WithdrawnReason | null>> {
  const letters = await lockLetters(change, letter_ids, status)
  if (letters.length === 0) return new Map()
  const { db, administration_id, today } = change
  const standing = await readStanding(db, administration_id, today)
  const debtor_ids = [...new Set(letters.map(({ debtor_id }) => debtor_id))]
  const portion = { administration_id, debtor_ids, timezone: standing.timezone, today }
  const records = recordsOf(letters)
  const held = await readHolds(db, portion, records)
  const decided = records.case_ids.length > 0 ? await readDecisions(db, portion, records) : new Map()
  return new Map(
    letters.map((letter) => {
      const over = on_its_day && letter.day !== today ? 'day_over' : null
      const lifted: readonly HoldReason[] = decided.get(`case ${letter.credit_case_id}`)?.lifted ?? []
      return [
        letter.id,
        over ?? ofAdministration(standing) ?? ofFacts(letter) ?? ofHolds(letter, held, lifted, standing, today),
      ]
    }),
  )
}

const recordsOf = (letters: readonly Fresh[]): OpenRecords => ({
  invoice_ids: [...new Set(letters.flatMap(({ items }) => items.map(({ invoice_id }) => invoice_id)))],
  case_ids: [...new Set(letters.flatMap(({ credit_case_id }) => credit_case_id ?? []))],
})

async function lockLetters(
  { db, administration_id }: Change,
  letter_ids: readonly string[],
  status: string,
): Promise<Fresh[]> {
  const { rows } = await sql<Fresh>`
    select l.id::text, l.debtor_id::text, l.step, l.day::text, l.data->>'amount' as amount,
           l.data->>'credit_case_id' as credit_case_id, l.data->'charges' as charges, about.items
    from letters l cross join lateral (
      select coalesce(json_agg(json_build_object(
        'invoice_id', i.id::text, 'performs', t.performs, 'debtor_id', i.debtor_id::text, 'amount', t.amount::text,
        'open', (i.open_amount + i.administration_costs_open + i.interest_costs_open + i.debt_collection_costs_open)::text
      )), '[]') as items
      from letter_items t join invoices i on i.administration_id = ${administration_id}::bigint and i.id = t.invoice_id
      where t.administration_id = ${administration_id}::bigint and t.letter_id = l.id
    ) about
    where l.administration_id = ${administration_id}::bigint and l.id = any(${[...letter_ids]}::bigint[])
      and l.status = ${status}::text
    order by l.id for update of l`.execute(db)
  return rows
}

function ofAdministration({ on, admission, rules }: Standing): WithdrawnReason | null {
  if (admission.stopped) return 'stopped'
  if (!on) return 'engine_off'
  return rules.administration.status === 'active' ? null : 'administration_status'
}

/** What the letter says has to be what is: whose invoices they are, and how much is owed. */
function ofFacts({ items, amount, charges, debtor_id }: Fresh): WithdrawnReason | null {
  if (items.length === 0 || sumOf(items.map((one) => cents(one.amount))) !== cents(amount)) return 'gone'
  if (items.some((one) => one.debtor_id !== debtor_id)) return 'debtor_changed'
  const charged = (invoice_id: string): bigint =>
    sumOf((charges ?? []).filter((one) => one.invoice_id === invoice_id).map((one) => cents(one.amount)))
  const changed = items.some((one) => cents(one.open) !== cents(one.amount) + charged(one.invoice_id))
  return changed ? 'amount_changed' : null
}

function ofHolds(
  { debtor_id, items, step, credit_case_id }: Fresh,
  held: ReadonlyMap<string, readonly HeldFact[]>,
  lifted: readonly HoldReason[],
  { rules }: Standing,
  today: Day,
): WithdrawnReason | null {
  const holding = (facts: readonly HeldFact[] | undefined, of: Step): WithdrawnReason | null => {
    const found = facts?.find((fact) => {
      const until = endOf(fact, rules.calendar)
      return (until === null || until >= today) && stops(fact.reason, of) && !lifted.includes(fact.reason)
    })
    return found?.reason ?? null
  }
  const shared = [rules.administration.held, held.get(`debtor ${debtor_id}`), held.get(`case ${credit_case_id}`)]
  const reasons = [
    ...shared.map((facts) => holding(facts, step)),
    ...items.map(({ invoice_id, performs }) => holding(held.get(`invoice ${invoice_id}`), performs ?? step)),
  ]
  return reasons.find((reason) => reason !== null) ?? null
}
