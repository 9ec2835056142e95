import type { Translation } from '../../../words/translation.ts'
import type { en } from './en.ts'

export const nl: Translation<typeof en> = {
  record_none: 'Geen',
  record_closed: 'Gesloten',
  record_case_invoices: 'Facturen van het dossier',
  stages_all: 'Alle fasen',

  nav_cases: 'Dossiers',
  cases_sentence: 'Wat wordt geïncasseerd, en hoe ver het is. Wat het langst stilligt staat bovenaan.',
  cases_open: 'Open',
  cases_ended: 'Gesloten',
  cases_none_open: 'Er is geen open dossier.',
  cases_none_stage: 'Er is geen dossier in deze fase.',
  cases_none_ended: 'Er is nog geen dossier gesloten.',
}
