import { sql } from 'kysely'
import type { Batch } from '../../api/actions.ts'
import type { Context } from '../../api/context.ts'
import { drawIds } from '../../db/draw_ids.ts'
import { asTable } from '../../db/rows_as_table.ts'
import { no_costs } from '../../domain/costs.ts'
import { type Decision, decideInvoice } from '../../domain/invoice.ts'
import { amountText, cents, magnitude } from '../../domain/money.ts'
import { type DeclaredStep, declared_moments, declared_steps } from '../../domain/steps.ts'
import { emitMany, type Happening } from '../../events/emit_many.ts'
import { touch } from '../../events/touch.ts'
import { noteAccepted, noteRefused, noteReversed, type Reversed } from '../../follow_up/books.ts'
import { declareReminders } from '../../follow_up/perform/declared.ts'
import { enter, type InvoiceChange } from '../../ledger/enter.ts'
import { type InvoiceRow, insertInvoices, updateInvoices } from '../../ledger/rows.ts'
import { type Known, knownInvoices, knownPayments } from '../../ledger/stored.ts'
import { notifyOfWrite } from './attention.ts'
import { type DocumentChanges, decideDocuments, knownDocuments, writeDocuments } from './documents.ts'
import type { GivenInvoice } from './input.ts'
import { invoice_columns } from './invoices.ts'
import { decideLabels, knownLabels, type LabelChanges, writeLabels } from './labels.ts'
import { knownLines, writeLines } from './lines.ts'
import { oddities } from './oddities.ts'
import { findReferences, type References } from './references.ts'
import { readRequest } from './wish.ts'

/** What was decided on one invoice. */
type Decided = {
  invoice_number: string
  known: Known | null
  decision: Decision
  labels: LabelChanges
  documents: DocumentChanges
  /** When reminders were sent before, where the client says so. */
  reminders: readonly { step: DeclaredStep; moment: string }[]
}

/**
 * Writes invoices in bulk. Each is decided apart, on what is there and what the batch refers to; then all that changed
 * is written together, one statement for each table. What would leave everything as it is writes nothing.
 */
export async function writeInvoices(
  context: Context,
  items: readonly GivenInvoice[],
  unknown: 'are created' | 'are not found',
): Promise<Batch> {
  const found = await knownInvoices(context, { numbers: items.map((item) => item.invoice_number) }, invoice_columns)
  const numbers = new Map(found.map((one) => [one.invoice_number, one]))
  const known = await fill(context, items, numbers)
  const references = await findReferences(context, items, numbers)
  const errors = new Map<string, string[]>()
  const warnings = new Map<string, string[]>()
  const decided: Decided[] = []
  const not_found: string[] = []
  for (const item of items) {
    const { invoice_number } = item
    const before = known.get(invoice_number) ?? null
    if (before === null && unknown === 'are not found') {
      not_found.push(invoice_number)
      continue
    }
    const outcome = decide(item, before, references)
    if ('problems' in outcome) errors.set(invoice_number, outcome.problems)
    else {
      decided.push(outcome)
      if (outcome.decision.warnings.length > 0) warnings.set(invoice_number, outcome.decision.warnings)
    }
  }
  const happened = await write(context, decided)
  await noteRefused(context, [...errors.keys()])
  await noteAccepted(
    context,
    decided.flatMap(({ known: before }) => (before?.refused ? [before.id] : [])),
  )
  await noteReversed(context, decided.flatMap(reversedBy))
  await notifyOfWrite(context, { happened, errors })
  if (not_found.length > 0) errors.set('not_found', not_found)
  return { errors, warnings, count: decided.length }
}

