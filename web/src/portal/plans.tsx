import { fill } from '../words/fill.ts'
import type { Plan, Shown, Sum } from './ask.ts'
import { sayAmount, sayDay } from './languages.ts'
import { useSpeech } from './speech.tsx'

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
  return plans.map((plan, index) => (
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
        <a className="button" data-plain={plan.state === 'proposed' || undefined} href={plan.url}>
          {words.plan_open}
        </a>
      )}
    </section>
  ))
}

/** The terms of the plan that the page is of, paid and to come. Of a plan that is over they would only mislead. */
export function Terms({ shown: { terms, sums, plan_state } }: { shown: Shown }) {
  const { words } = useSpeech()
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
    <ol className="terms">
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
