import type { Day } from '../../domain/days.ts'
import { cents, sumOf } from '../../domain/money.ts'
import { isLetter, type Step } from '../../domain/steps.ts'
import { allowedCharges } from '../../law/allowed.ts'
import type { Agreed, Charge, Claim, ClaimedInvoice, LetterSent } from '../../law/pack.ts'
import { rateText } from '../../law/rates.ts'
import { approvalOf } from './approval.ts'
import { type Group, groupApproval, namedIn } from './bundles.ts'
import type { Context } from './context.ts'
import type { Letter, LetterItem } from './decision.ts'
import {
  type CaseFacts,
  type ChargeHistory,
  type ClaimedFacts,
  type InvoiceFacts,
  no_history,
  type PerformedStep,
} from './facts.ts'
import { channelFor } from './holds_now.ts'
import type { LookedCase, LookedInvoice, Next } from './look.ts'

/** The letter of a group, and with it those that are overdue too. Null when no way leads to the recipient. */
export function letterOf(group: Group, all: readonly LookedInvoice[], context: Context): Letter | null {
  const [leader] = group.members
  if (!leader) return null
  const { next, looked } = leader
  const { recipient, currency_code } = looked.invoice
  const channel = channelFor(recipient, next.wish.channels)
  if (channel === null) return null
  const performing = group.members.map((one) => itemOf(one.looked.invoice, one.next.step, one.next))
  const named = namedIn(group, all, context).map(({ invoice, next: own }) => itemOf(invoice, null, own ?? next))
  const members = group.members.map((one) => one.looked.invoice)
  return {
    key: `${context.facts.id} ${context.today} ${group.key}`,
    ...sharedOf(next, context),
    ...{ due_since: group.due_since, recipient: recipient.key, language_code: recipient.language_code, currency_code },
    ...{ legal: group.legal !== null, channel, credit_case_id: null, bundled: group.bundled },
    items: [...performing, ...named],
    amount: sumOf([...performing, ...named].map((one) => one.open_amount + one.costs_open)),
    credit: context.balances.get(currency_code)?.credit ?? 0n,
    ...termOf(next, group.legal),
    charges: chargesOf(next, members, context),
    stated: statedBy(group, members, context),
    stated_vat: context.rules.administration.agreed.vat_not_reclaimable,
    stated_interest: interestOf(context.rules.administration.agreed),
    approval: groupApproval(group.members, context),
  }
}

/** The letter of a case, about all of its invoices. */
export function caseLetterOf(looked: LookedCase, next: Next, context: Context): Letter | null {
  const { credit_case, members } = looked
  const { recipient, currency_code, id } = credit_case
  const channel = channelFor(recipient, next.wish.channels)
  if (channel === null) return null
  const items = members.map((one) => ({ ...itemOf(one, null, next), round: looked.round }))
  return {
    key: `${context.facts.id} ${context.today} case ${id} ${next.step}`,
    ...sharedOf(next, context),
    ...{ due_since: next.planned, recipient: recipient.key, language_code: recipient.language_code, currency_code },
    ...{ legal: false, channel, credit_case_id: id, bundled: false, items },
    amount: sumOf(items.map((one) => one.open_amount + one.costs_open)),
    credit: context.balances.get(currency_code)?.credit ?? 0n,
    ...termOf(next, null),
    // What is taken back of one invoice is asked for with another: only together they are what the law allows.
    charges: caseCharges(looked, next.step, context),
    stated: null,
    ...{ stated_vat: false, stated_interest: null },
    approval: approvalOf(credit_case, next, context),
  }
}

type Shared = 'debtor_id' | 'day' | 'law' | 'party' | 'step' | 'text' | 'flow_code' | 'flow_version'

const sharedOf = ({ step, wish, flow }: Next, { facts, today, law, party }: Context): Pick<Letter, Shared> => ({
  ...{ debtor_id: facts.id, day: today, law: law.code, party, step, text: wish.text ?? step },
  ...{ flow_code: flow.code, flow_version: flow.version },
})

const itemOf = (invoice: InvoiceFacts, performs: Step | null, { flow }: Next): LetterItem => ({
  ...{ invoice_id: invoice.id, performs, round: invoice.round.number },
  ...{ open_amount: invoice.open_amount, costs_open: invoice.costs_open },
  ...{ flow_code: flow.code, flow_version: flow.version },
})

