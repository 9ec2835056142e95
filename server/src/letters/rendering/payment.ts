import { daysBetween } from '../../domain/days.ts'
import { epcText } from '../../domain/epc_qr.ts'
import { cents } from '../../domain/money.ts'
import type { LetterFrame } from '../texts/each_language.ts'
import { filled } from '../texts/letter_texts.ts'
import type { LetterFacts, LetterInvoice } from './facts.ts'
import { sayAmount, sayDay, sayIban, shortDay } from './formats.ts'

/** What the debtor writes on the transfer: the own number, and those of the invoices as far as there is room. */
export function referenceOf({ debtor, invoices }: LetterFacts): string {
  const numbers = invoices.map(({ invoice_number }) => invoice_number)
  let reference = debtor.debtor_number
  for (const number of numbers) {
    if (reference.length + 1 + number.length > 140) break
    reference = `${reference} ${number}`
  }
  return reference.trim()
}

/** What to transfer, line by line; nothing where no account is known. */
export function transferLines(facts: LetterFacts, frame: LetterFrame): [label: string, value: string][] {
  const { bank_account } = facts.creditor
  if (!bank_account) return []
  return [
    [frame.account, sayIban(bank_account.iban)],
    ...(bank_account.bic ? [[frame.bic, bank_account.bic] as [string, string]] : []),
    [frame.holder, bank_account.name],
    [frame.reference, referenceOf(facts)],
    [frame.amount, sayAmount(facts.total_amount, facts.currency_code, facts.language)],
  ]
}

/** The text of the QR code that banking apps read; null where there can be none. */
export function qrTextOf(facts: LetterFacts): string | null {
  const { bank_account } = facts.creditor
  if (!bank_account || facts.currency_code !== 'EUR') return null
  return epcText({ ...bank_account, amount: cents(facts.total_amount), reference: referenceOf(facts) })
}

/** How many invoices a letter asks for, those that it has no room for too. */
export const invoiceCount = ({ invoices, more_invoices }: LetterFacts): number =>
  invoices.length + (more_invoices?.count ?? 0)

/** The line below the invoices for those that are not named: how many, of which days, and how much. */
export function moreLine(
  { more_invoices, language }: LetterFacts,
  frame: LetterFrame,
): { text: string; open_amount: string } | null {
  if (!more_invoices) return null
  const { count, open_amount, first_due_date, last_due_date } = more_invoices
  const [first, last] = [shortDay(first_due_date, language), shortDay(last_due_date, language)]
  return { text: filled(frame.more, { count: String(count), first, last }), open_amount }
}

/** How many days an invoice is late on the day of the letter; nothing while it is not. */
export const daysLate = ({ due_date }: LetterInvoice, { day }: LetterFacts): number =>
  Math.max(0, daysBetween(due_date, day))

/** Below every letter: what the law asks for, that it may have crossed a payment, how to object, whom a mail is for. */
export function closingOf(facts: LetterFacts, frame: LetterFrame): string[] {
  const { creditor, debtor, portal_url, legal, stated_costs, credit_amount, currency_code, language } = facts
  const named = debtor.debtor_number === '' ? debtor.name : `${debtor.name} (${debtor.debtor_number})`
  const portal = portal_url === null ? '' : filled(frame.portal, { url: portal_url })
  const withAmount = (sentence: string, amount: string | null): string[] =>
    amount === null ? [] : [filled(sentence, { amount: sayAmount(amount, currency_code, language) })]
  const contact = { email: creditor.email_address, portal }
  return [
    ...legal,
    ...(facts.more_invoices === null
      ? []
      : [filled(frame.full_list, { ...contact, count: String(invoiceCount(facts)) })]),
    // Where the law has a paragraph of its own, that names the costs.
    ...(legal.length > 0 ? [] : withAmount(frame.stated, stated_costs)),
    ...withAmount(frame.credit, credit_amount),
    frame.crossed,
    filled(frame.objection, contact),
    // On paper this stands on top.
    ...(facts.channel === 'mail' ? [filled(frame.addressed, { day: sayDay(facts.day, language), debtor: named })] : []),
  ]
}
