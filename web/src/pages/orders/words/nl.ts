import type { Translation } from '../../../words/translation.ts'
import type { en } from './en.ts'

export const nl: Translation<typeof en> = {
  nav_orders: 'Declaraties',
  orders_sentence: 'Bestanden met declaraties die zijn ingelezen, de laatste eerst.',
  orders_empty: 'Er is nog geen bestand ingelezen.',
  orders_file: 'Bestand',
  orders_taken_in: 'Ingelezen',
  orders_lines: 'Regels',
  orders_progress: 'Voortgang',
  orders_handled: '{handled} van {lines} afgehandeld',
  orders_waiting: '{count} vragen actie',
  orders_waiting_one: '{count} vraagt actie',
  order_heading: 'Declaraties in {filename}',
  order_download: 'Bestand downloaden',
  order_state: 'Status',
  order_all_states: 'Alle standen',
  order_no_lines: 'Geen regel is in deze stand.',
}
