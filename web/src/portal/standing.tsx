import { Fragment } from 'react'
import { fill } from '../words/fill.ts'
import type { Shown, Sum } from './ask.ts'
import { sayAmount, sayDay } from './languages.ts'
import { AskedOfPlan } from './plans.tsx'
import { useSpeech } from './speech.tsx'

/** How it stands, in one glance: how much, by when, or why nothing. */
export function Standing({ shown }: { shown: Shown }) {
  const { words } = useSpeech()
  const { state, sums, items, creditor, plan_state } = shown
  if (state === 'paid') {
    const paid = items.some((one) => !one.credit_note)
    return <Verdict good heading={paid ? words.paid_heading : words.nothing_heading} sentence={words.paid_sentence} />
  }
  if (state === 'credit') return <Credit shown={shown} />
  if (state === 'closed') {
    const sentence = fill(words.closed_sentence, { creditor: creditor.name })
    return <Verdict heading={words.closed_heading} sentence={sentence} />
  }
  return (
    <>
      {plan_state !== 'active' && (state === 'open' || state === 'collected') && <Fate shown={shown} />}
      {state === 'open' &&
        (plan_state === 'active' && sums[0] ? <AskedOfPlan sum={sums[0]} /> : <Owed shown={shown} />)}
      {state === 'collected' && <Collected shown={shown} />}
      {state === 'planned' && <Planned shown={shown} />}
      <Apart shown={shown} />
    </>
  )
}

function Verdict({ heading, sentence, good }: { heading: string; sentence: string; good?: boolean }) {
  return (
    <div className="standing" data-good={good}>
      <p className="figure">{heading}</p>
      <p>{sentence}</p>
    </div>
  )
}

/** What became of a plan or a proposal that does not run. */
function Fate({ shown: { plan_state, creditor } }: { shown: Shown }) {
  const { words } = useSpeech()
  if (plan_state === null || plan_state === 'active') return null
  const sentence = {
    proposed: words.proposed_sentence,
    rejected: words.plan_over_sentence,
    deactivated: words.plan_over_sentence,
    finished: words.finished_sentence,
  }[plan_state]
  return (
    <div className="standing">
      <p className="verdict">{words[`${plan_state}_heading`]}</p>
      <p>{fill(sentence, { creditor: creditor.name })}</p>
    </div>
  )
}

/** All of it is in terms. A proposal that was not accepted says so first: another agreement took its place. */
function Planned({ shown }: { shown: Shown }) {
  const { words } = useSpeech()
  return (
    <>
      {shown.plan_state !== null && shown.plan_state !== 'active' && (
        <p className="hint">{words[`${shown.plan_state}_heading`]}</p>
      )}
      <Verdict heading={words.planned_heading} sentence={words.planned_sentence} />
    </>
  )
}

/** What is to be paid, by currency. While a proposal waits nobody is pressed. */
function Owed({ shown: { sums, plan_state } }: { shown: Shown }) {
  const { words, language } = useSpeech()
  const calm = plan_state === 'proposed'
  return (
    <div className="standing">
      {!calm && <p className="hint">{words.to_pay}</p>}
      {sums
        .filter(({ open_amount }) => Number(open_amount) > 0)
        .map((sum) => (
          <div key={sum.currency_code} className="by_currency">
            <p className="figure">{sayAmount(sum.open_amount, sum.currency_code, language)}</p>
            {!calm && <When sum={sum} />}
          </div>
        ))}
    </div>
  )
}

function Collected({ shown: { sums } }: { shown: Shown }) {
  const { words, language } = useSpeech()
  return (
    <div className="standing">
      <p className="hint">{words.to_be_collected}</p>
      {sums.map(({ currency_code, collected_amount, collected_on }) =>
        collected_on === null ? null : (
          <div key={currency_code} className="by_currency">
            <p className="figure">{sayAmount(collected_amount, currency_code, language)}</p>
            <p>{fill(words.direct_debit, { day: sayDay(collected_on, language) })}</p>
          </div>
        ),
      )}
    </div>
  )
}

/** Since when it is overdue, all of it or a part; or until when there is time for all of it or a part. */
function When({ sum: { since, overdue_amount, open_amount, due_date, due_amount, currency_code } }: { sum: Sum }) {
  const { words, language } = useSpeech()
  if (since !== null) {
    const sentence = overdue_amount === open_amount ? words.overdue_since : words.overdue_part
    const amount = sayAmount(overdue_amount, currency_code, language)
    return <p className="late">{fill(sentence, { day: sayDay(since, language), amount })}</p>
  }
  if (due_date === null) return null
  const sentence = due_amount === open_amount ? words.to_pay_by : words.to_pay_part
  const amount = sayAmount(due_amount, currency_code, language)
  return <p>{fill(sentence, { day: sayDay(due_date, language), amount })}</p>
}

function Credit({ shown: { sums, creditor } }: { shown: Shown }) {
  const { words, language } = useSpeech()
  return (
    <div className="standing" data-good>
      {sums.map(({ credit_amount, currency_code }) => (
        <p key={currency_code} className="figure">
          {fill(words.credit_heading, { amount: sayAmount(credit_amount, currency_code, language) })}
        </p>
      ))}
      <p>{fill(words.credit_sentence, { creditor: creditor.name })}</p>
    </div>
  )
}

/** What is not to be paid, beside what is: it is collected, or the creditor can set it off. */
function Apart({ shown: { state, sums, creditor } }: { shown: Shown }) {
  const { words, language } = useSpeech()
  return sums.map(({ currency_code, collected_amount, collected_on, credit_amount }) => {
    const money = (amount: string): string => sayAmount(amount, currency_code, language)
    return (
      <Fragment key={currency_code}>
        {collected_on !== null && state !== 'collected' && (
          <p className="apart">
            {fill(words.collected_apart, { amount: money(collected_amount), day: sayDay(collected_on, language) })}
          </p>
        )}
        {Number(credit_amount) > 0 && (
          <p className="apart">{fill(words.credit_apart, { amount: money(credit_amount), creditor: creditor.name })}</p>
        )}
      </Fragment>
    )
  })
}
