import type { ListedInvoice } from '../../api/records.ts'
import { DataTable } from '../../parts/data_table.tsx'
import { sayDay, sayMoney, sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Marks } from './marks.tsx'
import { DebtorLink, InvoiceLink } from './parts.tsx'
import classes from './record.module.css'

type InvoiceRowsProps = { invoices: readonly ListedInvoice[]; administration_id: string }

/** Invoices of many debtors as somebody goes through them, listed or found. */
export function InvoiceRows({ invoices, administration_id }: InvoiceRowsProps) {
  const { words, language } = useWords()
  return (
    <DataTable
      label={words.nav_invoices}
      columns={[
        words.record_invoice_number,
        words.record_debtor,
        words.record_due_date,
        words.record_days_overdue,
        words.record_total_amount,
        words.record_open_amount,
      ]}
      numbers={[words.record_days_overdue, words.record_total_amount, words.record_open_amount]}
      rows={invoices.map((one) => ({
        key: one.id,
        cells: [
          <span key="link" className={classes.two}>
            <InvoiceLink administration_id={administration_id} id={one.id}>
              {one.invoice_number}
            </InvoiceLink>
            <Marks holds={one.holds} />
          </span>,
          <DebtorLink key="debtor" administration_id={administration_id} id={one.debtor_id}>
            {one.debtor_name}
          </DebtorLink>,
          sayDay(one.due_date, language),
          <span key="days" className={one.days_overdue > 0 ? classes.late : undefined}>
            {one.days_overdue > 0 ? sayNumber(one.days_overdue, language) : '–'}
          </span>,
          sayMoney(one.total_amount, one.currency_code, language),
          sayMoney(one.open_amount, one.currency_code, language),
        ],
      }))}
    />
  )
}
