import type { LetterStep } from '../rendering/facts.ts'

/** A text that can be edited: the heading of the paper, and liquid for the subject and the body. */
export type LetterText = { title: string; subject: string; body: string }

/** What stands around every letter, and cannot be edited. Names in braces are filled in. */
export type LetterFrame = {
  invoice: string
  order: string
  order_number: string
  due: string
  days: string
  open: string
  total: string
  pay: string
  account: string
  holder: string
  reference: string
  amount: string
  bic: string
  scan: string
  page: string
  crossed: string
  objection: string
  portal: string
  more: string
  full_list: string
  due_on: string
  costs: string
  credit: string
  stated: string
  attention: string
  addressed: string
  registered: string
}

export type LetterTexts = {
  frame: LetterFrame
  steps: { readonly [Step in LetterStep]: LetterText }
  /** What somebody sends who wants to show a debtor all that is open. */
  statement: LetterText
}