/** Reads what the batch needs to know of existing invoices: only the parts that it says something about. */
async function fill(
  context: Context,
  items: readonly GivenInvoice[],
  numbers: ReadonlyMap<string, Known>,
): Promise<Map<string, KnownParts>> {
  const idsOf = (part: (item: GivenInvoice) => unknown): string[] =>
    items.filter(part).flatMap((item) => numbers.get(item.invoice_number)?.id ?? [])
  const payments = await knownPayments(
    context,
    idsOf((item) => item.payments ?? dependsOnPayments(item, numbers.get(item.invoice_number))),
  )
  const lines = await knownLines(
    context,
    idsOf(({ invoice_lines }) => invoice_lines),
  )
  const labels = await knownLabels(
    context,
    idsOf(({ labels }) => labels !== undefined),
  )
  const attached = await knownDocuments(
    context,
    idsOf(({ document, ubl_document }) => document ?? ubl_document),
  )
  return new Map(
    [...numbers].map(([number, one]) => [
      number,
      {
        ...one,
        payments: payments.get(one.id) ?? [],
        lines: lines.get(one.id) ?? [],
        labels: labels.get(one.id) ?? [],
        attached: attached.get(one.id) ?? [],
      },
    ]),
  )
}

/** What was paid beyond an invoice may have settled its costs, and another total may be paid by what came before. */
const dependsOnPayments = ({ amount_total }: GivenInvoice, known: Known | undefined): boolean =>
  known !== undefined && (known.overpaid > 0n || (amount_total != null && cents(amount_total) !== known.balance.total))

type KnownParts = Known & { labels: string[]; attached: Parameters<typeof decideDocuments>[1] }

function decide(
  item: GivenInvoice,
  known: KnownParts | null,
  references: References,
): Decided | { problems: string[] } {
  const { invoice_number } = item
  const { request, labels, problems, warnings } = readRequest(item, references, known)
  const documents = decideDocuments(item, known?.attached ?? [], references.files)
  problems.push(...documents.problems)
  for (const { origin_identifier } of request.payments ?? []) {
    const owner = references.payments.get(origin_identifier)
    if (owner !== undefined && owner !== invoice_number) {
      problems.push(`payments: ${origin_identifier.slice(0, 60)} is a payment of invoice ${owner}`)
    }
  }
  if (problems.length > 0) return { problems }
  const outcome = decideInvoice(known, request, references.today)
  if ('problems' in outcome) return outcome
  const { decision } = outcome
  // What this invoice gives up, the next ones of the batch may take.
  for (const { origin_identifier } of decision.payments.removed) references.payments.delete(origin_identifier ?? '')
  for (const { origin_identifier } of decision.payments.added) {
    if (origin_identifier !== null) references.payments.set(origin_identifier, invoice_number)
  }
  return {
    invoice_number,
    known,
    decision: {
      ...decision,
      warnings: [...warnings, ...decision.warnings, ...oddities(item, request, decision, references)],
    },
    labels: decideLabels(known?.labels ?? [], labels),
    documents,
    reminders: remindersOf(item),
  }
}

async function write(context: Context, decided: readonly Decided[]): Promise<Happening[]> {
  const fresh = decided.filter(({ known }) => known === null)
  const ids = await drawIds(context.db, 'invoices', fresh.length)
  const drawn = new Map(fresh.map((one, index) => [one, ids[index] ?? '']))
  const all = decided.map((one) => ({ ...one, id: one.known?.id ?? drawn.get(one) ?? '' }))
  const rowOf = ({ id, invoice_number, decision }: (typeof all)[number]): InvoiceRow => ({
    id,
    invoice_number,
    ...decision,
  })
  const changed = all.filter((one) => one.known !== null && isChanged(one, one.known))
  await insertInvoices(context, all.filter(({ known }) => known === null).map(rowOf), invoice_columns)
  await updateInvoices(context, changed.map(rowOf), invoice_columns)
  await noteOverpaid(context, all)
  const by_invoice = all.map(({ id, ...one }) => ({ ...one, invoice_id: id }))
  await writeLines(
    context,
    by_invoice.flatMap(({ invoice_id, known, decision: { lines } }) =>
      lines === null ? [] : [{ invoice_id, is_new: known === null, lines }],
    ),
  )
  await writeDocuments(context, by_invoice)
  const of_labels = await writeLabels(context, by_invoice)
  await followIdentifiers(context, all)
  const { happened } = await enter(context, all.map(changeOf))
  // The debtor that an invoice left has no row that says so.
  await touch(
    context,
    all.flatMap(({ known, decision: { members } }) =>
      known !== null && known.members.debtor_id !== members.debtor_id ? [known.members.debtor_id] : [],
    ),
  )
  await declareReminders(
    context,
    by_invoice.flatMap(({ invoice_id, reminders }) => reminders.map((one) => ({ invoice_id, ...one }))),
  )
  await emitMany(context, [...happened, ...of_labels])
  return happened
}

