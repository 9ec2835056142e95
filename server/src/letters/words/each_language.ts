/** What was agreed with a debtor. Days are ISO 8601. */
export type AgreedPlan = {
  sender_name: string
  numbers: string[]
  currency_code: string
  terms: { amount: string; due_date: string }[]
}

/** What a language has to say to a debtor. */
export type LetterWords = {
  /** Below every mail. */
  signature: (sender_name: string) => string
  payment_plan: (plan: AgreedPlan) => PlanWords
  /** The same for terms that are offered, and wait for the answer of the debtor. */
  offered_plan: (plan: AgreedPlan) => PlanWords
}

type PlanWords = { subject: string; paragraphs: string[]; body: string; label: string; note: string }
