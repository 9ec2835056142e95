import { Fragment } from 'react'
import { fill } from '../words/fill.ts'
import type { Shown } from './ask.ts'
import { sayAmount, sayDay } from './languages.ts'
import { AskedOfPlan } from './plans.tsx'
import { useSpeech } from './speech.tsx'

/** How it stands, in one glance: how much, by when, or why nothing. With `apart`, only what is not to be paid here. */
export function Standing({ shown, apart = false }: { shown: Shown; apart?: boolean }) {
  const { words } = useSpeech()
  const { state, sums, items, creditor, plan_state } = shown
  if (apart) return <Apart shown={shown} />
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
      {plan_state === 'proposed' && (state === 'open' || state === 'collected') && <Waiting shown={shown} />}
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

/** A proposal that waits for an answer, of the creditor or of the debtor. */
function Waiting({ shown: { creditor, plan_proposed_by } }: { shown: Shown }) {
  const { words } = useSpeech()
  const offered = plan_proposed_by === 'creditor'
  return (
    <div className="standing">
      <p className="verdict">{offered ? words.offered_heading : words.proposed_heading}</p>
      <p>{fill(offered ? words.offered_sentence : words.proposed_sentence, { creditor: creditor.name })}</p>
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

/** What is open, by currency. While a proposal waits nobody is pressed. */
function Owed({ shown: { sums } }: { shown: Shown }) {
  const { language } = useSpeech()
  return (
    <div className="standing">
      {sums
        .filter(({ open_amount }) => Number(open_amount) > 0)
        .map((sum) => (
          <p key={sum.currency_code} className="figure">
            {sayAmount(sum.open_amount, sum.currency_code, language)}
          </p>
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
