import { type Parsed, parseTemplate, renderTemplate } from '../rendering/template.ts'
import { lineOf } from '../rendering/variables.ts'
import type { Language } from '../words/letter_words.ts'
import { german_replies } from './de.ts'
import { type HouseCode, type HouseReplies, house_codes, type ReplyText } from './each_language.ts'
import { english_replies } from './en.ts'
import { french_replies } from './fr.ts'
import { dutch_replies } from './nl.ts'

export const house_replies: Readonly<Record<Language, HouseReplies>> = {
  nl: dutch_replies,
  en: english_replies,
  de: german_replies,
  fr: french_replies,
}

export const isHouseCode = (code: string): code is HouseCode => (house_codes as readonly string[]).includes(code)

/** What a reply can name. Those of an invoice are empty when the answer is about none. */
export const reply_variables = {
  'debtor.name': 'Name of the debtor.',
  'debtor.number': 'Number of the debtor.',
  'contact.name': 'Person that the answer speaks to; empty when nobody is known.',
  'invoice.number': 'Number of the invoice.',
  'invoice.order_number': 'Order number on the invoice.',
  'invoice.due_date': 'Day on which the invoice is or was due.',
  'invoice.open': 'What is open of the invoice.',
  'total.overdue': 'All that is overdue, by currency; empty when nothing is.',
  'sender.name': 'Who answers.',
  'creditor.name': 'Name of the creditor.',
} as const
export type ReplyFacts = Readonly<Record<keyof typeof reply_variables, string | null>>

const names = Object.keys(reply_variables)

/** What is wrong with a text, as `<part>: <problem>`. */
export function replyProblems(text: ReplyText): string[] {
  return (['subject', 'body'] as const).flatMap((part) => {
    const parsed = parseTemplate(text[part], names)
    if (!('problems' in parsed)) return []
    return parsed.problems.map(({ line, problem, meant }) => {
      const place = part === 'body' ? `line ${line}: ` : ''
      return `${part}: ${place}${problem}${meant === null ? '' : `; ${meant} is`}`
    })
  })
}

/** Fills a text in, with what is known of the debtor and the invoice. */
export function fillReply({ subject, body }: ReplyText, facts: ReplyFacts): ReplyText {
  const scope: Record<string, Record<string, string | null>> = {}
  for (const [name, value] of Object.entries(facts)) {
    const [group = '', member = ''] = name.split('.')
    scope[group] = { ...scope[group], [member]: value === null ? null : lineOf(value) }
  }
  const filled = (text: string): string => renderTemplate(parsed(text), scope).trim()
  return { subject: filled(subject), body: filled(body).replaceAll(/\n{3,}/g, '\n\n') }
}

/** Texts are looked through when they are saved, and ours by a test. */
function parsed(text: string): Parsed {
  const found = parseTemplate(text, names)
  if ('problems' in found) throw new Error(`A reply cannot be filled in: ${found.problems[0]?.problem}`)
  return found
}
