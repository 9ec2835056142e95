import type { CaseDossier } from '../../api/credit_cases.ts'

type Calculation = CaseDossier['calculation']
type Invoice = Calculation['invoices'][number]

/** The claim on one invoice of a case, as the calculator takes it. */
export function claimFor({ law, party, on, opened_on }: Calculation, invoice: Invoice): Record<string, unknown> {
  return {
    ...{ country: law.toUpperCase(), party, principal: invoice.principal, due_date: invoice.due_date, until: on },
    payments: invoice.payments.map(({ date, amount }) => ({ date, amount })),
    facts: { ...lawFacts(law, party, invoice, opened_on), ...agreedRate(invoice) },
  }
}

function lawFacts(
  law: string,
  party: string,
  { letter, parts, costs_rule }: Invoice,
  opened_on: string | null,
): object {
  const sent = letter && { sent: letter.sent_on, channel: letter.channel === 'post' ? 'post' : 'email' }
  if (law === 'nl' && party === 'business') return { costs_charged_on: opened_on }
  if (law === 'nl') return sent ? { letter: { ...sent, receipt: letter.received_on, term_days: letter.term_days } } : {}
  if (law !== 'be' || party === 'business') return {}
  return {
    ...(sent ? { reminder: sent } : {}),
    ...(parts.length > 0 ? { clause_interest: 'cap' } : {}),
    ...(costs_rule !== null ? { clause_damages: 'cap' } : {}),
  }
}

/** A rate of the contract is one rate for all days. */
const agreedRate = ({ parts: [first] }: Invoice): object =>
  first?.rule.endsWith('_agreed') ? { rate_override: first.rate } : {}
