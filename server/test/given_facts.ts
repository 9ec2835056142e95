import type { Day } from '../src/domain/days.ts'
import type { InvoiceStep, Step } from '../src/domain/steps.ts'
import { defaultFlows } from '../src/flows/defaults.ts'
import { type Flow, readFlow } from '../src/flows/flow.ts'
import { usual_sending_days } from '../src/follow_up/decide/calendar.ts'
import type {
  CaseFacts,
  DebtorFacts,
  HeldFact,
  InvoiceFacts,
  LetterFacts,
  PerformedStep,
  Recipient,
} from '../src/follow_up/decide/facts.ts'
import { type AdministrationRules, type RuleSettings, type Rules, rulesOf } from '../src/follow_up/decide/rules.ts'
import { nothing_agreed } from '../src/law/pack.ts'

// The least that is valid of what decisions rest on; a test says what matters to it.

export const reachable: Recipient = { key: 'debtor', language_code: 'nl', mail: 'yes', post: true }

/** An invoice of €500.00, sent on its date, due on Thursday 1 October 2026. */
export const anInvoice = (own: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  ...{ id: '1', currency_code: 'EUR', payment_condition: null, payment_method: 'bank_transfer' },
  ...{ invoice_date: '2026-09-01', due_date: '2026-10-01', seen_on: '2026-09-01', sent_on: '2026-09-01' },
  ...{ open_amount: 50_000n, costs_open: 0n, has_document: true, credit_case_id: null, recipient: reachable },
  ...{
    round: { number: 1, from: null, not_before: null },
    steps: [],
    held: [],
    lifted: [],
    moved: null,
    approved: null,
  },
  ...own,
})

export const aDebtor = (invoices: readonly InvoiceFacts[], own: Partial<DebtorFacts> = {}): DebtorFacts => ({
  ...{ id: '100', country_code: 'NL', is_company: true, has_register_number: true, held: [] },
  ...{ latest_ordinary_letter_on: null, latest_legal_letter_on: null, invoices, cases: [] },
  ...own,
})

export const aCase = (own: Partial<CaseFacts> = {}): CaseFacts => ({
  ...{ id: '9', currency_code: 'EUR', started_on: '2026-11-16', recipient: reachable },
  ...{
    round: { number: 1, from: null, not_before: null },
    steps: [],
    held: [],
    lifted: [],
    moved: null,
    approved: null,
  },
  ...own,
})

export const held = (reason: HeldFact['reason'], own: Partial<HeldFact> = {}): HeldFact => ({
  ...{ reason, since: '2026-10-01', day: null, id: null },
  ...own,
})

export const aLetter = (sent_on: Day | null, own: Partial<LetterFacts> = {}): LetterFacts => ({
  ...{
    id: `letter of ${sent_on}`,
    sent_on,
    received_on: null,
    channel: 'mail',
    term_days: null,
    legal: false,
    stated: null,
    void: false,
  },
  ...own,
})

export const done = <Name extends Step>(
  step: Name,
  day: Day,
  own: Partial<PerformedStep<Name>> = {},
): PerformedStep<Name> => ({
  ...{ step, round: 1, day, origin: 'engine', skipped: false, call_open: false, letter: aLetter(day) },
  ...own,
})

export const administration: AdministrationRules = {
  ...{ country_code: 'NL', status: 'active', held: [], lifted: ['books_stale'], sandbox: false },
  ...{ books_written_on: null, books_stale_days: 5, opens_cases: false, agreed: nothing_agreed },
}

export function someRules(
  own: { administration?: Partial<AdministrationRules> } & Partial<Omit<RuleSettings, 'administration'>> = {},
): Rules {
  const country = own.administration?.country_code ?? 'NL'
  const { business, consumer } = defaultFlows(country)
  return rulesOf({
    ...{ flows: [business, consumer].map((flow) => ({ flow, version: 1 })), sending_days: usual_sending_days },
    ...own,
    administration: { ...administration, ...own.administration },
  })
}

/** A flow with these steps, for everybody. */
export function aFlow(
  steps: readonly ({ step: InvoiceStep } & { [member: string]: unknown })[],
  own: { [member: string]: unknown } = {},
): Flow {
  const { flow, problems } = readFlow({ code: 'own', name: 'Own', fallback: true, steps, ...own })
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return flow
}

export const rulesWith = (flow: Flow, own: Partial<AdministrationRules> = {}): Rules =>
  someRules({ flows: [{ flow, version: 1 }], administration: own })
