import { useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import { copyText } from '../browser/copy_text.ts'
import { fill } from '../words/fill.ts'
import type { Shown } from './ask.ts'
import { plainAmount, sayAmount, sayIban } from './languages.ts'
import { usePhone } from './phone.ts'
import { useSpeech } from './speech.tsx'

/** How to pay: a code for banking apps and the same to copy; on a phone first what a phone can use. */
export function Pay({ shown }: { shown: Shown }) {
  const { words } = useSpeech()
  const phone = usePhone()
  const { transfers, creditor, plan_state, sums } = shown
  const coded = transfers.some(({ epc_text }) => epc_text !== null)
  const late = sums.some(({ since }) => since !== null)
  const how = phone ? words.pay_sentence_phone : coded ? words.pay_sentence : words.pay_sentence_plain
  return (
    <section className="sheet" aria-labelledby="pay">
      <h2 id="pay">{words.pay}</h2>
      <p>
        {plan_state === 'active' && `${late ? words.pay_late_terms : words.pay_term} `}
        {transfers.length === 0 ? fill(words.no_account, { creditor: creditor.name }) : how}
      </p>
      {transfers.map((transfer) => (
        <Transfer key={transfer.currency_code} transfer={transfer} phone={phone} />
      ))}
    </section>
  )
}

/** The same for whoever need not pay now. */
export function PayFolded({ shown, heading, sentence }: { shown: Shown; heading: string; sentence?: string }) {
  const phone = usePhone()
  if (shown.transfers.length === 0) return null
  return (
    <details className="sheet">
      <summary>{heading}</summary>
      {sentence && <p>{sentence}</p>}
      {shown.transfers.map((transfer) => (
        <Transfer key={transfer.currency_code} transfer={transfer} phone={phone} />
      ))}
    </details>
  )
}

/** In the order in which banking apps ask; a phone cannot scan its own screen, so there the code waits at the end. */
function Transfer({ transfer, phone }: { transfer: Shown['transfers'][number]; phone: boolean }) {
  const { words, language } = useSpeech()
  const amount = sayAmount(transfer.amount, transfer.currency_code, language)
  const label = fill(words.qr_label, { amount, name: transfer.bank_account_name })
  const code = transfer.epc_text !== null && <Code text={transfer.epc_text} label={label} />
  return (
    <div className="transfer">
      {!phone && code}
      <dl className="details">
        <Detail
          label={words.iban}
          value={sayIban(transfer.bank_account_number)}
          copies={transfer.bank_account_number}
        />
        <Detail label={words.amount} value={amount} copies={plainAmount(transfer.amount, transfer.currency_code)} />
        <Detail label={words.reference} value={transfer.reference} />
        <Detail label={words.payee} value={transfer.bank_account_name} />
        {transfer.bank_account_bic !== null && <Detail label={words.bic} value={transfer.bank_account_bic} />}
      </dl>
      {phone && code && <Hidden>{code}</Hidden>}
    </div>
  )
}

function Hidden({ children }: { children: React.ReactNode }) {
  const { words } = useSpeech()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <button type="button" className="button" data-plain aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? words.qr_hide : words.qr_show}
      </button>
      {open && (
        <>
          <p className="hint">{words.qr_other}</p>
          {children}
        </>
      )}
    </div>
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
          className="copy"
          aria-label={copied ? words.copied : fill(words.copy_what, { what: label })}
          onClick={async () => setCopied((await copyText(copies, shown.current)) === 'copied')}
        >
          {copied ? words.copied : words.copy}
        </button>
      </dd>
    </div>
  )
}

/** Black on white whatever the colours of the page, with the margin that readers of codes need. */
function Code({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg className="code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
