import type { Translation } from '../../../words/translation.ts'
import type { en } from './en.ts'

export const nl: Translation<typeof en> = {
  users_sentence: 'Wie in uw bedrijf met Dunlin werkt, en wat zij mogen.',
  users_invite: 'Iemand uitnodigen',
  users_person: 'Persoon',
  users_role: 'Rol',
  users_last_sign_in: 'Laatst ingelogd',
  users_two_step: 'Twee stappen',
  users_two_step_on: 'Aan',
  users_two_step_off: 'Uit',
  users_invited: 'Uitgenodigd, maar heeft nog geen wachtwoord gekozen.',
  users_invited_short: 'Uitgenodigd',
  users_you: 'u',
  users_whole_company: '{role}, hele bedrijf',
  users_in: '{role} in {administration}',
  users_no_reach: 'Geen toegang',

  user_invite_sentence: 'Zij krijgen een mail met een link om een wachtwoord te kiezen.',
  user_invite_kept:
    'Deze Dunlin verstuurt geen mail. Zoek na het uitnodigen de link op de pagina «Mail» en geef die door.',
  user_company_role: 'In het hele bedrijf',
  user_company_role_hint: 'Deze rol geldt in alle administraties, ook in die er later bij komen.',
  user_administrations: 'In losse administraties',
  user_administrations_hint: 'Een rol hier komt boven op die voor het hele bedrijf.',
  user_administrations_problem: 'Geef een rol voor het hele bedrijf, of in ten minste één administratie.',
  user_locale: 'Taal van hun mails',
  user_invite_action: 'Uitnodiging sturen',
  user_invited: '{name} is uitgenodigd.',
  user_invite_again: 'Uitnodiging opnieuw sturen',
  user_invited_again: 'Een nieuwe uitnodiging voor {name} is onderweg.',
  user_reset_two_step: 'Inloggen in twee stappen uitzetten',
  user_reset_two_step_heading: 'Inloggen in twee stappen uitzetten voor {name}?',
  user_reset_two_step_sentence:
    'Doe dit alleen als u zeker weet wie erom vraagt, bijvoorbeeld bij een verloren telefoon. Tot het opnieuw is ingesteld, opent alleen het wachtwoord het account.',
  user_reset_two_step_done: 'Inloggen in twee stappen van {name} staat uit.',
  user_remove: 'Uit het bedrijf verwijderen',
  user_remove_heading: '{name} verwijderen?',
  user_remove_sentence:
    'Deze persoon wordt meteen uitgelogd en kan niet meer inloggen. Software die deze persoon toeliet werkt niet meer. Wat er gedaan is blijft in het logboek staan.',
  user_removed: '{name} is verwijderd.',
  user_last_administrator:
    'Uw bedrijf heeft ten minste één bedrijfsbeheerder nodig. Maak eerst iemand anders beheerder.',
  nav_users: 'Gebruikers',
}
