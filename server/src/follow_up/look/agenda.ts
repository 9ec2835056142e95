import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { amountText, sumOf } from '../../domain/money.ts'
import type { Letter, Outlook } from '../decide/decision.ts'

// The agenda says when to look at a debtor again, and who waits for a turn to be written to. Whoever looks locks the
// row first and reads the facts after that: a change that is noticed meanwhile is noted down behind it, and not lost.

/** A debtor to look at. */
export type Entry = { debtor_id: string; outlooks: string | null }

/** Takes debtors whose day has come, or that were last looked at under older rules. */
export async function takeDue(
  db: Kysely<Tables>,
  administration_id: string,
  { today, rules_version, limit }: { today: Day; rules_version: string; limit: number },
): Promise<Entry[]> {
  const by_day = { due: sql<boolean>`not ready and look_on <= ${today}::date`, first: sql`look_on` }
  const by_rules = {
    due: sql<boolean>`not ready and rules_version < ${rules_version}::bigint`,
    first: sql`rules_version`,
  }
  const taken = await take(db, administration_id, by_day, limit)
  return taken.length > 0 ? taken : take(db, administration_id, by_rules, limit)
}

/** Takes debtors for whom something is due, those who waited longest first. */
export function takeReady(db: Kysely<Tables>, administration_id: string, limit: number): Promise<Entry[]> {
  const waiting = { due: sql<boolean>`ready`, first: sql`due_since, due_amount desc, debtor_id` }
  return take(db, administration_id, waiting, limit)
}

/**
 * Finds rows and locks them. Whoever notes a change at this moment is waited for, so that nobody who is due is passed
 * over; all lock rows in the order of debtors, so that nobody waits in a circle.
 */
async function take(
  db: Kysely<Tables>,
  administration_id: string,
  { due, first }: { due: RawBuilder<boolean>; first: RawBuilder<unknown> },
  limit: number,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select debtor_id::text, outlooks from agenda
    where administration_id = ${administration_id}::bigint and ${due} and debtor_id in (
      select debtor_id from agenda
      where administration_id = ${administration_id}::bigint and ${due} order by ${first} limit ${limit})
    order by debtor_id for update`.execute(db)
  return rows
}

/** How many letters ask to go, with those that were put off. */
export async function lettersAsking(db: Kysely<Tables>, administration_id: string): Promise<number> {
  const { rows } = await sql<{ letters: number }>`
    select coalesce(sum(letters), 0)::integer as letters from agenda
    where administration_id = ${administration_id}::bigint and letters > 0`.execute(db)
  return rows[0]?.letters ?? 0
}

/** What came of looking at a debtor. */
export type Looked = {
  entry: Entry
  /** Null when nothing of this debtor is open any more. */
  outlooks: readonly Outlook[] | null
  look_on: Day | null
  /** Whether something is due that is to be done in its turn, and the letters that ask to go. */
  ready: boolean
  letters: readonly Letter[]
}

/** Notes what came of looking at some debtors. */
export async function noteLooked(
  db: Kysely<Tables>,
  administration_id: string,
  { looked, rules_version, real_now }: { looked: readonly Looked[]; rules_version: string; real_now: Date },
): Promise<void> {
  const rows = looked.map((one) => ({ ...one, hash: JSON.stringify(one.outlooks) }))
  await writeOutlooks(
    db,
    administration_id,
    rows.filter(({ hash, entry }) => digest(hash) !== entry.outlooks),
  )
  const gone = rows.filter(({ outlooks }) => outlooks === null).map(({ entry }) => entry.debtor_id)
  const kept = rows
    .filter(({ outlooks }) => outlooks !== null)
    .map(({ entry, look_on, ready, letters, hash }) => ({
      ...{ debtor_id: entry.debtor_id, look_on, ready, letters: letters.length, outlooks: digest(hash) },
      due_since: letters.map(({ due_since }) => due_since).sort()[0] ?? null,
      due_amount: amountText(sumOf(letters.map(({ amount }) => amount))),
    }))
  await sql`
    update agenda a set look_on = one.look_on, ready = one.ready, letters = one.letters, due_since = one.due_since,
      due_amount = one.due_amount, outlooks = one.outlooks, rules_version = ${rules_version}::bigint,
      looked_at = ${real_now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as one (debtor_id bigint, look_on date, ready boolean,
      letters integer, due_since date, due_amount numeric, outlooks text)
    where a.administration_id = ${administration_id}::bigint and a.debtor_id = one.debtor_id`.execute(db)
  if (gone.length === 0) return
  await sql`
    delete from agenda where administration_id = ${administration_id}::bigint
      and debtor_id = any(${gone}::bigint[])`.execute(db)
}

/** Short, and the same for the same outlooks; two that differ share one so rarely that the next look mends it. */
function digest(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x85ebca6b)
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}${text.length.toString(36)}`
}

type WithOutlooks = { entry: Entry; outlooks: readonly Outlook[] | null }

/** Replaces the outlooks of debtors by what they are now. */
async function writeOutlooks(db: Kysely<Tables>, administration_id: string, changed: readonly WithOutlooks[]) {
  if (changed.length === 0) return
  const debtor_ids = changed.map(({ entry }) => entry.debtor_id)
  await sql`
    delete from agenda_records where administration_id = ${administration_id}::bigint
      and debtor_id = any(${debtor_ids}::bigint[])`.execute(db)
  const rows = changed.flatMap(({ entry, outlooks }) =>
    (outlooks ?? []).map(({ family, id, step, day, holds, because }) => ({
      ...{ debtor_id: entry.debtor_id, step, day, holds, because },
      ...(family === 'invoices' ? { invoice_id: id } : { credit_case_id: id }),
    })),
  )
  if (rows.length === 0) return
  await sql`
    insert into agenda_records (administration_id, debtor_id, invoice_id, credit_case_id, step, day, holds, because)
    select ${administration_id}::bigint, debtor_id, invoice_id, credit_case_id, step, day, holds, because
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one
      (debtor_id bigint, invoice_id bigint, credit_case_id bigint, step text, day date, holds jsonb, because jsonb)
    on conflict do nothing`.execute(db)
}
