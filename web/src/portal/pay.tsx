import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { copyText } from '../browser/copy_text.ts'
import { counted, fill } from '../words/fill.ts'
import { ask, type Link, type Shown, type Transfer } from './ask.ts'
import { Code, keepCode } from './code.tsx'
import { chosenSums } from './home.tsx'
import { Icon } from './icons.tsx'
import { plainAmount, sayAmount, sayIban } from './languages.ts'
import { centsOf, readAmount } from './money.ts'
import { Choice, Note, Part, Screen } from './parts.tsx'
import { useSpeech } from './speech.tsx'

type PayViewProps = {
  link: Link
  shown: Shown
  chosen: ReadonlySet<string>
  home: () => void
  sayPaid: () => void
}

/** How to pay what was chosen: by bank app, or by a transfer with each field to copy. A part of it can be paid too. */
export function PayView({ link, shown, chosen, home, sayPaid }: PayViewProps) {
  const { words, language } = useSpeech()
  const [transfers, setTransfers] = useState<readonly Transfer[] | null>(null)
  const [part, setPart] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const sums = chosenSums(shown.items, chosen)
  const numbers = [...chosen].join('\n')
  useEffect(() => {
    let left = false
    setFailed(false)
    ask('pay', link, { invoice_numbers: numbers.split('\n'), amount: part })
      .then((answer) => left || setTransfers(answer.transfers))
      .catch(() => left || setFailed(true))
    return () => {
      left = true
    }
  }, [link, numbers, part])
  const amount = sums.map(([code, sum]) => sayAmount(part ?? sum, code, language)).join(' + ')
  return (
    <Screen
      title={fill(words.pay_amount, { amount })}
      beside={counted(chosen.size, words.count_invoice, words.count_invoices)}
      home={home}
    >
      {failed && (
        <p role="alert" className="late">
          {words.trouble_heading}
        </p>
      )}
      {transfers?.length === 0 && <p>{fill(words.no_account, { creditor: shown.creditor.name })}</p>}
      {transfers?.map((transfer) => (
        <WaysToPay key={transfer.currency_code} transfer={transfer} />
      ))}
      {sums[0] && sums.length === 1 && transfers && transfers.length > 0 && (
        <PayPart all={sums[0][1]} part={part} choose={setPart} />
      )}
      {/* Under what is still to come it would jump. */}
      {(transfers || failed) && (
        <>
          <Note icon="clock">{words.transfer_takes}</Note>
          <button type="button" className="action" data-plain onClick={sayPaid}>
            <Icon name="paid" /> {words.i_paid}
          </button>
        </>
      )}
    </Screen>
  )
}

/** The ways to pay, one beside the other. A payment service provider would be one more between these. */
export function WaysToPay({ transfer }: { transfer: Transfer }) {
  const { words, language } = useSpeech()
  const { epc_text } = transfer
  const [way, setWay] = useState<'app' | 'transfer'>('app')
  const label = fill(words.qr_label, {
    amount: sayAmount(transfer.amount, transfer.currency_code, language),
    name: transfer.bank_account_name,
  })
  return (
    <div className="transfer">
      {epc_text !== null && (
        <Choice
          legend={words.how_to_pay}
          options={[
            ['app', words.way_app],
            ['transfer', words.way_transfer],
          ]}
          value={way}
          choose={setWay}
        />
      )}
      {epc_text !== null && way === 'app' && (
        <div className="card padded code_card">
          <Code text={epc_text} label={label} />
          <p className="strong">{words.scan}</p>
          <p className="hint">{words.scan_hint}</p>
          <button type="button" className="action" onClick={() => void keepCode(epc_text, words.picture_name)}>
            <Icon name="keep" /> {words.keep_picture}
          </button>
        </div>
      )}
      <Part title={epc_text !== null && way === 'app' ? words.or_copy : words.copy_these}>
        <Details transfer={transfer} />
      </Part>
    </div>
  )
}

/** In the order in which banking apps ask. */
function Details({ transfer }: { transfer: Transfer }) {
  const { words, language } = useSpeech()
  const amount = sayAmount(transfer.amount, transfer.currency_code, language)
  return (
    <dl className="card rows">
      <Detail label={words.payee} value={transfer.bank_account_name} />
      <Detail label={words.iban} value={sayIban(transfer.bank_account_number)} copies={transfer.bank_account_number} />
      <Detail label={words.amount} value={amount} copies={plainAmount(transfer.amount, transfer.currency_code)} />
      <Detail label={words.reference} value={transfer.reference} />
      {transfer.bank_account_bic !== null && <Detail label={words.bic} value={transfer.bank_account_bic} />}
    </dl>
  )
}

const noted_ms = 3000

function Detail({ label, value, copies = value }: { label: string; value: string; copies?: string }) {
  const { words } = useSpeech()
  const [copied, setCopied] = useState(false)
  const shown = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!copied) return
    const later = setTimeout(() => setCopied(false), noted_ms)
    return () => clearTimeout(later)
  }, [copied])
  return (
    <div className="detail">
      <dt>{label}</dt>
      <dd>
        <span className="value" ref={shown}>
          {value}
        </span>
        <button
          type="button"
          className="quiet"
          aria-label={copied ? words.copied : fill(words.copy_what, { what: label })}
          onClick={async () => setCopied((await copyText(copies, shown.current)) === 'copied')}
        >
          <Icon name={copied ? 'paid' : 'copy'} size={18} /> {copied ? words.copied : words.copy}
        </button>
      </dd>
    </div>
  )
}

/** A part of it, typed in; the code and the fields follow. */
function PayPart({ all, part, choose }: { all: string; part: string | null; choose: (part: string | null) => void }) {
  const { words, language } = useSpeech()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The button that asked for it is gone, and the keyboard goes on in the field.
  useLayoutEffect(() => {
    if (open) field.current?.focus()
  }, [open])
  const amount = readAmount(typed, language)
  const wrong = typed !== '' && (amount === null || centsOf(amount) <= 0 || centsOf(amount) > centsOf(all))
  const take = (text: string): void => {
    setTyped(text)
    const read = readAmount(text, language)
    choose(read !== null && centsOf(read) > 0 && centsOf(read) <= centsOf(all) ? read : null)
  }
  if (!open && part === null)
    return (
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        {words.pay_part}
      </button>
    )
  return (
    <label className="field">
      <span>{words.part_amount}</span>
      <input
        ref={field}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        aria-invalid={wrong}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
      {wrong && <span className="late">{words.part_wrong}</span>}
    </label>
  )
}
