import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Context } from '../../api/context.ts'
import { refuseParameters } from '../../api/errors.ts'
import { type Change, changeIn } from '../../db/change.ts'
import type { Tables } from '../../db/schema.ts'
import { serviceActor } from '../../domain/actor.ts'
import { claim_statuses, mayBeClaimedAgain } from '../../domain/claim.ts'
import type { ClaimLine } from '../../domain/declarations/declaration.ts'
import { problems_max } from '../../domain/declarations/problems.ts'
import { euros } from '../../domain/declarations/values.ts'

// A file may hold a hundred thousand lines, and writing them takes seconds, in which nobody else could change anything
// in the administration. So they are checked and put aside before it is locked, accepted together with their order in
// one short transaction, and then taken over some at a time, each time with a stamp of its own.

/** As many are written while others wait. */
const lines_at_once = 1_000

export type AdministrationScope = { db: Kysely<Tables>; administration_id: string }

/** Lines that were put aside, and up to which change the records are known that they were compared with. */
export type Staged = { upload_id: string; lines: readonly ClaimLine[]; compared_until: string | null }

/** Compares lines with those that are there, and puts them aside. */
export async function stageLines(
  place: AdministrationScope,
  lines: readonly ClaimLine[],
  now: Date,
  member: string,
): Promise<Staged> {
  const compared_until = await lastStamp(place)
  refuseKnown(await knownLines(place, lines, null), lines, member)
  const upload_id = randomUUID()
  for (let from = 0; from < lines.length; from += lines_at_once) {
    const batch = lines.slice(from, from + lines_at_once).map(lineColumns)
    await sql`
      insert into order_line_batches (administration_id, upload_id, lines, created_at)
      values (${place.administration_id}::bigint, ${upload_id}::uuid, ${JSON.stringify(batch)}::jsonb,
              ${now.toISOString()}::timestamptz)`.execute(place.db)
  }
  return { upload_id, lines, compared_until }
}

/** Where nothing is asked for, there is nothing to claim. */
const lineColumns = (line: ClaimLine) => ({
  order_line_identifier: line.order_line_identifier,
  product_identifier: line.product_identifier,
  claim: line.amount !== 0n,
  amount: euros(line.amount),
  customer_email_address: line.email_address,
})

async function lastStamp({ db, administration_id }: AdministrationScope): Promise<string | null> {
  const { rows } = await sql<{ stamp: string }>`
    select stamp from administration_stamps where administration_id = ${administration_id}::bigint`.execute(db)
  return rows[0]?.stamp ?? null
}

/** Gives lines that were put aside to their order, unless one of them came in meanwhile. */
export async function acceptLines(context: Context, order_id: string, staged: Staged, member: string): Promise<void> {
  const { db, administration_id } = context
  const { upload_id, lines, compared_until } = staged
  const { rows } = await sql<{ changed: boolean; waiting: boolean }>`
    select exists (select from order_lines where administration_id = ${administration_id}::bigint
                     and updated_at > ${compared_until ?? '-infinity'}::timestamptz) as changed,
           exists (select from order_line_batches where administration_id = ${administration_id}::bigint
                     and order_id is not null) as waiting`.execute(db)
  if (rows[0]?.changed) refuseKnown(await knownLines(context, lines, compared_until), lines, member)
  if (rows[0]?.waiting) refuseKnown(await waitingLines(context, lines), lines, member)
  await sql`
    update order_line_batches set order_id = ${order_id}::bigint
    where administration_id = ${administration_id}::bigint and upload_id = ${upload_id}::uuid`.execute(db)
}

/** Forgets lines that were put aside for nothing. */
export async function forgetLines(
  { db, administration_id }: AdministrationScope,
  { upload_id }: Staged,
): Promise<void> {
  await sql`
    delete from order_line_batches
    where administration_id = ${administration_id}::bigint and upload_id = ${upload_id}::uuid`.execute(db)
}

