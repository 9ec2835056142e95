import type { Translation } from '../../../words/translation.ts'
import type { en } from './en.ts'

export const nl: Translation<typeof en> = {
  start_title: 'Dunlin: debiteurenbeheer',
  start_heading: 'Weet wie u nog moet betalen, en volg op tijd op.',
  start_sentence:
    'Dunlin is debiteurenbeheer dat uw bedrijf zelf draait: debiteuren, facturen, betalingen, herinneringen en incasso, met één open API.',

  health_heading: 'Deze service',
  health_checking: 'Bezig met controleren…',
  health_ok: 'In bedrijf',
  health_service_failed: 'Dunlin antwoordt niet',
  health_service_failed_hint: 'Kijk of het proces nog draait, en wat er in het logboek staat.',
  health_database_failed: 'De database is niet bereikbaar',
  health_database_failed_hint: 'Verzoeken worden geweigerd tot hij terug is. Dunlin blijft het zelf proberen.',
  health_part_service: 'Service',
  health_part_database: 'Database',
  health_state_checking: 'wordt gecontroleerd',
  health_state_ok: 'antwoordt',
  health_state_failed: 'faalt',
  health_state_unknown: 'onbekend',
  health_checked_at: 'Gecontroleerd om',
  health_check_again: 'Opnieuw controleren',

  where_heading: 'Waar u heen kunt',
  reference_title: 'API-referentie',
  reference_sentence: 'Elke bewerking, met haar velden en filters. Probeer ze vanaf de pagina.',
  openapi_title: 'OpenAPI-beschrijving',
  openapi_sentence: 'Hetzelfde voor machines: voor een generator of uw API-programma.',
  metrics_title: 'Metingen',
  metrics_sentence: 'Verzoeken, tijden en verbindingen, als tekst voor Prometheus.',

  first_heading: 'Een eerste verzoek',
  first_token: 'De demo toont een token bij het starten. Maak er anders een op de machine waarop Dunlin draait:',
  first_token_label: 'Opdracht die een token maakt',
  first_call: 'Vraag dan de eerste vijf debiteuren van administratie 1 op:',
  first_call_label: 'Verzoek om vijf debiteuren',
}
