import { fill } from '../words/fill.ts'
import type { Shown, Sum } from './ask.ts'
import { sayAmount, sayDay } from './languages.ts'
import { AskedOfPlan } from './plans.tsx'
import { useSpeech } from './speech.tsx'

/** The first day on which all of it is collected, or null: what is overdue was not, and the debtor has to act. */
export function collectionDay({ items, sums, plan_state }: Shown): string | null {
  if (plan_state === 'active') return null
  const open = items.filter(({ open_amount, in_plan }) => Number(open_amount) > 0 && !in_plan)
  if (!open.every(({ direct_debit }) => direct_debit) || sums.some(({ since }) => since !== null)) return null
  return open.map(({ due_date }) => due_date).sort()[0] ?? null
}

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
      {state === 'open' && plan_state === 'active' && sums[0] && <AskedOfPlan sum={sums[0]} />}
      {state === 'open' && plan_state !== 'active' && (
        <>
          <Fate shown={shown} />
          <Owed shown={shown} />
        </>
      )}
      {state === 'planned' && <Planned shown={shown} />}
      <CreditApart shown={shown} />
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
function Owed({ shown }: { shown: Shown }) {
  const { words, language } = useSpeech()
  const collected = collectionDay(shown)
  const calm = shown.plan_state === 'proposed'
  return (
    <div className="standing">
      {!calm && <p className="hint">{collected === null ? words.to_pay : words.to_be_collected}</p>}
      {shown.sums
        .filter(({ open_amount }) => Number(open_amount) > 0)
        .map((sum) => (
          <div key={sum.currency_code}>
            <p className="figure">{sayAmount(sum.open_amount, sum.currency_code, language)}</p>
            {collected === null && !calm && <When sum={sum} />}
          </div>
        ))}
      {collected !== null && <p>{fill(words.direct_debit, { day: sayDay(collected, language) })}</p>}
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

/** What is to the debtor's credit beside what is owed: only the creditor can set it off. */
function CreditApart({ shown: { sums, creditor } }: { shown: Shown }) {
  const { words, language } = useSpeech()
  return sums
    .filter(({ credit_amount }) => Number(credit_amount) > 0)
    .map(({ credit_amount, currency_code }) => (
      <p key={currency_code} className="apart">
        {fill(words.credit_apart, {
          amount: sayAmount(credit_amount, currency_code, language),
          creditor: creditor.name,
        })}
      </p>
    ))
}