/** The term of the flow, and never less than the law asks for. */
const termOf = ({ wish }: Next, legal: Group['legal']): Pick<Letter, 'term_days' | 'term_rule'> => ({
  term_days: legal ? Math.max(legal.days, wish.term_days ?? 0) : wish.term_days,
  term_rule: legal?.rule ?? null,
})

/** What is charged with a step: as much as the law allows, or less. */
export const chargesOf = ({ step, wish }: Next, invoices: readonly InvoiceFacts[], context: Context): Charge[] =>
  chargesFor(step, wish.fee, invoices, context)

export function chargesFor(step: Step, fee: string, invoices: readonly InvoiceFacts[], context: Context): Charge[] {
  const limit = fee === 'none' || fee === 'pack' ? fee : cents(fee)
  return allowedCharges(context.law, claimOf(step, invoices, context), { fee: limit })
}

/** What was announced: to consumers by the letter that the law demands, to businesses by the last one. */
function statedBy({ legal, members }: Group, invoices: readonly InvoiceFacts[], context: Context): bigint | null {
  const [leader] = members
  if (!leader || (context.party === 'consumer' && legal === null)) return null
  return context.law.announces(claimOf(leader.next.step, invoices, context))
}

function interestOf({ charges_interest, interest_rate }: Agreed): Letter['stated_interest'] {
  if (!charges_interest) return 'none'
  return interest_rate === null ? null : rateText(interest_rate)
}

/** What the calculation of today charges on a running case, or takes back of what was not paid: that stays paid. */
export function caseCharges(looked: LookedCase, step: Step, context: Context): Charge[] {
  const members = membersOf(looked.credit_case, context)
  const charges = allowedCharges(context.law, caseClaim(looked, step, context), { fee: 'none' })
  return charges.flatMap((charge) => (charge.amount < 0n ? takenBack(charge, members) : [charge]))
}

function takenBack(charge: Charge, members: readonly InvoiceFacts[]): Charge[] {
  const history = members.find(({ id }) => id === charge.invoice_id)?.history
  const open = (charge.cost_type === 'interest_costs' ? history?.interest_open : history?.collection_open) ?? 0n
  const amount = -charge.amount < open ? charge.amount : -open
  return amount < 0n ? [{ ...charge, amount }] : []
}

/** A case is claimed whole: what was paid of it since it was opened is part of the calculation. */
export function caseClaim({ credit_case }: LookedCase, step: Step, context: Context): Claim {
  const members = membersOf(credit_case, context)
  return claimOf(step, [...members, ...(credit_case.settled ?? [])], context, credit_case.started_on)
}

export const membersOf = ({ id }: CaseFacts, { facts }: Context): InvoiceFacts[] =>
  facts.invoices.filter(({ credit_case_id }) => credit_case_id === id)

/** A case is claimed from the day on which it was opened; one that opens now, from today. */
export function claimOf(
  step: Step,
  invoices: readonly ClaimedFacts[],
  context: Pick<Context, 'party' | 'today' | 'rules'>,
  opened_on: Day | null = step === 'opening' ? context.today : null,
): Claim {
  const { party, today, rules } = context
  return {
    ...{ party, step, on: today, currency_code: invoices[0]?.currency_code ?? '', opened_on },
    ...{ agreed: rules.administration.agreed, payments_known_until: rules.paymentsKnownUntil(today) },
    invoices: invoices.map(claimed),
  }
}

const claimed = ({ id, open_amount, due_date, steps, history }: ClaimedFacts): ClaimedInvoice => ({
  ...{ id, open: open_amount, due_date, ...paidAndPosted(history ?? no_history) },
  letters: steps.flatMap((one) => {
    const sent = proven(one)
    return sent ? [sent] : []
  }),
})

const paidAndPosted = ({ paid, paid_on_costs, posted, charged_elsewhere }: ChargeHistory) => ({
  ...{ paid, paid_on_costs, posted, charged_elsewhere },
})

/** What the law may rest on: a letter that we sent to this debtor. What a client declares proves nothing. */
function proven({ step, origin, skipped, letter }: PerformedStep): LetterSent | null {
  if (skipped || letter === null || letter.void || letter.sent_on === null) return null
  if ((origin !== 'engine' && origin !== 'person') || !isLetter(step)) return null
  const { id, sent_on, channel, received_on, term_days, legal, stated } = letter
  return { id, step, sent_on, channel, received_on, term_days, legal, stated }
}
