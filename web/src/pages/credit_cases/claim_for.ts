import type { CaseDossier } from '../../api/credit_cases.ts'

type Calculation = CaseDossier['calculation']
type Invoice = Calculation['invoices'][number]

/** The claim on all invoices of a case, as the calculator has it; what happened is that of the first with a letter. */
export function claimFor({ law, party, on, opened_on, invoices }: Calculation): Record<string, unknown> {
  const first = invoices.find(({ letter }) => letter !== null) ?? invoices[0]
  return {
    ...{ country: law.toUpperCase(), party, until: on },
    facts: first ? { ...lawFacts(law, party, first, opened_on), ...agreedRate(first) } : {},
    debts: invoices.map(({ invoice_number, principal, due_date, payments }) => ({
      ...{ number: invoice_number, principal, due_date },
      payments: payments.map(({ date, amount }) => ({ date, amount })),
    })),
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
    ...(sent ? { reminder: { ...sent, term_days: letter.term_days } } : {}),
    ...(parts.length > 0 ? { clause_interest: 'cap' } : {}),
    ...(costs_rule !== null ? { clause_damages: 'cap' } : {}),
  }
}

/** A rate of the contract is one rate for all days. */
const agreedRate = ({ parts: [first] }: Invoice): object =>
  first?.rule.endsWith('_agreed') ? { rate_override: first.rate } : {}
