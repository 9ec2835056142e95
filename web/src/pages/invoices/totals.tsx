import type { Operations } from '../../api/generated.ts'
import { counted } from '../../words/fill.ts'
import { sayMoney, sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'

type TotalsProps = { totals: Operations['invoice_list.totals']['answers'] | undefined; loaded: number }

/** What the whole list comes to. */
export function Totals({ totals, loaded }: TotalsProps) {
  const { words, language } = useWords()
  if (!totals) return <span>{words.loading}</span>
  const { invoices, debtors, sums, days_overdue, held } = totals
  return (
    <>
      <span>
        <strong>{sayNumber(invoices, language)}</strong> {counted(invoices, words.invoices_one, words.invoices_many)}{' '}
        {words.invoices_of_debtors} <strong>{sayNumber(debtors, language)}</strong>{' '}
        {counted(debtors, words.invoices_debtors_one, words.invoices_debtors)}
      </span>
      {sums.length > 0 && (
        <span>
          {words.record_open}{' '}
          <strong>
            {sums.map(({ open_amount, currency_code }) => sayMoney(open_amount, currency_code, language)).join(' · ')}
          </strong>
        </span>
      )}
      {days_overdue !== null && (
        <span>
          {words.invoices_late_average}{' '}
          <strong>
            {sayNumber(days_overdue, language)} {counted(days_overdue, words.invoices_day, words.invoices_days)}
          </strong>
        </span>
      )}
      {held > 0 && (
        <span>
          {words.invoices_mark_held} <strong>{sayNumber(held, language)}</strong>
        </span>
      )}
      <span>{`${sayNumber(loaded, language)} / ${sayNumber(invoices, language)}`}</span>
    </>
  )
}
