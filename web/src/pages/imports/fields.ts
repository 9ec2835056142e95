import type { CellFormat, ImportChoices, ImportColumn, ImportField, ImportKind } from '../../api/imports.ts'

type FieldKind = { of: 'debtor' | 'invoice'; format: 'date' | 'amount' | null }

const plain: FieldKind = { of: 'debtor', format: null }
const of_invoice: FieldKind = { of: 'invoice', format: null }
const date: FieldKind = { of: 'invoice', format: 'date' }
const amount: FieldKind = { of: 'invoice', format: 'amount' }

/** What columns can hold, in the order in which it is offered. */
const kinds: Readonly<Record<ImportField, FieldKind>> = {
  ...{ invoice_number: of_invoice, debtor_number: plain, name: plain, invoice_date: date, due_date: date },
  ...{ amount_total: amount, amount_open: amount, currency_code: of_invoice },
  ...{ order_number: of_invoice, description: of_invoice },
  ...{ default_email_address: plain, invoice_email_address: plain, reminder_email_address: plain },
  ...{ call_phone_number: plain, lastname: plain, postal_address_street_1: plain },
  ...{ postal_address_postal_code: plain, postal_address_city: plain, country_code: plain },
  ...{ language_code: plain, coc_number: plain, vat_number: plain, bank_account_number: plain },
}

// The keys of the list above.
const fields = Object.keys(kinds) as ImportField[]

export const isField = (name: string): name is ImportField => Object.hasOwn(kinds, name)

export const fieldsOf = (kind: ImportKind): ImportField[] =>
  fields.filter((field) => kind === 'invoices' || kinds[field].of === 'debtor')

export const required: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  debtors: ['debtor_number', 'name'],
  invoices: ['invoice_number', 'debtor_number', 'invoice_date', 'due_date'],
}

/** The ways in which a column can be written that holds this; none where there is only one. */
export function formatsOf(field: ImportField | null, column: ImportColumn): readonly CellFormat[] {
  const format = field && kinds[field].format
  if (format === 'date' && column.date_order !== 'none') return ['day_first', 'month_first']
  return format === 'amount' && column.decimal_mark !== 'none' ? ['comma', 'point'] : []
}

/** How a column is written, as far as its values show it. */
export function foundFormat(field: ImportField, column: ImportColumn): CellFormat | null {
  const found = kinds[field].format === 'date' ? column.date_order : column.decimal_mark
  return found === 'unclear' || found === 'none' ? null : found
}

export const formatIn = ({ formats }: ImportChoices, field: ImportField | null): CellFormat | null =>
  formats.find((one) => one.field === field)?.format ?? null

/** What a column holds, as it is chosen. */
export const fieldAt = ({ places }: ImportChoices, place: number): ImportField | null =>
  places.find((one) => one.place === place)?.field ?? null

/** The same choices with another meaning of a column. What it held before is taken from it, and from where it was. */
export function withField(
  choices: ImportChoices,
  columns: readonly ImportColumn[],
  { place, field }: { place: number; field: ImportField | null },
): ImportChoices {
  const before = fieldAt(choices, place)
  const places = choices.places.filter((one) => one.place !== place && one.field !== field)
  const formats = choices.formats.filter((one) => one.field !== before && one.field !== field)
  const column = columns[place]
  if (field === null || !column) return { ...choices, places, formats }
  const format = formatsOf(field, column).length > 0 ? foundFormat(field, column) : null
  return {
    ...choices,
    places: [...places, { field, place }],
    formats: format === null ? formats : [...formats, { field, format }],
  }
}

/** A file is written by one program: what somebody says of one column fills in the others that are not clear. */
export function withFormat(
  choices: ImportChoices,
  columns: readonly ImportColumn[],
  { field, format }: { field: ImportField; format: CellFormat | null },
): ImportChoices {
  const formats = choices.formats.filter((one) => one.field !== field)
  if (format === null) return { ...choices, formats }
  const alike = neededIn(choices, columns).unclear.filter(
    (other) => other !== field && kinds[other].format === kinds[field].format,
  )
  return { ...choices, formats: [...formats, ...[field, ...alike].map((one) => ({ field: one, format }))] }
}

/** What is still needed before a file can be checked. */
export function neededIn(choices: ImportChoices, columns: readonly ImportColumn[]) {
  const has = (field: ImportField): boolean => choices.places.some((one) => one.field === field)
  const missing = required[choices.kind].filter((field) => !has(field))
  const unclear = choices.places.flatMap(({ field, place }) => {
    const column = columns[place]
    return column && formatsOf(field, column).length > 0 && formatIn(choices, field) === null ? [field] : []
  })
  const amount_missing = choices.kind === 'invoices' && !has('amount_open') && !has('amount_total')
  return { missing, unclear, amount_missing }
}
