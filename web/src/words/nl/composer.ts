import type { composer as english } from '../en/composer.ts'
import type { Translation } from '../translation.ts'

export const composer: Translation<typeof english> = {
  composer: 'Schrijven',
  composer_way: 'Wat er geschreven wordt',
  composer_mail: 'E-mail',
  composer_note: 'Notitie',
  composer_call: 'Gesprek',
  composer_to: 'Aan',
  composer_subject: 'Onderwerp',
  composer_body: 'Schrijf aan de debiteur',
  composer_note_text: 'Schrijf aan collega’s',
  composer_note_inside: 'Voor collega’s; de debiteur ziet dit nooit',
  composer_add_note: 'Notitie toevoegen',
  composer_send: 'Versturen',
  composer_sent: 'De e-mail aan {to} is onderweg.',
  composer_kept: 'Wordt bewaard',
  composer_template: 'Sjabloon',
  composer_attach: 'Bijlage',
  composer_attached: 'Bijlagen',
  composer_upload: 'Een bestand van deze computer…',
  composer_find: 'Typ om te zoeken',
  composer_none_found: 'Niets gevonden',
  composer_remove: '{name} weglaten',
  composer_bounced: 'E-mail aan {address} kwam terug.',
  composer_file_large: '{name} is groter dan 10 MB en gaat niet mee.',
  composer_files_many: 'Er gaan hoogstens 10 bestanden mee.',

  reply_copy_of_invoice: 'Kopie van de factuur',
  reply_looking_into_it: 'Wij zoeken het uit',
  reply_payment_received: 'Betaling nog niet gevonden',
  reply_payment_terms: 'Betalen in termijnen',
}
