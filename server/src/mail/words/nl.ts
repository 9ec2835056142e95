import type { WeeklyFigures, Words } from '../user_mail_kinds.ts'
import { difference, longDay, money } from './figures.ts'
import { moment } from './moment.ts'

const at = (iso: string): string => moment(iso, 'nl-NL')
const from = (address: string | null): string => (address === null ? '' : `, vanaf het adres ${address}`)
const days = (count: number): string => (count === 1 ? 'één dag' : `${count} dagen`)
const minutes = (count: number): string => (count % 60 === 0 ? `${count / 60} uur` : `${count} minuten`)

const euros = ({ currency_code }: WeeklyFigures, amount: string): string => money(amount, currency_code, 'nl-NL')

function weekly(name: string, figures: WeeklyFigures): string[] {
  const { open, overdue, over_90, dso, dso_before, expected_this_week, expected, said, came } = figures
  const say = (amount: string): string => euros(figures, amount)
  return [
    `${name}: er staat ${say(open)} open. Daarvan is ${say(overdue)} te laat, en ${say(over_90)} langer dan 90 dagen.`,
    ...(dso === null ? [] : [`DSO: ${dso} dagen${dso_before === null ? '' : ` (eind vorige maand ${dso_before})`}.`]),
    `Deze week wordt ${say(expected_this_week)} verwacht, in 13 weken ${say(expected)}.`,
    ...(Number(said) === 0
      ? []
      : [
          `13 weken geleden was tot nu toe ${say(said)} te verwachten; er kwam ${say(came)} binnen (${difference(came, said, 'nl-NL')}).`,
        ]),
  ]
}

