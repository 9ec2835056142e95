import { firstOf, termLines } from './amounts.ts'
import type { LetterWords } from './each_language.ts'

export const german: LetterWords = {
  signature: (sender_name) => `Gesendet von ${sender_name} mit Dunlin.`,
  payment_plan: ({ sender_name, numbers, currency_code, terms }) => ({
    subject: `Ihre Ratenzahlung mit ${sender_name}`,
    paragraphs: [
      `Das haben Sie und ${sender_name} für ${firstOf(numbers, (count) => `und ${count} weitere`)} vereinbart. Jeder Betrag ist spätestens an seinem Tag zu zahlen:`,
    ],
    body: termLines(terms, currency_code, 'de-DE'),
    label: 'Ratenzahlung ansehen',
    note: 'Solange die Vereinbarung läuft, erhalten Sie dazu keine Zahlungserinnerungen. Stimmt etwas nicht, antworten Sie bitte auf diese Nachricht.',
  }),
  offered_plan: ({ sender_name, numbers, currency_code, terms }) => ({
    subject: `Ein Vorschlag zur Ratenzahlung von ${sender_name}`,
    paragraphs: [
      `${sender_name} bietet Ihnen für ${firstOf(numbers, (count) => `und ${count} weitere`)} diese Raten an:`,
    ],
    body: termLines(terms, currency_code, 'de-DE'),
    label: 'Auf den Vorschlag antworten',
    note: 'Nehmen Sie ihn auf dieser Seite an, gelten die Raten sofort. Bis dahin bleibt offen, was offen ist.',
  }),
}
