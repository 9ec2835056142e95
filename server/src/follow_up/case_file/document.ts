import { lawWords } from '../../law/words/law_words.ts'
import { sayDay } from '../../letters/rendering/formats.ts'
import type { Block } from './blocks.ts'
import { calculationBlocks, claimBlocks, postedSentence } from './calculation_blocks.ts'
import type { ClaimPart } from './claim.ts'
import type { CaseFile, FileLetter, FileMessage, Happening, PartyNumbers } from './read.ts'
import { speechOf } from './speech.ts'
import type { CaseWords } from './words/en.ts'

/** Puts the dossier of a case together: claim, calculation, invoices, letters with their proof, and what was said. */
export function documentOf(file: CaseFile): Block[] {
  const { words, day } = speechOf(file)
  const { claim } = file
  return [
    { is: 'title', text: `${words.title} ${file.credit_case_number}` },
    { is: 'small', text: `${words.made_on} ${sayDay(file.today, file.language)}` },
    { is: 'facts', facts: factsOf(file, words, day) },
    ...claimBlocks(file),
    { is: 'heading', text: words.invoices },
    invoiceTable(file),
    ...calculationBlocks(file),
    { is: 'heading', text: words.posted },
    { is: 'small', text: postedSentence(file) },
    ...claim.parts.flatMap((part) => partBlocks(part, file)),
    ...settledBlocks(file),
    { is: 'heading', text: words.timeline },
    timelineTable(file),
    ...lettersBlocks(file),
    ...messagesBlocks(file),
    ...documentBlocks(file),
  ]
}

/** The claim alone and how it was worked out, up to any day. */
export function calculationOf(file: CaseFile): Block[] {
  const { words, day } = speechOf(file)
  return [
    { is: 'title', text: `${words.calculation_title} ${file.credit_case_number}` },
    { is: 'small', text: `${words.made_on} ${sayDay(file.today, file.language)}` },
    { is: 'facts', facts: factsOf(file, words, day) },
    ...claimBlocks(file),
    { is: 'heading', text: words.invoices },
    invoiceTable(file),
    ...calculationBlocks(file),
  ]
}

const factsOf = (
  { creditor, debtor, started_on }: CaseFile,
  words: CaseWords,
  day: (day: string) => string,
): readonly (readonly [string, string])[] => [
  [words.creditor, [creditor.name, ...creditor.address].join(', ')],
  [words.numbers, [...sayNumbers(creditor.numbers, words), creditor.email_address].join(', ')],
  [words.debtor, [`${debtor.name} (${debtor.debtor_number})`, ...debtor.address].join(', ')],
  [words.numbers, [...sayNumbers(debtor.numbers, words), ...debtor.contact].join(', ')],
  [words.opened_on, day(started_on)],
]

const sayNumbers = ({ register, vat }: PartyNumbers, words: CaseWords): string[] => [
  ...(register ? [`${words.register} ${register}`] : []),
  ...(vat ? [`${words.vat} ${vat}`] : []),
]

function invoiceTable(file: CaseFile): Block {
  const { words, money, day } = speechOf(file)
  const rows = file.claim.invoices.map((one) => ({
    cells: [
      ...[one.invoice_number, one.order_number ?? '', day(one.invoice_date), day(one.due_date)],
      ...[money(one.total_amount), money(one.open_amount)],
    ],
  }))
  const head = [words.invoice, words.order, words.invoice_date, words.due_date, words.amount, words.open]
  return { is: 'table', head, rows, numbers: [4, 5] }
}

function partBlocks({ cost_type, lines, total }: ClaimPart, file: CaseFile): Block[] {
  const { words, money, day } = speechOf(file)
  const rows = lines.map((one) => ({
    cells: [day(one.day), one.invoice_number, ruleName(one.rule, file), money(one.amount)],
  }))
  return [
    { is: 'heading', text: words[cost_type] },
    {
      ...{ is: 'table', head: [words.day, words.invoice, words.rule, words.amount], numbers: [3] },
      rows: [...rows, { cells: [words.total, '', '', money(total)], strong: true }],
    },
  ]
}

/** The name of a rule; what somebody wrote otherwise stays as it is. */
function ruleName(rule: string | null, { language }: CaseFile): string {
  const { rules } = lawWords[language]
  // Only codes of rules are members.
  return rule === null ? '' : Object.hasOwn(rules, rule) ? rules[rule as keyof typeof rules].name : rule
}

function settledBlocks(file: CaseFile): Block[] {
  const { words, money, day } = speechOf(file)
  const { settled, settled_total } = file.claim
  if (settled.length === 0) return []
  const rows = settled.map((one) => ({
    cells: [
      ...[day(one.day), one.invoice_number, words[`did_${one.transaction_type ?? 'payment'}`]],
      ...[words[one.cost_type], one.description ?? '', money(one.cents)],
    ],
  }))
  const head = [words.day, words.invoice, words.kind, words.of, words.description, words.amount]
  const sum = { cells: [words.total, '', '', '', '', money(settled_total)], strong: true }
  return [
    { is: 'heading', text: words.settled },
    { is: 'table', head, numbers: [5], rows: [...rows, sum] },
  ]
}

