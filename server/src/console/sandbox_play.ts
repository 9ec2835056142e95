import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuse, refuseParameters } from '../api/errors.ts'
import { date, id, money, oneOf, text } from '../api/field.ts'
import { addDays, type Day, readDay } from '../domain/days.ts'
import { amountText, cents, sumOf } from '../domain/money.ts'
import { openDispute } from '../follow_up/disputes.ts'
import { knownDebtor } from '../follow_up/known_debtor.ts'
import { outstanding } from '../follow_up/outstanding.ts'
import { makePromise } from '../follow_up/promises/make.ts'
import { noteFailures } from '../follow_up/send/bounce.ts'
import { bookByHand, lines_max } from '../ledger/by_hand.ts'
import { readText } from '../portal/comment.ts'
import type { PortalLink } from '../portal/links.ts'
import { subjectOfLink, writeMessage } from '../portal/messages.ts'
import { takeProposal } from '../portal/terms.ts'
import { replaceLabels } from '../resources/debtors/labels.ts'

/** What a debtor can be made to do in a sandbox. */
export const played_acts = [
  ...(['pays', 'pays_part', 'promises', 'disputes', 'writes', 'asks_terms', 'bounces', 'goes_bankrupt'] as const),
] as const
type Act = (typeof played_acts)[number]

/** A promise is for a week from now, and terms are a month apart. */
const promise_days = 7
const terms = { count: 3, days: 30 }

/**
 * Somebody plays a debtor. Each act is done by the same functions as when a debtor does it, so that what follows is
 * what would follow.
 */
export const sandbox_verbs: Actions = {
  play: call({
    method: 'POST',
    path: '/console/sandbox/play',
    reach: 'administration',
    description:
      'Has a debtor of a sandbox do something: pay, promise, dispute, write, ask for terms, not be reached, go bankrupt.',
    body: {
      debtor_id: id('Debtor that is played.').required(),
      act: oneOf(played_acts, 'What it does.').required(),
      text: text('What it says, where it says something.'),
    },
    answer: {
      amount: money('What was paid, promised or asked terms for.'),
      currency_code: text('Currency of the amount.'),
      day: date('Until when it promised, or the day of the first term.'),
      number: text('The invoice that it is about, where it is one.'),
    },
    run: async (context, { debtor_id, act, text: said }) => {
      await refuseElsewhere(context)
      const words = readText(said)
      const open = await openInvoices(context, debtor_id)
      const nothing = { amount: null, currency_code: null, day: null, number: null }
      return { ...nothing, ...(await acts[act](context, { debtor_id, open, said: words })) }
    },
  }),
}

type Invoice = { id: string; invoice_number: string; currency_code: string; amount: string; disputed: boolean }
type Playing = { debtor_id: string; open: readonly Invoice[]; said: string }
type Played = { amount?: string; currency_code?: string; day?: Day; number?: string }

const acts: { readonly [act in Act]: (context: Context, playing: Playing) => Promise<Played> } = {
  pays: async (context, { open }) => pay(context, inOneCurrency(open)),
  pays_part: async (context, { open }) => {
    const [oldest] = open
    if (!oldest) return nothingOpen()
    const half = cents(oldest.amount) / 2n
    return pay(context, [{ ...oldest, pays: amountText(half > 0n ? half : 1n) }])
  },
  promises: async (context, { debtor_id, open }) => {
    const meant = inOneCurrency(open)
    const promised_on = addDays(context.today, promise_days)
    const invoice_ids = meant.map((one) => one.id)
    await makePromise(context, { debtor_id, invoice_ids, promised_on, origin: 'portal' })
    return { ...sumsOf(meant), day: promised_on }
  },
  disputes: async (context, { debtor_id, open, said }) => {
    const invoice = open.find(({ disputed }) => !disputed)
    if (!invoice) return refuse('conflict', 'There is no open invoice that is not disputed already.')
    const { id: invoice_id, invoice_number } = invoice
    const content = said || 'This was not delivered.'
    const about = { debtor_id, invoice_id, credit_case_id: null }
    const message = await writeMessage(context, about, { subject: invoice_number, content, files: [] })
    await openDispute(context, {
      ...{ invoice_id, reason: 'not_delivered', description: content, origin: 'portal', message_id: message.id },
    })
    return { number: invoice_number }
  },
  writes: async (context, { debtor_id, said }) => {
    if (said === '') refuseParameters(['text: is missing; say what the debtor writes'])
    const [subject = ''] = said.split('\n')
    await writeMessage(context, subjectOfLink(linkOf(context, debtor_id)), {
      ...{ subject: subject.slice(0, 80), content: said, files: [] },
    })
    return {}
  },
  asks_terms: async (context, { debtor_id, open, said }) => {
    const meant = inOneCurrency(open)
    const proposed = termsOf(sumOf(meant.map(({ amount }) => cents(amount))), context.today)
    await takeProposal(context, linkOf(context, debtor_id), {
      ...{ invoice_numbers: meant.map(({ invoice_number }) => invoice_number), terms: proposed, reason: said || null },
    })
    return { ...sumsOf(meant), ...(proposed[0] ? { day: proposed[0].due_date } : {}) }
  },
  // What the mail server of the debtor says of the letter that was mailed last.
  bounces: async (context, { debtor_id }) => {
    const letter = await lastMailed(context, debtor_id)
    if (!letter) return refuse('conflict', 'No letter was mailed to this debtor yet: turn the clock until one is.')
    const { administration_id } = context
    const said = { address: null, kind: 'hard', status: '5.1.1', reason: '550 5.1.1 no such user' } as const
    await noteFailures(context, { administration_id, resource_type: 'letter', resource_id: letter.id }, [said])
    const day = readDay(letter.day)
    return day === null ? {} : { day }
  },
  // What a colleague does who hears of it.
  goes_bankrupt: async (context, { debtor_id }) => {
    const names = await labelsOf(context, debtor_id)
    if (names.some((name) => name.toLowerCase() === stop_label))
      return refuse('conflict', 'Everything of this debtor is stopped already.')
    await replaceLabels(context, [{ debtor_id, names: [...names, stop_label] }])
    return {}
  },
}

