import { hash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { kept_plan } from '../../db/kept_plans.ts'
import { asTable } from '../../db/rows_as_table.ts'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { amountText, cents } from '../../domain/money.ts'
import { firstToGo, type Place } from '../decide/admit.ts'
import type { Letter, Outlook } from '../decide/decision.ts'
import { idList } from '../read/portion.ts'

// The agenda says when to look at a debtor again, and who waits for a turn to be written to. Whoever looks locks the
// row first and reads the facts after that: a change that is noticed meanwhile is noted down behind it, and not lost.

/** A debtor to look at. */
export type Entry = { debtor_id: string; outlooks: string | null }

const dueByDay = (today: Day): RawBuilder<boolean> => sql`not ready and look_on <= ${today}::date`
const dueByRules = (version: string): RawBuilder<boolean> => sql`not ready and rules_version < ${version}::bigint`
const isReady: RawBuilder<boolean> = sql`ready`

type Asked = { today: Day; rules_version: string }

/** How many debtors to take, and who not. */
type Taking = { limit: number; except: readonly string[] }

/** Takes debtors whose day has come, or that were last looked at under older rules. */
export async function takeDue(
  db: Kysely<Tables>,
  administration_id: string,
  { today, rules_version }: Asked,
  taking: Taking,
): Promise<Entry[]> {
  const by_day = { due: dueByDay(today), first: sql`look_on` }
  const by_rules = { due: dueByRules(rules_version), first: sql`rules_version` }
  const taken = await take(db, administration_id, by_day, taking)
  return taken.length > 0 ? taken : take(db, administration_id, by_rules, taking)
}

/** Takes debtors for whom something is due, those who waited longest first. */
export function takeReady(db: Kysely<Tables>, administration_id: string, taking: Taking): Promise<Entry[]> {
  return take(db, administration_id, { due: isReady, first: sql`due_since, due_amount desc, debtor_id` }, taking)
}

/**
 * Finds rows and locks them. Those that somebody else has are passed over, so that several can work side by side and
 * nobody waits in a circle; they stay due, and are taken the next time.
 */
async function take(
  db: Kysely<Tables>,
  administration_id: string,
  { due, first }: { due: RawBuilder<boolean>; first: RawBuilder<unknown> },
  { limit, except }: Taking,
): Promise<Entry[]> {
  const others = except.length === 0 ? sql`` : sql`and debtor_id <> all(${idList(except)})`
  const { rows } = await sql<Entry>`
    ${kept_plan}
    select debtor_id::text, outlooks from agenda
    where administration_id = ${administration_id}::bigint and ${due} ${others}
    order by ${first} limit ${limit} for update skip locked`.execute(db)
  return rows
}

/**
 * How an agenda stands, as one row: whether anybody waits for a turn (`ready`), is to be looked at (`due`) or is
 * followed up at all, and the next day on which somebody is. One question, so that nobody moves between two of them.
 */
export function agendaStands(administration_id: string, { today, rules_version }: Asked): RawBuilder<unknown> {
  const here = sql`administration_id = ${administration_id}::bigint`
  const exists = (which: RawBuilder<boolean>) => sql`exists (select from agenda where ${here} and ${which})`
  return sql`
    select ${exists(isReady)} as ready, ${exists(dueByDay(today))} or ${exists(dueByRules(rules_version))} as due,
           exists (select from agenda where ${here}) as followed,
           (select min(look_on) from agenda where ${here} and look_on is not null and not ready) as look_on`
}

/** Whether anybody is to be looked at or waits for a turn. */
export async function isAnybodyDue(db: Kysely<Tables>, administration_id: string, asked: Asked): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select ready or due as due from (${agendaStands(administration_id, asked)}) agenda`.execute(db)
  return rows[0]?.due === true
}

/** The first place among those who wait, after these. */
export async function nextPlace(
  db: Kysely<Tables>,
  administration_id: string,
  taken: readonly Entry[],
): Promise<Place | null> {
  const { rows } = await sql<{ due_since: Day; due_amount: string; debtor_id: string }>`
    select due_since, due_amount, debtor_id from agenda
    where administration_id = ${administration_id}::bigint and ready and due_since is not null
      and debtor_id <> all(${idList(taken.map(({ debtor_id }) => debtor_id))})
    order by due_since, due_amount desc, debtor_id limit 1`.execute(db)
  const [next] = rows
  return next ? { due_since: next.due_since, amount: cents(next.due_amount), debtor_id: next.debtor_id } : null
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
  /** Whether something is due that is to be done in its turn, and the letters that ask to go and nobody let go. */
  ready: boolean
  letters: readonly Letter[]
}

/** Notes what came of looking at some debtors. */
export async function noteLooked(
  db: Kysely<Tables>,
  administration_id: string,
  { looked, rules_version, real_now }: { looked: readonly Looked[]; rules_version: string; real_now: Date },
): Promise<void> {
  const rows = looked.map((one) => ({ ...one, digest: digestOf(one.outlooks) }))
  await writeOutlooks(
    db,
    administration_id,
    rows.filter(({ digest, entry }) => digest !== entry.outlooks),
  )
  const kept = rows.filter(({ outlooks }) => outlooks !== null)
  const noted = { administration_id, rules_version, looked_at: real_now.toISOString() }
  await noteIdle(
    db,
    noted,
    kept.filter((one) => !isWaiting(one)),
  )
  await noteWaiting(db, noted, kept.filter(isWaiting))
  const gone = rows.filter(({ outlooks }) => outlooks === null).map(({ entry }) => entry.debtor_id)
  if (gone.length === 0) return
  await sql`
    delete from agenda where administration_id = ${administration_id}::bigint
      and debtor_id = any(${idList(gone)})`.execute(db)
}

type Noted = { administration_id: string; rules_version: string; looked_at: string }
type Digested = Looked & { digest: string }

/** Whether something is due, now or when there is room for it. */
const isWaiting = ({ ready, letters }: Looked): boolean => ready || letters.length > 0

/** Most debtors have nothing to wait for, so little is sent about them. */
async function noteIdle(db: Kysely<Tables>, noted: Noted, looked: readonly Digested[]): Promise<void> {
  if (looked.length === 0) return
  const rows = looked.map(({ entry, look_on, digest }) => ({ debtor_id: entry.debtor_id, look_on, outlooks: digest }))
  await sql`
    ${kept_plan}
    update agenda a set look_on = one.look_on, ready = false, letters = 0, due_since = null, due_amount = 0,
      outlooks = one.outlooks, rules_version = ${noted.rules_version}::bigint,
      looked_at = ${noted.looked_at}::timestamptz
    from ${asTable('one', rows, { debtor_id: 'bigint', look_on: 'date', outlooks: 'text' })}
    where a.administration_id = ${noted.administration_id}::bigint and a.debtor_id = one.debtor_id
      and a.debtor_id = any(${idList(looked.map(({ entry }) => entry.debtor_id))})`.execute(db)
}

async function noteWaiting(db: Kysely<Tables>, noted: Noted, looked: readonly Digested[]): Promise<void> {
  if (looked.length === 0) return
  const rows = looked.map(({ entry, look_on, ready, letters, digest }) => {
    const [first] = [...letters].sort(firstToGo)
    return {
      ...{ debtor_id: entry.debtor_id, look_on, ready, letters: letters.length, outlooks: digest },
      ...{ due_since: first?.due_since ?? null, due_amount: amountText(first?.amount ?? 0n) },
    }
  })
  await sql`
    update agenda a set look_on = one.look_on, ready = one.ready, letters = one.letters, due_since = one.due_since,
      due_amount = one.due_amount, outlooks = one.outlooks, rules_version = ${noted.rules_version}::bigint,
      looked_at = ${noted.looked_at}::timestamptz
    from ${asTable('one', rows, {
      ...{ debtor_id: 'bigint', look_on: 'date', ready: 'boolean', letters: 'integer', due_since: 'date' },
      ...{ due_amount: 'numeric', outlooks: 'text' },
    })}
    where a.administration_id = ${noted.administration_id}::bigint and a.debtor_id = one.debtor_id`.execute(db)
}

/** Short, and the same for the same outlooks. */
const digestOf = (outlooks: readonly Outlook[] | null): string =>
  hash('sha1', outlooks === null ? '' : outlooks.map(textOf).join('\n'), 'hex')

/** Everything that an outlook says, in a form that is quick to make. */
function textOf({ family, id, step, round, day, holds, because, flow_code, flow_version }: Outlook): string {
  let text = `${family} ${id} ${step} ${round} ${day} ${flow_code} ${flow_version}`
  for (const facts of [...holds, ...because]) for (const name in facts) text += ` ${name}=${facts[name]}`
  return text
}

type WithOutlooks = { entry: Entry; outlooks: readonly Outlook[] | null }

/** Replaces the outlooks of debtors by what they are now. */
async function writeOutlooks(db: Kysely<Tables>, administration_id: string, changed: readonly WithOutlooks[]) {
  if (changed.length === 0) return
  const debtor_ids = changed.map(({ entry }) => entry.debtor_id)
  const invoice_ids = changed.flatMap(({ outlooks }) =>
    (outlooks ?? []).flatMap(({ family, id }) => (family === 'invoices' ? [id] : [])),
  )
  // An invoice that came from another debtor may still be noted there, by whoever looks at that one at this moment. So
  // rows are locked and written in the same order by everybody, and nobody waits in a circle.
  await sql`
    with known as materialized (
      select id from agenda_records where administration_id = ${administration_id}::bigint
        and (debtor_id = any(${idList(debtor_ids)}) or invoice_id = any(${idList(invoice_ids)}))
      order by id for update
    )
    delete from agenda_records r using known
    where r.administration_id = ${administration_id}::bigint and r.id = known.id`.execute(db)
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
    from ${asTable('one', rows, {
      ...{ debtor_id: 'bigint', invoice_id: 'bigint', credit_case_id: 'bigint', step: 'text', day: 'date' },
      ...{ holds: 'jsonb', because: 'jsonb' },
    })}
    order by invoice_id, credit_case_id
    on conflict do nothing`.execute(db)
}
