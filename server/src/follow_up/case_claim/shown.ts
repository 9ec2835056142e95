import { boolean, date, id, integer, json, listOf, money, object, oneOf, text } from '../../api/field.ts'
import { amountText } from '../../domain/money.ts'
import type { Allocation } from '../../law/claim/debt.ts'
import { channels, law_codes } from '../../law/pack.ts'
import { parties } from '../../law/party.ts'
import { rateText } from '../../law/rates.ts'
import { cost_step_kinds } from '../../law/scales.ts'
import type { CalculatedInvoice, CaseCalculation } from './calculation.ts'

// The calculation of a case as pages get it, with amounts and rates as texts. Rules, sources and reasons are codes, and
// pages have the words for them in the language of their reader.

const settled = {
  principal: money('Of the principal.').required(),
  interest: money('Of the interest.').required(),
  costs: money('Of the costs.').required(),
}

const charged = { interest: money('Interest.').required(), costs: money('Costs.').required() }

export const part_fields = {
  from: date('First day.').required(),
  to: date('Last day.').required(),
  days: integer('How many days.').required(),
  base: money('What bears the interest.').required(),
  rate: text('Yearly rate in percent.').required(),
  amount: money('Interest of these days.').required(),
  rule: text('By which rule.').required(),
  source: text('Where the rate stands.').required(),
  verified_on: date('When the rate was compared with its source; empty where it was not.'),
}

export const payment_fields = {
  date: date('Day of the payment.').required(),
  amount: money('Amount.').required(),
  booked_on: oneOf(['principal', 'interest', 'costs'], 'What the books have it for.').required(),
  ...settled,
}

const invoice = {
  id: id('The invoice.').required(),
  invoice_number: text('Number.').required(),
  due_date: date('Due date.').required(),
  total: money('Total of the invoice.').required(),
  principal: money('Total, less what was credited or written off.').required(),
  parts: listOf(part_fields, 'Interest, a part for each rate and base.').required(),
  interest: money('What the parts come to.').required(),
  costs: money('Collection costs or fixed sum.').required(),
  costs_rule: text('By which rule there are costs.'),
  cost_steps: listOf(
    {
      kind: oneOf(cost_step_kinds, 'A slice of a scale, a fixed sum, or what raised or lowered it.').required(),
      over: money('What a share is of.'),
      percent: text('How much of that, in percent.'),
      width: money('How wide the slice is; empty where it has no end.'),
      amount: money('What it brings; below zero where it lowers the costs.').required(),
    },
    'The lines that the costs come from, which add up to them.',
  ).required(),
  payments: listOf(payment_fields, 'Payments, with what each settled by the order of the law.').required(),
  open: object(settled, 'What is left by the order of the law.').required(),
  posted: object(charged, 'What was charged so far.').required(),
  waived: object(charged, 'What was waived.').required(),
  letter: object(
    {
      sent_on: date('When it was sent.').required(),
      channel: oneOf(channels, 'How.').required(),
      received_on: date('When it was received, where that is proven.'),
      term_days: integer('How many days it gave.'),
    },
    'The letter that the law asked for.',
  ),
  earliest_interest: date('First day of interest.'),
  receipt: date('Day on which the letter that the law asks for was received.'),
  last_free_day: date('Last day on which it could be paid without costs.'),
  reasons: listOf(
    {
      code: text('What it is.').required(),
      rule: text('By which rule.'),
      values: json('What its sentence names.').required(),
    },
    'Why figures are what they are.',
  ).required(),
}

export const calculation_fields = {
  on: date('Up to which day it is calculated.').required(),
  opened_on: date('When the case was opened.'),
  law: oneOf(law_codes, 'By which law.').required(),
  party: oneOf(parties, 'Whom the law takes the debtor for.').required(),
  party_assumed: boolean('Whether nobody said whom.').required(),
  invoices: listOf(invoice, 'The invoices, oldest first.').required(),
  sums: object(
    {
      invoiced: money('What the invoices came to.').required(),
      credited: money('What of it was credited or written off.').required(),
      principal: money('Principal.').required(),
      interest: money('Interest.').required(),
      costs: money('Costs.').required(),
      paid: money('What payments settled.').required(),
      waived: money('What was waived.').required(),
      fees_open: money('Reminder fees that are open.').required(),
      open: object(settled, 'What is left by the order of the law.').required(),
      total: money('Everything that is left.').required(),
      more_tomorrow: money('By how much interest grows on the next day.').required(),
      posted: object(charged, 'What was charged so far.').required(),
      difference: object(charged, 'What is calculated beyond what was charged.').required(),
    },
    'What all invoices come to.',
  ).required(),
}

export function shownCalculation({ on, opened_on, law, party, party_assumed, invoices, sums }: CaseCalculation) {
  return {
    ...{ on, opened_on, law, party, party_assumed, invoices: invoices.map(shownInvoice) },
    sums: {
      ...{ invoiced: amountText(sums.invoiced), credited: amountText(sums.credited) },
      ...{ principal: amountText(sums.principal), interest: amountText(sums.interest), costs: amountText(sums.costs) },
      ...{ paid: amountText(sums.paid), waived: amountText(sums.waived), fees_open: amountText(sums.fees_open) },
      ...{ open: shownSettled(sums.open), total: amountText(sums.total) },
      more_tomorrow: amountText(sums.more_tomorrow),
      ...{ posted: shownCharged(sums.posted), difference: shownCharged(sums.difference) },
    },
  }
}

function shownInvoice(one: CalculatedInvoice) {
  const { invoice_number, due_date, costs_rule, earliest_interest, receipt, last_free_day } = one
  return {
    ...{ id: one.id, invoice_number, due_date, costs_rule, earliest_interest, receipt, last_free_day },
    letter: one.letter && shownLetter(one.letter),
    ...{ total: amountText(one.total), principal: amountText(one.principal) },
    ...{ interest: amountText(one.interest), costs: amountText(one.costs) },
    cost_steps: one.cost_steps.map(({ kind, over, percent, width, amount }) => ({
      ...{ kind, percent, over: over === null ? null : amountText(over) },
      ...{ width: width === null ? null : amountText(width), amount: amountText(amount) },
    })),
    parts: one.parts.map(({ from, to, days, base, rate, amount, rule, source }) => ({
      ...{ from, to, days, base: amountText(base), rate: rateText(rate), amount: amountText(amount), rule },
      ...{ source: source.code, verified_on: source.verified_on },
    })),
    payments: one.payments.map(({ date: day, amount, booked_on, ...set_off }) => ({
      ...{ date: day, amount: amountText(amount), booked_on, ...shownSettled(set_off) },
    })),
    ...{ open: shownSettled(one.open), posted: shownCharged(one.posted), waived: shownCharged(one.waived) },
    reasons: one.reasons.map(({ code, rule, values }) => ({ code, rule, values })),
  }
}

const shownLetter = ({ sent_on, channel, received_on, term_days }: NonNullable<CalculatedInvoice['letter']>) => ({
  ...{ sent_on, channel, received_on, term_days },
})

const shownSettled = ({ principal, interest, costs }: Allocation) => ({
  ...{ principal: amountText(principal), interest: amountText(interest), costs: amountText(costs) },
})

const shownCharged = ({ interest, costs }: { interest: bigint; costs: bigint }) => ({
  ...{ interest: amountText(interest), costs: amountText(costs) },
})
