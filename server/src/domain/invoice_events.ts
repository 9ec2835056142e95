/** What happened to an invoice, in the words of events. */
export type InvoiceEvent =
  | 'invoice_created'
  | 'invoice_payment_created'
  | 'invoice_paid'
  | 'invoice_closed'
  | 'invoice_reopened'

export type Course = { open: bigint; sent: boolean }

/** Which events tell of a change, in the order in which things happened. */
export function eventsOf(was: Course | null, is: Course, payments_added: number): InvoiceEvent[] {
  const events: InvoiceEvent[] = was === null ? ['invoice_created'] : []
  for (let count = 0; count < payments_added; count++) events.push('invoice_payment_created')
  const was_open = was === null || was.open !== 0n
  if (is.open === 0n && was_open) events.push('invoice_paid')
  const was_closed = was !== null && was.open === 0n && was.sent
  if (is.open === 0n && is.sent && !was_closed) events.push('invoice_closed')
  if (is.open !== 0n && !was_open) events.push('invoice_reopened')
  return events
}
