import { firstOf, termLines } from './amounts.ts'
import type { LetterWords } from './each_language.ts'

export const dutch: LetterWords = {
  signature: (sender_name) => `Verstuurd door ${sender_name} met Dunlin.`,
  payment_plan: ({ sender_name, numbers, currency_code, terms }) => ({
    subject: `Uw betalingsregeling met ${sender_name}`,
    paragraphs: [
      `Dit hebben u en ${sender_name} afgesproken over ${firstOf(numbers, (count) => `en nog ${count}`)}. Elk bedrag wordt uiterlijk op zijn dag betaald:`,
    ],
    body: termLines(terms, currency_code, 'nl-NL'),
    label: 'Betalingsregeling bekijken',
    note: 'Zolang de regeling loopt, krijgt u hierover geen herinneringen. Klopt er iets niet, beantwoord dan dit bericht.',
  }),
  offered_plan: ({ sender_name, numbers, currency_code, terms }) => ({
    subject: `Een voorstel om in termijnen te betalen, van ${sender_name}`,
    paragraphs: [`${sender_name} stelt u deze termijnen voor over ${firstOf(numbers, (count) => `en nog ${count}`)}:`],
    body: termLines(terms, currency_code, 'nl-NL'),
    label: 'Op het voorstel antwoorden',
    note: 'Gaat u op die pagina akkoord, dan gelden de termijnen meteen. Tot die tijd blijft openstaan wat openstaat.',
  }),
}
