/** As many open invoices as a payment, a plan, a promise or a dispute can be about. */
export const invoices_max = 1000

/** Open invoices as they are shown, apart from how many there are, which each row says. */
export function openInvoices<Row extends { open_invoices: number }>(rows: readonly Row[]) {
  return {
    invoices: rows.map(({ open_invoices: _, ...invoice }) => invoice),
    open_invoices: rows[0]?.open_invoices ?? 0,
  }
}
