import type { standing as english } from '../en/standing.ts'
import type { Translation } from '../translation.ts'

export const standing: Translation<typeof english> = {
  hold_since: '{hold} sinds {day}',
  why_heading: 'Waarom er geen herinnering gaat',
  why_other: 'Er is een blokkade: {reason}.',
  why_since: 'Sinds {day}.',

  stage: 'Fase',
  stage_new: 'Nieuw',
  stage_pre_summons: 'Aankondiging van incasso',
  stage_summons_1: 'Aanmaning',
  stage_summons_2: 'Tweede aanmaning',
  stage_summons_3: 'Derde aanmaning',
  stage_summons_4: 'Vierde aanmaning',
  stage_notice_of_default: 'Ingebrekestelling',
  stage_pre_judicial: 'Voorgerechtelijk',
  stage_bailiff: 'Deurwaarder',
  stage_for_one: '{stage}, sinds {count} dag',
  stage_for: '{stage}, sinds {count} dagen',
  stage_today: '{stage}, sinds vandaag',
  stage_days: 'Dagen in fase',
  cases_ended_at: 'Gesloten',

  asked_amount: 'Gevraagd van de debiteur',
  asked_invoices: 'Facturen',
  asked_collected: 'Via automatische incasso',
  asked_planned: 'Via een regeling',
  asked_credit: 'Tegoed van de debiteur',
  asked_not_sent: 'Nog niet verzonden, dus niet gevraagd',
  record_credit_open: 'Onverrekend tegoed',
}
