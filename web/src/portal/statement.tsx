import { fill } from '../words/fill.ts'
import type { Link, Shown } from './ask.ts'
import { Items, Terms } from './items.tsx'
import { sayAmount, sayDay } from './languages.ts'
import { Pay, PayAnyway } from './pay.tsx'
import { Reaction } from './reaction.tsx'
import { useSpeech } from './speech.tsx'

/** One record, in the order in which a debtor asks: how much, how to pay, for what, and what if not. */
export function Statement({ link, shown }: { link: Link; shown: Shown }) {
  const { words } = useSpeech()
  const title = fill(words[`title_${shown.family}`], { number: shown.number })
  return (
    <>
      <title>{`${title} · ${shown.creditor.name}`}</title>
      <section className="sheet" aria-labelledby="title">
        <h1 id="title">{title}</h1>
        <p className="hint">{fill(words.for, { debtor: shown.debtor_name })}</p>
        <Standing shown={shown} />
      </section>
      {shown.state === 'open' && (collectionDay(shown) === null ? <Pay shown={shown} /> : <PayAnyway shown={shown} />)}
      <Terms shown={shown} />
      <Items shown={shown} />
      <Reaction link={link} creditor={shown.creditor.name} />
      <Contact creditor={shown.creditor} />
    </>
  )
}

/** The first day on which all of it is collected, or null: what is overdue was not, and the debtor has to act. */
function collectionDay({ items, sums, terms }: Shown): string | null {
  if (terms.length > 0) return null
  const open = items.filter(({ open_amount }) => Number(open_amount) > 0)
  if (!open.every(({ direct_debit }) => direct_debit) || sums.some(({ since }) => since !== null)) return null
  return open.map(({ due_date }) => due_date).sort()[0] ?? null
}

function Standing({ shown }: { shown: Shown }) {
  const { words, language } = useSpeech()
  const { state, sums, items, creditor } = shown
  if (state === 'paid') {
    return (
      <div className="standing" data-good>
        <p className="figure">{items.length === 0 && sums.length === 0 ? words.nothing_heading : words.paid_heading}</p>
        <p>{words.paid_sentence}</p>
      </div>
    )
  }
  if (state === 'closed') {
    return (
      <div className="standing">
        <p className="figure">{words.closed_heading}</p>
        <p>{fill(words.closed_sentence, { creditor: creditor.name })}</p>
      </div>
    )
  }
  const collected = collectionDay(shown)
  return (
    <div className="standing">
      <p className="hint">{collected === null ? words.to_pay : words.to_be_collected}</p>
      {sums.map((sum) => (
        <div key={sum.currency_code}>
          <p className="figure">{sayAmount(sum.open_amount, sum.currency_code, language)}</p>
          {collected === null && <When sum={sum} shown={shown} />}
        </div>
      ))}
      {collected !== null && <p>{fill(words.direct_debit, { day: sayDay(collected, language) })}</p>}
    </div>
  )
}

/** Since when it is overdue, all of it or a part; or until when there is time. */
function When({ sum, shown }: { sum: Shown['sums'][number]; shown: Shown }) {
  const { words, language } = useSpeech()
  const { since, overdue_amount, open_amount, currency_code } = sum
  if (since !== null) {
    const day = sayDay(since, language)
    const whole = overdue_amount === open_amount
    const amount = sayAmount(overdue_amount, currency_code, language)
    return <p className="late">{fill(whole ? words.overdue_since : words.overdue_part, { day, amount })}</p>
  }
  // Whoever pays in terms need not mind the days of the invoices any more.
  const due = shown.terms.length > 0 ? shown.terms : shown.items
  const [next] = due
    .filter((one) => Number(one.open_amount) > 0)
    .toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1))
  if (!next) return null
  const sentence = shown.terms.length > 0 ? words.to_pay_term : words.to_pay_by
  const amount = sayAmount(next.open_amount, currency_code, language)
  return <p>{fill(sentence, { day: sayDay(next.due_date, language), amount })}</p>
}

function Contact({ creditor }: { creditor: Shown['creditor'] }) {
  const { words } = useSpeech()
  return (
    <footer className="contact">
      <h2>{words.contact}</h2>
      <address>
        {creditor.name}
        <br />
        {creditor.street && (
          <>
            {creditor.street}
            <br />
          </>
        )}
        {[creditor.postal_code, creditor.city].filter(Boolean).join(' ')}
        <br />
        <a href={`mailto:${creditor.email_address}`}>{creditor.email_address}</a>
        {creditor.phone_number && (
          <>
            <br />
            <a href={`tel:${creditor.phone_number.replaceAll(/[^\d+]/g, '')}`}>{creditor.phone_number}</a>
          </>
        )}
      </address>
    </footer>
  )
}
