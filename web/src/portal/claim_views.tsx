import { useState } from 'react'
import { addDays } from '../words/days.ts'
import { fill } from '../words/fill.ts'
import { ask, type DisputeReason, type Item, type Link, type Shown } from './ask.ts'
import { FilesField } from './files_field.tsx'
import { sayAmount, sayDay } from './languages.ts'
import { amountOf, centsOf, readAmount, sumOf } from './money.ts'
import { Chips, Choice, Done, Note, Screen } from './parts.tsx'
import { useSpeech } from './speech.tsx'
import { DayField, Send } from './terms_view.tsx'
import { useSending } from './use_sending.ts'

export type ClaimProps = { link: Link; shown: Shown; home: () => void; reload: () => void }

const reasons = ['amount_wrong', 'not_delivered', 'quality', 'not_ordered', 'wrong_debtor', 'other'] as const

/** Invoices about which something can be said: they are to be paid here, and nothing is said about them yet. */
export const claimable = (shown: Shown): Item[] => shown.items.filter(({ asked, dispute }) => asked && dispute === null)

/** What is wrong with an invoice, with a photo. */
export function DisputeView({ link, shown, home, reload, of }: ClaimProps & { of: string | null }) {
  const { words, language } = useSpeech()
  const [items] = useState(() => claimable(shown))
  const [number, setNumber] = useState(items.find((one) => one.invoice_number === of)?.invoice_number)
  const item = items.find((one) => one.invoice_number === number) ?? items[0]
  const [reason, setReason] = useState<DisputeReason | null>(null)
  const [whole, setWhole] = useState<'all' | 'part'>('all')
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const [answer_by, setAnswerBy] = useState<string | null>(null)
  const amount = whole === 'part' ? readAmount(typed, language) : null
  const sending = useSending(
    () =>
      ask('dispute', link, {
        invoice_number: item?.invoice_number ?? '',
        reason: reason ?? 'other',
        amount,
        text,
        files,
        language,
      }),
    (answer) => {
      setAnswerBy(answer.answer_by)
      reload()
    },
  )
  if (answer_by !== null) return <ClaimDone answer_by={answer_by} home={home} />
  if (!item)
    return (
      <Screen title={words.ways_dispute} home={home}>
        {words.nothing_to_claim}
      </Screen>
    )
  const money = (one: string): string => sayAmount(one, item.currency_code, language)
  const part_wrong =
    whole === 'part' && (amount === null || centsOf(amount) > centsOf(item.open_amount) || centsOf(amount) === 0)
  const send = (): void => {
    if (reason === null) sending.complain((says) => says.reason_missing)
    else if (part_wrong) sending.complain((says) => says.part_wrong)
    else sending.start()
  }
  const rest = amount === null || part_wrong ? null : amountOf(centsOf(item.open_amount) - centsOf(amount))
  return (
    <Screen title={words.ways_dispute} beside={item.invoice_number} home={home}>
      {items.length > 1 && of === null && (
        <WhichInvoice items={items} number={item.invoice_number} choose={setNumber} />
      )}
      <Chips
        legend={words.what_is_wrong}
        options={reasons.map((one) => [one, words[`reason_${one}`]])}
        value={reason}
        choose={setReason}
      />
      <HowMuch all={money(item.open_amount)} whole={whole} choose={setWhole} typed={typed} type={setTyped} />
      <TextField label={words.tell_us} text={text} change={setText} />
      <FilesField files={files} change={setFiles} />
      <Note icon="wait">
        {words.dispute_holds} {rest !== null && fill(words.rest_can_be_paid, { amount: money(rest) })}
      </Note>
      <Send sending={sending} start={send}>
        {words.send}
      </Send>
    </Screen>
  )
}

type HowMuchProps = {
  all: string
  whole: 'all' | 'part'
  choose: (whole: 'all' | 'part') => void
  typed: string
  type: (text: string) => void
}