export const dutch: Words = {
  language: 'nl',
  signature: 'Dit bericht is verstuurd door Dunlin.',
  mails: {
    invitation: ({ inviter_name, company_name, valid_days }, link) => ({
      subject: `${inviter_name} nodigt u uit om mee te werken in ${company_name}`,
      paragraphs: [
        `${inviter_name} heeft een account voor u gemaakt, zodat u samen de facturen van ${company_name} kunt opvolgen.`,
        'Kies een wachtwoord om te beginnen.',
      ],
      action: { label: 'Uitnodiging aannemen', url: link },
      note: `De link werkt één keer, gedurende ${days(valid_days)}. Kent u ${inviter_name} niet, dan hoeft u niets te doen.`,
    }),
    password_reset: ({ valid_minutes }, link) => ({
      subject: 'Kies een nieuw wachtwoord',
      paragraphs: ['Iemand, waarschijnlijk uzelf, heeft om een nieuw wachtwoord voor uw account gevraagd.'],
      action: { label: 'Nieuw wachtwoord kiezen', url: link },
      note: `De link werkt één keer, gedurende ${minutes(valid_minutes)}. Was u het niet, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.`,
    }),
    password_changed: ({ at: moment_of, address }) => ({
      subject: 'Uw wachtwoord is gewijzigd',
      paragraphs: [
        `Het wachtwoord van uw account is gewijzigd op ${at(moment_of)}${from(address)}.`,
        'Was u het zelf, dan hoeft u niets te doen.',
        'Was u het niet, vraag dan meteen een nieuw wachtwoord aan op de inlogpagina en waarschuw een beheerder van uw bedrijf.',
      ],
    }),
    sign_up: ({ company_name, application_name, valid_days }, link) => ({
      subject: `Bevestig het account van ${company_name}`,
      paragraphs: [
        `Via ${application_name} is een account voor ${company_name} gemaakt.`,
        'Bevestig het door een wachtwoord te kiezen en de voorwaarden te aanvaarden.',
      ],
      action: { label: 'Account bevestigen', url: link },
      note: `De link werkt één keer, gedurende ${days(valid_days)}. Een account dat niemand bevestigt, wordt daarna verwijderd.`,
    }),
    sign_up_reminder: ({ company_name, application_name, days_left }, link) => ({
      subject: `Het account van ${company_name} wacht nog op u`,
      paragraphs: [
        `Het account voor ${company_name} dat via ${application_name} is gemaakt, is nog niet bevestigd.`,
        `Over ${days(days_left)} wordt het verwijderd, met alles wat erin staat. Bevestig het om het te houden.`,
      ],
      action: { label: 'Account bevestigen', url: link },
      note: 'Deze link vervangt de vorige. Wilt u het account niet, dan hoeft u niets te doen.',
    }),
    address_blocked: ({ application_name, company_name, address, at: moment_of }) => ({
      subject: `Een token van ${application_name} is vanaf een ander adres gebruikt`,
      paragraphs: [
        `Op ${at(moment_of)} kwam vanaf het adres ${address} een verzoek met een token van de applicatie ${application_name}, voor het bedrijf ${company_name}. Dat adres staat niet op de lijst met toegestane IP-adressen van de applicatie.`,
        'Het verzoek is geweigerd en het token is beëindigd, samen met het refresh-token dat erbij hoort. Dit verzoek heeft niets getoond of gewijzigd.',
        'Is het adres van u, zet het dan op de lijst met toegestane IP-adressen van de applicatie en maak opnieuw verbinding.',
        'Is het niet van u, dan heeft iemand anders het token: zoek uit hoe het uw systemen heeft verlaten en vervang het client secret van de applicatie.',
      ],
    }),
    application_connected: ({
      person_name,
      application_name,
      maker_name,
      company_name,
      url,
      at: moment_of,
      address,
    }) => ({
      subject: `${application_name} is gekoppeld aan ${company_name}`,
      paragraphs: [
        `${person_name} heeft ${application_name}, gemaakt door ${maker_name}, toegang gegeven tot de vorderingen van ${company_name} op ${at(moment_of)}${from(address)}.`,
        'Wat de applicatie mag doen, en in welke administraties, staat bij de koppelingen. Een beheerder kan dat daar altijd wijzigen of beëindigen.',
      ],
      action: { label: 'Koppelingen openen', url },
      note: `Was dit niet de bedoeling, ontkoppel de applicatie dan meteen en laat ${person_name} een nieuw wachtwoord kiezen.`,
    }),
    notifications: ({ administration_name, sentences, more, url }) => ({
      subject:
        sentences.length + more === 1
          ? `${administration_name}: ${sentences[0]}`
          : `${administration_name}: ${sentences.length + more} punten vragen aandacht`,
      paragraphs: [...sentences, ...(more > 0 ? [`En nog ${more}.`] : [])],
      action: { label: `${administration_name} openen`, url },
      note: 'Wie deze mails krijgt, is een instelling van de administratie.',
    }),
    weekly_report: ({ administration_name, figures, url }) => ({
      subject: `${administration_name}: ${euros(figures, figures.open)} open op ${longDay(figures.day, 'nl-NL')}`,
      paragraphs: weekly(administration_name, figures),
      action: { label: 'Rapporten openen', url: `${url}/reports` },
      note: 'Deze mail komt elke maandag. Wie hem krijgt, is een instelling van de administratie.',
    }),
    webhook_deactivated: ({ owner_name, host, url }) => ({
      subject: `${owner_name}: de webhook naar ${host} is uitgeschakeld`,
      paragraphs: [
        `De webhook van ${owner_name} naar ${host} is voor dezelfde gebeurtenis tien keer mislukt, in ruim twee dagen. Hij is uitgeschakeld en er worden geen gebeurtenissen meer naartoe gestuurd.`,
        'Herstel de ontvanger, stuur een testgebeurtenis en schakel de webhook weer in. U kiest dan of hij de gemiste gebeurtenissen alsnog krijgt.',
      ],
      action: { label: 'Webhook openen', url },
      note: 'Er gaat niets verloren: gebeurtenissen worden twee jaar bewaard en kunnen vanaf elk moment opnieuw worden verstuurd.',
    }),
    two_step_changed: ({ enabled, at: moment_of, address }) => ({
      subject: enabled ? 'Inloggen in twee stappen is ingeschakeld' : 'Inloggen in twee stappen is uitgeschakeld',
      paragraphs: [
        enabled
          ? `Inloggen in twee stappen is voor uw account ingeschakeld op ${at(moment_of)}${from(address)}: na het wachtwoord wordt om een code van de authenticator-app gevraagd.`
          : `Inloggen in twee stappen is voor uw account uitgeschakeld op ${at(moment_of)}${from(address)}: het wachtwoord alleen is nu genoeg.`,
        'Was u het zelf, dan hoeft u niets te doen.',
        'Was u het niet, vraag dan meteen een nieuw wachtwoord aan op de inlogpagina en waarschuw een beheerder van uw bedrijf.',
      ],
    }),
  },
}
