import { joined, quoted, who } from './pieces.ts'
import type { StaffWords, Subject } from './staff.ts'

const owed = ({ amount, due }: Subject): string =>
  amount === '' ? '' : `${amount} ist offen${due === '' ? '' : `, fällig am ${due}`}.`

export const german: StaffWords = {
  invoice: (number) => `Rechnung ${number}`,
  credit_case: (number) => `Akte ${number}`,
  tasks: {
    call_reminder: (about) => ({
      subject: `${who(about)} anrufen`,
      description: joined(
        about.phone === '' ? 'Es ist keine Telefonnummer bekannt.' : `Rufen Sie ${about.phone} an.`,
        owed(about),
        'Schließen Sie die Aufgabe als gelungen ab, wenn Sie jemanden erreicht haben. Nach drei Arbeitstagen geht es ' +
          'weiter.',
      ),
    }),
    end_of_flow: (about) => ({
      subject: `Entscheiden, wie es mit ${who(about)} weitergeht`,
      description: joined('Alle Mahnungen wurden verschickt.', owed(about)),
    }),
    promise_broken: (about) => ({
      subject: `${about.debtor} hat eine Zahlungszusage nicht eingehalten`,
      description: joined('Der zugesagte Tag ist vorbei, und das Geld ist nicht da.', owed(about), callOn(about)),
    }),
    plan_proposed: (about) => ({
      subject: `${about.debtor} schlägt eine Ratenzahlung vor`,
      description:
        'Nehmen Sie den Vorschlag an oder lehnen Sie ihn ab, oder bieten Sie andere Raten an. Mahnungen warten so lange zehn Tage.',
    }),
    plan_term_missed: (about) => ({
      subject: `${about.debtor} hat eine Rate versäumt`,
      description: joined(
        'Die Ratenzahlung läuft noch. Sprechen Sie mit dem Schuldner, oder beenden Sie sie.',
        callOn(about),
      ),
    }),
    no_address: (about) => ({
      subject: `Eine Adresse von ${about.debtor} finden`,
      description: joined('Weder Mail noch Post erreicht den Schuldner, also geht nichts hinaus.', callOn(about)),
    }),
    wrong_address: (about) => ({
      subject: `E-Mail-Adresse von ${about.debtor} prüfen`,
      description:
        'Mail an diese Adresse kommt nicht an, und es geht keine mehr dorthin. Berichtigen Sie sie, und schließen Sie die Aufgabe als gelungen ab: Dann geht wieder Mail dorthin.',
    }),
    address_wanted: (about) => ({
      subject: `${about.debtor} hat eine neue Adresse angegeben`,
      description:
        'Lesen Sie die Nachricht des Debitors und übernehmen Sie die Adresse in die Buchhaltung. Sie gilt noch nicht.',
    }),
    address_changed: (about) => ({
      subject: `${about.debtor} hat die Adresse geändert`,
      description: 'Sie gilt bereits. Übernehmen Sie sie auch in die Buchhaltung, sonst kommt die alte zurück.',
    }),
    stop_label: (about) => ({
      subject: `Klären, was mit ${about.debtor} ist`,
      description:
        'Der Schuldner hat das Label stop: Insolvenz, Tod oder Schuldnerberatung. Solange es da ist, geht nichts hinaus.',
    }),
    call_back: (about) => ({
      subject: `${about.debtor} erneut anrufen`,
      description: joined('Niemand hat abgenommen.', callOn(about)),
    }),
    find_number: (about) => ({
      subject: `Eine Telefonnummer von ${about.debtor} finden`,
      description: 'Die angerufene Nummer ist falsch.',
    }),
  },
  calls: {
    promise: ({ phone, amount, day }) => `${called(phone)}: ${amount} zugesagt für den ${day}.`,
    dispute: ({ phone, records }) => `${called(phone)}: bestreitet ${records}.`,
    no_answer: ({ phone, day }) => `${called(phone)}: niemand erreicht. Erneut anrufen am ${day}.`,
    wrong_number: ({ phone }) => `${called(phone)}: falsche Nummer.`,
    other: ({ phone }) => `${called(phone)}.`,
  },
  call_taken_back: 'Zurückgenommen.',
  notifications: {
    dispute_opened: (about) => `${who(about)} wird bestritten.`,
    payment_plan_proposed: (about) => `${about.debtor} schlägt eine Ratenzahlung vor.`,
    payment_plan_accepted: (about) => `${about.debtor} hat die angebotenen Raten angenommen.`,
    payment_plan_declined: (about) => `${about.debtor} hat die angebotenen Raten abgelehnt.`,
    address_wanted: (about) => `${about.debtor} hat eine neue Adresse angegeben, die noch nicht gilt.`,
    address_changed: (about) => `${about.debtor} hat die Adresse geändert.`,
    bank_account_changed: (_, { after }) =>
      after === ''
        ? 'Debitoren haben kein Bankkonto mehr, auf das sie zahlen können. War das nicht gewollt, sehen Sie ' +
          'im Protokoll nach.'
        : `Debitoren zahlen ab jetzt auf ein anderes Bankkonto, das auf ${after} endet. War das nicht ` +
          'gewollt, halten Sie den Versand an und sehen Sie im Protokoll nach.',
    debtor_bank_account_changed: (about, { before, after }) =>
      `Das Bankkonto von ${about.debtor} wurde geändert: es endete auf ${before} und endet jetzt auf ` +
      `${after}. Rufen Sie den Debitor unter einer Ihnen bekannten Nummer an, bevor Sie etwas ` +
      'zurückzahlen.',
    mail_bounced: (about, { bounce_reason }) =>
      joined(`Eine Mail an ${who(about)} war nicht zustellbar.`, quoted(bounce_reason)),
    mail_complaint: (about) => `${who(about)} hat eine Mail als Spam gemeldet; an diese Adresse geht keine Mail mehr.`,
    message_received: (about) =>
      about.debtor === ''
        ? 'Es kam eine Nachricht von jemandem, der nicht bekannt ist.'
        : `Es kam eine Nachricht von ${who(about)}.`,
    backup_letters_stopped: () =>
      'Die Hälfte der Mails dieser Woche kam zurück; Briefe auf Papier treten erst an ihre Stelle, wenn jemand nachgesehen hat.',
    letter_returned: (about) => `Ein Brief an ${who(about)} kam zurück.`,
    books_stale: () => 'Seit Tagen kommt nichts aus der Buchhaltung; Mahnungen, Kosten und Akten warten.',
    promise_broken: (about) => `${about.debtor} hat eine Zahlungszusage nicht eingehalten.`,
    payment_plan_term_missed: (about) => `${about.debtor} hat eine Rate versäumt.`,
    document_missing: (about) => `Zu ${who(about)} fehlt das Dokument, daher wartet der Versand.`,
    ready_for_bailiff: (about) => `${who(about)} kann übergeben werden.`,
    credit_limit_exceeded: (about) => `${about.debtor} schuldet mehr als das Kreditlimit.`,
    surge_waiting: (_, { letters }) => `Viel mehr Briefe als sonst warten auf Ihre Freigabe (${letters}).`,
    cap_reached: (_, { letters }) => `Die höchste Zahl an Briefen des Tages ist verschickt; mehr warten (${letters}).`,
    engine_failed: (about, { problem }) =>
      joined(
        about.debtor === '' ? 'Etwas ist schiefgegangen.' : `Das Verfahren von ${who(about)} ist fehlgeschlagen.`,
        quoted(problem),
      ),
    import_invalid: (_, { problem }) => joined('Ein Import enthält Fehler.', quoted(problem)),
    import_failed: (_, { problem }) => joined('Ein Import ist fehlgeschlagen.', quoted(problem)),
    webhook_deactivated: (_, { host }) =>
      `Der Webhook an ${host} wurde abgeschaltet, weil er zu oft fehlschlug. Bis ihn jemand wieder einschaltet, werden keine Ereignisse gesendet.`,
  },
}

const called = (phone: string): string => joined('Angerufen', phone)

const callOn = ({ phone }: Subject): string => (phone === '' ? '' : `Telefon: ${phone}.`)
