import type { overview as english } from '../en/overview.ts'
import type { Translation } from '../translation.ts'

export const overview: Translation<typeof english> = {
  overview_sentence: 'Wat er openstaat, en hoe lang al.',
  overview_open: 'Openstaand',
  overview_overdue: 'Vervallen',
  overview_open_invoices_one: '{count} openstaande factuur',
  overview_open_invoices: '{count} openstaande facturen',
  overview_overdue_share: '{share} van wat openstaat',
  overview_nothing_overdue: 'Alles is binnen de termijn',
  overview_by_age: 'Openstaand bedrag naar ouderdom',
  overview_by_age_sentence: 'Geteld in dagen na de vervaldatum.',
  overview_age: 'Ouderdom',
  overview_invoices: 'Facturen',
  overview_amount: 'Bedrag',
  age_not_due: 'Nog niet vervallen',
  age_days_1_30: '1 tot 30 dagen',
  age_days_31_60: '31 tot 60 dagen',
  age_days_61_90: '61 tot 90 dagen',
  age_days_over_90: 'Meer dan 90 dagen',
  overview_debtors: 'Debiteuren',
  overview_tasks: 'Openstaande taken',
  overview_messages: 'Ongelezen berichten',
  overview_plans: 'Lopende betalingsregelingen',
  overview_empty_heading: 'Hier is nog niets',
  overview_empty_sentence:
    'Debiteuren en facturen komen uit uw boekhoudsoftware. Koppel die, en deze pagina toont wat er openstaat.',
  overview_empty_sentence_other:
    'Debiteuren en facturen komen uit uw boekhoudsoftware. Vraag een bedrijfsbeheerder om die te koppelen.',
  overview_empty_action: 'Software koppelen',
  overview_by_week: 'Betaald en verwacht, per week',
  overview_by_week_sentence: 'Wat er binnenkwam, en wat vanaf vandaag vervalt. Wat te laat is kan daar nog bij komen.',
  overview_week: 'Week',
  overview_week_of: 'Week van {day}',
  overview_week_paid: 'Betaald',
  overview_week_expected: 'Verwacht',
  chart_as_table: 'Toon als tabel',
}
