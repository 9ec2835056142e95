import type { Operations } from '../../api/generated.ts'
import { Count, Figure, Loaded, OpenSums } from '../../parts/table/figures.tsx'
import { counted } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
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
        <Count of={invoices} one={words.invoices_one} others={words.invoices_many} /> {words.table_of}{' '}
        <Count of={debtors} one={words.table_debtor} others={words.table_debtors} />
      </span>
      <OpenSums sums={sums} />
      {days_overdue !== null && (
        <Figure label={words.invoices_late_average}>
          {sayNumber(days_overdue, language)} {counted(days_overdue, words.invoices_day, words.invoices_days)}
        </Figure>
      )}
      {held > 0 && <Figure label={words.invoices_mark_held}>{sayNumber(held, language)}</Figure>}
      <Loaded rows={loaded} of={invoices} />
    </>
  )
}