/** Everything that happened, by its day: steps, letters, messages, promises, disputes and payments. */
function timelineTable(file: CaseFile): Block {
  const { words, money, day } = speechOf(file)
  const entries: [day: string, what: string, about: string][] = [
    ...file.claim.invoices.map((one): [string, string, string] => [one.due_date, words.was_due, one.invoice_number]),
    ...file.letters.map((one, index): [string, string, string] => [
      ...([one.day, `${words[`step_${one.step}`]}, ${words[`channel_${one.channel}`]}`] as const),
      `${words.letter} ${index + 1}, ${words[`status_${one.status}`]}`,
    ]),
    ...file.messages.map((one): [string, string, string] => [
      ...([one.day, words[`wrote_${one.sender_type}`], one.subject ?? ''] as const),
    ]),
    ...file.happenings.map((one): [string, string, string] => [one.day, sayHappening(one, words), one.about]),
    ...file.claim.settled.map((one): [string, string, string] => [
      ...([one.day, `${words[`did_${one.transaction_type ?? 'payment'}`]}, ${money(one.cents)}`] as const),
      one.invoice_number,
    ]),
  ]
  const rows = entries
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([on, what, about]) => ({ cells: [day(on), what, about] }))
  return { is: 'table', head: [words.day, words.what, words.about], rows, numbers: [] }
}

function sayHappening(happening: Happening, words: CaseWords): string {
  switch (happening.kind) {
    case 'step':
      return words[`step_${happening.name}`]
    case 'promise':
      return words[`promise_${happening.name}`]
    case 'dispute':
      return words[`dispute_${happening.name}`]
  }
}

function lettersBlocks(file: CaseFile): Block[] {
  const { words, day } = speechOf(file)
  if (file.letters.length === 0) return []
  return [
    { is: 'heading', text: words.letters },
    ...file.letters.flatMap((letter, index): Block[] => [
      { is: 'text', text: `${words.letter} ${index + 1}: ${words[`step_${letter.step}`]}, ${day(letter.day)}` },
      { is: 'facts', facts: proofOf(letter, words, day) },
      { is: 'small', text: letter.text ?? '' },
    ]),
  ]
}

/** What shows that a letter was sent, and to whom. */
function proofOf(letter: FileLetter, words: CaseWords, day: (day: string) => string): [string, string][] {
  const { proof, recipients } = letter
  const facts: [string, string | null][] = [
    [words.channel, words[`channel_${letter.channel}`]],
    [words.to, recipients.map(sayRecipient).join('; ')],
    [words.subject, letter.subject],
    [words.sent_at, letter.sent_at && sayMoment(letter.sent_at)],
    [words.received_on, letter.received_on && day(letter.received_on)],
    [words.message_id, letter.message_header_id],
    [words.answer, typeof proof?.answer === 'string' ? proof.answer : null],
    [words.invoices, letter.invoice_numbers],
    [words.accepted, Array.isArray(proof?.accepted) ? proof.accepted.join(', ') : null],
  ]
  return facts.filter((one): one is [string, string] => one[1] !== null && one[1] !== '')
}

/** A moment that is the same for whoever reads it, wherever. */
const sayMoment = (moment: string): string => `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** An address of mail, or the lines of one on paper. */
const sayRecipient = ({ name, email_address, address }: Record<string, unknown>): string =>
  [name, email_address, ...[address].flat()].filter((one) => typeof one === 'string' && one !== '').join(', ')

function messagesBlocks(file: CaseFile): Block[] {
  const { words } = speechOf(file)
  if (file.messages.length === 0) return []
  const said = ({ at, subject, sender_type }: FileMessage): string =>
    [sayMoment(at), words[`wrote_${sender_type}`], subject].filter(Boolean).join(' · ')
  return [
    { is: 'heading', text: words.correspondence },
    ...file.messages.flatMap((one): Block[] => [
      { is: 'text', text: said(one) },
      { is: 'small', text: one.content },
      ...one.attachments.map(
        ({ filename, checksum }): Block => ({ is: 'small', text: `${words.file}: ${filename}, ${shownSum(checksum)}` }),
      ),
    ]),
  ]
}

/** As much of a checksum as is enough to compare. */
const shownSum = (checksum: string): string => `${checksum.slice(0, 24)}…`

/** The documents that travel beside this one, each with the sum by which it is known. */
function documentBlocks(file: CaseFile): Block[] {
  const { words } = speechOf(file)
  const documented = documentedInvoices(file)
  const without = file.claim.invoices.filter(({ invoice_number }) => !documented.has(invoice_number))
  const rows = file.documents.map(({ about, filename, checksum }) => ({
    cells: [about, filename, shownSum(checksum)],
  }))
  return [
    { is: 'heading', text: words.documents },
    { is: 'table', head: [words.invoice, words.file, words.checksum], rows, numbers: [] },
    ...(without.length > 0
      ? [{ is: 'text' as const, text: `${words.missing}: ${without.map((one) => one.invoice_number).join(', ')}` }]
      : []),
  ]
}

/** The numbers of the invoices whose own document is there. */
export const documentedInvoices = ({ documents }: Pick<CaseFile, 'documents'>): Set<string> =>
  new Set(documents.filter(({ kind }) => kind === 'document').map(({ about }) => about))
