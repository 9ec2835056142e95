/** Where a value stands in a record: its first position, counted from 1 as the standards do, and its length. */
export type FieldPosition = { at: number; length: number }

/** One version of a declaration standard: how long a record is, and where the values stand that become order lines. */
export type Layout = {
  name: 'MZ301' | 'AP304'
  /** As the header has it: code of the message, version and sub-version. */
  code: string
  version: string
  sub_version: string
  record_length: number
  debtor: { email_address: FieldPosition }
  service: {
    date: FieldPosition
    product: FieldPosition
    /** Cents; the letter after it says whether they are charged (D) or given back (C). */
    amount: FieldPosition
    reference: FieldPosition
  }
}

const place = (at: number, length: number): FieldPosition => ({ at, length })

/** The versions that are understood. Everything else is refused: a value that stands elsewhere would be a guess. */
export const layouts: readonly Layout[] = [
  {
    name: 'MZ301',
    code: '176',
    version: '01',
    sub_version: '03',
    record_length: 310,
    debtor: { email_address: place(210, 70) },
    service: { date: place(59, 8), product: place(76, 6), amount: place(156, 8), reference: place(165, 20) },
  },
  {
    name: 'AP304',
    code: '106',
    version: '07',
    sub_version: '02',
    record_length: 310,
    debtor: { email_address: place(210, 70) },
    service: { date: place(67, 8), product: place(78, 12), amount: place(225, 8), reference: place(234, 20) },
  },
  {
    name: 'AP304',
    code: '193',
    version: '08',
    sub_version: '00',
    record_length: 360,
    debtor: { email_address: place(210, 50) },
    service: { date: place(68, 8), product: place(95, 14), amount: place(299, 8), reference: place(308, 20) },
  },
]

/** What stands at the same place in every version. */
export const header = {
  code: place(3, 3),
  version: place(6, 2),
  sub_version: place(8, 2),
  /** P: production, T: test. */
  kind: place(10, 1),
  invoice_number: place(81, 12),
  invoice_date: place(93, 8),
  currency_code: place(115, 3),
} as const

export const detail = { number: place(3, 12), citizen_number: place(15, 9) } as const

export const trailer = {
  insured: place(3, 6),
  debtors: place(9, 6),
  services: place(15, 6),
  comments: place(21, 6),
  details: place(27, 7),
  amount: place(34, 11),
} as const

/** The longest record of all versions: no line needs to be kept beyond it. */
export const record_length_max = Math.max(...layouts.map((layout) => layout.record_length))

/** The version that a header names, or null. */
export function layoutOf(header_fields: { code: string; version: string; sub_version: string }): Layout | null {
  const { code, version, sub_version } = header_fields
  return layouts.find((one) => one.code === code && one.version === version && one.sub_version === sub_version) ?? null
}
