import type { first_hour as english } from '../en/first_hour.ts'
import type { Translation } from '../translation.ts'

export const first_hour: Translation<typeof english> = {
  first_hour: 'Het eerste uur',
  first_hour_heading: 'Breng uw openstaande facturen, {name}',
  first_hour_sentence:
    'Dunlin laat dan zien wie u als eerste belt, en wat er verstuurd zou worden. Er gaat niets uit voordat u het hebt gezien en aangezet.',
  first_hour_done: '{done} van {total}',
  first_hour_any_order: 'In elke volgorde; het wacht op u',
  first_hour_bring: 'Importeer een bestand',
  first_hour_bring_sentence:
    'Een lijst met debiteuren of openstaande facturen uit elk boekhoudpakket: CSV of Excel. De kolommen worden herkend; u controleert.',
  first_hour_bring_action: 'Bestand kiezen',
  first_hour_bring_ask: 'Vraag iemand die debiteuren en facturen mag wijzigen.',
  first_hour_connect: 'Koppel uw software',
  first_hour_connect_sentence: 'Die blijft vanzelf bij. Software die de interface kent koppelt u met één toestemming.',
  first_hour_connect_action: 'Koppelen…',
  first_hour_token: 'Token maken',
  first_hour_ask: 'Vraag een bedrijfsbeheerder om die te koppelen.',
  first_hour_write_action: 'Referentie openen',
  first_hour_play: 'Probeer het in de oefenomgeving',
  first_hour_play_sentence:
    'Een klok die u zelf verzet: een maand aan herinneringen in een minuut, en er gaat niets uit.',
  first_hour_play_action: 'Oefenomgeving openen',
  first_hour_after_invoices: 'na de facturen',
  first_step_done: 'Klaar',
  first_step_made: 'Administratie gemaakt',
  first_step_made_way: 'Wijzigen',
  first_step_flows: 'Opvolgschema’s en brieven gekozen',
  first_step_flows_sentence: 'Volgens de wet zoals ze zijn, in vier talen',
  first_step_flows_way: 'Bekijken',
  first_step_invoices: 'Openstaande facturen',
  first_step_invoices_sentence: 'Uit een bestand, of uit uw software',
  first_step_invoices_way: 'Bestand importeren',
  first_step_sender: 'Wie verstuurt',
  first_step_sender_sentence: 'Logo, kleur, mailadres, bankrekening',
  first_step_sender_way: 'Invullen',
  first_step_look: 'Zie wat er uit zou gaan',
  first_step_look_sentence: 'Een proef over uw eigen facturen, in Postvak UIT en bij elk opvolgschema',
  first_step_on: 'Zet de opvolging aan',
  first_step_on_sentence: 'Met zoveel brieven per dag als u kiest',
}
