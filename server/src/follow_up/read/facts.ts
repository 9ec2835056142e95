import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { cents } from '../../domain/money.ts'
import type { CaseStep, InvoiceStep } from '../../domain/steps.ts'
import type {
  CaseFacts,
  ChargeHistory,
  DebtorFacts,
  HeldFact,
  InvoiceFacts,
  PerformedStep,
  Recipient,
  Round,
} from '../decide/facts.ts'
import { type DecidedRow, nothing_decided, readDecisions } from './decisions.ts'
import { readHistories } from './histories.ts'
import { readHolds } from './holds.ts'
import { grouped, type Portion } from './portion.ts'
import { type Addresses, orElse, recipientOf, type Undeliverable } from './recipients.ts'
import {
  type CaseRow,
  type DebtorRow,
  type InvoiceRow,
  readCases,
  readContacts,
  readDebtors,
  readInvoices,
  readSettled,
  readUndeliverable,
  type SettledRow,
} from './records.ts'
import { readSteps } from './steps.ts'

/** What is the same for all debtors of an administration. */
export type Common = {
  /** The language of those who have none of their own. */
  language_code: string
  /** The day from which the engine follows invoices up. */
  on_since: Day | null
}

/** What was read about the records of a portion, by the record it belongs to. */
type Beside = {
  held: Map<string, HeldFact[]>
  steps: Map<string, PerformedStep[]>
  histories: Map<string, ChargeHistory>
  settled: Map<string, SettledRow[]>
  decided: Map<string, DecidedRow>
  contacts: Map<string, Addresses>
  undeliverable: Undeliverable
  common: Common
}

/** Everything that decisions about some debtors rest on, in a handful of statements however many they are. */
export async function readFacts(db: Kysely<Tables>, portion: Portion, common: Common): Promise<DebtorFacts[]> {
  const { administration_id } = portion
  const undeliverable = await readUndeliverable(db, administration_id)
  const debtors = await readDebtors(db, portion, undeliverable)
  const invoices = await readInvoices(db, portion)
  const cases = await readCases(db, portion)
  const contact_ids = [...new Set(invoices.flatMap(({ contact_id }) => (contact_id === null ? [] : [contact_id])))]
  const records = { invoice_ids: invoices.map(({ id }) => id), case_ids: cases.map(({ id }) => id) }
  const settled = await readSettled(db, portion, records.case_ids)
  const debtor_of = new Map<string, string>()
  for (const rows of [invoices, settled]) for (const { id, debtor_id } of rows) debtor_of.set(id, debtor_id)
  const settled_ids = settled.map(({ id }) => id)
  const written = { ...records, invoice_ids: [...records.invoice_ids, ...settled_ids] }
  const beside: Beside = {
    held: await readHolds(db, portion, records, idsWhere(invoices, 'has_holds')),
    steps: await readSteps(db, portion, written, debtor_of),
    histories: await readHistories(db, portion, [...idsWhere(invoices, 'has_history'), ...settled_ids]),
    settled: grouped(settled, 'credit_case_id'),
    decided: await readDecisions(db, portion, records),
    contacts: await readContacts(db, administration_id, contact_ids),
    undeliverable,
    common,
  }
  const invoices_of = grouped(invoices, 'debtor_id')
  const cases_of = grouped(cases, 'debtor_id')
  return debtors.map((debtor) =>
    debtorFacts(debtor, invoices_of.get(debtor.id) ?? [], cases_of.get(debtor.id) ?? [], beside),
  )
}

const idsWhere = (invoices: readonly InvoiceRow[], which: 'has_holds' | 'has_history'): string[] =>
  invoices.flatMap((invoice) => (invoice[which] ? [invoice.id] : []))

function debtorFacts(
  row: DebtorRow,
  invoices: readonly InvoiceRow[],
  cases: readonly CaseRow[],
  beside: Beside,
): DebtorFacts {
  const came_back = { undeliverable: beside.undeliverable, latest_post_at: row.latest_post_at }
  const recipient = recipientOf('debtor', row, beside.common.language_code, came_back)
  return {
    id: row.id,
    country_code: row.country_code,
    is_company: row.is_company,
    has_register_number: row.has_register_number,
    latest_ordinary_letter_on: row.latest_ordinary_letter_on,
    latest_legal_letter_on: row.latest_legal_letter_on,
    held: beside.held.get(`debtor ${row.id}`) ?? [],
    invoices: invoices.map((invoice) => invoiceFacts(invoice, row, recipient, beside)),
    cases: cases.map((one) => caseFacts(one, recipient, beside)),
  }
}

function invoiceFacts(row: InvoiceRow, debtor: DebtorRow, recipient: Recipient, beside: Beside): InvoiceFacts {
  const owner = `invoice ${row.id}`
  const { round, moved, approved, lifted } = beside.decided.get(owner) ?? nothing_decided
  const contact = row.contact_id === null ? undefined : beside.contacts.get(row.contact_id)
  const { on_since, language_code } = beside.common
  const came_back = { undeliverable: beside.undeliverable, latest_post_at: debtor.latest_post_at }
  return {
    id: row.id,
    currency_code: row.currency_code,
    payment_condition: row.payment_condition,
    payment_method: row.payment_method,
    invoice_date: row.invoice_date,
    due_date: row.due_date,
    sent_on: row.sent_on,
    seen_on: on_since !== null && on_since > row.created_on ? on_since : row.created_on,
    open_amount: cents(row.open_amount),
    costs_open: cents(row.costs_open),
    history: beside.histories.get(row.id),
    has_document: row.has_document,
    blocked_for: row.blocked_for ?? undefined,
    credit_case_id: row.credit_case_id,
    recipient: contact
      ? recipientOf(`contact ${row.contact_id}`, orElse(contact, debtor), language_code, came_back)
      : recipient,
    // The rows of an invoice only name steps of invoices.
    round: round as Round<InvoiceStep>,
    moved: moved as InvoiceFacts['moved'],
    steps: (beside.steps.get(owner) ?? []) as PerformedStep<InvoiceStep>[],
    approved,
    lifted,
    held: beside.held.get(owner) ?? [],
  }
}

function caseFacts({ id, currency_code, started_on }: CaseRow, recipient: Recipient, beside: Beside): CaseFacts {
  const owner = `case ${id}`
  const { round, moved, approved, lifted } = beside.decided.get(owner) ?? nothing_decided
  return {
    ...{ id, currency_code, started_on, approved, lifted, recipient },
    settled: (beside.settled.get(id) ?? []).map((one) => ({
      ...{ id: one.id, currency_code: one.currency_code, due_date: one.due_date, open_amount: 0n },
      history: beside.histories.get(one.id),
      steps: (beside.steps.get(`invoice ${one.id}`) ?? []) as PerformedStep<InvoiceStep>[],
    })),
    // The rows of a case only name steps of cases.
    round: round as Round<CaseStep>,
    moved: moved as CaseFacts['moved'],
    steps: (beside.steps.get(owner) ?? []) as PerformedStep<CaseStep>[],
    held: beside.held.get(owner) ?? [],
  }
}
