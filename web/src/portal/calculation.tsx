import { fill } from '../words/fill.ts'
import { de, en, fr, nl } from '../words/law/generated.ts'
import { type LawWords, sayOrder, sayRule, saySource } from '../words/law/say_law.ts'
import type { Shown } from './ask.ts'
import { type Language, sayAmount, sayDay } from './languages.ts'
import { useSpeech } from './speech.tsx'

type Calculated = NonNullable<Shown['calculation']>
type Invoice = Calculated['invoices'][number]

const law_words: { readonly [language in Language]: LawWords } = { nl, en, de, fr }

/** Why there are interest and costs, in two sentences, and how they were worked out for whoever wants to know. */
export function Calculation({ shown: { sums }, calculation }: { shown: Shown; calculation: Calculated }) {
  const { words, language } = useSpeech()
  const { laws, parties } = law_words[language]
  const currency_code = sums[0]?.currency_code ?? 'EUR'
  const money = (amount: string): string => sayAmount(amount, currency_code, language)
  const { interest, interest_asked, costs_asked, law, party, on, invoices } = calculation
  const why = { law: laws[law], party: parties[party], interest: money(interest_asked), costs: money(costs_asked) }
  return (
    <section className="sheet" aria-labelledby="calculation">
      <h2 id="calculation">{words.calculation}</h2>
      <p>{fill(words.calculation_why, why)}</p>
      {interest !== interest_asked && (
        <p className="hint">
          {fill(words.calculation_asked, { day: sayDay(on, language), interest: money(interest), asked: why.interest })}
        </p>
      )}
      {invoices.map((invoice) => (
        <OneInvoice key={invoice.invoice_number} invoice={invoice} law={law} money={money} />
      ))}
    </section>
  )
}

type OneProps = { invoice: Invoice; law: string; money: (amount: string) => string }

function OneInvoice({ invoice, law, money }: OneProps) {
  const { words, language } = useSpeech()
  const speech = law_words[language]
  const day = (on: string): string => sayDay(on, language)
  const { invoice_number, parts, costs, costs_rule, last_free_day, payments } = invoice
  const rules = [...new Set([...parts.map(({ rule }) => rule), ...(costs_rule ? [costs_rule] : [])])]
  return (
    <details className="item">
      <summary>
        <span className="row">{fill(words.calculation_of, { number: invoice_number })}</span>
      </summary>
      <dl className="facts">
        {parts.map((part) => (
          <div key={part.from}>
            <dt>
              {fill(words.calculation_part, {
                ...{ from: day(part.from), to: day(part.to), days: part.days, base: money(part.base) },
                rate: language === 'en' ? part.rate : part.rate.replace('.', ','),
              })}
            </dt>
            <dd>{money(part.amount)}</dd>
          </div>
        ))}
        {costs_rule && (
          <div>
            <dt>{words.collection_costs}</dt>
            <dd>{money(costs)}</dd>
          </div>
        )}
      </dl>
      {last_free_day && costs_rule && <p>{fill(words.calculation_free, { day: day(last_free_day) })}</p>}
      {payments.length > 0 && (
        <>
          <p>{sayOrder(speech, law)}</p>
          <ul>
            {payments.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be the same in everything.
              <li key={index}>
                {fill(words.calculation_paid, {
                  ...{ day: day(one.date), amount: money(one.amount), costs: money(one.costs) },
                  ...{ interest: money(one.interest), principal: money(one.principal) },
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      {rules.map((code) => {
        const { name, text } = sayRule(speech, code)
        return (
          <p key={code} className="hint">
            <strong>{name}</strong> {text}
          </p>
        )
      })}
      {[...new Set(parts.map(({ source }) => source))].map((source) => (
        <p key={source} className="hint">
          {fill(words.calculation_source, { source: saySource(speech, source) })}
        </p>
      ))}
    </details>
  )
}
