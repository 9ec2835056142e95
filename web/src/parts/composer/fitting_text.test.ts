import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fittingText } from './fitting_text.ts'

const messages: [said: string, text: string | null][] = [
  ['Could you send me a copy of the invoice, please?', 'copy_of_invoice'],
  ['We never received this invoice.', 'copy_of_invoice'],
  ['Kunt u een kopie sturen?', 'copy_of_invoice'],
  ['De factuur hebben wij nooit ontvangen.', 'copy_of_invoice'],
  ['Nous ne retrouvons pas la facture. Pouvez-vous renvoyer le PDF ?', 'copy_of_invoice'],
  ['Können Sie uns eine Kopie schicken?', 'copy_of_invoice'],
  ['This was already paid last week.', 'payment_received'],
  ['De factuur is vorige week betaald.', 'payment_received'],
  ['Wir haben gestern überwiesen.', 'payment_received'],
  ['Nous avons réglé la facture hier.', 'payment_received'],
  ['Could we pay in two parts?', 'payment_terms'],
  ['Is een betalingsregeling mogelijk?', 'payment_terms'],
  ['Ist Ratenzahlung möglich?', 'payment_terms'],
  ['Peut-on payer en trois fois ?', 'payment_terms'],
  // What is said of several things, or of none of them, is for a person.
  ['We have paid half. Could you send a copy, and could we pay the rest in three parts?', null],
  ['The amount is wrong: we ordered 44 pieces.', null],
  ['Wij betalen vrijdag.', null],
  ['', null],
  ['Thank you.\n> Could you send me a copy of the invoice?', null],
]

test('a text is put in where one thing is asked for, and none otherwise', () => {
  for (const [said, text] of messages) assert.equal(fittingText(said), text, said)
})
