import { daysBetween } from '../words/days.ts'
import { counted, fill } from '../words/fill.ts'
import type { Item } from './ask.ts'
import { Icon } from './icons.tsx'
import { sayAmount, sayDay, sayMonthDay } from './languages.ts'
import { useSpeech } from './speech.tsx'
import type { ViewName } from './view.ts'

type RowsProps = {
  items: readonly Item[]
  today: string
  chosen: ReadonlySet<string>
  choose: (chosen: ReadonlySet<string>) => void
  open: (name: ViewName, of?: string) => void
}

/** Every invoice with how it stands; those that can be paid here are chosen with one tap. */
export function Invoices({ items, today, chosen, choose, open }: RowsProps) {
  const toggle = (number: string): void => {
    const next = new Set(chosen)
    if (!next.delete(number)) next.add(number)
    choose(next)
  }
  return (
    <ul className="card rows">
      {items.map((item) => (
        <Row
          key={item.invoice_number}
          item={item}
          today={today}
          chosen={chosen.has(item.invoice_number)}
          toggle={() => toggle(item.invoice_number)}
          open={() => open('invoice', item.invoice_number)}
        />
      ))}
    </ul>
  )
}

type RowProps = { item: Item; today: string; chosen: boolean; toggle: () => void; open: () => void }

function Row({ item, today, chosen, toggle, open }: RowProps) {
  const { words, language } = useSpeech()
  const amount = sayAmount(item.open_amount, item.currency_code, language)
  const { says, tone } = useStanding(item, today)
  const inside = (
    <>
      <span className="row_words">
        <span className="strong number">{item.invoice_number}</span>
        <span className={tone}>{says}</span>
      </span>
      <span className={item.due_now ? 'sum strong' : 'sum'}>{amount}</span>
    </>
  )
  return (
    <li className="row">
      {item.asked && item.dispute === null ? (
        <label className="row_main">
          <input type="checkbox" className="box" checked={chosen} onChange={toggle} />
          {inside}
        </label>
      ) : (
        <span className="row_main">
          <span className={`box_place ${tone}`}>
            <Icon name={item.dispute === null ? 'clock' : 'dispute'} size={19} />
          </span>
          {inside}
        </span>
      )}
      <button
        type="button"
        className="round"
        aria-label={fill(words.show_invoice, { number: item.invoice_number })}
        onClick={open}
      >
        <Icon name="next" size={18} />
      </button>
    </li>
  )
}

/** How an invoice stands, in a few words. */
export function useStanding(item: Item, today: string): { says: string; tone: 'late' | 'waits' | 'hint' } {
  const { words, language } = useSpeech()
  const day = (one: string): string => sayMonthDay(one, language)
  if (item.payment_date !== null && Number(item.open_amount) === 0)
    return { says: fill(words.paid_on, { day: sayDay(item.payment_date, language) }), tone: 'hint' }
  if (Number(item.open_amount) < 0) return { says: words.to_credit, tone: 'hint' }
  if (item.in_plan) return { says: words.in_plan, tone: 'hint' }
  if (item.collected) return { says: fill(words.collected_on, { day: day(item.due_date) }), tone: 'hint' }
  if (item.dispute !== null) return { says: sayDispute(item.dispute), tone: 'waits' }
  if (item.promised_on !== null) return { says: fill(words.promised, { day: day(item.promised_on) }), tone: 'hint' }
  const late = daysBetween(item.due_date, today)
  if (late > 0) return { says: counted(late, words.late_one, words.late_days), tone: 'late' }
  if (late === 0) return { says: words.due_today, tone: 'hint' }
  return { says: fill(words.due_later, { day: day(item.due_date) }), tone: 'hint' }

  function sayDispute({ reason, answer_by }: NonNullable<Item['dispute']>): string {
    const until = answer_by === null ? words.looked_at : fill(words.answer_by, { day: day(answer_by) })
    return reason === 'already_paid' ? `${words.said_paid} · ${until}` : until
  }
}
