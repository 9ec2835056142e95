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

  claim_heading: 'Vordering',
  claim_sentence:
    'Naar {law}, {party}, is op {day} {total} te betalen: {principal} hoofdsom, {interest} rente en {costs} incassokosten.',
  claim_assumed:
    'Niemand heeft gezegd of de debiteur een bedrijf of een consument is; dat is bepaald aan de hand van de nummers.',
  claim_calculate: '{number} met andere feiten berekenen',
  claim_waived: 'Kwijtgescholden',
  claim_free_until: '{number} kon zonder kosten worden betaald tot en met {day}.',
  claim_posted: 'Zoals geboekt',
  claim_posted_all: 'Alles wat is berekend, is geboekt.',
  claim_posted_more: '{what}: van {calculated} is {posted} geboekt; {difference} is nog niet geboekt.',
  claim_posted_less: '{what}: {posted} is geboekt en {calculated} is berekend; {difference} is te veel geboekt.',
  claim_principal: 'Hoofdsom',
  claim_settled: 'Betaald en gecrediteerd',
  claim_to_pay: 'Te betalen op',
  hand_over_heading: 'Overdragen',
  hand_over_sentence: 'Eén bestand met alles waar een deurwaarder of advocaat om vraagt.',
  hand_over: 'Overdragen',
  hand_over_title: 'Dit dossier overdragen?',
  hand_over_consequences:
    'Het dossier wordt gemarkeerd als overgedragen aan een deurwaarder of advocaat, en gekoppelde software hoort ervan. Er wordt één bestand met alle documenten gemaakt om door te geven; Dunlin stuurt het aan niemand.',
  hand_over_said: 'Het dossier is overgedragen. Het bestand wordt gemaakt.',
  hand_over_done: 'Overgedragen op',
  hand_over_calculation: 'Vordering met berekening',
  hand_over_invoices: 'Facturen met hun documenten',
  hand_over_letters: 'Brieven zoals verzonden, met bewijs van verzending',
  hand_over_timeline: 'Stappen, toezeggingen en betwistingen',
  hand_over_messages: 'Correspondentie',
  hand_over_of: '{part} van {whole}',
  hand_over_missing: 'Het document van {number} ontbreekt',
  hand_over_pdf: 'Dossier als pdf',
  hand_over_zip: 'Alle documenten als zip',
  hand_over_making: '{kind}: wordt gemaakt …',
  hand_over_make: 'Bestand maken',
  hand_over_make_again: 'Bestand opnieuw maken',
  case_paid: 'Kosten zijn betaald',
  case_paid_title: 'De kosten als betaald boeken?',
  case_paid_sentence:
    'Alles wat er van rente en incassokosten openstaat, wordt vandaag als betaald geboekt. Zijn de facturen ook betaald, dan sluit het dossier.',
  case_paid_done: 'De kosten zijn als betaald geboekt.',
  case_waived: 'Kosten kwijtschelden',
  case_waived_title: 'De kosten kwijtschelden?',
  case_waived_sentence:
    'Alles wat er van rente en incassokosten openstaat, wordt afgeboekt. Zijn de facturen ook betaald, dan sluit het dossier.',
  case_waived_done: 'De kosten zijn kwijtgescholden.',
  case_end: 'Dossier sluiten',
  case_end_title: 'Dit dossier sluiten?',
  case_end_sentence:
    'Het dossier sluit hoewel het niet betaald is. De facturen komen vrij en blijven gepauzeerd tot iemand ze hervat; wat in rekening is gebracht, blijft erop staan.',
  case_end_done: 'Het dossier is gesloten.',
}
