import { useToday } from '../../session/use_today.ts'
import { daysBetween } from '../../words/days.ts'
import { counted } from '../../words/fill.ts'
import { sayDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { DataTable } from '../table/data_table.tsx'
import type { Badge } from './badges.tsx'
import { RecordLink } from './links.tsx'
import { useRecordColumns } from './use_record_columns.tsx'

type InvoiceRow = {
  id: string
  invoice_number: string
  due_date: string
  currency_code: string
  total_amount: string
  open_amount: string
  holds?: readonly string[]
}

type InvoiceTableProps = { label: string; invoices: readonly InvoiceRow[]; administration_id: string }

/** The invoices of one record, as rows that lead to their pages. */
export function InvoiceTable({ label, invoices, administration_id }: InvoiceTableProps) {
  const { words, language } = useWords()
  const stateOf = useInvoiceState(administration_id)
  const is_any_held = invoices.some((invoice) => invoice.holds?.length)
  const shared = useRecordColumns(administration_id)
  return (
    <DataTable
      label={label}
      rows={invoices}
      columns={[
        {
          id: 'number',
          title: words.record_invoice_number,
          cell: ({ id, invoice_number }) => (
            <RecordLink family="invoices" administration_id={administration_id} id={id}>
              {invoice_number}
            </RecordLink>
          ),
        },
        { id: 'due_date', title: words.record_due_date, cell: ({ due_date }) => sayDay(due_date, language) },
        { id: 'state', title: words.record_state, cell: (invoice) => stateOf(invoice).text },
        ...(is_any_held ? [shared.holds] : []),
        shared.total,
        shared.open,
      ]}
    />
  )
}

/** Whether an invoice is paid, open or late, in one word. */
export function useInvoiceState(
  administration_id: string,
): (invoice: Pick<InvoiceRow, 'open_amount' | 'due_date'>) => Badge {
  const { words } = useWords()
  const today = useToday(administration_id)
  return ({ open_amount, due_date }) => {
    if (Number(open_amount) === 0) return { text: words.record_paid, tone: 'good' }
    // Nobody owes a credit note, so it is never late.
    if (Number(open_amount) < 0) return { text: words.record_credit_open }
    if (due_date >= today) return { text: words.record_open }
    const days = daysBetween(due_date, today)
    return { text: counted(days, words.record_overdue_days_one, words.record_overdue_days), tone: 'bad' }
  }
}
