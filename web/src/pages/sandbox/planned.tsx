import { useInfiniteQuery } from '@tanstack/react-query'
import { invoiceListQuery } from '../../api/records.ts'
import type { Sandbox } from '../../api/sandbox.ts'
import { Icon } from '../../parts/icons.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { Empty } from '../../parts/states.tsx'
import { sayMoney, sayWeekday } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './sandbox.module.css'

type Props = { sandbox: Sandbox; administration_id: string }

/** More than fit on a screen say nothing. */
const shown_max = 12

/** Before anything happened: who owes what here, by the day on which it is due, for the clock to go through. */
export function Planned({ sandbox, administration_id }: Props) {
  const { words, language } = useWords()
  const { data } = useInfiniteQuery(invoiceListQuery(administration_id, { show: 'open', order: 'due_date_asc' }))
  if (!data) return null
  const invoices = data.pages.flatMap((page) => page.invoices).slice(0, shown_max)
  if (invoices.length === 0) return <Empty title={words.sandbox_empty}>{words.sandbox_empty_sentence}</Empty>
  return (
    <>
      <p className={classes.plain}>{words.sandbox_planned_sentence}</p>
      <ol className={classes.diary}>
        {[...Map.groupBy(invoices, ({ due_date }) => due_date)].map(([day, due]) => (
          <li key={day}>
            <p className={classes.diary_day}>
              <time dateTime={day}>{sayWeekday(day, language)}</time>
            </p>
            <ul className={classes.entries}>
              {due.map(({ id, invoice_number, debtor_name, open_amount, currency_code }) => (
                <li key={id}>
                  <div className={classes.entry} data-kind={day < sandbox.today ? 'broken' : 'owed'}>
                    <Icon name="invoices" size={16} />
                    <span>
                      <RecordLink family="invoices" administration_id={administration_id} id={id}>
                        {invoice_number}
                      </RecordLink>{' '}
                      {debtor_name}{' '}
                      <span className="hint">{day < sandbox.today ? words.sandbox_late : words.sandbox_due}</span>
                    </span>
                    <span className={classes.amount}>{sayMoney(open_amount, currency_code, language)}</span>
                  </div>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  )
}
