import type { Choices } from '../domain/imports/choices.ts'
import type { RowProblem } from '../domain/imports/row.ts'
import { amountText, cents, sumOf } from '../domain/money.ts'
import { invoice_actions } from '../resources/invoices/actions.ts'
import type { Acting } from '../runtime/act_as.ts'
import type { Counts } from './counts.ts'
import { type KnownInvoice, knownInvoices, writtenNow } from './known.ts'
import { performMany, type Said } from './perform_many.ts'
import type { PreparedRow } from './portions.ts'
import type { RowOutcome } from './store.ts'
import { said, type WrittenDebtors, writeDebtors } from './write_debtors.ts'

/** What became of a row. */
export type WrittenRow = { place: number; outcome: RowOutcome; problems: RowProblem[]; remarks: RowProblem[] }
export type WrittenPortion = { rows: WrittenRow[]; counts: Counts }

export type PortionRules = { choices: Choices; book_currency: string }

/** Writes some rows of a file through the verbs of the interface: debtors with their contacts, and then invoices. */
export async function writePortion(
  acting: Acting,
  portion: readonly PreparedRow[],
  rules: PortionRules,
): Promise<WrittenPortion> {
  const readable = portion.filter(({ problems }) => problems.length === 0)
  const debtors = await writeDebtors(acting, readable)
  const good = readable.filter(({ values }) => !debtors.problems.has(values.debtor_number ?? ''))
  const written =
    rules.choices.kind === 'invoices' ? await writeInvoices(acting, good, rules) : ofDebtors(good, debtors)
  const rows = portion.map((row): WrittenRow => {
    const number = row.values.debtor_number ?? ''
    const own = row.problems.length > 0 ? row.problems : (debtors.problems.get(number) ?? [])
    const { outcome, problems, remarks } = written.get(row.place) ?? { outcome: 'refused', problems: own, remarks: [] }
    const of_debtor = row.first ? (debtors.remarks.get(number) ?? []) : []
    return { place: row.place, outcome, problems, remarks: [...row.remarks, ...of_debtor, ...remarks] }
  })
  const taken = portion.filter((_, at) => rows[at]?.outcome !== 'refused')
  return { rows, counts: { ...countsOf(portion, rows, debtors), open_amount: await openIn(acting, taken) } }
}

/** What is open of invoices, whether the file says it or not. */
async function openIn(acting: Acting, rows: readonly PreparedRow[]): Promise<string> {
  const known = await knownInvoices(
    acting,
    rows.flatMap(({ values }) => values.invoice_number ?? []),
  )
  return amountText(sumOf([...known.values()].map(({ open_amount }) => cents(open_amount))))
}

type Outcomes = Map<number, Omit<WrittenRow, 'place'>>

const ofDebtors = (rows: readonly PreparedRow[], { outcome }: WrittenDebtors): Outcomes =>
  new Map(
    rows.map(({ place, values }) => [
      place,
      { outcome: outcome(values.debtor_number ?? ''), problems: [], remarks: [] },
    ]),
  )

async function writeInvoices(acting: Acting, rows: readonly PreparedRow[], rules: PortionRules): Promise<Outcomes> {
  const numbers = rows.map(({ values }) => values.invoice_number ?? '')
  const known = await knownInvoices(acting, numbers)
  const outcomes: Outcomes = new Map()
  const sent = rows.filter(({ place, values }) => {
    const before = known.get(values.invoice_number ?? '')
    if (before === undefined || before.currency_code === rules.book_currency) return true
    const problem = { field: 'currency_code', problem: 'currency', value: before.currency_code } as const
    outcomes.set(place, { outcome: 'refused', problems: [problem], remarks: [] })
    return false
  })
  const { errors, warnings } = await writeItems(acting, sent, known, rules)
  const written = await writtenNow(acting, { table: 'invoices', key: 'invoice_number', numbers })
  for (const { place, values } of sent) {
    const number = values.invoice_number ?? ''
    const refused = errors.get(number)
    const outcome = refused ? 'refused' : !known.has(number) ? 'new' : written.has(number) ? 'changed' : 'unchanged'
    const [problems, remarks] = [(refused ?? []).map(said), (warnings.get(number) ?? []).map(said)]
    outcomes.set(place, { outcome, problems, remarks })
  }
  return outcomes
}

/**
 * An upsert always says what is open. Where the file does not, nothing was paid as far as it knows: of an invoice that
 * is there, what is open only follows its total, as an update without it does.
 */
async function writeItems(
  acting: Acting,
  rows: readonly PreparedRow[],
  known: ReadonlyMap<string, KnownInvoice>,
  rules: PortionRules,
): Promise<Said> {
  const itemOf = ({ values }: PreparedRow): object =>
    invoiceItem(values, known.get(values.invoice_number ?? ''), acting, rules)
  const keepsOpen = ({ values }: PreparedRow): boolean =>
    values.amount_open === undefined && known.has(values.invoice_number ?? '')
  const whole = rows.filter((row) => !keepsOpen(row)).map(itemOf)
  const upserted = await performMany(acting, invoice_actions.upsert, 'invoices', whole)
  const updated = await performMany(acting, invoice_actions.update, 'invoices', rows.filter(keepsOpen).map(itemOf))
  return {
    errors: new Map([...upserted.errors, ...updated.errors]),
    warnings: new Map([...upserted.warnings, ...updated.warnings]),
  }
}

/** What the file says about an invoice. Of one that is known, an amount that the file does not have is not sent. */
function invoiceItem(
  values: PreparedRow['values'],
  known: KnownInvoice | undefined,
  { now }: Acting,
  { choices, book_currency }: PortionRules,
): object {
  const { debtor_number, invoice_number, invoice_date, due_date, order_number, description } = values
  const total = values.amount_total ?? known?.total_amount ?? values.amount_open
  const open = values.amount_open ?? (known ? undefined : values.amount_total)
  return {
    ...{ invoice_number, debtor_number, invoice_date, due_date, order_number, description },
    currency_code: book_currency,
    ...{ amount_total: total, amount_open: open, book_amount_total: total, book_amount_open: open },
    ...(choices.sent && !known?.sent ? { sent_at: sentAt(invoice_date ?? '', now) } : {}),
  }
}

/** An invoice that debtors have already was sent on its day, whatever the hour; one of a later day was sent by now. */
function sentAt(invoice_date: string, now: Date): string {
  const noon = `${invoice_date}T12:00:00Z`
  return Date.parse(noon) > now.getTime() ? now.toISOString() : noon
}

function countsOf(
  portion: readonly PreparedRow[],
  rows: readonly WrittenRow[],
  debtors: WrittenDebtors,
): Omit<Counts, 'open_amount'> {
  const with_outcome = (outcome: RowOutcome): number => rows.filter((row) => row.outcome === outcome).length
  const first = portion.filter(
    (row) => row.first && row.problems.length === 0 && !debtors.problems.has(row.values.debtor_number ?? ''),
  )
  const of_debtors = first.map(({ values }) => debtors.outcome(values.debtor_number ?? ''))
  const count = (outcome: string): number => of_debtors.filter((one) => one === outcome).length
  return {
    new: with_outcome('new'),
    changed: with_outcome('changed'),
    unchanged: with_outcome('unchanged'),
    refused: with_outcome('refused'),
    remarks: rows.filter(({ outcome, remarks }) => outcome !== 'refused' && remarks.length > 0).length,
    debtors_new: count('new'),
    debtors_changed: count('changed'),
    debtors_unchanged: count('unchanged'),
  }
}