/** The label that holds all that concerns a debtor. */
const stop_label = 'stop'

async function labelsOf({ db, administration_id }: Context, debtor_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('debtor_labels')
    .select('name')
    .where('administration_id', '=', administration_id)
    .where('debtor_id', '=', debtor_id)
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}

async function lastMailed({ db, administration_id }: Context, debtor_id: string) {
  return db
    .selectFrom('letters')
    .select(['id', 'day'])
    .where('administration_id', '=', administration_id)
    .where('debtor_id', '=', debtor_id)
    .where('channel', '=', 'mail')
    .where('status', '=', 'sent')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

const nothingOpen = (): never => refuse('conflict', 'Nothing is open of this debtor.')

const linkOf = ({ administration_id }: Context, debtor_id: string): PortalLink => ({
  ...{ administration_id, family: 'debtors', id: debtor_id, debtor_id },
})

/** What is open in the currency of the oldest invoice: nobody pays in two at once. */
function inOneCurrency(open: readonly Invoice[]): Invoice[] {
  const [oldest] = open
  if (!oldest) return nothingOpen()
  return open.filter(({ currency_code }) => currency_code === oldest.currency_code).slice(0, lines_max)
}

const sumsOf = (invoices: readonly Invoice[]): Played => ({
  amount: amountText(sumOf(invoices.map(({ amount }) => cents(amount)))),
  currency_code: invoices[0]?.currency_code ?? 'EUR',
})

async function pay(context: Context, invoices: readonly (Invoice & { pays?: string })[]): Promise<Played> {
  const lines = invoices.map(({ id: invoice_id, amount, pays }) => ({
    ...{ invoice_id, amount: pays ?? amount, open_amount: amount },
  }))
  await bookByHand(context, { lines, payment_date: context.today, method: 'bank_transfer', description: null })
  const [first] = invoices
  return {
    ...sumsOf(invoices.map(({ pays, ...one }) => ({ ...one, amount: pays ?? one.amount }))),
    ...(invoices.length === 1 && first ? { number: first.invoice_number } : {}),
  }
}

/** Terms of the same size; the last one takes what is left over. */
function termsOf(total: bigint, today: Day): { amount: string; due_date: Day }[] {
  const each = total / BigInt(terms.count)
  return Array.from({ length: terms.count }, (_, place) => ({
    amount: amountText(place === terms.count - 1 ? total - each * BigInt(terms.count - 1) : each),
    due_date: addDays(today, terms.days * (place + 1)),
  }))
}

/** Where days are real, so are debtors. */
async function refuseElsewhere({ db, administration_id }: Context): Promise<void> {
  const found = await db
    .selectFrom('administrations')
    .select('sandbox')
    .where('id', '=', administration_id)
    .executeTakeFirst()
  if (!found?.sandbox) refuse('conflict', 'This administration is no sandbox: only debtors of a sandbox can be played.')
}

async function openInvoices({ db, administration_id }: Context, debtor_id: string): Promise<Invoice[]> {
  await knownDebtor({ db, administration_id }, debtor_id)
  const { rows } = await sql<Invoice>`
    select i.id, i.invoice_number, i.currency_code, ${outstanding('i')}::text as amount,
           exists (select from disputes x where x.administration_id = ${administration_id}::bigint
             and x.invoice_id = i.id
             and x.ended_at is null) as disputed
    from invoices i
    where i.administration_id = ${administration_id}::bigint and i.debtor_id = ${debtor_id}::bigint
      and i.sent_at is not null and ${outstanding('i')} > 0
    order by i.due_date, i.id`.execute(db)
  return rows
}
