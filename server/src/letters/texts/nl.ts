import type { LetterTexts } from './each_language.ts'

const term =
  '{% if term.end %}uiterlijk **{{ term.end }}**{% elsif term.days %}binnen **{{ term.days }} dagen na de dag waarop u deze brief heeft ontvangen**{% else %}zo spoedig mogelijk{% endif %}'
const due =
  'op {% if invoices.count == 1 %}**{{ invoices.first_due_date }}**{% else %}de vervaldatum van elke factuur{% endif %}'
const invoices = "{{ invoices.count | plural: 'factuur', 'facturen' }}"

/** Between the greeting and the closing: the invoices, and the button to pay. */
const letter = (text: string): string =>
  [
    "Beste {{ contact.name | otherwise: 'klant' }},",
    text,
    '{{ invoices.table }}',
    '{{ pay.button }}',
    'Met vriendelijke groet,\n{% if owner.name %}{{ owner.name }}, {% endif %}{{ creditor.name }}',
  ].join('\n\n')

export const dutch: LetterTexts = {
  frame: {
    invoice: 'Factuur',
    order: 'Uw order',
    order_number: 'uw order {number}',
    due: 'Vervaldatum',
    days: 'Dagen te laat',
    open: 'Open',
    total: 'Te betalen',
    pay: 'Betaal {amount}',
    account: 'IBAN',
    holder: 'Ten name van',
    reference: 'Kenmerk',
    amount: 'Bedrag',
    bic: 'BIC',
    scan: 'Scan met uw bank-app',
    page: 'Pagina {page} van {pages}',
    crossed: 'Al betaald? Dan heeft deze brief uw betaling gekruist en kunt u hem als niet verzonden beschouwen.',
    objection: 'Niet eens met een factuur? Antwoord op deze brief via {email}{portal}.',
    portal: ' of ga naar {url}',
    more: 'en nog {count}, vervaldatum van {first} tot en met {last}',
    full_list:
      'Deze brief noemt de facturen die het eerst vervielen. De volledige lijst van {count} is te krijgen via {email}{portal}.',
    due_on: 'vervaldatum {day}',
    costs: 'Kosten en rente',
    credit: 'U heeft nog een tegoed van {amount}. Dat is hier niet van afgetrokken.',
    stated: 'Betaalt u niet op tijd, dan komen daar {amount} aan incassokosten bij.',
    attention: 'T.a.v. {name}',
    addressed: 'Deze brief van {day} is voor {debtor}.',
    registered: 'Handelsregister {number}',
  },
  steps: {
    invoice: {
      title: 'Factuur',
      subject: 'Factuur {{ invoices.first_number }} van {{ creditor.name }}',
      body: letter(
        `Bedankt voor uw opdracht. {{ invoices.count | plural: 'Dit is onze factuur', 'Dit zijn onze facturen' }} van **{{ total.open }}**. Wilt u uiterlijk ${due} betalen?`,
      ),
    },
    pre_reminder: {
      title: 'Bijna tijd om te betalen',
      subject: 'Bijna tijd: {{ total.open }} voor {{ creditor.name }}',
      body: letter(
        `Een kort bericht, zodat u het niet vergeet: **{{ total.open }}** moet uiterlijk ${due} betaald zijn. Heeft u de betaling al klaargezet, dan hoeft u niets te doen.`,
      ),
    },
    reminder_1: {
      title: 'Herinnering',
      subject: `Herinnering: {{ invoices.count }} ${invoices}, {{ total.open }}`,
      body: letter(
        `Misschien is het u ontgaan: er staat nog **{{ total.open }}** open. Wilt u dit bedrag ${term} betalen?`,
      ),
    },
    reminder_2: {
      title: 'Tweede herinnering',
      subject: 'Tweede herinnering: {{ total.open }} staat nog open',
      body: letter(
        `Wij schreven u al eerder over de ${invoices} hieronder en hebben **{{ total.open }}** nog niet ontvangen. Wilt u dit bedrag ${term} betalen?\n\nLukt dat niet? Laat het ons weten, dan zoeken we samen naar een oplossing.`,
      ),
    },
    reminder_3: {
      title: 'Derde herinnering',
      subject: 'Derde herinnering: {{ total.open }} staat nog open',
      body: letter(
        `Ondanks onze eerdere berichten staat **{{ total.open }}** nog open. Betaal dit bedrag ${term}, of laat ons weten wanneer wij het kunnen verwachten.`,
      ),
    },
    reminder_4: {
      title: 'Vierde herinnering',
      subject: 'Vierde herinnering: {{ total.open }} staat nog open',
      body: letter(
        `Wij schreven u al enkele keren over de ${invoices} hieronder. **{{ total.open }}** staat nog open. Betaal dit bedrag ${term}. Kunt u niet alles ineens betalen, vraag ons dan om een betalingsregeling.`,
      ),
    },
    end_of_service_announcement: {
      title: 'Aankondiging',
      subject: 'Wij stoppen onze dienst als {{ total.open }} open blijft staan',
      body: letter(
        `Er staat nog **{{ total.open }}** open. Hebben wij dit bedrag niet ${term} ontvangen, dan moeten wij onze dienst aan u stoppen. Dat doen wij liever niet: betaal, of neem contact met ons op.`,
      ),
    },
    end_of_service: {
      title: 'Dienst gestopt',
      subject: 'Onze dienst aan u is gestopt',
      body: letter(
        `Omdat **{{ total.open }}** nog openstaat, hebben wij onze dienst aan u gestopt. Zodra wij het bedrag hebben ontvangen, gaan wij weer verder. Wilt u het ${term} betalen?`,
      ),
    },
    final_reminder: {
      title: 'Laatste herinnering',
      subject: 'Laatste herinnering: {{ total.open }}',
      body: letter(
        `Dit is onze laatste herinnering. **{{ total.open }}** staat nog open. Betaal dit bedrag ${term}. Ontvangen wij niets, dan dragen wij de ${invoices} over voor incasso.`,
      ),
    },
    summons: {
      title: 'Aanmaning',
      subject: 'Aanmaning: {{ total.open }}, dossier {{ case.number }}',
      body: letter(
        `Ondanks onze herinneringen hebben wij **{{ total.open }}** niet van u ontvangen. De ${invoices} hieronder behandelen wij nu als dossier {{ case.number }}. Wij verzoeken u dit bedrag ${term} te betalen.\n\nKunt u niet alles ineens betalen, of klopt er iets niet? Neem dan nu contact met ons op. Dat voorkomt verdere stappen.`,
      ),
    },
    summons_reminder: {
      title: 'Herinnering aan onze aanmaning',
      subject: 'Nog niet betaald: {{ total.open }}, dossier {{ case.number }}',
      body: letter(
        `Kort geleden hebben wij u aangemaand. **{{ total.open }}** staat nog open. Betaal dit bedrag ${term}, of laat ons weten waarom dat niet lukt. Een betalingsregeling is vaak mogelijk.`,
      ),
    },
    second_summons: {
      title: 'Tweede aanmaning',
      subject: 'Tweede aanmaning: {{ total.open }}, dossier {{ case.number }}',
      body: letter(
        `Op onze aanmaning hebben wij geen betaling ontvangen. Wij manen u voor de tweede keer aan: betaal **{{ total.open }}** ${term}. Blijft betaling uit, dan zetten wij de incasso van dossier {{ case.number }} voort.`,
      ),
    },
    second_summons_reminder: {
      title: 'Herinnering aan onze tweede aanmaning',
      subject: 'Dossier {{ case.number }}: {{ total.open }} staat nog open',
      body: letter(
        `Wij hebben u twee keer aangemaand en **{{ total.open }}** nog niet ontvangen. Betaal dit bedrag ${term}. Heeft u een reden om niet te betalen, schrijf ons die dan nu.`,
      ),
    },
    notice_of_default: {
      title: 'Ingebrekestelling',
      subject: 'Ingebrekestelling: {{ total.open }}, dossier {{ case.number }}',
      body: letter(
        `Hierbij stellen wij u in gebreke. De ${invoices} hieronder had u al moeten betalen. U krijgt nog eenmaal de gelegenheid om **{{ total.open }}** ${term} te betalen. Doet u dat niet, dan bent u in verzuim en kunnen wij de rente en kosten vorderen die de wet toestaat.`,
      ),
    },
    prejudiciary: {
      title: 'Laatste brief voor de gerechtsdeurwaarder',
      subject: 'Laatste brief: {{ total.open }}, dossier {{ case.number }}',
      body: letter(
        `Dit is onze laatste brief over dossier {{ case.number }}. Ontvangen wij **{{ total.open }}** niet ${term}, dan kunnen wij de vordering overdragen aan een gerechtsdeurwaarder of advocaat, die haar aan de rechter kan voorleggen. Geeft de rechter ons gelijk, dan kunnen de proceskosten voor uw rekening komen.\n\nU kunt dit nog voorkomen: betaal, of neem contact met ons op.`,
      ),
    },
  },
  statement: {
    title: 'Overzicht',
    subject: 'Overzicht van wat er openstaat bij {{ creditor.name }}',
    body: letter(
      'Dit staat vandaag bij ons open: **{{ total.open }}**. Heeft u al betaald of klopt er iets niet, laat het ons dan weten. Dit overzicht is geen herinnering.',
    ),
  },
}
