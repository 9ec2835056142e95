import type { HouseReplies } from './each_language.ts'

const greeting = 'Guten Tag{% if contact.name %} {{ contact.name }}{% endif %},\n\n'
const closing = '\n\nMit freundlichen Grüßen\n{{ sender.name }}\n{{ creditor.name }}'
const about = '{% if invoice.number %}Rechnung {{ invoice.number }}{% else %}Ihre Rechnungen{% endif %}'

export const german_replies: HouseReplies = {
  copy_of_invoice: {
    subject: `${about}: Kopie`,
    body:
      `${greeting}{% if invoice.number %}anbei erhalten Sie eine Kopie der Rechnung {{ invoice.number }}` +
      '{% if invoice.order_number %} mit Ihrer Bestellnummer {{ invoice.order_number }}{% endif %}. ' +
      'Davon sind {{ invoice.open }} offen; fällig war die Rechnung am {{ invoice.due_date }}.' +
      '{% else %}anbei erhalten Sie die gewünschte Kopie.{% endif %} ' +
      `Bitte teilen Sie uns mit, wann wir mit Ihrer Zahlung rechnen können.${closing}`,
  },
  looking_into_it: {
    subject: `${about}: Ihre Nachricht`,
    body:
      `${greeting}vielen Dank für Ihre Nachricht. Wir prüfen die Sache und melden uns in wenigen Werktagen bei Ihnen. ` +
      `Bis dahin brauchen Sie nichts zu tun.${closing}`,
  },
  payment_received: {
    subject: `${about}: Ihre Zahlung`,
    body:
      `${greeting}vielen Dank für den Hinweis, dass Sie` +
      '{% if invoice.number %} die Rechnung {{ invoice.number }}{% endif %} bezahlt haben. Wir konnten die Zahlung noch ' +
      'nicht zuordnen. Bitte nennen Sie uns Datum, Betrag und Konto, oder senden Sie uns einen Beleg der ' +
      `Überweisung.${closing}`,
  },
  payment_terms: {
    subject: `${about}: Ratenzahlung`,
    body:
      `${greeting}vielen Dank für Ihre Nachricht. Sie möchten in Raten zahlen` +
      '{% if total.overdue %}; überfällig sind derzeit {{ total.overdue }}{% endif %}. Welche Beträge können Sie an ' +
      `welchen Tagen zahlen? Wir teilen Ihnen bald mit, ob wir damit einverstanden sind.${closing}`,
  },
}
