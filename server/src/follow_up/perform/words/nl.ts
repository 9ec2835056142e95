import { joined, quoted, who } from './pieces.ts'
import type { StaffWords, Subject } from './staff.ts'

const owed = ({ amount, due }: Subject): string =>
  amount === '' ? '' : `${amount} staat open${due === '' ? '' : `, te betalen op ${due}`}.`

export const dutch: StaffWords = {
  invoice: (number) => `factuur ${number}`,
  credit_case: (number) => `dossier ${number}`,
  tasks: {
    call_reminder: (about) => ({
      subject: `Bel ${who(about)}`,
      description: joined(
        about.phone === '' ? 'Er is geen telefoonnummer bekend.' : `Bel ${about.phone}.`,
        owed(about),
        'Rond de taak af als gelukt wanneer u iemand hebt gesproken. Na drie werkdagen gaat de opvolging verder.',
      ),
    }),
    end_of_flow: (about) => ({
      subject: `Beslis hoe het verder gaat met ${who(about)}`,
      description: joined('Alle herinneringen zijn verzonden.', owed(about)),
    }),
    promise_broken: (about) => ({
      subject: `${about.debtor} is een betaaltoezegging niet nagekomen`,
      description: joined('De beloofde dag is voorbij en het geld is er niet.', owed(about), callOn(about)),
    }),
    plan_proposed: (about) => ({
      subject: `${about.debtor} stelt voor om in termijnen te betalen`,
      description: 'Keur het voorstel goed of af, of doe een tegenvoorstel. Herinneringen wachten intussen tien dagen.',
    }),
    plan_term_missed: (about) => ({
      subject: `${about.debtor} heeft een termijn van een betalingsregeling gemist`,
      description: joined('De regeling loopt nog. Overleg met de debiteur, of beëindig de regeling.', callOn(about)),
    }),
    no_address: (about) => ({
      subject: `Zoek een adres van ${about.debtor}`,
      description: joined('Mail noch post bereikt de debiteur, dus er gaat niets uit.', callOn(about)),
    }),
    wrong_address: (about) => ({
      subject: `Controleer het e-mailadres van ${about.debtor}`,
      description:
        'Mail naar dit adres komt niet aan en wordt er niet meer heen gestuurd. Verbeter het en rond de taak af als gelukt: dan gaat er weer mail heen.',
    }),
    address_wanted: (about) => ({
      subject: `${about.debtor} gaf een nieuw adres door`,
      description: 'Lees het bericht van de debiteur en neem het adres over in de boekhouding. Het geldt nog niet.',
    }),
    address_changed: (about) => ({
      subject: `${about.debtor} heeft het adres gewijzigd`,
      description: 'Het geldt al. Neem het ook over in de boekhouding, anders komt het oude adres terug.',
    }),
    stop_label: (about) => ({
      subject: `Zoek uit wat er met ${about.debtor} gebeurt`,
      description:
        'De debiteur kreeg het label stop: faillissement, overlijden of schuldhulp. Zolang het er is, gaat er niets uit.',
    }),
    call_back: (about) => ({
      subject: `Bel ${about.debtor} terug`,
      description: joined('Er werd niet opgenomen.', callOn(about)),
    }),
    find_number: (about) => ({
      subject: `Zoek een telefoonnummer van ${about.debtor}`,
      description: 'Het gebelde nummer klopt niet.',
    }),
  },
  calls: {
    promise: ({ phone, amount, day }) => `${called(phone)}: ${amount} toegezegd voor ${day}.`,
    dispute: ({ phone, records }) => `${called(phone)}: betwist ${records}.`,
    no_answer: ({ phone, day }) => `${called(phone)}: geen gehoor. Terugbellen op ${day}.`,
    wrong_number: ({ phone }) => `${called(phone)}: verkeerd nummer.`,
    other: ({ phone }) => `${called(phone)}.`,
  },
  call_taken_back: 'Teruggenomen.',
  notifications: {
    dispute_opened: (about) => `${who(about)} wordt betwist.`,
    payment_plan_proposed: (about) => `${about.debtor} stelt voor om in termijnen te betalen.`,
    payment_plan_accepted: (about) => `${about.debtor} ging akkoord met de voorgestelde termijnen.`,
    payment_plan_declined: (about) => `${about.debtor} ging niet akkoord met de voorgestelde termijnen.`,
    address_wanted: (about) => `${about.debtor} gaf een nieuw adres door, dat nog niet geldt.`,
    address_changed: (about) => `${about.debtor} heeft het adres gewijzigd.`,
    bank_account_changed: (_, { after }) =>
      after === ''
        ? 'Debiteuren hebben geen bankrekening meer om naar te betalen. Was dat niet de bedoeling, bekijk ' +
          'dan het logboek.'
        : `Debiteuren betalen voortaan naar een andere bankrekening: het nummer eindigt op ${after}. Was ` +
          'dat niet de bedoeling, stop dan het verzenden en bekijk het logboek.',
    debtor_bank_account_changed: (about, { before, after }) =>
      `Het rekeningnummer van ${about.debtor} is gewijzigd: het eindigde op ${before} en eindigt nu op ` +
      `${after}. Bel de debiteur op een nummer dat u al kende voordat u iets terugbetaalt.`,
    mail_bounced: (about, { bounce_reason }) =>
      joined(`Mail aan ${who(about)} kon niet worden bezorgd.`, quoted(bounce_reason)),
    mail_complaint: (about) => `${who(about)} meldde een mail als spam; er gaat geen mail meer naar dat adres.`,
    message_received: (about) =>
      about.debtor === ''
        ? 'Er kwam een bericht van iemand die niet bekend is.'
        : `Er kwam een bericht van ${who(about)}.`,
    backup_letters_stopped: () =>
      'De helft van de mails van deze week kwam terug; er gaan geen brieven per post voor in de plaats tot iemand kijkt.',
    letter_returned: (about) => `Een brief aan ${who(about)} kwam terug.`,
    books_stale: () => 'Er komt al dagen niets uit de boekhouding; herinneringen, kosten en dossiers wachten.',
    promise_broken: (about) => `${about.debtor} is een betaaltoezegging niet nagekomen.`,
    payment_plan_term_missed: (about) => `${about.debtor} heeft een termijn van een betalingsregeling gemist.`,
    document_missing: (about) => `Er is geen document van ${who(about)}, dus de verzending wacht.`,
    ready_for_bailiff: (about) => `${who(about)} kan worden overgedragen.`,
    credit_limit_exceeded: (about) => `${about.debtor} staat voor meer open dan de kredietlimiet.`,
    surge_waiting: (_, { letters }) => `Veel meer brieven dan gewoonlijk wachten op uw goedkeuring (${letters}).`,
    cap_reached: (_, { letters }) =>
      `Het maximum aantal brieven van vandaag is verzonden; er wachten er meer (${letters}).`,
    engine_failed: (about, { problem }) =>
      joined(about.debtor === '' ? 'Er ging iets mis.' : `De opvolging van ${who(about)} is mislukt.`, quoted(problem)),
    import_invalid: (_, { problem }) => joined('Een import bevat fouten.', quoted(problem)),
    import_failed: (_, { problem }) => joined('Een import is mislukt.', quoted(problem)),
    webhook_deactivated: (_, { host }) =>
      `De webhook naar ${host} is uitgeschakeld, omdat hij te vaak mislukte. Tot iemand hem weer inschakelt, worden er geen gebeurtenissen verstuurd.`,
  },
}

const called = (phone: string): string => joined('Gebeld', phone)

const callOn = ({ phone }: Subject): string => (phone === '' ? '' : `Telefoon: ${phone}.`)
