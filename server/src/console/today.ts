import { type Actions, call } from '../api/actions.ts'
import type { MemberContext } from '../api/context.ts'
import { boolean, date, dateTime, id, idList, integer, jsonList, listOf, money, oneOf, text } from '../api/field.ts'
import { readDay } from '../domain/days.ts'
import { colleaguesOf } from '../follow_up/colleagues.ts'
import { refuseUnknownDebtor } from '../follow_up/known_debtor.ts'
import { idList as idsOf } from '../follow_up/read/portion.ts'
import { call_outcomes } from '../follow_up/today/calls.ts'
import { listed_max, readCandidates, tabs } from '../follow_up/today/candidates.ts'
import { contact_kinds, readLastContacts } from '../follow_up/today/last_contact.ts'
import { acts, rank } from '../follow_up/today/rank.ts'
import { readReachable } from '../follow_up/today/reachable.ts'
import { readStakes } from '../follow_up/today/read.ts'
import { whatFollows } from '../follow_up/today/what_follows.ts'
import { ages } from '../reports/ages.ts'
import { dueDays, nextOf, readAges, readMarks, readOpenInvoices, readProposedPlan, readSaid } from './today_panel.ts'

const amounts = {
  currency_code: text('Currency, ISO 4217.').required(),
  amount: money('Amount.').required(),
}

const ranked_debtor = {
  debtor_id: id('Debtor.').required(),
  debtor_name: text('Name of the debtor.').required(),
  debtor_number: text('Number of the debtor.').required(),
  overdue_amounts: listOf(
    amounts,
    'What is overdue and not agreed about, by currency; nothing is converted, so they are not to be added up.',
  ).required(),
  oldest_days: integer('Days since the oldest of it was due.').required(),
  reasons: jsonList('Why it stands here, the strongest first: codes with their facts.').required(),
  act: oneOf(acts, 'What to do next.').required(),
  person: text('Whom to speak to.'),
  phone: text('Number to call; empty while none is known that works.'),
  step: text('Step of the letter that waits.'),
  subject: text('Subject of the task to do.'),
}

const mark_fields = {
  marked_by: text('Who put it off, or is done with it.'),
  marked_until: date('First day on which it counts again.'),
}

