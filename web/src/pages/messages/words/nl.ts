import type { Translation } from '../../../words/translation.ts'
import type { en } from './en.ts'

export const nl: Translation<typeof en> = {
  nav_messages: 'Berichten',
  nav_waiting_messages_one: '{count} ongelezen',
  nav_waiting_messages: '{count} ongelezen',

  messages_sentence: 'Wat debiteuren schreven. Wat niemand heeft gelezen staat bovenaan.',
  messages_message: 'Bericht',
  messages_no_subject: 'Bericht zonder onderwerp',
  messages_from: 'Van',
  messages_to: 'Aan',
  messages_unknown: 'onbekend',
  messages_received: 'Ontvangen',
  messages_sent: 'Verzonden',
  messages_unread: 'Ongelezen',
  messages_read: 'Gelezen',
  messages_read_by: 'Gelezen door {name}',
  messages_mark_read: 'Zet op gelezen',
  messages_mark_unread: 'Zet op ongelezen',
  messages_mark_read_one: 'Zet op gelezen: {subject}',
  messages_mark_unread_one: 'Zet op ongelezen: {subject}',
  messages_marked_read: 'Op gelezen gezet.',
  messages_marked_unread: 'Op ongelezen gezet.',
  messages_empty: 'Geen berichten.',
  messages_empty_sentence:
    'Als een debiteur reageert op een factuur, een dossier of de eigen pagina, verschijnt dat hier.',
  messages_attachments: 'Bijlagen',
  messages_text: 'Tekst',
}
