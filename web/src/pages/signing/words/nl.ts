import type { Translation } from '../../../words/translation.ts'
import type { en } from './en.ts'

export const nl: Translation<typeof en> = {
  sign_in: 'Inloggen',
  sign_in_sentence: 'Bij de vorderingen van uw bedrijf.',
  session_ended: 'Uw sessie is afgelopen. Log opnieuw in, dan bent u terug waar u was.',
  email_address: 'E-mailadres',
  password: 'Wachtwoord',
  forgotten_password: 'Wachtwoord vergeten?',
  wrong_password: 'Dit e-mailadres en wachtwoord horen niet bij elkaar.',
  wrong_code: 'Deze code klopt niet, of is al gebruikt. Neem de code die uw app nu toont.',
  second_factor_heading: 'Nog één stap',
  second_factor_sentence: 'Open de app op uw telefoon en typ de zes cijfers die deze voor Dunlin toont.',
  second_factor_code: 'Code',
  second_factor_lost: 'Geen telefoon bij de hand? Een herstelcode werkt hier ook, één keer.',
  second_factor_confirm: 'Bevestigen',
  other_person: 'Als iemand anders inloggen',
  not_set_up_heading: 'Deze Dunlin is nog niet ingericht',
  not_set_up_sentence:
    'Bij het starten is een link getoond om het eerste bedrijf in te richten. Open die link om te beginnen.',

  forgotten_heading: 'Kies een nieuw wachtwoord',
  forgotten_sentence: 'Geef uw e-mailadres op, dan sturen wij u een link.',
  forgotten_send: 'Link sturen',
  forgotten_sent_heading: 'Kijk in uw mail',
  forgotten_sent_sentence:
    'Als {email_address} hier bij iemand hoort, is er een link onderweg. Die werkt één keer, en niet lang.',
  forgotten_mails_kept:
    'Deze Dunlin verstuurt nog geen mail. Een beheerder van uw bedrijf vindt de link op de pagina «Mail».',
  to_sign_in: 'Naar de inlogpagina',

  link_title: 'Link van Dunlin',
  link_checking: 'Uw link wordt bekeken…',
  link_dead_heading: 'Deze link werkt niet meer',
  link_dead_sentence:
    'De link is gebruikt, te oud, of niet volledig. Vraag een nieuwe aan: bij een vergeten wachtwoord zelf, bij een uitnodiging bij degene die u uitnodigde.',
  link_taken_sentence: 'Dit e-mailadres hoort inmiddels bij een ander account. Log daarmee in.',
  link_none_heading: 'Een deel van de link ontbreekt',
  link_none_sentence: 'Open de link uit de mail opnieuw, of kopieer de hele link naar de adresbalk.',

  invitation_heading: 'Welkom, {name}',
  invitation_sentence: '{company} nodigt u uit om met Dunlin te werken. Kies een wachtwoord, en u bent binnen.',
  invitation_action: 'Aannemen en inloggen',
  reset_heading: 'Kies een nieuw wachtwoord',
  reset_sentence: 'Voor {email_address}. U wordt ingelogd, en overal elders uitgelogd.',
  reset_action: 'Wachtwoord instellen en inloggen',
  reset_recovery_code: 'Herstelcode',
  reset_recovery_sentence:
    'U gebruikt inloggen in twee stappen. Het geheim van uw app is versleuteld met uw oude wachtwoord, daarom moet een van uw herstelcodes bewijzen wie u bent. Stel inloggen in twee stappen daarna opnieuw in.',
  sign_up_heading: 'Welkom, {name}',
  sign_up_sentence: 'Uw account voor {company} staat klaar. Kies een wachtwoord om te beginnen.',
  sign_up_terms: 'Ik ga akkoord met de gebruiksvoorwaarden.',
  sign_up_terms_problem: 'U kunt beginnen zodra u akkoord gaat met de voorwaarden.',
  sign_up_action: 'Afronden en inloggen',
  new_password: 'Nieuw wachtwoord',
  new_password_hint:
    'Ten minste 12 tekens. Een paar woorden achter elkaar zijn makkelijk te onthouden en moeilijk te raden.',
  problem_password_short: 'Gebruik ten minste 12 tekens.',
  problem_password_common: 'Dit wachtwoord is te makkelijk te raden. Neem een paar woorden die niet bij elkaar horen.',

  set_up_heading: 'Dunlin inrichten',
  set_up_sentence: 'Uw bedrijf, de eerste administratie, en uzelf. Alles kan later worden gewijzigd.',
  set_up_company: 'Bedrijf',
  set_up_company_name: 'Naam van het bedrijf',
  set_up_administration_name: 'Naam van de eerste administratie',
  set_up_administration_hint: 'Een administratie is één boekhouding met eigen debiteuren en facturen.',
  set_up_country: 'Land',
  set_up_you: 'Uzelf',
  set_up_action: 'Inrichten en inloggen',
  first_name: 'Voornaam',
  last_name: 'Achternaam',
}
