import type { ListedInvoice } from '../../api/records.ts'
import { RecordLink } from '../../parts/records/links.tsx'
import classes from '../../parts/records/record.module.css'
import { useRecordColumns } from '../../parts/records/use_record_columns.tsx'
import type { Column, Order } from '../../parts/table/columns.ts'
import { DataTable } from '../../parts/table/data_table.tsx'
import { sayDay, sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'

type InvoiceRowsProps = {
  invoices: readonly ListedInvoice[]
  administration_id: string
  /** In which order they stand, where another one can be chosen. */
  order?: Order | undefined
  may_order_by_amount?: boolean
}

/** Invoices of many debtors as somebody goes through them, listed or searched for. */
export function InvoiceRows({ invoices, administration_id, order, may_order_by_amount = false }: InvoiceRowsProps) {
  const { words } = useWords()
  const columns = useColumns(administration_id, may_order_by_amount)
  return (
    <DataTable
      list="invoices"
      label={words.nav_invoices}
      rows={invoices}
      columns={columns}
      {...(order ? { order } : {})}
    />
  )
}

function useColumns(administration_id: string, may_order_by_amount: boolean): Column<ListedInvoice>[] {
  const { words, language } = useWords()
  const { debtor, holds, total, open } = useRecordColumns(administration_id)
  return [
    {
      id: 'number',
      title: words.record_invoice_number,
      cell: ({ id, invoice_number }) => (
        <RecordLink family="invoices" administration_id={administration_id} id={id}>
          {invoice_number}
        </RecordLink>
      ),
    },
    debtor,
    {
      id: 'due_date',
      title: words.record_due_date,
      orders: { asc: 'due_date_asc', desc: 'due_date_desc' },
      cell: ({ due_date }) => <span className={classes.whole}>{sayDay(due_date, language)}</span>,
    },
    {
      id: 'days_overdue',
      title: words.record_days_overdue,
      number: true,
      cell: ({ days_overdue }) => (
        <span className={days_overdue > 0 ? classes.late : undefined}>
          {days_overdue > 0 ? sayNumber(days_overdue, language) : '–'}
        </span>
      ),
    },
    holds,
    total,
    { ...open, ...(may_order_by_amount ? { orders: { desc: 'amount_desc' } } : {}) },
  ]
}
