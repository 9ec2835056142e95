import type { Language } from '../../words/languages.ts'
import type { FileCell } from '../table/files/cell.ts'

const headings = {
  en: [
    ...['Debtor number', 'Name', 'Invoice number', 'Invoice date', 'Due date', 'Total amount', 'Open amount'],
    ...['Email', 'Phone', 'Street', 'Postal code', 'City', 'Country'],
  ],
  nl: [
    ...['Debiteurnummer', 'Naam', 'Factuurnummer', 'Factuurdatum', 'Vervaldatum', 'Factuurbedrag', 'Openstaand'],
    ...['E-mail', 'Telefoon', 'Adres', 'Postcode', 'Plaats', 'Land'],
  ],
} as const

const one = [
  'Avocet Bakery',
  'books@avocet.example.com',
  '+31 20 123 4567',
  'Example Street 1',
  '1234 AB',
  'Exampletown',
]
const other = [
  'Curlew Cycles',
  'office@curlew.example.com',
  '+31 30 765 4321',
  'Example Quay 22',
  '4321 BA',
  'Testwijk',
]

type Invoice = { debtor: string; who: string[]; number: string; from: string; due: string; total: string; open: string }

const invoices: readonly Invoice[] = [
  {
    debtor: '1001',
    who: one,
    number: '2026-0101',
    from: '2026-09-14',
    due: '2026-10-14',
    total: '1210.00',
    open: '1210.00',
  },
  {
    debtor: '1001',
    who: one,
    number: '2026-0117',
    from: '2026-10-01',
    due: '2026-10-31',
    total: '605.00',
    open: '205.00',
  },
  {
    debtor: '1002',
    who: other,
    number: '2026-0118',
    from: '2026-10-02',
    due: '2026-11-01',
    total: '89.95',
    open: '89.95',
  },
]

/** A list of open invoices as it can be brought in: two debtors, and an invoice of which a part was paid. */
export const exampleIn = (language: Language): { headings: readonly string[]; rows: FileCell[][] } => ({
  headings: headings[language],
  rows: invoices.map(({ debtor, who: [name = '', ...reach], number, from, due, total, open }) => [
    ...[debtor, name, number, { day: from }, { day: due }, { number: total }, { number: open }],
    ...reach,
    'NL',
  ]),
})
