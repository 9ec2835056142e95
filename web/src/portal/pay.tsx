import { useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import { copyText } from '../parts/copy_text.ts'
import { fill } from '../words/fill.ts'
import type { Shown } from './ask.ts'
import { sayAmount, sayIban } from './languages.ts'
import { useSpeech } from './speech.tsx'

type Transfer = Shown['transfers'][number]

/** How to pay: a code for banking apps, and the same to copy. */
export function Pay({ shown }: { shown: Shown }) {
  const { words } = useSpeech()
  const { transfers, creditor, family } = shown
  const coded = transfers.some(({ epc_text }) => epc_text !== null)
  return (
    <section className="sheet" aria-labelledby="pay">
      <h2 id="pay">{words.pay}</h2>
      <p>
        {family === 'payment_plans' && transfers.length > 0 && `${words.pay_term} `}
        {transfers.length === 0
          ? fill(words.no_account, { creditor: creditor.name })
          : coded
            ? words.pay_sentence
            : words.pay_sentence_plain}
      </p>
      {transfers.map((transfer) => (
        <Details key={transfer.currency_code} transfer={transfer} />
      ))}
    </section>
  )
}

/** The same for what is collected anyway: out of the way, because whoever pays as well has paid twice. */
export function PayAnyway({ shown }: { shown: Shown }) {
  const { words } = useSpeech()
  if (shown.transfers.length === 0) return null
  return (
    <details className="sheet">
      <summary>{words.pay_yourself}</summary>
      <p>{fill(words.pay_yourself_sentence, { creditor: shown.creditor.name })}</p>
      {shown.transfers.map((transfer) => (
        <Details key={transfer.currency_code} transfer={transfer} />
      ))}
    </details>
  )
}

function Details({ transfer }: { transfer: Transfer }) {
  const { words, language } = useSpeech()
  const amount = sayAmount(transfer.amount, transfer.currency_code, language)
  return (
    <div className="transfer">
      {transfer.epc_text !== null && (
        <Code text={transfer.epc_text} label={fill(words.qr_label, { amount, name: transfer.bank_account_name })} />
      )}
      <dl className="details">
        <Detail label={words.amount} value={amount} copies={transfer.amount} />
        <Detail label={words.payee} value={transfer.bank_account_name} />
        <Detail
          label={words.iban}
          value={sayIban(transfer.bank_account_number)}
          copies={transfer.bank_account_number}
        />
        {transfer.bank_account_bic !== null && <Detail label={words.bic} value={transfer.bank_account_bic} />}
        <Detail label={words.reference} value={transfer.reference} />
      </dl>
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
