import { useState } from 'react'
import { addDays } from '../words/days.ts'
import { fill } from '../words/fill.ts'
import { ask } from './ask.ts'
import { type ClaimProps, claimable, sumsOf, TextField } from './claim_views.tsx'
import { bankDays } from './days.ts'
import { FilesField } from './files_field.tsx'
import { sayLongDay, sayShortDay } from './languages.ts'
import { Chips, Done, Note, Screen } from './parts.tsx'
import { useSpeech } from './speech.tsx'
import { Send } from './terms_view.tsx'
import { useSending } from './use_sending.ts'

/** A day on which it will be paid, among the next on which banks work. */
export function PromiseView({ link, shown, chosen, home, reload }: ClaimProps & { chosen: ReadonlySet<string> }) {
  const { words, language } = useSpeech()
  const { today, allowed } = shown
  const [items] = useState(() => {
    const possible = claimable(shown).filter(({ promised_on }) => promised_on === null)
    const picked = possible.filter((one) => chosen.has(one.invoice_number))
    const some = picked.length > 0 ? picked : possible.filter((one) => one.due_now)
    return some.filter((one) => one.currency_code === some[0]?.currency_code)
  })
  const days = bankDays(today, { last: addDays(today, allowed.promise_days), count: 10 })
  const [day, setDay] = useState(days.find((one) => new Date(`${one}T00:00:00Z`).getUTCDay() === 5) ?? days[0] ?? today)
  const [promised, setPromised] = useState(false)
  const invoice_numbers = items.map(({ invoice_number }) => invoice_number)
  const sending = useSending(
    () => ask('promise', link, { invoice_numbers, promised_on: day }),
    () => {
      setPromised(true)
      reload()
    },
  )
  const said = sayLongDay(day, language)
  if (promised)
    return <Done heading={words.thanks_heading} sentence={fill(words.promised_sentence, { day: said })} home={home} />
  if (items.length === 0)
    return (
      <Screen title={words.ways_promise} home={home}>
        {words.nothing_to_claim}
      </Screen>
    )
  return (
    <Screen title={words.ways_promise} beside={sumsOf(items, language)} home={home}>
      <p className="hint">{invoice_numbers.join(', ')}</p>
      <Chips
        legend={words.which_day}
        options={days.map((one) => [one, sayShortDay(one, language)])}
        value={day}
        choose={setDay}
      />
      <Note icon="wait">{words.promise_holds}</Note>
      <Send sending={sending}>{fill(words.i_pay_on, { amount: sumsOf(items, language), day: said })}</Send>
    </Screen>
  )
}

/** A question or a remark, with files. What was written stays until it is sent. */
export function WriteView({ link, shown, home, reload }: ClaimProps) {
  const { words, language } = useSpeech()
  const [text, setText] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const [sent, setSent] = useState(false)
  const sending = useSending(
    () => ask('comment', link, { text, files, language }),
    () => {
      setSent(true)
      reload()
    },
  )
  const send = (): void => (text.trim() === '' ? sending.complain((says) => says.message_missing) : sending.start())
  if (sent) {
    const sentence = fill(words.thanks_sentence, { creditor: shown.creditor.name })
    return <Done heading={words.thanks_heading} sentence={sentence} home={home} />
  }
  return (
    <Screen title={words.ways_write} home={home}>
      <TextField label={words.your_message} text={text} change={setText} invalid={sending.problem !== null} />
      <FilesField files={files} change={setFiles} />
      <Send sending={sending} start={send}>
        {words.send}
      </Send>
    </Screen>
  )
}

const nothing = { email_address: '', phone_number: '', street: '', postal_code: '', city: '' }
const kinds: Readonly<Record<keyof typeof nothing, { type?: 'email' | 'tel'; autoComplete: string }>> = {
  email_address: { type: 'email', autoComplete: 'email' },
  phone_number: { type: 'tel', autoComplete: 'tel' },
  street: { autoComplete: 'street-address' },
  postal_code: { autoComplete: 'postal-code' },
  city: { autoComplete: 'address-level2' },
}

/** A new address; what is left empty stays as it is. */
export function AddressView({ link, shown, home, reload }: ClaimProps) {
  const { words, language } = useSpeech()
  const [values, setValues] = useState(nothing)
  const [at_once, setAtOnce] = useState<boolean | null>(null)
  const sending = useSending(
    () => ask('address', link, { ...values, language }),
    (answer) => {
      setAtOnce(answer.at_once)
      reload()
    },
  )
  // What is typed is checked as the browser checks such a field; the service does it again.
  const send = (): void => {
    const filled = Object.values(values).some((value) => value.trim() !== '')
    const whole =
      values.street === '' && values.city === '' && values.postal_code === ''
        ? true
        : values.street !== '' && values.city !== ''
    const mail = values.email_address === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email_address.trim())
    if (filled && whole && mail) sending.start()
    else sending.complain((says) => says.address_wrong)
  }
  if (at_once !== null) {
    const sentence = at_once ? words.address_counts : fill(words.address_waits, { creditor: shown.creditor.name })
    return <Done heading={words.thanks_heading} sentence={sentence} home={home} />
  }
  return (
    <Screen title={words.ways_address} home={home}>
      <p className="hint">{words.address_hint}</p>
      {/* The keys of the object above. */}
      {(Object.keys(nothing) as (keyof typeof nothing)[]).map((name) => (
        <label key={name} className="field">
          <span>{words[`address_${name}`]}</span>
          <input
            {...kinds[name]}
            value={values[name]}
            onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
          />
        </label>
      ))}
      <Send sending={sending} start={send}>
        {words.send}
      </Send>
    </Screen>
  )
}
