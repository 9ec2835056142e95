import { fill } from '../words/fill.ts'
import type { Shown } from './ask.ts'
import { sayAmount, sayDay } from './languages.ts'
import { useSpeech } from './speech.tsx'

/** The terms of a plan, those that are paid and those to come. */
export function Terms({ shown: { terms, sums } }: { shown: Shown }) {
  const { words, language } = useSpeech()
  if (terms.length === 0) return null
  const currency_code = sums[0]?.currency_code ?? 'EUR'
  return (
    <section className="sheet" aria-labelledby="terms">
      <h2 id="terms">{words.terms}</h2>
      <ol className="terms">
        {terms.map((term, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: terms never change their places.
          <li key={place}>
            <span>{fill(words.term_due, { day: sayDay(term.due_date, language) })}</span>
            <span className="sum">
              {sayAmount(term.total_amount, currency_code, language)}
              {Number(term.open_amount) === 0 && <span className="badge">{words.term_paid}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What it is for: each invoice can be opened, and one alone is open already. */
export function Items({ shown: { items, more_items, terms } }: { shown: Shown }) {
  const { words } = useSpeech()
  if (items.length === 0) return null
  return (
    <section className="sheet" aria-labelledby="items">
      <h2 id="items">{items.length === 1 ? words.invoice : words.invoices}</h2>
      {items.map((item) => (
        <OneItem key={item.invoice_number} item={item} open={items.length === 1} in_terms={terms.length > 0} />
      ))}
      {more_items && <p className="hint">{words.more_invoices}</p>}
    </section>
  )
}

type OneItemProps = { item: Shown['items'][number]; open: boolean; in_terms: boolean }

/** One invoice. Where terms are agreed, its own due date does not count any more. */
function OneItem({ item, open, in_terms }: OneItemProps) {
  const { words, language } = useSpeech()
  const money = (amount: string): string => sayAmount(amount, item.currency_code, language)
  const facts: [string, string][] = [
    [words.invoice_date, sayDay(item.invoice_date, language)],
    ...(in_terms ? [] : [[words.due_date, sayDay(item.due_date, language)] satisfies [string, string]]),
    [words.total, money(item.total_amount)],
  ]
  if (Number(item.paid_amount) !== 0) facts.push([words.already_paid, money(item.paid_amount)])
  if (Number(item.costs_amount) !== 0) facts.push([words.costs, money(item.costs_amount)])
  facts.push([words.still_open, money(item.open_amount)])
  return (
    <details className="item" open={open}>
      <summary>
        <span className="number">{item.invoice_number}</span>
        {item.overdue && !in_terms && <span className="badge late">{words.overdue}</span>}
        {item.payment_date !== null && (
          <span className="badge">{fill(words.paid_on, { day: sayDay(item.payment_date, language) })}</span>
        )}
        <span className="sum">{money(item.open_amount)}</span>
      </summary>
      {item.description && <p>{item.description}</p>}
      <dl className="facts">
        {facts.map(([label, value]) => (
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
