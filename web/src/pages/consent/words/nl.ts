import type { Translation } from '../../../words/translation.ts'
import type { en } from './en.ts'

export const nl: Translation<typeof en> = {
  consent_title: '{application} koppelen',
  consent_heading: '{application} wil een koppeling maken',
  consent_who: 'Gemaakt door {company}. Het antwoord gaat naar {host}.',
  consent_person: 'U bent ingelogd als {name}, voor {company}.',
  consent_not_you: 'Bent u dit niet?',
  consent_permissions: 'Wat de applicatie mag doen',
  consent_permissions_sentence: 'Haal weg wat u niet wilt geven. U kunt dit later wijzigen.',
  consent_can_change: 'Dit kan de applicatie wijzigen en inzien',
  consent_can_read: 'Dit kan de applicatie inzien',
  consent_one_by_one: 'Zelf kiezen, één voor één',
  consent_administrations: 'In welke administraties',
  consent_allow: 'Toestaan',
  consent_deny: 'Weigeren',
  consent_connected_before:
    '{company} is al met deze applicatie gekoppeld. Als u dit toestaat komt er een tweede koppeling bij; de huidige blijft tot iemand die ontkoppelt.',
  consent_no_administrations:
    'U bent van geen enkele administratie beheerder, dus u kunt geen software toelaten. Vraag een bedrijfsbeheerder van {company} om deze link te openen.',
  consent_confirm_first:
    'Bevestig eerst uw e-mailadres: open de link in de mail die naar {email_address} is gestuurd. Tot dan kunt u alleen de software toelaten waarmee u zich hebt aangemeld.',
  consent_only_if: 'Sta dit alleen toe als u hier zojuist zelf mee begon in {application}.',
  consent_sign_in_heading: 'Log in om {host} te koppelen',
  consent_sign_in_sentence: 'Andere software vraagt toegang tot uw vorderingen. Log in om te zien wat die wil.',
  consent_failed: 'Er is nog niets besloten',
  consent_refused_heading: 'Deze link kan niet worden gebruikt',
  consent_refused_sentence:
    'De software die u hierheen stuurde maakte een fout in de link, of is verwijderd. Er is niets gekoppeld. Ga terug en begin opnieuw.',
  consent_refused_tell: 'Blijft het zo, vertel de makers dan wat hier staat:',
}
