import { sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import type { Column } from '../table/columns.ts'
import { RecordLink } from './links.tsx'
import { Marks } from './marks.tsx'

type Money = { currency_code: string }

type RecordColumns = {
  debtor: Column<{ debtor_id: string; debtor_name: string }>
  holds: Column<{ holds?: readonly string[] }>
  total: Column<Money & { total_amount: string }>
  open: Column<Money & { open_amount: string }>
}

/** The columns that lists of invoices, of cases and of what is in a plan have in common. */
export function useRecordColumns(administration_id: string): RecordColumns {
  const { words, language } = useWords()
  return {
    debtor: {
      id: 'debtor',
      title: words.record_debtor,
      cell: ({ debtor_id, debtor_name }) => (
        <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
          {debtor_name}
        </RecordLink>
      ),
    },
    holds: { id: 'holds', title: words.record_holds, cell: ({ holds = [] }) => <Marks holds={holds} /> },
    total: {
      id: 'total',
      title: words.record_total_amount,
      number: true,
      cell: ({ total_amount, currency_code }) => sayMoney(total_amount, currency_code, language),
    },
    open: {
      id: 'open',
      title: words.record_open_amount,
      number: true,
      cell: ({ open_amount, currency_code }) => sayMoney(open_amount, currency_code, language),
    },
  }
}