/** Takes over the lines of an accepted order. Whoever else does the same takes others. */
export async function takeOverLines(place: AdministrationScope & { now: Date }, order_id: string): Promise<void> {
  const { db, administration_id, now } = place
  // Nobody has to wait to learn that there is nothing left.
  while (await areLinesLeft(place, order_id)) {
    await changeIn(db, { administration_id, actor: serviceActor('import'), real_now: now }, (change) =>
      takeOverSome(change, order_id),
    )
  }
}

async function areLinesLeft({ db, administration_id }: AdministrationScope, order_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from order_line_batches
    where administration_id = ${administration_id}::bigint and order_id = ${order_id}::bigint limit 1`.execute(db)
  return rows.length > 0
}

async function takeOverSome({ db, administration_id, stamp }: Change, order_id: string): Promise<void> {
  await sql`
    with batch as (
      delete from order_line_batches b using (
        select id from order_line_batches
        where administration_id = ${administration_id}::bigint and order_id = ${order_id}::bigint
        order by id limit 1
      ) first
      where b.administration_id = ${administration_id}::bigint and b.id = first.id
      returning b.lines
    )
    insert into order_lines (administration_id, order_id, order_line_identifier, product_identifier, claim,
                             claim_status, amount, customer_email_address, created_at, updated_at)
    select ${administration_id}::bigint, ${order_id}::bigint, order_line_identifier, product_identifier, claim, 'draft',
           amount, customer_email_address, ${stamp}::timestamptz, ${stamp}::timestamptz
    from batch cross join lateral jsonb_to_recordset(batch.lines)
           as line (order_line_identifier text, product_identifier text, claim boolean, amount numeric,
                    customer_email_address text)`.execute(db)
}

/** The lines among these that came in before, or since a change; one whose claim failed may come again. */
async function knownLines(
  { db, administration_id }: AdministrationScope,
  lines: readonly ClaimLine[],
  since: string | null,
): Promise<string[]> {
  const final = claim_statuses.filter((status) => !mayBeClaimedAgain(status))
  const { rows } = await sql<{ identifier: string }>`
    select distinct known.order_line_identifier as identifier
    from unnest(${identifiersOf(lines)}::text[]) as wanted (identifier)
    cross join lateral (
      select l.order_line_identifier, l.claim_status, l.updated_at from order_lines l
      where l.administration_id = ${administration_id}::bigint and l.order_line_identifier = wanted.identifier
      offset 0
    ) known
    where known.claim_status = any(${final}::text[]) and known.updated_at > ${since ?? '-infinity'}::timestamptz
    limit ${problems_max}::integer`.execute(db)
  return rows.map(({ identifier }) => identifier)
}

/** The lines among these that belong to an order whose lines are still being taken over. */
async function waitingLines(
  { db, administration_id }: AdministrationScope,
  lines: readonly ClaimLine[],
): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select line.order_line_identifier as identifier
    from order_line_batches b
    cross join lateral jsonb_to_recordset(b.lines) as line (order_line_identifier text)
    join unnest(${identifiersOf(lines)}::text[]) as wanted (identifier)
      on wanted.identifier = line.order_line_identifier
    where b.administration_id = ${administration_id}::bigint and b.order_id is not null
    limit ${problems_max}::integer`.execute(db)
  return rows.map(({ identifier }) => identifier)
}

const identifiersOf = (lines: readonly ClaimLine[]): string[] => lines.map((line) => line.order_line_identifier)

/** A line that came in before would be claimed twice. */
function refuseKnown(known: readonly string[], lines: readonly ClaimLine[], member: string): void {
  if (known.length === 0) return
  const numbers = new Map(lines.map((line) => [line.order_line_identifier, line.line]))
  const problems = known.map((identifier) => {
    const line = numbers.get(identifier) ?? 0
    return { line, problem: `${member}: line ${line}: the reference number «${identifier}» was taken in before` }
  })
  refuseParameters(problems.sort((one, other) => one.line - other.line).map(({ problem }) => problem))
}
