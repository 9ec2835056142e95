import { fill } from '../words/fill.ts'
import type { Shown } from './ask.ts'
import { type Language, sayAmount, sayDay } from './languages.ts'
import { useSpeech } from './speech.tsx'
import type { PortalWords } from './words/en.ts'

type Item = Shown['items'][number]

/** What it is for: each invoice can be opened, and one alone is open already. */
export function Items({ shown: { items, more_items, plan_state } }: { shown: Shown }) {
  const { words } = useSpeech()
  const [first] = items
  if (!first) return null
  const alone = items.length === 1
  return (
    <section className="sheet" aria-labelledby="items">
      <h2 id="items">{alone ? (first.credit_note ? words.credit_note : words.invoice) : words.invoices}</h2>
      {items.map((item) => (
        <OneItem key={item.invoice_number} item={item} open={alone} plan_state={plan_state} />
      ))}
      {more_items && <p className="hint">{words.more_invoices}</p>}
    </section>
  )
}

type OneItemProps = { item: Item; open: boolean; plan_state: Shown['plan_state'] }

function OneItem({ item, open, plan_state }: OneItemProps) {
  const { words, language } = useSpeech()
  const credit = Number(item.open_amount) < 0
  return (
    <details className="item" open={open}>
      <summary>
        <span className="row">
          <span className="number">{item.invoice_number}</span>
          {item.overdue_since !== null && plan_state !== 'proposed' && (
            <span className="badge late">{words.overdue}</span>
          )}
          {item.in_plan && plan_state !== 'active' && <span className="badge">{words.in_plan}</span>}
          {item.collected && <span className="badge">{words.to_be_collected}</span>}
          {credit && <span className="badge good">{words.credit_badge}</span>}
          {item.payment_date !== null && (
            <span className="badge">{fill(words.paid_on, { day: sayDay(item.payment_date, language) })}</span>
          )}
        </span>
        <span className="sum">{sayAmount(item.open_amount, item.currency_code, language)}</span>
      </summary>
      {credit && <p>{words.credit_explained}</p>}
      {item.description && <p>{item.description}</p>}
      <dl className="facts">
        {factsOf(item, words, language).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {item.documents.length > 0 && (
        <ul className="documents" aria-label={words.documents}>
          {item.documents.map(({ filename, url }) => (
            <li key={url}>
              <a href={url} download={filename}>
                {fill(words.download, { filename })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

/** The amounts of an invoice, line by line. Where terms are agreed, its own day to pay does not count any more. */
function factsOf(item: Item, words: PortalWords, language: Language): [string, string][] {
  const facts: [string, string][] = [[words.invoice_date, sayDay(item.invoice_date, language)]]
  const tell = (label: string, amount: string): number =>
    facts.push([label, sayAmount(amount, item.currency_code, language)])
  const tellUnlessZero = (label: string, amount: string): unknown => Number(amount) !== 0 && tell(label, amount)
  const day = item.collected ? words.to_be_collected : words.due_date
  if (!item.in_plan && !item.credit_note) facts.push([day, sayDay(item.due_date, language)])
  tell(words.total, item.total_amount)
  if (item.credit_note) tellUnlessZero(words.credit_used, unsigned(item.paid_amount))
  else tellUnlessZero(words.already_paid, item.paid_amount)
  tellUnlessZero(words.administration_costs, item.administration_costs_amount)
  tellUnlessZero(words.interest_costs, item.interest_costs_amount)
  tellUnlessZero(words.collection_costs, item.debt_collection_costs_amount)
  const credit = Number(item.open_amount) < 0
  const left = item.in_plan ? words.open_in_plan : words.still_open
  tell(credit ? words.to_credit : left, credit ? unsigned(item.open_amount) : item.open_amount)
  return facts
}

const unsigned = (amount: string): string => amount.replace('-', '')
