import { firstOf, termLines } from './amounts.ts'
import type { LetterWords } from './each_language.ts'

export const english: LetterWords = {
  signature: (sender_name) => `Sent by ${sender_name} with Dunlin.`,
  payment_plan: ({ sender_name, numbers, currency_code, terms }) => ({
    subject: `Your payment plan with ${sender_name}`,
    paragraphs: [
      `This is what you and ${sender_name} agreed on for ${firstOf(numbers, (count) => `and ${count} more`)}. Each amount is to be paid on its day at the latest:`,
    ],
    body: termLines(terms, currency_code, 'en-GB'),
    label: 'See the payment plan',
    note: 'While the plan runs, no reminders are sent for this. If something is wrong with it, answer this message.',
  }),
  offered_plan: ({ sender_name, numbers, currency_code, terms }) => ({
    subject: `A proposal to pay in terms, from ${sender_name}`,
    paragraphs: [`${sender_name} offers you these terms for ${firstOf(numbers, (count) => `and ${count} more`)}:`],
    body: termLines(terms, currency_code, 'en-GB'),
    label: 'Answer the proposal',
    note: 'Accept it on that page, and the terms apply at once. Until then what is open stays open.',
  }),
}
