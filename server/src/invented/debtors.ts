import { addDays, type Day } from '../domain/days.ts'

/** A debtor that is invented, and its invoices by when they are due, in days from today. */
export type InventedDebtor = {
  number: string
  name: string
  business: boolean
  language: string
  phone_number: string
  street: string
  labels?: readonly string[]
  invoices: readonly InventedInvoice[]
}

export type InventedInvoice = {
  due: number
  amount: string
  /** Reminders that went out already, by how many days ago. */
  reminders?: Partial<Record<'reminder_1_at' | 'reminder_2_at' | 'reminder_3_at' | 'final_reminder_at', number>>
  /** How many days ago all of it was paid. */
  paid?: number
  order_number?: string
  description?: string
}

/** Where invented debtors live, and what they owe in. */
export type InventedWhere = { country_code: string; currency_code: string }

/** Debtors with a contact each and their invoices, as the bodies of the verbs of the interface that make them. */
export const bodiesOf = (debtors: readonly InventedDebtor[], today: Day, where: InventedWhere) => ({
  contacts: debtors.map((debtor) => contactOf(debtor, where)),
  debtors: debtors.map(debtorOf),
  invoices: debtors.flatMap((debtor) =>
    debtor.invoices.map((one, place) => invoiceOf(debtor, one, { place, today, ...where })),
  ),
})

const contactOf = ({ number, name, phone_number, street }: InventedDebtor, { country_code }: InventedWhere) => ({
  ...{ contact_identifier: number, lastname: name, call_phone_number: phone_number },
  ...{ default_email_address: addressOf(number), postal_address_street_1: street },
  ...{ postal_address_postal_code: '9999 ZZ', postal_address_city: 'Zilverdijk' },
  postal_address_country_code: country_code,
})

const debtorOf = ({ number, name, business, language, labels }: InventedDebtor) => ({
  ...{ debtor_number: number, debtor_identifier: number, name, contact_identifier: number },
  ...{ is_company: business, language_code: language },
  ...(labels ? { labels } : {}),
})

export const addressOf = (number: string): string => `${number.toLowerCase()}@example.com`
export const invoiceNumber = ({ number }: Pick<InventedDebtor, 'number'>, place: number): string =>
  `${number}-${place + 1}`

/** How long before it is due an invoice is sent. */
const term_days = 30

type Placed = InventedWhere & { place: number; today: Day }

function invoiceOf(debtor: InventedDebtor, invoice: InventedInvoice, { place, today, currency_code }: Placed) {
  const { due, amount, paid, reminders = {}, order_number, description } = invoice
  const open = paid === undefined ? amount : '0.00'
  const at = (days: number): string => `${addDays(today, days)}T08:00:00Z`
  const sent = Object.entries(reminders).map(([moment, days_ago]) => [moment, at(-days_ago)])
  return {
    ...{ invoice_number: invoiceNumber(debtor, place), debtor_number: debtor.number, currency_code },
    ...{ invoice_date: addDays(today, due - term_days), due_date: addDays(today, due), sent_at: at(due - term_days) },
    ...{ amount_total: amount, amount_open: open, book_amount_total: amount, book_amount_open: open },
    ...(order_number ? { order_number } : {}),
    ...(description ? { description } : {}),
    ...(paid === undefined ? {} : { payments: [{ amount, payment_date: addDays(today, -paid) }] }),
    ...Object.fromEntries(sent),
  }
}
