import type { LetterTexts } from './letter_texts.ts'

const term =
  '{% if term.end %}bis zum **{{ term.end }}**{% else %}innerhalb von **{{ term.days }} Tagen nach Erhalt dieses Briefes**{% endif %}'
const invoices = "{{ invoices.count | plural: 'Rechnung', 'Rechnungen' }}"

/** Between the greeting and the closing: the invoices, and the button to pay. */
const letter = (text: string): string =>
  [
    'Guten Tag{% if contact.name %} {{ contact.name }}{% endif %},',
    text,
    '{{ invoices.table }}',
    '{{ pay.button }}',
    'Freundliche Grüße\n{% if owner.name %}{{ owner.name }}, {% endif %}{{ creditor.name }}',
  ].join('\n\n')

export const german: LetterTexts = {
  frame: {
    invoice: 'Rechnung',
    order: 'Ihre Bestellung',
    due: 'Fällig am',
    days: 'Tage',
    open: 'Offen',
    total: 'Zu zahlen',
    pay: '{amount} zahlen',
    account: 'IBAN',
    holder: 'Empfänger',
    reference: 'Verwendungszweck',
    amount: 'Betrag',
    bic: 'BIC',
    scan: 'Mit der Banking-App scannen',
    page: 'Seite {page} von {pages}',
    crossed:
      'Schon bezahlt? Dann hat sich dieser Brief mit Ihrer Zahlung überschnitten; betrachten Sie ihn als gegenstandslos.',
    objection: 'Nicht einverstanden mit einer Rechnung? Antworten Sie an {email}{portal}.',
    portal: ' oder unter {url}',
    due_on: 'fällig am {day}',
  },
  steps: {
    invoice: {
      title: 'Rechnung',
      subject: 'Rechnung {{ invoices.first_number }} von {{ creditor.name }}',
      body: letter(
        `vielen Dank für Ihren Auftrag. Anbei unsere ${invoices} über **{{ total.open }}**. Bitte zahlen Sie bis zum **{{ invoices.first_due_date }}**.`,
      ),
    },
    pre_reminder: {
      title: 'Bald fällig',
      subject: 'Bald fällig: {{ total.open }} für {{ creditor.name }}',
      body: letter(
        'ein kurzer Hinweis, damit es nicht in Vergessenheit gerät: **{{ total.open }}** ist am **{{ invoices.first_due_date }}** fällig. Haben Sie die Zahlung schon veranlasst, müssen Sie nichts weiter tun.',
      ),
    },
    reminder_1: {
      title: 'Zahlungserinnerung',
      subject: `Zahlungserinnerung: {{ invoices.count }} ${invoices}, {{ total.open }}`,
      body: letter(
        `vielleicht ist es Ihnen entgangen: **{{ total.open }}** ist noch offen. Bitte zahlen Sie den Betrag ${term}.`,
      ),
    },
    reminder_2: {
      title: 'Zweite Erinnerung',
      subject: 'Zweite Erinnerung: {{ total.open }} ist noch offen',
      body: letter(
        `wir haben Ihnen bereits geschrieben und **{{ total.open }}** noch nicht erhalten. Bitte zahlen Sie den Betrag ${term}.\n\nGibt es ein Hindernis? Sagen Sie es uns, dann suchen wir gemeinsam eine Lösung.`,
      ),
    },
    reminder_3: {
      title: 'Dritte Erinnerung',
      subject: 'Dritte Erinnerung: {{ total.open }} ist noch offen',
      body: letter(
        `trotz unserer bisherigen Schreiben ist **{{ total.open }}** noch offen. Bitte zahlen Sie den Betrag ${term}, oder teilen Sie uns vorher mit, wann wir damit rechnen können.`,
      ),
    },
    reminder_4: {
      title: 'Vierte Erinnerung',
      subject: 'Vierte Erinnerung: {{ total.open }} ist noch offen',
      body: letter(
        `wir haben Ihnen mehrmals geschrieben. **{{ total.open }}** ist noch offen. Bitte zahlen Sie den Betrag ${term}. Können Sie nicht alles auf einmal zahlen, fragen Sie uns nach Raten.`,
      ),
    },
    end_of_service_announcement: {
      title: 'Ankündigung',
      subject: 'Wir stellen unsere Leistung ein, wenn {{ total.open }} offen bleibt',
      body: letter(
        `**{{ total.open }}** ist noch offen. Erhalten wir den Betrag nicht ${term}, müssen wir unsere Leistung für Sie einstellen. Das möchten wir vermeiden: Bitte zahlen Sie, oder melden Sie sich bei uns.`,
      ),
    },
    end_of_service: {
      title: 'Leistung eingestellt',
      subject: 'Unsere Leistung für Sie ist eingestellt',
      body: letter(
        `weil **{{ total.open }}** noch offen ist, haben wir unsere Leistung für Sie eingestellt. Sobald der Betrag bei uns ist, geht es weiter. Bitte zahlen Sie ${term}.`,
      ),
    },
    final_reminder: {
      title: 'Letzte Erinnerung',
      subject: 'Letzte Erinnerung: {{ total.open }}',
      body: letter(
        `dies ist unsere letzte Erinnerung. **{{ total.open }}** ist noch offen. Bitte zahlen Sie den Betrag ${term}. Erhalten wir nichts, geben wir die ${invoices} zum Inkasso.`,
      ),
    },
  },
}
