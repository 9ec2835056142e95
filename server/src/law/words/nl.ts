import type { LawWords } from './en.ts'

export const dutch: LawWords = {
  laws: {
    nl: 'Nederlands recht',
    be: 'Belgisch recht',
    de: 'Duits recht',
    fr: 'Frans recht',
    uk: 'het recht van het Verenigd Koninkrijk',
    eu: 'het recht van de Europese Unie',
    none: 'geen recht dat hier bekend is',
  },
  parties: { business: 'tussen bedrijven', consumer: 'tegenover een consument' },
  orders: {
    costs_first: 'Een betaling gaat eerst af van de kosten, dan van de rente, dan van de hoofdsom.',
    interest_first:
      'Een betaling gaat eerst af van de rente, dan van de hoofdsom; kosten en vaste bedragen staan apart.',
  },
  cost_steps: {
    first: 'Eerste {amount}',
    next: 'Volgende {amount}',
    rest: 'Het meerdere',
    share: '{percent} van {amount}',
    fixed: 'Vast bedrag',
    least: 'Verhoogd tot het wettelijke minimum',
    most: 'Verlaagd tot het wettelijke maximum',
    vat: 'Btw, die de schuldeiser niet kan verrekenen',
    stated: 'Verlaagd tot wat de brief had genoemd',
  },
  rules: {
    'nl.interest': {
      name: 'Wettelijke rente (art. 6:119 BW)',
      text: 'Vanaf de dag na de vervaldatum, per dag, tegen het percentage dat bij besluit is vastgesteld; na elk vol jaar draagt onbetaalde rente zelf rente.',
    },
    'nl.interest_agreed': {
      name: 'Contractuele rente (art. 6:119 lid 3 BW)',
      text: 'Vanaf de dag na de vervaldatum, per dag, tegen het overeengekomen percentage.',
    },
    'nl.trade_interest': {
      name: 'Wettelijke handelsrente (art. 6:119a BW)',
      text: 'Vanaf de dag na de vervaldatum, per dag, tegen het percentage van de Europese Centrale Bank plus acht procentpunten; na elk vol jaar draagt onbetaalde rente zelf rente.',
    },
    'nl.trade_interest_agreed': {
      name: 'Contractuele handelsrente (art. 6:119a BW)',
      text: 'Vanaf de dag na de vervaldatum, per dag, tegen het overeengekomen percentage.',
    },
    'nl.14_days': {
      name: 'Veertiendagenbrief (art. 6:96 lid 6 BW)',
      text: 'Een consument is pas incassokosten verschuldigd na een brief die het bedrag ervan noemt en veertien dagen geeft, vanaf de dag na ontvangst.',
    },
    'nl.wik': {
      name: 'Incassokosten volgens de staffel (art. 6:96 BW, Besluit BIK)',
      text: '15 % over de eerste € 2.500, 10 % over de volgende € 2.500, 5 % over de volgende € 5.000, 1 % over de volgende € 190.000 en 0,5 % daarboven; minimaal € 40 en maximaal € 6.775.',
    },
    'nl.30_days': {
      name: 'Betaaltermijn tussen bedrijven (art. 6:119a lid 2 BW)',
      text: 'Zonder afspraak: dertig dagen na ontvangst van de factuur of de goederen.',
    },
    'be.trade_interest': {
      name: 'Interest bij betalingsachterstand (wet van 2 augustus 2002)',
      text: 'Vanaf de dag na de vervaldatum, per dag, tegen het percentage dat elk halfjaar wordt bekendgemaakt; voor een consument is dat het hoogste dat een beding mag vragen.',
    },
    'be.trade_interest_agreed': {
      name: 'Contractuele interest (wet van 2 augustus 2002)',
      text: 'Per dag, tegen het overeengekomen percentage, voor zover de wet dat toelaat.',
    },
    'be.30_days': {
      name: 'Betaaltermijn tussen ondernemingen (art. 4 wet van 2 augustus 2002)',
      text: 'Zonder afspraak: dertig dagen na ontvangst van de factuur of de goederen.',
    },
    'be.xix_14_days': {
      name: 'Eerste herinnering aan een consument (art. XIX.2 WER)',
      text: 'De eerste herinnering is kosteloos en geeft veertien kalenderdagen; daarvoor mag niets in rekening worden gebracht.',
    },
    'be.xix_clause': {
      name: 'Beding in het contract (art. XIX.4 WER)',
      text: 'Een consument is interest en schadevergoeding alleen verschuldigd voor zover een beding in het contract dat zegt.',
    },
    'be.xix_caps': {
      name: 'Schadebeding binnen de maxima (art. XIX.4 WER)',
      text: '€ 20 tot en met € 150; € 30 en 10 % van wat boven € 150 ligt, tot en met € 500; € 65 en 5 % van wat boven € 500 ligt, maximaal € 2.000. Het telt over wat onbetaald is als de vrije termijn eindigt.',
    },
    'be.xix_reminder_fee': {
      name: 'Kosten van een volgende herinnering (art. XIX.2 WER)',
      text: 'Hoogstens € 7,50 en port voor elke herinnering na de kosteloze.',
    },
    'be.fixed_sum': {
      name: 'Forfaitaire vergoeding (art. 6 wet van 2 augustus 2002)',
      text: '€ 40 voor elke factuur die niet op tijd is betaald, tussen ondernemingen.',
    },
    'de.interest': {
      name: 'Vertragingsrente (§ 288 lid 1 BGB)',
      text: 'Vanaf de eerste dag van verzuim, per dag, vijf procentpunten boven de basisrente.',
    },
    'de.interest_agreed': {
      name: 'Contractuele rente (§ 288 lid 3 BGB)',
      text: 'Vanaf de eerste dag van verzuim, per dag, tegen het overeengekomen percentage.',
    },
    'de.trade_interest': {
      name: 'Vertragingsrente tussen bedrijven (§ 288 lid 2 BGB)',
      text: 'Vanaf de eerste dag van verzuim, per dag, negen procentpunten boven de basisrente; acht bij contracten van voor 29 juli 2014.',
    },
    'de.trade_interest_agreed': {
      name: 'Contractuele rente tussen bedrijven (§ 288 lid 3 BGB)',
      text: 'Vanaf de eerste dag van verzuim, per dag, tegen het overeengekomen percentage.',
    },
    'de.286_bgb': {
      name: 'Begin van het verzuim (§ 286 BGB)',
      text: 'Door een afgesproken dag, door een aanmaning die is aangekomen, of dertig dagen na vervaldatum en factuur.',
    },
    'de.193_bgb': {
      name: 'Dagen in een weekend of op een feestdag (§ 193 BGB)',
      text: 'Een uiterste betaaldag schuift door naar de volgende werkdag.',
    },
    'de.base_rate': { name: 'Basisrente (§ 247 BGB)', text: 'Vastgesteld op 1 januari en 1 juli van elk jaar.' },
    'de.lump_sum': {
      name: 'Forfaitair bedrag (§ 288 lid 5 BGB)',
      text: '€ 40 voor elke factuur die niet op tijd is betaald, als de debiteur geen consument is.',
    },
    'de.fees': { name: 'Kosten van herinneringen', text: 'Voor een herinnering mag geen vast bedrag worden gevraagd.' },
    'fr.trade_interest': {
      name: 'Boeterente (art. L441-10 Code de commerce)',
      text: 'Vanaf de dag na de vervaldatum, per dag, tegen het percentage van de Europese Centrale Bank plus tien procentpunten.',
    },
    'fr.trade_interest_agreed': {
      name: 'Contractuele boeterente (art. L441-10 Code de commerce)',
      text: 'Vanaf de dag na de vervaldatum, per dag, tegen het overeengekomen percentage.',
    },
    'fr.30_days': {
      name: 'Betaaltermijn (art. L441-10 Code de commerce)',
      text: 'Zonder afspraak: dertig dagen na ontvangst van de factuur of de goederen.',
    },
    'fr.indemnity': {
      name: 'Forfaitaire vergoeding (art. D441-5 Code de commerce)',
      text: '€ 40 voor elke factuur die niet op tijd is betaald, tussen bedrijven.',
    },
    'fr.fees': { name: 'Kosten van herinneringen', text: 'Voor een herinnering mag geen vast bedrag worden gevraagd.' },
    'uk.statutory_interest': {
      name: 'Wettelijke rente (Late Payment of Commercial Debts (Interest) Act 1998)',
      text: 'Per dag, acht procentpunten boven de Bank Rate van 30 juni of 31 december voordat de rente begint, voor de hele duur van de schuld.',
    },
    'uk.statutory_interest_agreed': {
      name: 'Contractuele rente (section 8 van de Act van 1998)',
      text: 'Per dag, tegen het overeengekomen percentage.',
    },
    'uk.relevant_day': {
      name: 'Dag vanaf wanneer rente loopt (section 4 van de Act van 1998)',
      text: 'De dag na de afgesproken dag; zonder afspraak na dertig dagen vanaf de prestatie of de opgave van het bedrag.',
    },
    'uk.substantial_remedy': {
      name: 'Eigen regeling in het contract (sections 8 en 9 van de Act van 1998)',
      text: 'Heeft het contract een eigen wezenlijke regeling, dan komt die in de plaats van de Act.',
    },
    'uk.fixed_sum': {
      name: 'Vast bedrag (section 5A van de Act van 1998)',
      text: '£ 40 bij een schuld onder £ 1.000, £ 70 onder £ 10.000, £ 100 bij elke andere, per factuur.',
    },
    'uk.reference_rate': { name: 'Referentierente', text: 'De Bank Rate op 30 juni en op 31 december.' },
    'uk.fees': { name: 'Kosten van herinneringen', text: 'Voor een herinnering mag geen vast bedrag worden gevraagd.' },
    'eu.interest': {
      name: 'Interest bij betalingsachterstand (Richtlijn 2011/7/EU, art. 3)',
      text: 'Vanaf de dag na de vervaldatum, per dag, tegen het percentage van de Europese Centrale Bank plus acht procentpunten.',
    },
    'eu.interest_agreed': {
      name: 'Contractuele rente (Richtlijn 2011/7/EU)',
      text: 'Vanaf de dag na de vervaldatum, per dag, tegen het overeengekomen percentage.',
    },
    'eu.30_days': {
      name: 'Betaaltermijn (Richtlijn 2011/7/EU, art. 3)',
      text: 'Zonder afspraak: dertig dagen na ontvangst van de factuur of de goederen.',
    },
    'eu.fixed_sum': {
      name: 'Vast bedrag voor invordering (Richtlijn 2011/7/EU, art. 6)',
      text: '€ 40 voor elke factuur die niet op tijd is betaald, tussen bedrijven.',
    },
    'eu.fees': { name: 'Kosten van herinneringen', text: 'Voor een herinnering mag geen vast bedrag worden gevraagd.' },
    'ecb.main_refinancing': {
      name: 'Percentage van de Europese Centrale Bank',
      text: 'De rente van de basisherfinanciering op de eerste dag van het halfjaar.',
    },
    'none.fees': {
      name: 'Geen recht bekend',
      text: 'Er wordt niets berekend als het recht van het land hier niet bekend is.',
    },
  },
  sources: {
    nl_decree: 'Besluit wettelijke rente (artikel 6:120 BW)',
    nl_trade: 'Artikel 6:120 lid 2 BW: percentage van de centrale bank plus opslag',
    be_announced: 'Wet van 2 augustus 2002, percentage dat elk halfjaar wordt bekendgemaakt',
    de_bundesbank: 'Deutsche Bundesbank, basisrente van § 247 BGB',
    fr_code_de_commerce: 'Artikel L441-10 Code de commerce: percentage van de centrale bank plus tien punten',
    uk_bank: 'Bank of England, officiële rente voor het halfjaar',
    ecb: 'Europese Centrale Bank, basisherfinanciering',
    public_files: 'Openbare bestanden; een officiële publicatie is niet gevonden',
    contract: 'Het contract',
  },
  reasons: {
    other_currency: 'De bedragen van deze wet zijn in {legal}, dus in {currency} wordt niets berekend.',
    no_law: 'Het recht van dit land is hier niet bekend, dus er wordt niets berekend.',
    interest_not_charged: 'De schuldeiser heeft ervoor gekozen geen rente te rekenen.',
    costs_not_charged: 'De schuldeiser heeft ervoor gekozen geen incassokosten te rekenen.',
    no_due_date: 'Er is geen uiterste betaaldag bekend, en ook niet waaruit die zou volgen.',
    term_of_law: 'Er is geen termijn afgesproken: dertig dagen nadat factuur en goederen op {day} zijn ontvangen.',
    no_default: 'Er is geen dag afgesproken, er is geen aanmaning aangekomen en er zijn geen dertig dagen gaan lopen.',
    default_by_reminder: 'Op {day} is een aanmaning aangekomen, dus het verzuim begon de dag erna.',
    default_by_invoice: 'De dertig dagen na vervaldatum en factuur eindigden op {day}.',
    due_date_moved: 'De uiterste betaaldag schuift door naar {day}, een werkdag.',
    term_limited: 'De wet geeft deze afnemer hoogstens {days} dagen om te betalen: de laatste is {day}.',
    businesses_only: 'Deze wet geeft alleen tussen bedrijven rente en kosten, dus een consument is niets verschuldigd.',
    own_remedy: 'Het contract heeft een eigen regeling, dus het vaste bedrag van de Act is niet verschuldigd.',
    before_book_xix: 'De schuld is ouder dan Boek XIX, en alleen dat is hier bekend.',
    reminder_missing:
      'Geen herinnering heeft veertien vrije dagen gegeven, dus er mag niets in rekening worden gebracht.',
    reminder_invalid: 'De herinnering mist wat de wet ervan vraagt, dus zij telt niet.',
    reminder_too_early: 'De herinnering is verzonden voordat de vervaldatum voorbij was, dus zij telt niet.',
    no_interest_clause: 'Het contract heeft geen rentebeding.',
    interest_clause_void: 'Vanaf {day} ligt de rente van het beding boven die van de wet, dus het beding is nietig.',
    no_damages_clause: 'Het contract heeft geen schadebeding.',
    damages_clause_void: 'Het beding vraagt meer dan de wet toelaat over wat onbetaald was, dus het is nietig.',
    letter_missing: 'Geen brief heeft veertien dagen gegeven, dus er mogen geen incassokosten worden gerekend.',
    letter_too_early:
      'De brief is verzonden voordat het verzuim begon, dus er mogen geen incassokosten worden gerekend; er is een nieuwe brief nodig.',
    letter_term_short:
      'De brief geeft {days} dagen in plaats van 14, dus er mogen geen incassokosten worden gerekend; er is een nieuwe brief nodig.',
    letter_counts_from_its_date:
      'De brief telt zijn dagen vanaf de eigen datum, dus er mogen geen incassokosten worden gerekend; er is een nieuwe brief nodig.',
    letter_without_amount:
      'De brief noemt het bedrag van de kosten niet, dus er mogen geen incassokosten worden gerekend; er is een nieuwe brief nodig.',
    letter_charges:
      'De brief rekent zelf al kosten, dus er mogen geen incassokosten worden gerekend; er is een nieuwe brief nodig.',
    costs_before_scale: 'Voor schulden die voor 1 juli 2012 opeisbaar waren, bepaalt de rechter de kosten.',
    rate_unknown: 'Vanaf {day} is geen percentage bekend, dus vanaf die dag wordt geen rente berekend.',
    rate_unknown_before: 'Voor {day} is geen percentage bekend, dus de rente wordt vanaf die dag berekend.',
    payment_later: 'Betalingen na {day} tellen niet mee.',
    paid_too_much: 'Er is meer betaald dan de hoofdsom en wat een betaling eerst voldoet.',
  },
}
