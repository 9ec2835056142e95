import { type Actions, onMany } from '../../api/actions.ts'
import { noteBooks } from '../../follow_up/books.ts'
import { outlookCall } from '../outlooks.ts'
import { noteUnreadable } from './attention.ts'
import { blocking } from './blocking.ts'
import { invoice_example, updated_invoice, upserted_invoice } from './input.ts'
import { invoices } from './invoices.ts'
import { invoice_pausing } from './pausing.ts'
import { writeInvoices } from './write.ts'

/** The books are known to write, unless nothing of it could be taken: then what is open may be as old as before. */
const writtenByBooks: typeof writeInvoices = async (context, ...written) => {
  const batch = await writeInvoices(context, ...written)
  if ((batch.count ?? 0) > 0) await noteBooks(context)
  return batch
}

export const invoice_actions: Actions = {
  upsert: onMany(invoices, {
    method: 'POST',
    status: 201,
    summary: 'Create or update invoices',
    description:
      'Creates or updates invoices, each under its number. Sending the same again changes nothing. Once an invoice has ' +
      'been sent, only open amounts, payments, labels, documents, category and description still change: what else is ' +
      'different stays as it is, with a warning.',
    items: 'invoices',
    key: 'invoice_number',
    item: upserted_invoice,
    example: { invoices: [invoice_example] },
    run: (context, items) => writtenByBooks(context, items, 'are created'),
    refused: noteUnreadable,
  }),

  update: onMany(invoices, {
    method: 'PATCH',
    description:
      'Updates invoices that are there; numbers that are not stand under `not_found` in `errors`. What is left out stays ' +
      'as it is; the rules are those of the upsert.',
    items: 'invoices',
    key: 'invoice_number',
    item: updated_invoice,
    example: { invoices: [{ invoice_number: '2026-0117', category: 'wholesale', labels: ['disputed'] }] },
    run: (context, items) => writtenByBooks(context, items, 'are not found'),
    refused: noteUnreadable,
  }),

  ...blocking,
  ...invoice_pausing,
  outlook: outlookCall('invoices'),
}
