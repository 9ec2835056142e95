import type { LetterTexts } from './each_language.ts'

const term =
  '{% if term.end %}bis zum **{{ term.end }}**{% elsif term.days %}innerhalb von **{{ term.days }} Tagen nach Erhalt dieses Briefes**{% else %}möglichst bald{% endif %}'
const due =
  'bis zum {% if invoices.count == 1 %}**{{ invoices.first_due_date }}**{% else %}jeweiligen Fälligkeitstag{% endif %}'
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
    order_number: 'Ihre Bestellung {number}',
    due: 'Fällig am',
    days: 'Tage überfällig',
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
    more: 'und {count} weitere, fällig vom {first} bis {last}',
    full_list:
      'Dieses Schreiben nennt die zuerst fälligen Rechnungen. Die vollständige Liste aller {count} erhalten Sie über {email}{portal}.',
    due_on: 'fällig am {day}',
    costs: 'Kosten und Zinsen',
    credit: 'Sie haben ein Guthaben von {amount}. Es ist hier nicht abgezogen.',
    stated: 'Zahlen Sie nicht rechtzeitig, kommen Inkassokosten von {amount} hinzu.',
    attention: 'z. Hd. {name}',
    addressed: 'Dieser Brief vom {day} ist für {debtor}.',
    registered: 'Handelsregister {number}',
  },
  steps: {
    invoice: {
      title: 'Rechnung',
      subject: 'Rechnung {{ invoices.first_number }} von {{ creditor.name }}',
      body: letter(
        `vielen Dank für Ihren Auftrag. Anbei unsere ${invoices} über **{{ total.open }}**. Bitte zahlen Sie ${due}.`,
      ),
    },
    pre_reminder: {
      title: 'Bald fällig',
      subject: 'Bald fällig: {{ total.open }} für {{ creditor.name }}',
      body: letter(
        `ein kurzer Hinweis, damit es nicht in Vergessenheit gerät: **{{ total.open }}** ist ${due} zu zahlen. Haben Sie die Zahlung schon veranlasst, müssen Sie nichts weiter tun.`,
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
        `trotz unserer bisherigen Schreiben ist **{{ total.open }}** noch offen. Bitte zahlen Sie den Betrag ${term}, oder teilen Sie uns mit, wann wir damit rechnen können.`,
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
    summons: {
      title: 'Mahnung',
      subject: 'Mahnung: {{ total.open }}, Vorgang {{ case.number }}',
      body: letter(
        `trotz unserer Erinnerungen haben wir **{{ total.open }}** nicht von Ihnen erhalten. Die ${invoices} unten bearbeiten wir jetzt als Vorgang {{ case.number }}. Bitte zahlen Sie den Betrag ${term}.\n\nKönnen Sie nicht alles auf einmal zahlen, oder stimmt etwas nicht? Melden Sie sich bitte jetzt bei uns. Das vermeidet weitere Schritte.`,
      ),
    },
    summons_reminder: {
      title: 'Erinnerung an unsere Mahnung',
      subject: 'Noch nicht bezahlt: {{ total.open }}, Vorgang {{ case.number }}',
      body: letter(
        `vor Kurzem haben wir Sie gemahnt. **{{ total.open }}** ist noch offen. Bitte zahlen Sie den Betrag ${term}, oder sagen Sie uns, was Sie daran hindert. Oft lassen sich Raten vereinbaren.`,
      ),
    },
    second_summons: {
      title: 'Zweite Mahnung',
      subject: 'Zweite Mahnung: {{ total.open }}, Vorgang {{ case.number }}',
      body: letter(
        `auf unsere Mahnung haben wir keine Zahlung erhalten. Wir mahnen Sie zum zweiten Mal: Bitte zahlen Sie **{{ total.open }}** ${term}. Bleibt die Zahlung aus, setzen wir den Einzug des Vorgangs {{ case.number }} fort.`,
      ),
    },
    second_summons_reminder: {
      title: 'Erinnerung an unsere zweite Mahnung',
      subject: 'Vorgang {{ case.number }}: {{ total.open }} ist noch offen',
      body: letter(
        `wir haben Sie zweimal gemahnt und **{{ total.open }}** noch nicht erhalten. Bitte zahlen Sie den Betrag ${term}. Haben Sie einen Grund, nicht zu zahlen, schreiben Sie uns bitte jetzt.`,
      ),
    },
    notice_of_default: {
      title: 'Mahnung mit letzter Frist',
      subject: 'Letzte Frist: {{ total.open }}, Vorgang {{ case.number }}',
      body: letter(
        `die ${invoices} unten {{ invoices.count | plural: 'war', 'waren' }} längst zu zahlen. Wir geben Ihnen noch einmal Gelegenheit, **{{ total.open }}** ${term} zu zahlen. Tun Sie das nicht, sind Sie in Verzug, und wir können die Zinsen und Kosten verlangen, die das Gesetz zulässt.`,
      ),
    },
    prejudiciary: {
      title: 'Letzter Brief vor gerichtlichen Schritten',
      subject: 'Letzter Brief: {{ total.open }}, Vorgang {{ case.number }}',
      body: letter(
        `dies ist unser letzter Brief zum Vorgang {{ case.number }}. Erhalten wir **{{ total.open }}** nicht ${term}, können wir die Forderung einem Anwalt oder dem Gericht übergeben. Gibt das Gericht uns recht, können die Kosten des Verfahrens zu Ihren Lasten gehen.\n\nSie können das noch vermeiden: Bitte zahlen Sie, oder melden Sie sich bei uns.`,
      ),
    },
  },
  statement: {
    title: 'Offene Posten',
    subject: 'Übersicht der offenen Posten bei {{ creditor.name }}',
    body: letter(
      'das ist heute bei uns offen: **{{ total.open }}**. Haben Sie schon gezahlt oder stimmt etwas nicht, sagen Sie uns bitte Bescheid. Diese Übersicht ist keine Mahnung.',
    ),
  },
}
