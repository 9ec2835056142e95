import { sql } from 'kysely'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { cents } from '../../domain/money.ts'
import { all_steps, type Step } from '../../domain/steps.ts'
import { touch } from '../../events/touch.ts'
import type { Charge } from '../../law/pack.ts'
import { reverse } from '../../ledger/post.ts'
import { postCharges } from '../perform/charges.ts'
import { isReminder, isSummons } from '../perform/moments.ts'
import type { NotedCharge } from './rows.ts'

export type Withdrawal = { letter_id: string; reason: string }

type Undone = {
  id: string
  debtor_id: string
  step: Step
  credit_case_id: string | null
  charges: NotedCharge[] | null
  performed_at: string | null
}

/**
 * Undoes letters that were never sent, or came back: their steps count for nothing, the moments of the interface are
 * what they were before, what was charged is credited, and the engine decides again. The letters themselves stay, with
 * the reason.
 */
export async function withdrawLetters(
  change: Change,
  withdrawals: readonly Withdrawal[],
  status: 'withdrawn' | 'bounced' | 'failed' = 'withdrawn',
): Promise<void> {
  if (withdrawals.length === 0) return
  const letters = await markWithdrawn(change, withdrawals, status)
  await withdrawSteps(change, letters)
  for (const letter of letters) {
    await putBackMoments(change, letter)
    await creditCharges(change, letter)
  }
  await touch(
    change,
    letters.map(({ debtor_id }) => debtor_id),
  )
}

/** A mail that waits in the queue goes nowhere any more. */
async function markWithdrawn(
  { db, administration_id, stamp }: Change,
  withdrawals: readonly Withdrawal[],
  status: string,
): Promise<Undone[]> {
  const { rows } = await sql<Undone>`
    update letters l set status = ${status}::text, status_reason = one.reason, updated_at = ${stamp}::timestamptz
    from ${asTable('one', withdrawals, { letter_id: 'bigint', reason: 'text' })}
    where l.administration_id = ${administration_id}::bigint and l.id = one.letter_id
    returning l.id::text, l.debtor_id::text, l.step, l.data->>'credit_case_id' as credit_case_id,
              l.data->'charges' as charges,
              (select min(s.performed_at)::text from steps s
               where s.administration_id = ${administration_id}::bigint
                 and s.letter_id = l.id) as performed_at`.execute(db)
  await sql`
    update mails m set status = 'failed', last_error = 'It was withdrawn: ' || one.reason
    from ${asTable('one', withdrawals, { letter_id: 'bigint', reason: 'text' })}
    where m.administration_id = ${administration_id}::bigint and m.resource_type = 'letter'
      and m.resource_id = one.letter_id and m.status = 'queued'`.execute(db)
  return rows
}

async function withdrawSteps({ db, administration_id, now, stamp }: Change, letters: readonly Undone[]): Promise<void> {
  await sql`
    update steps set withdrawn_at = ${now.toISOString()}::timestamptz, updated_at = ${stamp}::timestamptz
    where administration_id = ${administration_id}::bigint and letter_id = any(${letters.map(({ id }) => id)}::bigint[])
      and withdrawn_at is null`.execute(db)
}

/** Puts back what the letter set, unless somebody has set it to something else since. */
async function putBackMoments(change: Change, letter: Undone): Promise<void> {
  const { db, administration_id } = change
  if (letter.performed_at === null) return
  if (letter.credit_case_id !== null) return putBackOfCase(change, letter)
  const { rows } = await sql<{ invoice_id: string; performs: Step | null }>`
    select invoice_id::text, performs from letter_items
    where administration_id = ${administration_id}::bigint and letter_id = ${letter.id}::bigint`.execute(db)
  for (const [performs, items] of Map.groupBy(rows, (row) => row.performs)) {
    const moment = performs === null ? null : all_steps[performs].moment
    const columns = [
      ...(moment === null ? [] : [moment]),
      ...(isReminder(performs ?? letter.step) ? ['latest_reminder_at'] : []),
    ]
    const ids = items.map(({ invoice_id }) => invoice_id)
    await putBack(change, letter, { table: 'invoices', part: 'invoice', columns, ids })
  }
}

