import { useState } from 'react'
import { fill } from '../words/fill.ts'
import { ask, linkIn, type Plan, type Shown, type Sum } from './ask.ts'
import { sayAmount, sayDay } from './languages.ts'
import { useSpeech } from './speech.tsx'
import { useSending } from './use_sending.ts'

type OfferProps = { plan: Pick<Plan, 'url' | 'terms'> & { sum: Sum | null }; reload: () => void }

/** What the creditor offers instead: its terms, and a tap for each answer. */
export function Offer({ plan: { url, terms, sum }, reload }: OfferProps) {
  const { words } = useSpeech()
  const [accept, setAccept] = useState<boolean | null>(null)
  const link = linkIn(new URL(url ?? '', location.href).pathname)
  const sending = useSending(
    (wanted: boolean) => ask('answer_plan', link, { accept: wanted }),
    () => reload(),
  )
  const answer = (wanted: boolean): void => {
    setAccept(wanted)
    sending.start(wanted)
  }
  if (url === null) return null
  return (
    <section className="sheet offer" aria-labelledby="offer">
      <h2 id="offer">{words.offer}</h2>
      <p>{words.offer_sentence}</p>
      <ListOfTerms terms={terms} currency_code={sum?.currency_code ?? 'EUR'} running={false} />
      {sending.problem !== null && (
        <p role="alert" className="late">
          {sending.problem(words)}
        </p>
      )}
      <button type="button" className="action" aria-disabled={sending.busy} onClick={() => answer(true)}>
        {sending.busy && accept ? words.sending : words.offer_accept}
      </button>
      <button type="button" className="action" data-plain aria-disabled={sending.busy} onClick={() => answer(false)}>
        {sending.busy && accept === false ? words.sending : words.offer_decline}
      </button>
    </section>
  )
}

/** What a running plan asks for now: everything that is late, or else the next term. */
export function AskedOfPlan({ sum }: { sum: Sum }) {
  const { words, language } = useSpeech()
  const money = (amount: string): string => sayAmount(amount, sum.currency_code, language)
  const { since, due_date } = sum
  const next = due_date !== null && { day: sayDay(due_date, language), amount: money(sum.due_amount) }
  return (
    <div className="standing">
      <p className="hint">{since === null ? words.next_term : words.late_terms}</p>
      <p className="figure">{money(since === null ? sum.due_amount : sum.overdue_amount)}</p>
      {since !== null && <p className="late">{fill(words.overdue_since, { day: sayDay(since, language) })}</p>}
      {next && <p>{fill(since === null ? words.to_pay_by : words.to_pay_term, next)}</p>}
      <p className="hint">{fill(words.plan_left, { amount: money(sum.open_amount) })}</p>
    </div>
  )
}

/** The plans over what the page shows: how they stand, and the way to them. */
export function Plans({ plans, creditor }: { plans: readonly Plan[]; creditor: string }) {
  const { words } = useSpeech()
  return plans
    .filter(({ proposed_by, state }) => state !== 'proposed' || proposed_by !== 'creditor')
    .map((plan, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: plans never change their places.
      <section key={index} className="sheet" aria-labelledby={`plan${index}`}>
        <h2 id={`plan${index}`}>{words.title_payment_plans}</h2>
        {plan.state === 'proposed' ? (
          <p>{words.proposed_note}</p>
        ) : (
          <>
            <AskedOfPlan sum={plan.sum} />
            <ListOfTerms
              terms={plan.terms.filter(({ open_amount }) => Number(open_amount) > 0)}
              currency_code={plan.sum.currency_code}
              running
            />
          </>
        )}
        {plan.url === null ? (
          plan.state === 'active' && <p>{fill(words.no_account, { creditor })}</p>
        ) : (
          <a className="action" data-plain={plan.state === 'proposed' || undefined} href={plan.url}>
            {words.plan_open}
          </a>
        )}
      </section>
    ))
}

/** The terms of the plan that the page is of, paid and to come. Of a plan that is over they would only mislead. */
export function Terms({ shown: { terms, sums, plan_state, plan_proposed_by } }: { shown: Shown }) {
  const { words } = useSpeech()
  if (plan_state === 'proposed' && plan_proposed_by === 'creditor') return null
  if (terms.length === 0 || plan_state === 'rejected' || plan_state === 'deactivated') return null
  return (
    <section className="sheet" aria-labelledby="terms">
      <h2 id="terms">{plan_state === 'proposed' ? words.terms_proposed : words.terms}</h2>
      <ListOfTerms
        terms={terms}
        currency_code={sums[0]?.currency_code ?? 'EUR'}
        running={plan_state === 'active' || plan_state === 'finished'}
      />
    </section>
  )
}

type ListProps = { terms: Shown['terms']; currency_code: string; running: boolean }

function ListOfTerms({ terms, currency_code, running }: ListProps) {
  const { words, language } = useSpeech()
  const money = (amount: string): string => sayAmount(amount, currency_code, language)
  return (
    <ol className="rows terms">
      {terms.map((term, index) => {
        const open = Number(term.open_amount)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: terms never change their places.
          <li key={index}>
            <span className="row">
              {fill(words.term_due, { day: sayDay(term.due_date, language) })}
              {running && term.overdue_since !== null && <span className="badge late">{words.term_late}</span>}
              {running && open === 0 && <span className="badge good">{words.term_paid}</span>}
              {running && open > 0 && open < Number(term.total_amount) && (
                <span className="hint">{fill(words.term_open, { amount: money(term.open_amount) })}</span>
              )}
            </span>
            <span className="sum">{money(term.total_amount)}</span>
          </li>
        )
      })}
    </ol>
  )
}