function HowMuch({ all, whole, choose, typed, type }: HowMuchProps) {
  const { words } = useSpeech()
  return (
    <>
      <Choice
        legend={fill(words.how_much_of, { amount: all })}
        options={[
          ['all', words.all_of_it],
          ['part', words.a_part],
        ]}
        value={whole}
        choose={choose}
      />
      {whole === 'part' && (
        <label className="field">
          <span>{words.part_amount}</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        </label>
      )}
    </>
  )
}

type WhichProps = { items: readonly Item[]; number: string; choose: (number: string) => void }

function WhichInvoice({ items, number, choose }: WhichProps) {
  const { words, language } = useSpeech()
  return (
    <label className="field">
      <span>{words.which_invoice}</span>
      <select value={number} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {items.map((one) => (
          <option key={one.invoice_number} value={one.invoice_number}>
            {one.invoice_number} · {sayAmount(one.open_amount, one.currency_code, language)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** That it was paid already, when, and with what to prove it. */
export function PaidView({ link, shown, chosen, home, reload }: ClaimProps & { chosen: ReadonlySet<string> }) {
  const { words, language } = useSpeech()
  const { today } = shown
  const [items] = useState(() => {
    const possible = claimable(shown)
    const picked = possible.filter((one) => chosen.has(one.invoice_number))
    return picked.length > 0 ? picked : possible.filter((one) => one.due_now)
  })
  const [when, setWhen] = useState<'today' | 'yesterday' | 'other'>('today')
  const [other, setOther] = useState(addDays(today, -3))
  const [text, setText] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const [answer_by, setAnswerBy] = useState<string | null>(null)
  const paid_on = when === 'today' ? today : when === 'yesterday' ? addDays(today, -1) : other
  const invoice_numbers = items.map(({ invoice_number }) => invoice_number)
  const sending = useSending(
    () => ask('paid', link, { invoice_numbers, paid_on, text, files, language }),
    (answer) => {
      setAnswerBy(answer.answer_by)
      reload()
    },
  )
  if (answer_by !== null) return <ClaimDone answer_by={answer_by} home={home} />
  if (items.length === 0)
    return (
      <Screen title={words.ways_paid} home={home}>
        {words.nothing_to_claim}
      </Screen>
    )
  return (
    <Screen title={words.ways_paid} beside={sumsOf(items, language)} home={home}>
      <p className="hint">{invoice_numbers.join(', ')}</p>
      <Choice
        legend={words.when_paid}
        options={[
          ['today', words.today],
          ['yesterday', words.yesterday],
          ['other', words.other_day],
        ]}
        value={when}
        choose={setWhen}
      />
      {when === 'other' && (
        <DayField label={words.other_day} value={other} min={addDays(today, -365)} max={today} change={setOther} />
      )}
      <TextField label={words.tell_us} text={text} change={setText} />
      <FilesField files={files} change={setFiles} />
      <Note icon="wait">{words.paid_holds}</Note>
      <Send sending={sending}>{words.send}</Send>
    </Screen>
  )
}

/** What some invoices come to, by currency. */
export function sumsOf(items: readonly Item[], language: Parameters<typeof sayAmount>[2]): string {
  const by_code = Map.groupBy(items, ({ currency_code }) => currency_code)
  return [...by_code]
    .map(([code, some]) => sayAmount(sumOf(some.map((one) => one.open_amount)), code, language))
    .join(' + ')
}

function ClaimDone({ answer_by, home }: { answer_by: string; home: () => void }) {
  const { words, language } = useSpeech()
  const sentence = fill(words.claim_sentence, { day: sayDay(answer_by, language) })
  return <Done heading={words.thanks_heading} sentence={sentence} home={home} />
}

type TextFieldProps = { label: string; text: string; change: (text: string) => void; invalid?: boolean }

export function TextField({ label, text, change, invalid = false }: TextFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <textarea
        rows={4}
        maxLength={5000}
        value={text}
        aria-invalid={invalid}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  )
}
