/** What happened to an invoice, in the words of events. */
export type InvoiceEvent =
  | 'invoice_created'
  | 'invoice_payment_created'
  | 'invoice_paid'
  | 'invoice_closed'
  | 'invoice_reopened'

export type InvoiceProgress = { open: bigint; sent: boolean }

/** What happened to the payments of an invoice: how many came or were corrected, and how many went. */
export type PaymentCounts = { entered: number; removed: number }

/**
 * Which events report a change, in the order in which things happened. Receivers learn of another open amount by the
 * event of a payment, so one comes as well when payments only went, or the total took the open amount along.
 */
export function eventsOf(
  was: InvoiceProgress | null,
  is: InvoiceProgress,
  { entered, removed }: PaymentCounts,
): InvoiceEvent[] {
  const events: InvoiceEvent[] = was === null ? ['invoice_created'] : []
  const moved = removed > 0 || (was !== null && was.open !== is.open)
  for (let count = entered || Number(moved); count > 0; count--) events.push('invoice_payment_created')
  const was_open = was === null || was.open !== 0n
  if (is.open === 0n && was_open) events.push('invoice_paid')
  const was_closed = was !== null && was.open === 0n && was.sent
  if (is.open === 0n && is.sent && !was_closed) events.push('invoice_closed')
  if (is.open !== 0n && !was_open) events.push('invoice_reopened')
  return events
}
