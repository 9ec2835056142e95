import { buttonStyle, escaped, framed, type Rendered, subjectLine } from '../../mail/render.ts'
import type { LetterFrame } from '../texts/each_language.ts'
import { default_texts, filled } from '../texts/letter_texts.ts'
import { letterWords } from '../words/letter_words.ts'
import { type LetterFacts, type LetterInvoice, logoCid } from './facts.ts'
import { labelled, sayAmount, sayDay } from './formats.ts'
import type { WrittenLetter } from './letter.ts'
import { closingOf, moreLine, transferLines } from './payment.ts'
import { type Piece, plainOf } from './pieces.ts'

/** A letter as a mail: as text, and as a page that says the same. */
export function letterMail(letter: WrittenLetter): Rendered {
  const { language } = letter.facts
  const { frame } = default_texts[language]
  const subject = subjectLine(letter.subject)
  const signature = letterWords(language).signature(letter.facts.creditor.name)
  return {
    subject,
    text: `${[...asText(letter, frame), `-- \n${signature}`].join('\n\n')}\n`,
    html: framed({ language, title: subject, main: asHtml(letter, frame), footer: escaped(signature) }),
  }
}

const amountOf = (facts: LetterFacts, amount: string): string => sayAmount(amount, facts.currency_code, facts.language)

function asText({ facts, pieces }: WrittenLetter, frame: LetterFrame): string[] {
  const line = (label: string, value: string): string => labelled(label, value, facts.language)
  const more = moreLine(facts, frame)
  const said = (piece: Piece): string[] => {
    if (piece.is === 'paragraph') return [plainOf(piece.lines)]
    if (piece.is === 'pay.button')
      return facts.portal_url ? [`${line(payLabel(facts, frame), '').trimEnd()}\n${facts.portal_url}`] : []
    const amount = (label: string, of: string): string => line(label, amountOf(facts, of))
    return [
      [
        ...facts.invoices.map((one) =>
          amount([one.invoice_number, ...detailsOf(one, facts, frame)].join(', '), one.open_amount),
        ),
        ...(more ? [amount(more.text, more.open_amount)] : []),
        ...(facts.costs_amount === null ? [] : [amount(frame.costs, facts.costs_amount)]),
        amount(frame.total, facts.total_amount),
      ].join('\n'),
    ]
  }
  const transfer = transferLines(facts, frame).map(([label, value]) => line(label, value))
  return [...pieces.flatMap(said), ...(transfer.length > 0 ? [transfer.join('\n')] : []), ...closingOf(facts, frame)]
}

/** What else there is to an invoice: what the debtor calls it, and when it is or was due. */
const detailsOf = (
  { order_number, due_date }: LetterInvoice,
  { language }: LetterFacts,
  frame: LetterFrame,
): string[] => [
  ...(order_number === null ? [] : [filled(frame.order_number, { number: order_number })]),
  filled(frame.due_on, { day: sayDay(due_date, language) }),
]

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
      `<tr><th scope="row" style="padding:2px 16px 2px 0;text-align:left;font-weight:400;white-space:nowrap">${escaped(label)}</th>` +
      `<td style="padding:2px 0"><strong>${escaped(value)}</strong></td></tr>`,
  )
  return [
    heading(facts),
    ...pieces.map(shown),
    ...(transfer.length > 0
      ? [`<table style="margin:0 0 16px;border-collapse:collapse">${transfer.join('')}</table>`]
      : []),
    ...closingOf(facts, frame).map((text) => `<p class="small" style="${small}">${escaped(text)}</p>`),
  ].join('\n')
}

/** Who writes: the logo, which travels along, and where it is not shown the name. */
function heading({ creditor: { name, look } }: LetterFacts): string {
  const logo = look?.logo
  if (!logo) return `<h1 style="margin:0 0 16px;font-size:18px">${escaped(name)}</h1>`
  // On a dark screen a logo keeps the paper that it was made for.
  const size =
    'background-color:#ffffff;border-radius:4px;display:block;max-width:240px;max-height:64px;width:auto;height:auto;border:0'
  return `<h1 style="margin:0 0 20px;font-size:18px"><img src="cid:${logoCid(logo.checksum)}" alt="${escaped(name)}" style="${size}"></h1>`
}

/** Two columns, so that it fits on a phone: what and until when, and how much. */
function invoiceTable(facts: LetterFacts, frame: LetterFrame): string {
  const cell = `class="line" style="padding:8px 0;${line};vertical-align:top`
  const rows = facts.invoices.map((one) => {
    const { invoice_number, open_amount } = one
    return (
      `<tr><td ${cell}">${escaped(invoice_number)}<br><span class="small" style="font-size:14px;color:#4a5468">` +
      `${escaped(detailsOf(one, facts, frame).join(', '))}</span></td><td ${cell};text-align:right;white-space:nowrap">` +
      `${escaped(amountOf(facts, open_amount))}</td></tr>`
    )
  })
  const summed = (label: string, amount: string): string =>
    `<tr><td ${cell}">${escaped(label)}</td><td ${cell};text-align:right;white-space:nowrap">${escaped(amountOf(facts, amount))}</td></tr>`
  const unnamed = moreLine(facts, frame)
  const more = unnamed ? summed(unnamed.text, unnamed.open_amount) : ''
  const costs = facts.costs_amount === null ? '' : summed(frame.costs, facts.costs_amount)
  const heading = `<tr><th scope="col" ${cell};text-align:left">${escaped(frame.invoice)}</th><th scope="col" ${cell};text-align:right">${escaped(frame.open)}</th></tr>`
  const total = `<tr><td style="padding:8px 0"><strong>${escaped(frame.total)}</strong></td><td style="padding:8px 0;text-align:right;white-space:nowrap"><strong>${escaped(amountOf(facts, facts.total_amount))}</strong></td></tr>`
  return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse">${heading}${rows.join('')}${more}${costs}${total}</table>`
}

const payButton = (facts: LetterFacts, url: string, frame: LetterFrame): string =>
  `<p style="margin:24px 0"><a href="${escaped(url)}" style="${buttonStyle(facts.creditor.look?.colour)}">${escaped(payLabel(facts, frame))}</a></p>`
