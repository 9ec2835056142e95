import type { shell as english } from '../en/shell.ts'
import type { Translation } from '../translation.ts'

export const shell: Translation<typeof english> = {
  navigation: 'Hoofdnavigatie',
  open_navigation: 'Navigatie openen',
  close_navigation: 'Navigatie sluiten',
  administration: 'Administratie',
  nav_settings: 'Bedrijfsinstellingen',
  find_or_do: 'Zoeken of doen…',
  engine_on: 'Automatisch opvolgen staat aan',
  engine_off: 'Automatisch opvolgen staat uit',
  engine_stopped: 'Verzenden is gestopt',
  engine_off_next: 'Niets gaat vanzelf de deur uit',
  engine_stopped_next: 'Alles wacht',
  engine_no_day: 'Geen verzenddag in zicht',
  engine_sends_until: 'Brieven gaan uit tot {time}',
  engine_sends_today: 'Volgende brieven vandaag om {time}',
  engine_sends_on: 'Volgende brieven {day} om {time}',
  code_missing_heading: 'De pagina kon niet worden geladen',
  code_missing_sentence:
    'De server antwoordt niet, of er is een nieuwe versie. Dit wordt vanzelf opnieuw geprobeerd; er gaat niets verloren.',
  code_missing_retry: 'Nu proberen',
  account_menu: 'Account',
  account: 'Uw account',
  sign_out: 'Uitloggen',
  color_scheme: 'Kleuren',
  color_scheme_light: 'Licht',
  color_scheme_dark: 'Donker',
  color_scheme_auto: 'Systeem',
  unproven_title: 'Bevestig uw e-mailadres',
  unproven_sentence:
    'Open de link in het bericht dat naar {email_address} is gestuurd. Tot die tijd kunt u alleen met deze browser inloggen, en geen personen uitnodigen of software koppelen. Geen bericht? «Wachtwoord vergeten?» op de inlogpagina stuurt het opnieuw.',

  no_role_heading: 'Dit deel is voor bedrijfsbeheerders',
  no_role_sentence:
    'Uw account mag de instellingen van {company} niet zien of wijzigen. Vraag een bedrijfsbeheerder om het te doen, of om uw rol te wijzigen onder Bedrijfsinstellingen, Gebruikers.',
  no_role_back: 'Naar het overzicht',

  role_administrator: 'Beheerder',
  role_standard: 'Standaard',
  role_communication: 'Communicatie',
  role_restricted: 'Beperkt',
  role_none: 'Geen',
  role_administrator_sentence: 'Alles, ook de instellingen.',
  role_standard_sentence: 'Al het werk aan vorderingen, geen instellingen.',
  role_communication_sentence: 'Alles zien, berichten op gelezen zetten en opmerkingen bij taken maken.',
  role_restricted_sentence: 'Alles zien.',
  role_none_sentence: 'Alleen de administraties die u hieronder kiest.',
  sandbox_stripe: 'Oefenomgeving.',
  sandbox_stripe_sentence:
    'Niets verlaat deze administratie: brieven worden bewaard en getoond, post geldt meteen als gepost.',
}
