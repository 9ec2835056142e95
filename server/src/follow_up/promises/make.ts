import { sql } from 'kysely'
import { refuseParameters } from '../../api/errors.ts'
import type { Change } from '../../db/change.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { userOf } from '../../domain/actor.ts'
import { type ClaimOrigin, openOf, type PromisedInvoice, promiseProblems } from '../../domain/promise.ts'
import { emit } from '../../events/emit.ts'
import { isOwed, outstanding } from '../outstanding.ts'

/** What somebody promised: invoices, or all that a debtor owes; all that is open of them unless an amount is given. */
export type WantedPromise = {
  debtor_id?: string | null
  debtor_number?: string | null
  invoice_ids?: readonly string[] | null
  invoice_numbers?: readonly string[] | null
  amount?: string | null
  promised_on: string
  remark?: string | null
  origin: ClaimOrigin
}

/**
 * Notes a promise and what it is about, and says so. Refuses what could not be kept, and what is promised already: an
 * invoice is part of one open promise at most. Returns its id.
 */
export async function makePromise(change: Change, wanted: WantedPromise): Promise<string> {
  const { invoices, debtor_id, parameter } = await promised(change, wanted)
  const { amount = null, promised_on, origin } = wanted
  const problems = promiseProblems({
    ...{ invoices, debtor_id, parameter, amount, promised_on, origin },
    today: change.today,
  })
  const [first] = invoices
  if (first === undefined || problems.length > 0) return refuseParameters(problems)
  const id = await insert(change, wanted, first, amount ?? openOf(invoices))
  await link(change, id, invoices)
  await emit(change, 'promise_created', 'promise', id)
  return id
}

type Promised = { invoices: PromisedInvoice[]; debtor_id: string | null; parameter: string }

/** The invoices that are meant: those that are named, or all that the debtor owes. */
async function promised(change: Change, wanted: WantedPromise): Promise<Promised> {
  const ids = [...new Set(wanted.invoice_ids ?? [])]
  const numbers = [...new Set(wanted.invoice_numbers ?? [])]
  const debtor_id = await debtorOf(change, wanted)
  if (ids.length + numbers.length > 0) {
    const named = sql`(i.id = any(${ids}::bigint[]) or i.invoice_number = any(${numbers}::text[]))`
    const invoices = await read(change, named)
    const missing = [
      ...ids.filter((one) => !invoices.some(({ id }) => id === one)).map((one) => `invoice_ids: ${one}`),
      ...numbers
        .filter((one) => !invoices.some(({ invoice_number }) => invoice_number === one))
        .map((one) => `invoice_numbers: ${one}`),
    ]
    if (missing.length > 0) refuseParameters(missing.map((one) => `${one} is not there`))
    return { invoices, debtor_id, parameter: ids.length > 0 ? 'invoice_ids' : 'invoice_numbers' }
  }
  const parameter = wanted.debtor_id ? 'debtor_id' : 'debtor_number'
  if (debtor_id === null) {
    return refuseParameters(['debtor_id: is missing, unless debtor_number, invoice_ids or invoice_numbers are given'])
  }
  return {
    invoices: await read(change, sql`i.debtor_id = ${debtor_id}::bigint and ${isOwed('i')}`),
    ...{ debtor_id, parameter },
  }
}

async function debtorOf({ db, administration_id }: Change, wanted: WantedPromise): Promise<string | null> {
  const { debtor_id, debtor_number } = wanted
  if (!debtor_id && !debtor_number) return null
  const { rows } = await sql<{ id: string }>`
    select id from debtors where administration_id = ${administration_id}::bigint
      and id = coalesce(${debtor_id ?? null}::bigint, id)
      and debtor_number = coalesce(${debtor_number ?? null}::text, debtor_number)`.execute(db)
  return rows[0]?.id ?? refuseParameters([`${debtor_id ? 'debtor_id' : 'debtor_number'}: there is no such debtor`])
}

async function read({ db, administration_id }: Change, which: ReturnType<typeof sql>): Promise<PromisedInvoice[]> {
  const { rows } = await sql<PromisedInvoice>`
    select i.id::text, i.invoice_number, i.debtor_id::text, i.currency_code, ${outstanding('i')}::text as open,
           ${isOwed('i')} as owed, known.id::text as open_promise_id, known.promised_on::text as open_promised_on
    from invoices i
    left join lateral (
      select p.id, p.promised_on from promise_invoices l
      join promises p on p.administration_id = ${administration_id}::bigint and p.id = l.promise_id
        and p.status = 'open'
      where l.administration_id = ${administration_id}::bigint and l.invoice_id = i.id limit 1
    ) known on true
    where i.administration_id = ${administration_id}::bigint and ${which}
    order by i.id`.execute(db)
  return rows
}

async function insert(
  { db, administration_id, stamp, actor }: Change,
  { promised_on, remark, origin }: WantedPromise,
  { debtor_id, currency_code }: PromisedInvoice,
  amount: string,
): Promise<string> {
  const user = userOf(actor)
  const { id } = await db
    .insertInto('promises')
    .values({
      ...{ administration_id, debtor_id, amount, currency_code, promised_on, origin, remark: remark ?? null },
      created_by_user_id: user.id,
      created_by_user_name: user.name,
      created_by_user_email_address: user.email_address,
      ...{ created_at: stamp, updated_at: stamp },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function link(change: Change, promise_id: string, invoices: readonly PromisedInvoice[]): Promise<void> {
  const { db, administration_id } = change
  await sql`
    insert into promise_invoices (administration_id, promise_id, invoice_id, open_amount)
    select ${administration_id}::bigint, ${promise_id}::bigint, id, open
    from ${asTable('one', invoices, { id: 'bigint', open: 'numeric' })}
    order by id`.execute(db)
}
