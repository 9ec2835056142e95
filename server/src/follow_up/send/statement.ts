import { sql } from 'kysely'
import type { Context } from '../../api/context.ts'
import { refuse } from '../../api/errors.ts'
import { drawIds } from '../../db/draw_ids.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { amountText, cents, sumOf } from '../../domain/money.ts'
import { senderOf } from '../../letters/addresses.ts'
import { knownDebtor } from '../known_debtor.ts'
import { owedOn } from '../owed.ts'
import { readShared, renderLetters } from './render.ts'
import { statement_step } from './rows.ts'
import { letGo } from './send.ts'

type Open = { invoice_id: string; currency_code: string; amount: string }

/**
 * Mails a debtor all that is open: what was sent to it and is to be paid, without what is at a bailiff, blocked or paid
 * by a plan. One mail for each currency. It is a letter like the others, and can be seen again, but no step.
 */
export async function sendStatement(context: Context, debtor_id: string): Promise<{ letter_ids: string[] }> {
  const { db, administration_id, base_url } = context
  const [, default_language] = await senderOf(context)
  const debtor = await knownDebtor(context, debtor_id)
  const open = await readOpen(context, debtor_id)
  if (open.length === 0) refuse('unprocessable_entity', 'Nothing is open that this debtor could be asked for.')
  await refuseTwice(context, debtor_id, open)
  const language = debtor.language_code || default_language
  const letter_ids = await writeStatements(context, debtor_id, language, open)
  const rendering = { administration_id, base_url }
  const shared = await readShared(db, rendering)
  const rendered = await renderLetters(db, { ...rendering, letter_ids }, shared)
  if (rendered.some(({ to }) => to.length === 0)) {
    refuse('unprocessable_entity', 'The debtor has no email address that mail can be delivered to.')
  }
  await letGo(context, rendered, new Map(), shared)
  return { letter_ids }
}

/** So long a second click is a slip, and no wish. */
const moment_minutes = 1

/**
 * Who clicks twice, or works on the same debtor as a colleague, sends one mail. Once something else is open, or the
 * first did not arrive, another one may go.
 */
async function refuseTwice(
  { db, administration_id, real_now }: Context,
  debtor_id: string,
  open: readonly Open[],
): Promise<void> {
  const { rows } = await sql<{ said: string }>`
    select string_agg(t.invoice_id || ' ' || t.amount, ',' order by t.invoice_id) as said
    from letters l join letter_items t on t.administration_id = ${administration_id}::bigint and t.letter_id = l.id
    where l.administration_id = ${administration_id}::bigint and l.debtor_id = ${debtor_id}::bigint
      and l.step = ${statement_step}::text and l.status in ('waiting', 'underway', 'sent')
      and l.created_at > ${real_now.toISOString()}::timestamptz - make_interval(mins => ${moment_minutes}::integer)
    group by l.created_at`.execute(db)
  const says = open
    .toSorted((one, other) => (BigInt(one.invoice_id) < BigInt(other.invoice_id) ? -1 : 1))
    .map(({ invoice_id, amount }) => `${invoice_id} ${amount}`)
    .join(',')
  if (rows.some(({ said }) => said === says))
    refuse(
      'conflict',
      `This debtor got a statement a moment ago that says the same; wait a minute, or look in its letters.`,
    )
}

async function readOpen({ db, administration_id, today }: Context, debtor_id: string): Promise<Open[]> {
  const of = { administration_id, family: 'debtors', id: debtor_id, debtor_id } as const
  const { rows } = await sql<Open>`
    select o.id::text as invoice_id, o.currency_code, o.owed::text as amount from (${owedOn(of, today)}) o
    where o.asked and o.bailiff_at is null and o.blocked_at is null and o.paused_at is null
    order by o.due_date, o.id`.execute(db)
  return rows
}

async function writeStatements(
  { db, administration_id, today, stamp }: Context,
  debtor_id: string,
  language_code: string,
  open: readonly Open[],
): Promise<string[]> {
  const by_currency = [...Map.groupBy(open, ({ currency_code }) => currency_code)]
  const ids = await drawIds(db, 'letters', by_currency.length)
  for (const [index, [currency_code, invoices]] of by_currency.entries()) {
    const amount = amountText(sumOf(invoices.map((one) => cents(one.amount))))
    const data = {
      recipient: 'debtor',
      currency_code,
      text: statement_step,
      amount,
      credit: '0.00',
      credit_case_id: null,
    }
    await db
      .insertInto('letters')
      .values({
        ...{ administration_id, id: ids[index] ?? '', debtor_id, step: statement_step, channel: 'mail', language_code },
        ...{ status: 'waiting', day: today, data: JSON.stringify(data), created_at: stamp, updated_at: stamp },
      })
      .execute()
    // As one parameter: of more than a statement can have there may be as many as a debtor owes.
    await sql`
      insert into letter_items (administration_id, letter_id, invoice_id, amount)
      select ${administration_id}::bigint, ${ids[index]}::bigint, invoice_id, amount
      from ${asTable('one', invoices, { invoice_id: 'bigint', amount: 'numeric' })}`.execute(db)
  }
  return ids
}