async function putBackOfCase(change: Change, letter: Undone): Promise<void> {
  const { moment } = all_steps[letter.step]
  const columns = [...(moment === null ? [] : [moment]), ...(isSummons(letter.step) ? ['latest_summons_at'] : [])]
  const { rows } = await sql<{ invoice_id: string }>`
    select invoice_id::text from letter_items
    where administration_id = ${change.administration_id}::bigint and letter_id = ${letter.id}::bigint`.execute(
    change.db,
  )
  const ids = rows.map(({ invoice_id }) => invoice_id)
  await putBack(change, letter, { table: 'invoices', part: 'invoice', columns, ids })
  await putBack(change, letter, { table: 'credit_cases', part: 'case', columns, ids: [letter.credit_case_id ?? ''] })
}

type Place = { table: 'invoices' | 'credit_cases'; part: 'invoice' | 'case'; columns: string[]; ids: string[] }

async function putBack(
  { db, administration_id, stamp }: Change,
  letter: Undone,
  { table, part, columns, ids }: Place,
): Promise<void> {
  if (ids.length === 0) return
  const key = table === 'invoices' ? sql`invoice_id` : sql`credit_case_id`
  const { rows } = await sql<{ id: string; moments: Record<string, string | null> | null }>`
    select distinct on (${key}) ${key}::text as id, moments->${sql.lit(part)} as moments from letter_items
    where administration_id = ${administration_id}::bigint and letter_id = ${letter.id}::bigint
      and ${key} = any(${ids}::bigint[])
    order by ${key}`.execute(db)
  const before = rows.map(({ id, moments }) => ({ ...moments, id }))
  const changes = columns.map((column) => {
    const set = sql.ref(`r.${column}`)
    return sql`${sql.ref(column)} = case when ${set} = ${letter.performed_at}::timestamptz
      then ${sql.ref(`before.${column}`)} else ${set} end`
  })
  const types = Object.fromEntries(columns.map((column) => [column, 'timestamptz']))
  await sql`
    update ${sql.table(table)} r set ${sql.join([...changes, sql`updated_at = ${stamp}::timestamptz`])}
    from ${asTable('before', before, { id: 'bigint', ...types })}
    where r.administration_id = ${administration_id}::bigint and r.id = before.id`.execute(db)
}

type OpenCharge = { id: string; cost_type: Charge['cost_type']; rule: Charge['rule']; amount: string; open: string }

/**
 * Credits what was charged with a letter: whole charges are undone, and of those that were paid in part the rest is
 * taken back. What was paid of them meanwhile is left: money cannot be credited away. What was taken back with the
 * letter stays taken back.
 */
async function creditCharges(change: Change, { charges }: Undone): Promise<void> {
  for (const [invoice_id, same] of Map.groupBy(charges ?? [], (one) => one.invoice_id)) {
    const left = new Map<string, bigint>()
    const undone: string[] = []
    const rests: Charge[] = []
    for (const { id, cost_type, rule, amount, open } of await openCharges(change, invoice_id, same)) {
      const is_open = left.get(cost_type) ?? cents(open)
      const charged = cents(amount)
      if (charged <= is_open) undone.push(id)
      else if (is_open > 0n) rests.push({ invoice_id, cost_type, rule, amount: -is_open })
      left.set(cost_type, charged <= is_open ? is_open - charged : 0n)
    }
    if (undone.length > 0) await reverse(change, invoice_id, undone, change.today)
    await postCharges(change, rests)
  }
}

/** Those of these charges that were not undone, with what is open of all costs of their kind. */
async function openCharges(
  { db, administration_id }: Change,
  invoice_id: string,
  charges: readonly NotedCharge[],
): Promise<OpenCharge[]> {
  const { rows } = await sql<OpenCharge>`
    select p.id::text, p.cost_type, p.description as rule, (- p.total_amount)::text as amount,
           (case p.cost_type when 'administration_costs' then i.administration_costs_open
                             when 'interest_costs' then i.interest_costs_open
                             else i.debt_collection_costs_open end)::text as open
    from payments p join invoices i on i.administration_id = ${administration_id}::bigint and i.id = p.invoice_id
    where p.administration_id = ${administration_id}::bigint and p.invoice_id = ${invoice_id}::bigint
      and p.id = any(${charges.map(({ payment_id }) => payment_id)}::bigint[]) and p.total_amount < 0
      and not exists (select from payments u where u.administration_id = ${administration_id}::bigint
                        and u.invoice_id = p.invoice_id and u.reverses_payment_id = p.id)
    order by p.id`.execute(db)
  return rows
}
