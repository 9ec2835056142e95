import type { Language } from '../shown.ts'

type StatementWords = {
  title: string
  creditor: string
  debtor: string
  day: string
  /** Number, its day, day to pay, total, open. */
  head: readonly [string, string, string, string, string]
  open: string
  now: string
  credit: string
  more: string
  /** With `{page}` and `{pages}`. */
  page: string
  filename: string
  documents: string
}

export const statement_words: Readonly<Record<Language, StatementWords>> = {
  en: {
    title: 'Statement of account',
    creditor: 'From',
    debtor: 'For',
    day: 'Day',
    head: ['Invoice', 'Date', 'Pay by', 'Total', 'Open'],
    open: 'Open in all',
    now: 'Of this, due or overdue',
    credit: 'To your credit, not taken off',
    more: 'There are more invoices than fit on this statement.',
    page: 'Page {page} of {pages}',
    filename: 'statement',
    documents: 'documents',
  },
  nl: {
    title: 'Rekeningoverzicht',
    creditor: 'Van',
    debtor: 'Voor',
    day: 'Datum',
    head: ['Factuur', 'Datum', 'Te betalen voor', 'Totaal', 'Open'],
    open: 'Totaal openstaand',
    now: 'Waarvan nu te betalen',
    credit: 'Tegoed, nog niet verrekend',
    more: 'Er zijn meer facturen dan op dit overzicht passen.',
    page: 'Pagina {page} van {pages}',
    filename: 'rekeningoverzicht',
    documents: 'documenten',
  },
  de: {
    title: 'Kontoauszug',
    creditor: 'Von',
    debtor: 'Für',
    day: 'Datum',
    head: ['Rechnung', 'Datum', 'Fällig am', 'Summe', 'Offen'],
    open: 'Offen insgesamt',
    now: 'Davon jetzt fällig',
    credit: 'Ihr Guthaben, noch nicht verrechnet',
    more: 'Es gibt mehr Rechnungen, als auf diesen Auszug passen.',
    page: 'Seite {page} von {pages}',
    filename: 'kontoauszug',
    documents: 'unterlagen',
  },
  fr: {
    title: 'Relevé de compte',
    creditor: 'De',
    debtor: 'Pour',
    day: 'Date',
    head: ['Facture', 'Date', 'À payer avant le', 'Total', 'Ouvert'],
    open: 'Total ouvert',
    now: 'Dont à payer maintenant',
    credit: 'Votre avoir, pas encore déduit',
    more: 'Il y a plus de factures que ce relevé ne peut en montrer.',
    page: 'Page {page} sur {pages}',
    filename: 'releve',
    documents: 'documents',
  },
}
