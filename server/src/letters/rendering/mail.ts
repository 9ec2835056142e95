import { button_style, escaped, framed, oneLine, type Rendered } from '../../mail/render.ts'
import { default_texts, filled, type LetterFrame } from '../texts/letter_texts.ts'
import { letterWords } from '../words/letter_words.ts'
import type { LetterFacts } from './facts.ts'
import { sayAmount, sayDay } from './formats.ts'
import type { WrittenLetter } from './letter.ts'
import { closingOf, transferLines } from './payment.ts'
import { type Piece, plainOf } from './pieces.ts'

/** A letter as a mail: as text, and as a page that says the same. */
export function letterMail(letter: WrittenLetter): Rendered {
  const { language } = letter.facts
  const { frame } = default_texts[language]
  const subject = oneLine(letter.subject)
  const signature = letterWords(language).signature(letter.facts.creditor.name)
  return {
    subject,
    text: `${[...asText(letter, frame), `-- \n${signature}`].join('\n\n')}\n`,
    html: framed({ language, title: subject, main: asHtml(letter, frame), footer: escaped(signature) }),
  }
}

const amountOf = (facts: LetterFacts, amount: string): string => sayAmount(amount, facts.currency_code, facts.language)

function asText({ facts, pieces }: WrittenLetter, frame: LetterFrame): string[] {
  const said = (piece: Piece): string[] => {
    if (piece.is === 'paragraph') return [plainOf(piece.lines)]
    if (piece.is === 'pay.button') return facts.portal_url ? [`${payLabel(facts, frame)}:\n${facts.portal_url}`] : []
    const lines = facts.invoices.map(({ invoice_number, due_date, open_amount }) => {
      const due = filled(frame.due_on, { day: sayDay(due_date, facts.language) })
      return `${invoice_number}, ${due}: ${amountOf(facts, open_amount)}`
    })
    const costs = facts.costs_amount === null ? [] : [`${frame.costs}: ${amountOf(facts, facts.costs_amount)}`]
    return [[...lines, ...costs, `${frame.total}: ${amountOf(facts, facts.total_amount)}`].join('\n')]
  }
  const transfer = transferLines(facts, frame).map(([label, value]) => `${label}: ${value}`)
  return [...pieces.flatMap(said), ...(transfer.length > 0 ? [transfer.join('\n')] : []), ...closingOf(facts, frame)]
}

const payLabel = (facts: LetterFacts, frame: LetterFrame): string =>
  filled(frame.pay, { amount: amountOf(facts, facts.total_amount) })

const line = 'border-bottom:1px solid #d9dde3'
// An address can be longer than the screen of a phone.
const small = 'margin:0 0 8px;font-size:14px;color:#4a5468;overflow-wrap:anywhere'

function asHtml({ facts, pieces }: WrittenLetter, frame: LetterFrame): string {
  const shown = (piece: Piece): string => {
    if (piece.is === 'invoices.table') return invoiceTable(facts, frame)
    if (piece.is === 'pay.button') return facts.portal_url ? payButton(facts, facts.portal_url, frame) : ''
    const lines = piece.lines.map((runs) =>
      runs.map(({ text, strong }) => (strong ? `<strong>${escaped(text)}</strong>` : escaped(text))).join(''),
    )
    return `<p style="margin:0 0 16px">${lines.join('<br>')}</p>`
  }
  const transfer = transferLines(facts, frame).map(
    ([label, value]) =>
      `<tr><th scope="row" style="padding:2px 16px 2px 0;text-align:left;font-weight:400">${escaped(label)}</th>` +
      `<td style="padding:2px 0"><strong>${escaped(value)}</strong></td></tr>`,
  )
  return [
    `<h1 style="margin:0 0 16px;font-size:18px">${escaped(facts.creditor.name)}</h1>`,
    ...pieces.map(shown),
    ...(transfer.length > 0
      ? [`<table style="margin:0 0 16px;border-collapse:collapse">${transfer.join('')}</table>`]
      : []),
    ...closingOf(facts, frame).map((text) => `<p class="small" style="${small}">${escaped(text)}</p>`),
  ].join('\n')
}

/** Two columns, so that it fits on a phone: what and until when, and how much. */
function invoiceTable(facts: LetterFacts, frame: LetterFrame): string {
  const cell = `class="line" style="padding:8px 0;${line};vertical-align:top`
  const rows = facts.invoices.map(({ invoice_number, due_date, open_amount }) => {
    const due = filled(frame.due_on, { day: sayDay(due_date, facts.language) })
    return (
      `<tr><td ${cell}">${escaped(invoice_number)}<br><span class="small" style="font-size:14px;color:#4a5468">` +
      `${escaped(due)}</span></td><td ${cell};text-align:right;white-space:nowrap">` +
      `${escaped(amountOf(facts, open_amount))}</td></tr>`
    )
  })
  const costs =
    facts.costs_amount === null
      ? ''
      : `<tr><td ${cell}">${escaped(frame.costs)}</td><td ${cell};text-align:right;white-space:nowrap">${escaped(amountOf(facts, facts.costs_amount))}</td></tr>`
  const heading = `<tr><th scope="col" ${cell};text-align:left">${escaped(frame.invoice)}</th><th scope="col" ${cell};text-align:right">${escaped(frame.open)}</th></tr>`
  const total = `<tr><td style="padding:8px 0"><strong>${escaped(frame.total)}</strong></td><td style="padding:8px 0;text-align:right;white-space:nowrap"><strong>${escaped(amountOf(facts, facts.total_amount))}</strong></td></tr>`
  return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse">${heading}${rows.join('')}${costs}${total}</table>`
}

const payButton = (facts: LetterFacts, url: string, frame: LetterFrame): string =>
  `<p style="margin:24px 0"><a href="${escaped(url)}" style="${button_style}">${escaped(payLabel(facts, frame))}</a></p>`
