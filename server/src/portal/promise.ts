import { sql } from 'kysely'
import { call } from '../api/actions.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { date, keyList, money } from '../api/field.ts'
import type { Change } from '../db/change.ts'
import { addDays } from '../domain/days.ts'
import { cents, sumOf } from '../domain/money.ts'
import { makePromise } from '../follow_up/promises/make.ts'
import { settingsOf } from '../settings/store.ts'
import { chosenInvoices } from './chosen.ts'
import { link_fields, openPortalLink } from './links.ts'
import { countSaid } from './throttle.ts'

/** Notes a promise to pay by a day. The same again is the same promise. */
export const promisePayment = call({
  method: 'POST',
  path: '/portal/promise',
  reach: 'portal',
  description: 'Notes that a debtor promises to pay by a day, within the limits of the creditor.',
  body: {
    ...link_fields,
    invoice_numbers: keyList('Invoices that it is about.').required(),
    promised_on: date('Day by which it will be paid.').required(),
    amount: money('What is promised; all that is open of these invoices unless given.'),
  },
  answer: {},
  run: async (context, body) => {
    const link = await openPortalLink(context, body)
    await countSaid(context, link)
    const { promised_on, amount = null } = body
    await context.change(link.administration_id, async (change) => {
      const { portal_promise_days } = await settingsOf(change.db, change.administration_id)
      if (portal_promise_days === 0) refuse('forbidden', 'Promises are not taken here; write a message instead.')
      const last = addDays(change.today, portal_promise_days)
      if (promised_on > last) refuseParameters([`promised_on: must not be after ${last}`])
      const invoices = await chosenInvoices(change.db, link, change.today, body.invoice_numbers)
      const closed = invoices.find(({ asked }) => !asked)
      if (closed) refuseParameters([`invoice_numbers: ${closed.invoice_number} is not to be paid here`])
      const invoice_ids = invoices.map(({ id }) => id)
      if (await isPromised(change, { invoice_ids, promised_on, amount })) return
      await makePromise(change, { debtor_id: link.debtor_id, invoice_ids, amount, promised_on, origin: 'portal' })
    })
    return {}
  },
})

type Said = { invoice_ids: readonly string[]; promised_on: string; amount: string | null }
type Known = { id: string; amount: string; open: string; whole: string }

/** Whether all of these are promised for just this day already, and no other amount. */
async function isPromised(
  { db, administration_id }: Change,
  { invoice_ids, promised_on, amount }: Said,
): Promise<boolean> {
  const { rows } = await sql<Known>`
    select p.id::text, p.amount::text, l.open_amount::text as open, (
      select sum(o.open_amount)::text from promise_invoices o
      where o.administration_id = ${administration_id}::bigint and o.promise_id = p.id) as whole
    from promise_invoices l
    join promises p on p.administration_id = ${administration_id}::bigint and p.id = l.promise_id
    where l.administration_id = ${administration_id}::bigint and l.invoice_id = any(${[...invoice_ids]}::bigint[])
      and p.status = 'open' and p.origin = 'portal' and p.promised_on = ${promised_on}::date`.execute(db)
  if (rows.length !== invoice_ids.length) return false
  const promises = [...new Map(rows.map((row) => [row.id, row])).values()]
  // All that was open is each invoice in full; a part of it is not said of one invoice or another.
  const in_full = promises.every(({ amount: said, whole }) => cents(said) === cents(whole))
  if (amount === null) return in_full
  const known = in_full ? rows.map(({ open }) => cents(open)) : promises.map(({ amount: said }) => cents(said))
  return cents(amount) === sumOf(known)
}
