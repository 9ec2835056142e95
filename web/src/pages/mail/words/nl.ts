import type { Translation } from '../../../words/translation.ts'
import type { en } from './en.ts'

export const nl: Translation<typeof en> = {
  mail_sentence: 'Alles wat Dunlin heeft gemaild: uitnodigingen, links voor wachtwoorden, waarschuwingen.',
  mail_kept_note:
    'Er is geen mailserver ingesteld, dus mails worden hier bewaard in plaats van verstuurd. Open er een om te lezen en de link door te geven.',
  mail_empty: 'Nog geen mails',
  mail_empty_sentence: 'Nodig iemand uit, dan verschijnt de uitnodiging hier.',
  mail_subject: 'Onderwerp',
  mail_to: 'Aan',
  mail_status: 'Status',
  mail_created: 'Geschreven',
  mail_sent_at: 'Verstuurd',
  mail_attempts: 'Pogingen',
  mail_last_error: 'Laatste probleem',
  mail_status_queued: 'Wacht',
  mail_status_sent: 'Verstuurd',
  mail_status_kept: 'Bewaard',
  mail_status_failed: 'Mislukt',
  mail_as_seen: 'Zoals de lezer het ziet',
  mail_as_text: 'Tekst',
  mail_no_content: 'Wat verstuurd is wordt niet bewaard: er kunnen links in staan die alleen de lezer mag hebben.',
  nav_mail: 'Mail',
}