/** What was paid beyond an invoice is shown nowhere, so an invoice of which only that changed does not move. */
async function noteOverpaid({ db, administration_id }: Context, all: readonly (Decided & { id: string })[]) {
  const rows = all.flatMap(({ id, known, decision: { overpaid } }) =>
    known !== null && known.overpaid !== overpaid ? [{ id, overpaid: amountText(overpaid) }] : [],
  )
  if (rows.length === 0) return
  await sql`
    update invoices i set overpaid_amount = one.overpaid
    from ${asTable('one', rows, { id: 'bigint', overpaid: 'numeric' })}
    where i.administration_id = ${administration_id}::bigint and i.id = one.id`.execute(db)
}

const remindersOf = (item: GivenInvoice): Decided['reminders'] =>
  declared_steps.flatMap((step) => {
    const moment = item[declared_moments[step]]
    return moment ? [{ step, moment }] : []
  })

/** Whether anything of the invoice itself is different from what is there. */
function isChanged({ decision, labels, documents }: Decided, known: Known): boolean {
  const { balance, costs, members, payment_date, lines } = decision
  const moved = Object.entries(costs).some(([name, { total, open }]) => {
    const was = { ...no_costs, ...known.costs }[name as keyof typeof no_costs]
    return was.total !== total || was.open !== open
  })
  return (
    moved ||
    lines !== null ||
    payment_date !== known.payment_date ||
    [labels.added, labels.removed, documents.added, documents.removed].some((list) => list.length > 0) ||
    Object.entries(members).some(([name, value]) => known.members[name as keyof typeof members] !== value) ||
    Object.entries(balance).some(([name, value]) => known.balance[name as keyof typeof balance] !== value)
  )
}

/** Whether money of an invoice went back by this write. */
function reversedBy({ known, decision: { payments, members, balance } }: Decided): Reversed[] {
  const back = payments.added.filter((one) => one.transaction_type === 'reversal' && one.cost_type === 'principal')
  if (known === null || back.length === 0) return []
  const listed = back.some(({ origin_identifier }) => origin_identifier !== null)
  // A payment that was booked here and is in their list now went nowhere: theirs took its place.
  if (!listed && magnitude(balance.open) <= magnitude(known.balance.open)) return []
  return [{ invoice_id: known.id, direct_debit: members.payment_method === 'direct_debit', listed }]
}

/** Payments copy the key of their invoice, for their filter. */
async function followIdentifiers(
  { db, administration_id }: Context,
  all: readonly (Decided & { id: string })[],
): Promise<void> {
  const changed = all
    .filter(({ known, decision }) => known && known.members.invoice_identifier !== decision.members.invoice_identifier)
    .map(({ id, decision }) => ({ id, key: decision.members.invoice_identifier }))
  if (changed.length === 0) return
  await sql`
    update payments p set invoice_identifier = one.key
    from ${asTable('one', changed, { id: 'bigint', key: 'text' })}
    where p.administration_id = ${administration_id}::bigint and p.invoice_id = one.id`.execute(db)
}

function changeOf({ id, invoice_number, known, decision }: Decided & { id: string }): InvoiceChange {
  const { members, balance, payments, costs } = decision
  return {
    id,
    invoice_number,
    invoice_identifier: members.invoice_identifier,
    invoice_date: members.invoice_date,
    debtor_id: members.debtor_id,
    credit_case: known?.credit_case ?? null,
    was: known && { ...known.balance, sent: known.members.sent_at !== null, debtor_id: known.members.debtor_id },
    is: { ...balance, sent: members.sent_at !== null },
    costs_changed: known !== null && JSON.stringify(shown(costs)) !== JSON.stringify(shown(known.costs)),
    payments,
  }
}

const shown = (costs: Decision['costs']): string[] =>
  Object.values(costs).flatMap(({ total, open }) => [String(total), String(open)])
