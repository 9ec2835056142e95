import { useState } from 'react'
import { addDays } from '../words/days.ts'
import { fill } from '../words/fill.ts'
import { ask, type Link, type Shown } from './ask.ts'
import { nextMonth } from './days.ts'
import { isForTerms } from './home.tsx'
import { sayAmount, sayLongDay, sayShortDay } from './languages.ts'
import { sumOf } from './money.ts'
import { Choice, Done, Note, Part, Screen, Way } from './parts.tsx'
import { useSpeech } from './speech.tsx'
import { planOf } from './terms_plan.ts'
import { useSending } from './use_sending.ts'

const counts = ['2', '3', '4', '6'] as const
type Count = (typeof counts)[number]
type First = 'now' | 'month' | 'other'

type TermsViewProps = {
  link: Link
  shown: Shown
  chosen: ReadonlySet<string>
  home: () => void
  reload: () => void
  write: () => void
}

/** A proposal to pay in terms; whether it is agreed at once is said before it is sent. */
export function TermsView({ link, shown, chosen, home, reload, write }: TermsViewProps) {
  const { words, language } = useSpeech()
  const { today, allowed } = shown
  const possible = shown.items.filter(isForTerms)
  const picked = possible.filter(({ invoice_number }) => chosen.has(invoice_number))
  const [first_item] = picked.length > 0 ? picked : possible
  const items = (picked.length > 0 ? picked : possible).filter((one) => one.currency_code === first_item?.currency_code)
  const currency_code = first_item?.currency_code ?? 'EUR'
  const amount = sumOf(items.map(({ terms_amount }) => terms_amount ?? '0'))
  const money = (one: string): string => sayAmount(one, currency_code, language)
  const [count, setCount] = useState<Count>(allowed.terms_at_once && allowed.terms_max < 3 ? '2' : '3')
  const [first, setFirst] = useState<First>('month')
  const [other, setOther] = useState(addDays(today, 14))
  const [text, setText] = useState('')
  const [state, setState] = useState<'active' | 'proposed' | null>(null)
  const first_day = first === 'now' ? today : first === 'month' ? nextMonth(today) : other
  const { terms, at_once } = planOf({ amount, count: Number(count), first_day, today, disputed: false, allowed })
  const invoice_numbers = items.map(({ invoice_number }) => invoice_number)
  const sending = useSending(
    () =>
      ask('terms', link, {
        invoice_numbers,
        terms: terms.map((one) => ({ ...one, amount: Number(one.amount) })),
        text,
      }),
    (answer) => {
      setState(answer.state)
      reload()
    },
  )
  if (state !== null) return <TermsDone state={state} creditor={shown.creditor.name} home={home} />
  const each = fill(words.times, { count, amount: money(terms[0]?.amount ?? '0') })
  return (
    <Screen title={words.ways_terms} beside={money(amount)} home={home}>
      <Choice legend={words.how_many_terms} options={counts.map((one) => [one, one])} value={count} choose={setCount} />
      <Choice
        legend={words.first_term}
        options={[
          ['now', words.first_now],
          ['month', sayShortDay(nextMonth(today), language)],
          ['other', words.other_day],
        ]}
        value={first}
        choose={setFirst}
      />
      {first === 'other' && (
        <DayField label={words.other_day} value={other} min={today} max={addDays(today, 180)} change={setOther} />
      )}
      <ol className="card rows terms">
        {terms.map(({ due_date, amount: one }, place) => (
          <li key={due_date} className="term">
            <span className="place">{place + 1}</span>
            <span>{sayLongDay(due_date, language)}</span>
            <span className="sum strong">{money(one)}</span>
          </li>
        ))}
      </ol>
      <Note icon={at_once ? 'paid' : 'clock'}>
        <strong>{at_once ? words.at_once : words.by_person}</strong>{' '}
        {at_once ? words.at_once_more : words.by_person_more}
      </Note>
      {!at_once && (
        <label className="field">
          <span>{words.why_terms}</span>
          <textarea rows={3} value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
      )}
      <Send sending={sending}>{fill(at_once ? words.agree_to : words.propose, { each })}</Send>
      <Part title={words.does_not_fit}>
        <div className="card">
          <Way icon="write" title={words.something_other} hint={words.ways_terms_write} open={write} />
        </div>
      </Part>
    </Screen>
  )
}

function TermsDone({ state, creditor, home }: { state: 'active' | 'proposed'; creditor: string; home: () => void }) {
  const { words } = useSpeech()
  const sentence = state === 'active' ? words.agreed_sentence : fill(words.proposed_done_sentence, { creditor })
  return <Done heading={state === 'active' ? words.agreed : words.proposed_done} sentence={sentence} home={home} />
}

type DayFieldProps = { label: string; value: string; min: string; max: string; change: (day: string) => void }

export function DayField({ label, value, min, max, change }: DayFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="date"
        value={value}
        min={min}
        max={max}
        required
        onChange={({ currentTarget }) => currentTarget.value !== '' && change(currentTarget.value)}
      />
    </label>
  )
}

type SendProps = { sending: ReturnType<typeof useSending>; children: string; start?: () => void }

/** The one button of a form, and why it did not work. */
export function Send({ sending: { busy, problem, start: send }, children, start = send }: SendProps) {
  const { words } = useSpeech()
  return (
    <>
      {problem !== null && (
        <p role="alert" className="late">
          {problem(words)}
        </p>
      )}
      <button type="button" className="action" aria-disabled={busy} onClick={start}>
        {busy ? words.sending : children}
      </button>
    </>
  )
}
