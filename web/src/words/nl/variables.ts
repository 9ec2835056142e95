import type { variables as english } from '../en/variables.ts'
import type { Translation } from '../translation.ts'

export const variables: Translation<typeof english> = {
  'variable_creditor.name': 'Naam van de schuldeiser.',
  'variable_creditor.email_address': 'Adres voor antwoorden.',
  'variable_debtor.name': 'Naam van de debiteur.',
  'variable_debtor.number': 'Nummer van de debiteur.',
  'variable_contact.name': 'Persoon die wordt aangesproken; leeg als die niet bekend is.',
  'variable_owner.name': 'Accountmanager van deze debiteur; leeg als er geen is.',
  'variable_case.number': 'Nummer van het dossier; leeg in brieven die alleen over facturen gaan.',
  'variable_letter.day': 'Datum van de brief.',
  'variable_invoices.count': 'Over hoeveel facturen het gaat.',
  'variable_invoices.first_number': 'Nummer van de eerste factuur.',
  'variable_invoices.first_due_date': 'Vervaldatum van de eerste factuur.',
  'variable_total.open': 'Wat in totaal moet worden betaald.',
  'variable_term.days': 'Hoeveel dagen er zijn om te betalen; leeg zonder termijn.',
  'variable_term.end': 'Laatste dag om te betalen; leeg in brieven per post, waarvan de termijn vanaf ontvangst loopt.',
  'variable_portal.link': 'Adres waar de debiteur kijkt en betaalt; leeg als er geen is.',
  'variable_invoices.table': 'Tabel van de facturen, met het totaal.',
  'variable_pay.button': 'Knop om te betalen; in een gedrukte brief is er geen.',
  'variable_invoice.number': 'Nummer van de factuur.',
  'variable_invoice.order_number': 'Ordernummer op de factuur.',
  'variable_invoice.due_date': 'Vervaldatum van de factuur.',
  'variable_invoice.open': 'Wat van de factuur openstaat.',
  'variable_total.overdue': 'Alles wat te laat is, per valuta; leeg als niets te laat is.',
  'variable_sender.name': 'Wie antwoordt.',
}
