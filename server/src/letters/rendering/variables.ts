import { randomUUID } from 'node:crypto'
import { oneLine } from '../../domain/lines.ts'
import type { LetterFacts } from './facts.ts'
import { sayAmount, sayDay } from './formats.ts'
import { invoiceCount } from './payment.ts'

/** What a text can name: what it stands for, and how it is written in a letter. */
type Variable = { description: string; value: (facts: LetterFacts) => string | number | null }

/** Blocks stand on a line of their own; how they look depends on the channel. */
export const block_names = ['invoices.table', 'pay.button'] as const
export type BlockName = (typeof block_names)[number]

// No value can hold it, because values are lines without such characters; and no text, because nobody can know it.
export const block_mark = `\u0001${randomUUID()}\u0001`
const block = (name: BlockName): string => `${block_mark}${name}${block_mark}`

/** Every variable, in the order of the list beside the editor. A null is nothing, so that `if` can ask for it. */
export const variables: { readonly [name: string]: Variable } = {
  'creditor.name': { description: 'Name of the creditor.', value: ({ creditor }) => creditor.name },
  'creditor.email_address': { description: 'Address for answers.', value: ({ creditor }) => creditor.email_address },
  'debtor.name': { description: 'Name of the debtor.', value: ({ debtor }) => debtor.name },
  'debtor.number': { description: 'Number of the debtor.', value: ({ debtor }) => debtor.debtor_number },
  'contact.name': {
    description: 'Person that the letter speaks to; empty when nobody is known.',
    value: ({ contact_name }) => contact_name,
  },
  'owner.name': {
    description: 'Who looks after this debtor; empty when nobody does.',
    value: ({ owner_name }) => owner_name,
  },
  'case.number': {
    description: 'Number of the credit case; empty in letters about invoices alone.',
    value: ({ case_number }) => case_number,
  },
  'letter.day': { description: 'Day of the letter.', value: ({ day, language }) => sayDay(day, language) },
  'invoices.count': { description: 'How many invoices it is about.', value: invoiceCount },
  'invoices.first_number': {
    description: 'Number of the first invoice.',
    value: ({ invoices }) => invoices[0]?.invoice_number ?? null,
  },
  'invoices.first_due_date': {
    description: 'Day on which the first invoice is or was due.',
    value: ({ invoices, language }) => (invoices[0] ? sayDay(invoices[0].due_date, language) : null),
  },
  'total.open': {
    description: 'What is to be paid in all.',
    value: ({ total_amount, currency_code, language }) => sayAmount(total_amount, currency_code, language),
  },
  'term.days': {
    description: 'How many days there are to pay; empty when no term is given.',
    value: ({ term }) => term.days,
  },
  'term.end': {
    description: 'Last day to pay; empty in letters by post, whose term runs from receipt.',
    value: ({ term, language }) => term.ends_on && sayDay(term.ends_on, language),
  },
  'portal.link': {
    description: 'Address where the debtor sees and pays; empty when there is none.',
    value: ({ portal_url }) => portal_url,
  },
  'invoices.table': { description: 'Table of the invoices, with the sum.', value: () => block('invoices.table') },
  'pay.button': {
    description: 'Button to pay; in a printed letter there is none.',
    value: () => block('pay.button'),
  },
}

export const variable_names: readonly string[] = Object.keys(variables)

/** More than any name or address needs. A name of the interface can be as long as a book. */
const value_length_max = 500

/** What people typed becomes one line, so that a name can neither begin a paragraph nor be taken for a block. */
export const lineOf = (value: string): string => oneLine(value, value_length_max)

/** All variables as the template sees them, `debtor.name` as a member of `debtor`. */
export function scopeOf(facts: LetterFacts): Record<string, Record<string, string | number | null>> {
  const scope: Record<string, Record<string, string | number | null>> = {}
  for (const [name, variable] of Object.entries(variables)) {
    const [group = '', member = ''] = name.split('.')
    const value = variable.value(facts)
    const is_block = typeof value === 'string' && value.startsWith(block_mark)
    scope[group] ??= {}
    scope[group][member] = typeof value === 'string' && !is_block ? lineOf(value) : value
  }
  return scope
}
