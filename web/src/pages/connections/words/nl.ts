import type { Translation } from '../../../words/translation.ts'
import type { en } from './en.ts'

export const nl: Translation<typeof en> = {
  connections_sentence: 'Software die met uw vorderingen werkt: wie wat mag, en sinds wanneer.',
  connections_applications: 'Uw applicaties',
  connections_connected: 'Gekoppelde software',
  connections_tokens: 'API-tokens',

  applications_sentence:
    'Een applicatie staat voor software die u maakt of draait. Die krijgt een id en een geheim, en vraagt bedrijven om toegang.',
  applications_new: 'Nieuwe applicatie',
  applications_empty: 'Nog geen applicaties',
  applications_empty_sentence:
    'Maak er een als u software op de API van Dunlin bouwt, of als uw boekhoudpakket om een id en een geheim vraagt.',
  application: 'Applicatie',
  application_name: 'Naam',
  application_name_hint: 'Mensen zien deze naam als zij de applicatie toelaten. Gebruik de naam die zij kennen.',
  application_kind: 'Soort koppeling',
  kind_authorization_code: 'Met toestemming',
  kind_client_credentials: 'Zelfstandig',
  kind_authorization_code_sentence:
    'Iemand logt in en laat de applicatie toe. Geschikt voor software die ook andere bedrijven gebruiken. De tokens gelden twee uur en worden vanzelf vernieuwd.',
  kind_client_credentials_sentence:
    'Er komt niemand aan te pas. Geschikt voor een eigen server die geen inlogpagina kan tonen. Werkt alleen voor uw bedrijf, en omdat de tokens nooit verlopen alleen vanaf adressen die u opgeeft.',
  kind_fixed: 'Dit kan later niet worden gewijzigd.',
  application_redirect_uri: 'Terugkeeradres',
  application_redirect_uri_hint:
    'Waar mensen heen gaan nadat zij ja of nee zeiden. Het moet precies het adres zijn dat de applicatie stuurt, en beginnen met https.',
  application_permissions: 'Gevraagde rechten',
  application_addresses: 'Toegestane adressen',
  application_addresses_hint:
    'Eén IP-adres of netwerk per regel, zoals 192.0.2.10 of 192.0.2.0/24. Een token dat elders wordt gebruikt, wordt meteen ingetrokken.',
  application_addresses_required: 'Een applicatie die zelfstandig koppelt heeft ten minste één adres nodig.',
  application_notifications: 'Wie wordt gewaarschuwd',
  application_notifications_hint:
    'Eén e-mailadres per regel. Zij krijgen een mail als een token is gebruikt vanaf een adres dat niet is toegestaan.',
  application_create: 'Applicatie aanmaken',
  application_created: '{name} is aangemaakt.',
  application_removed_permissions:
    'Een recht dat u wegneemt is meteen weg voor iedereen die gekoppeld is. Een recht dat u toevoegt moet ieder van hen zelf toekennen.',

  client_id: 'Client-id',
  client_secret: 'Clientgeheim',
  application_webhooks_sentence:
    'Krijgt de gebeurtenissen van iedereen die verbonden is, voor zover die ze mag zien. De applicatie heeft het recht nodig om gebeurtenissen te zien.',
  client_secret_rotated: 'Geheim laatst vervangen',
  secret_heading: 'Bewaar het geheim nu',
  secret_sentence:
    'Dit is de enige keer dat het wordt getoond. Zet het waar de applicatie geheimen leest, nooit in de code.',
  secret_token_sentence: 'Dit is de enige keer dat het wordt getoond. Wie het heeft, kan doen wat u ervoor koos.',
  secret_stored: 'Ik heb het bewaard',
  secret_go_on: 'Verder',
  example_link: 'Voorbeeldlink',
  example_link_sentence:
    'Stuur mensen hierheen om te koppelen. Vervang de state voor ieder door een willekeurige tekst.',
  application_facts: 'Identiteit',
  created: 'Aangemaakt',
  last_used: 'Laatst gebruikt',
  connections_count_one: '{count} koppeling',
  connections_count: '{count} koppelingen',

  rotate: 'Geheim vervangen',
  rotate_heading: 'Het geheim van {name} vervangen?',
  rotate_sentence:
    'Het huidige geheim werkt meteen niet meer. Tot de applicatie het nieuwe heeft, zijn er geen tokens te krijgen of te vernieuwen. Bestaande tokens werken tot zij verlopen.',
  rotate_action: 'Geheim vervangen',
  remove_application: 'Applicatie verwijderen',
  remove_application_heading: '{name} verwijderen?',
  remove_application_sentence_one: 'Er is {count} koppeling, die meteen eindigt: de tokens werken niet meer.',
  remove_application_sentence: 'Er zijn {count} koppelingen, die meteen eindigen: geen enkel token werkt nog.',
  remove_application_final: 'Dit kan niet ongedaan worden gemaakt.',
  application_deleted: '{name} is verwijderd.',
  danger_heading: 'Geheim en verwijderen',

  who_connected: 'Wie heeft gekoppeld',
  who_connected_empty: 'Nog niemand',
  who_connected_empty_consent: 'Stuur iemand de voorbeeldlink om de eerste koppeling te maken.',
  who_connected_empty_itself: 'De koppeling ontstaat met het eerste token dat de applicatie krijgt.',
  connected_sentence: 'Software die uw bedrijf toeliet, en bedrijven die uw applicaties toelieten.',
  connected_empty: 'Er is niets gekoppeld',
  connected_empty_sentence: 'Laat u software toe, dan staat die hier, en kunt u dat altijd wijzigen of beëindigen.',
  connected_company: 'Bedrijf',
  connected_made_by: 'van {company}',
  connected_own: 'uw bedrijf',
  connected_by: 'door {name}',
  connected_since: 'Gekoppeld sinds',
  change: 'Wijzigen',
  disconnect: 'Ontkoppelen',
  disconnect_heading: '{application} ontkoppelen?',
  disconnect_sentence:
    'De toegang tot de gegevens van {company} eindigt meteen. Om opnieuw te koppelen moet iemand de applicatie weer toelaten.',
  disconnected: '{application} is ontkoppeld.',
  connection_heading: '{application} in uw bedrijf',
  connection_sentence: 'Wat u wegneemt werkt meteen niet meer.',
  connection_permissions: 'Wat de applicatie mag doen',
  connection_by_itself: 'Deze applicatie werkt zelfstandig',
  connection_by_itself_sentence:
    'Niemand hoeft die toe te laten: die mag wat bij de applicatie is gekozen, in elke administratie.',
  connection_by_itself_change: 'Applicatie wijzigen',
  connection_gone: 'Deze koppeling is beëindigd.',

  tokens_sentence:
    'Een vaste sleutel voor software die niet beter kan. Die werkt tot u hem intrekt, dus geef zo weinig mogelijk rechten.',
  tokens_new: 'Nieuw API-token',
  tokens_empty: 'Geen API-tokens',
  tokens_empty_sentence: 'Maak er een voor een script, of voor een pakket dat alleen een vaste sleutel aanneemt.',
  token: 'API-token',
  token_name: 'Naam',
  token_name_hint: 'Voor uzelf: waar wordt dit token gebruikt?',
  token_permissions: 'Wat het mag doen',
  token_addresses_hint: 'Eén IP-adres of netwerk per regel. Leeg: het werkt overal vandaan.',
  token_create: 'Token aanmaken',
  token_revoke: 'Intrekken',
  token_revoke_heading: '{name} intrekken?',
  token_revoke_sentence: 'Wat dit token gebruikt werkt meteen niet meer. Dit kan niet ongedaan worden gemaakt.',
  token_revoked: '{name} is ingetrokken.',
  token_secret_note: 'Het token zelf kan niet opnieuw worden getoond. Kwijt? Maak een nieuw token en trek dit in.',
  nav_connections: 'Koppelingen',
}