/** Who to contact first, and why; and all that a call with one of them needs. */
export const today_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/today',
    reach: 'member',
    description:
      'Ranks debtors by what is at stake: what is overdue and nobody has agreed about, how old it is, and what waits ' +
      'for a person.',
    body: { tab: oneOf(tabs, 'Which list.').required() },
    answer: {
      counts: listOf(
        {
          tab: oneOf(tabs, 'The list.').required(),
          debtors: integer('How many debtors are on it.').required(),
        },
        'How long each list is.',
      ).required(),
      debtors: listOf(
        {
          ...ranked_debtor,
          contact: oneOf(contact_kinds, 'How it was last in touch with us, or we with it.'),
          contact_at: dateTime('When that was.'),
          ...mark_fields,
        },
        `The first ${listed_max} of them.`,
      ).required(),
      today: date('The day of the administration.').required(),
      next_day: date('When the next debtor that was put off is back.'),
    },
    run: async (context, { tab }) => {
      const { db, administration_id, today } = context
      const { counts, debtor_ids } = await readCandidates(db, { administration_id, today, user: userOf(context) }, tab)
      const stakes = new Map(
        (await readStakes(db, { administration_id, today }, debtor_ids)).map((one) => [one.debtor_id, one]),
      )
      const ranked = rank([...stakes.values()])
      const order = new Map(debtor_ids.map((debtor_id, place) => [debtor_id, place]))
      // What somebody put off or has done stays in the order of the marks.
      if (tab === 'put_off' || tab === 'done') {
        ranked.sort((one, other) => (order.get(one.debtor_id) ?? 0) - (order.get(other.debtor_id) ?? 0))
      }
      const shown = ranked.slice(0, listed_max)
      const of = { administration_id, ids: idsOf(shown.map(({ debtor_id }) => debtor_id)) }
      const contacts = await readLastContacts(db, of)
      const { marks, next_day } = await readMarks(db, of, today)
      return {
        counts: tabs.map((name) => ({ tab: name, debtors: counts[name] })),
        today,
        next_day,
        debtors: shown.flatMap(({ debtor_id, reasons, act }) => {
          const stake = stakes.get(debtor_id)
          const contact = contacts.get(debtor_id)
          const mark = marks.get(debtor_id)
          if (!stake) return []
          const { debtor_name, debtor_number, overdue_amounts, oldest_days } = stake
          return {
            ...{ debtor_id, debtor_name, debtor_number, overdue_amounts, oldest_days, reasons, ...act },
            ...{ contact: contact?.kind ?? null, contact_at: contact?.at ?? null },
            ...{ marked_by: mark?.by ?? null, marked_until: mark?.until ?? null },
          }
        }),
      }
    },
  }),

  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/today/{debtor_id}',
    reach: 'member',
    description: 'Shows why a debtor stands where it stands, what it owes, what was said last, and whom to call.',
    body: { debtor_id: id('Debtor.').required() },
    answer: {
      ...ranked_debtor,
      city: text('Where it is.').required(),
      is_company: boolean('Whether it is a business; empty when nobody knows.'),
      open_amounts: listOf(amounts, 'All that is open, by currency.').required(),
      book_currency_code: text('Currency of the books, in which amounts by age are given, ISO 4217.').required(),
      by_age: listOf(
        { age: oneOf(ages, 'How long it is overdue.').required(), amount: money('What is open.').required() },
        'What is open by age, in the currency of the books.',
      ).required(),
      people: listOf(
        {
          name: text('Name; empty for the debtor itself.'),
          phones: jsonList('Numbers, each with whether it is known to be wrong.').required(),
        },
        'Whom to call.',
      ).required(),
      said: listOf(
        {
          kind: oneOf(
            ['message', 'answer', 'note'],
            'Whether the debtor wrote it, we did, or it is for us alone.',
          ).required(),
          at: dateTime('When.').required(),
          person: text('Who wrote it; empty for the debtor.'),
          content: text('How it begins.').required(),
        },
        'What was said last, newest first.',
      ).required(),
      invoices: listOf(
        {
          id: id('Invoice.').required(),
          invoice_number: text('Its number.').required(),
          due_date: date('When it was due.').required(),
          ...amounts,
          overdue: boolean('Whether its due date is over.').required(),
          promised_on: date('For when it is promised already.'),
          disputed: boolean('Whether it is disputed already.').required(),
        },
        'Open invoices, the oldest first.',
      ).required(),
      open_invoices: integer('How many there are; more than a thousand are not shown.').required(),
      days: listOf(
        { day: date('A day.').required() },
        'Days to promise or to call again: sending days to come.',
      ).required(),
      colleagues: listOf(
        { id: id('Who.').required(), name: text('Name.').required() },
        'Who can be given a task or a dispute.',
      ).required(),
      next_step: text('What the engine does next for this debtor.'),
      next_day: date('When.'),
      proposed_plan_id: id('Payment plan that the debtor proposed last and nobody has decided about.'),
    },
    run: async ({ db, administration_id, today }, { debtor_id }) => {
      const [stake] = await readStakes(db, { administration_id, today }, [debtor_id])
      if (!stake) return refuseUnknownDebtor()
      const [ranked] = rank([stake])
      if (!ranked) return refuseUnknownDebtor()
      const inside = { administration_id, debtor_id, today }
      const { debtor_name, debtor_number, overdue_amounts, oldest_days, city, is_company, open_amounts } = stake
      const reachable = await readReachable(db, { administration_id, ids: idsOf([debtor_id]) })
      return {
        ...{ debtor_id, debtor_name, debtor_number, overdue_amounts, oldest_days, city, is_company, open_amounts },
        ...{ reasons: ranked.reasons, ...ranked.act },
        ...(await readAges(db, inside)),
        people: reachable.get(debtor_id) ?? [],
        said: await readSaid(db, inside),
        ...(await readOpenInvoices(db, inside)),
        days: await dueDays(db, inside),
        colleagues: await colleaguesOf({ db, administration_id }),
        ...(await nextOf(db, inside)),
        proposed_plan_id: await readProposedPlan(db, inside),
      }
    },
  }),

  what_follows: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/today/{debtor_id}/what_follows',
    reach: 'member',
    description:
      'Shows what the engine would do after a call that ended like this. It asks the engine, and changes nothing.',
    body: {
      debtor_id: id('Debtor.').required(),
      outcome: oneOf(call_outcomes, 'What came of the call.').required(),
      invoice_ids: idList('Invoices of the promise or the dispute.'),
      promised_on: date('Day by which it will be paid.'),
    },
    answer: {
      held_until: date('Last day on which the promise holds reminders.'),
      step: text('The next step of what the debtor owes; empty when nothing comes.'),
      day: date('When that is.'),
      going_on: integer('Other invoices that go on as before.').required(),
    },
    run: async ({ db, administration_id, today }, { debtor_id, outcome, invoice_ids, promised_on }) => {
      const supposed = {
        outcome,
        invoice_ids: invoice_ids ?? [],
        promised_on: promised_on ? readDay(promised_on) : null,
      }
      const { held_until, step, day, going_on } = await whatFollows(
        db,
        { administration_id, debtor_id, today },
        supposed,
      )
      return { held_until, step, day, going_on }
    },
  }),
}

const userOf = ({ actor }: MemberContext) => {
  if (actor.kind !== 'person') throw new Error('Only people are signed in.')
  const { id: user_id, name, email_address } = actor
  return { id: user_id, name, email_address }
}
